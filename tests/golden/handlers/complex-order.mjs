// @ts-check
/** Complex-order embeddings: tables, gradients and initial frequencies. */

import { ulp32 } from '../compare.mjs';
import {
  farthestOf,
  float64Tolerance,
  referenceError,
  roundedTolerance,
  u,
} from '../tolerance.mjs';
import { spread } from './places.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** The tables, the words and their positions. @param {Case} c */
function optionsOf(c) {
  const initial = c.param(
    'frequencies',
    c.has('frequency') ? 'given' : 'initial table',
  );
  if ((initial === 'initial table') === c.has('frequency')) {
    throw new Error('frequencies and the tensor frequency disagree');
  }
  const [words, width] = c.shape('amplitude');
  const tokens = c.numbers('tokens');
  // Every sequence of a batch may have the same positions.
  const positions = spread(c.numbers('positions'), tokens.length);
  return {
    dim: c.size('dim', width),
    words: c.size('vocab', words),
    tokens,
    positions,
    amplitude: c.float32('amplitude'),
    ...(c.has('frequency') ? { frequency: c.float32('frequency') } : {}),
    ...(c.has('phase') ? { phase: c.float32('phase') } : {}),
    // Only the method without phases has a padding word.
    ...(c.method === 'complex_order'
      ? { paddingIndex: c.param('padding_token', 0) }
      : {}),
  };
}

/**
 * For each number of a result: its amplitude, the parts of its angle, and the
 * float32 error of that angle in the reference. The error is 5 u of the angle:
 * from the frequency (2 u if it is initial), the product with the position and
 * the sum with the phase. The library's result has none of it.
 *
 * @param {ReturnType<typeof optionsOf>} o
 * @param {ArrayLike<number>} frequency
 */
function termsOf(o, frequency) {
  const { dim, tokens, positions, amplitude, phase } = o;
  return (/** @type {number} */ i) => {
    const row = Math.floor(i / dim);
    const at = (tokens[row] ?? Number.NaN) * dim + (i % dim);
    const position = positions[row] ?? Number.NaN;
    const angle =
      Math.abs(position * Number(frequency[at])) + Math.abs(phase?.[at] ?? 0);
    const size = Math.abs(amplitude[at] ?? Number.NaN);
    return { at, position, size, angle, angleError: 5 * u * angle };
  };
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function run(pe, c, check) {
  const options = optionsOf(c);
  const frequency = frequenciesOf(pe, options);
  const term = termsOf(options, frequency);
  const farthest = farthestOf(
    Array.from({ length: options.tokens.length * options.dim }, (_, i) => {
      const { size, angle } = term(i);
      return Math.max(1, size) * angle;
    }),
  );
  for (const [name, part] of /** @type {const} */ ([
    ['real', 'real'],
    ['imag', 'imaginary'],
  ])) {
    if (!check.wants(name)) continue;
    const expected = check.expected(name);
    const float64 = pe.make({
      method: 'complexOrder',
      ...options,
      part,
      dtype: 'float64',
    });
    check.near(name, float64.data, float64Tolerance(expected, farthest));
    const float32 = pe.make({ method: 'complexOrder', ...options, part });
    check.near(name, float32.data, roundedTolerance(farthest));
    // The reference rounds the angle, its sine and a product; the library's
    // result is right to half an ulp.
    check.nearTorch(
      name,
      () => float32.data,
      (i) => {
        const { size, angleError } = term(i);
        return size * (angleError + 4 * u);
      },
    );
  }
  check.near('frequency_table', frequency, (_, want) => {
    return 1e-10 * Math.max(1, Math.abs(want));
  });
  // The reference rounds to float32 once.
  check.nearTorch(
    'frequency_table',
    () => frequency,
    (_, want) => 2 * ulp32(want),
  );
  if (c.has('up_real') || c.has('up_imag')) {
    checkGradients(pe, c, check, options, term);
  }
}

/**
 * The frequencies, computed from a table with a row for each word: with
 * amplitude 1 at a position p so near to 0 that every angle is below 2^-10, the
 * imaginary part is sin(f p).
 *
 * @param {Posenc} pe
 * @param {ReturnType<typeof optionsOf>} options
 */
function frequenciesOf(pe, { words, dim, ...options }) {
  // Initial frequencies are at most 1.
  const given = options.frequency ?? [1];
  const exponent = Math.ceil(Math.log2(Math.max(1, farthestOf(given))));
  const near = 2 ** -Math.max(20, exponent + 10);
  const { data } = pe.make({
    method: 'complexOrder',
    ...options,
    dim,
    words,
    phase: new Float32Array(words * dim),
    amplitude: new Float32Array(words * dim).fill(1),
    tokens: Array.from({ length: words }, (_, word) => word),
    positions: Array.from({ length: words }, () => near),
    part: 'imaginary',
    dtype: 'float64',
  });
  return Float64Array.from(data, (x) => Math.asin(x) / near);
}

/**
 * The factor of upstream in each gradient, which is the derivative of the
 * amplitude or of the angle.
 * @typedef {ReturnType<ReturnType<typeof termsOf>>} Term
 * @type {Record<'amplitude' | 'frequency' | 'phase', (t: Term) => number>}
 */
const WEIGHTS = {
  amplitude: () => 1,
  frequency: ({ size, position }) => size * Math.abs(position),
  phase: ({ size }) => size,
};

/**
 * @param {Posenc} pe @param {Case} c @param {Comparison} check
 * @param {ReturnType<typeof optionsOf>} options
 * @param {ReturnType<typeof termsOf>} term
 */
function checkGradients(pe, c, check, options, term) {
  const length = options.tokens.length * options.dim;
  const upstream = (/** @type {string} */ name) =>
    c.has(name) ? c.float32(name) : new Float32Array(length);
  const [upstreamReal, upstreamImaginary] = [
    upstream('up_real'),
    upstream('up_imag'),
  ];
  const gradient = (/** @type {'float32' | 'float64'} */ dtype) =>
    pe.make({
      method: 'complexOrderGradient',
      ...options,
      upstreamReal,
      upstreamImaginary,
      dtype,
    });
  const [float64, float32] = [gradient('float64'), gradient('float32')];
  for (const name of /** @type {const} */ ([
    'amplitude',
    'frequency',
    'phase',
  ])) {
    const result = `grad_${name}`;
    if (!check.wants(result)) continue;
    const expected = check.expected(result);
    // For each number of the gradient: the absolute sum of its terms, their
    // float32 errors, and the largest angle, for the references' float64 error.
    const sums = new Float64Array(expected.length);
    const errors = new Float64Array(expected.length);
    let farthest = 0;
    for (let i = 0; i < length; ++i) {
      const one = term(i);
      const up =
        Math.abs(upstreamReal[i] ?? NaN) +
        Math.abs(upstreamImaginary[i] ?? NaN);
      const size = WEIGHTS[name](one) * up;
      sums[one.at] = (sums[one.at] ?? NaN) + size;
      // Rounding of a sine, two products, their sum, and the products before
      // it.
      errors[one.at] =
        (errors[one.at] ?? NaN) + size * (one.angleError + 8 * u);
      farthest = Math.max(farthest, one.angle * size);
    }
    const allowed = Math.max(
      float64Tolerance(expected, 0)(),
      referenceError(farthest),
    );
    check.near(result, float64[name].data, () => allowed);
    // Rows are added one after another, and each partial sum is rounded.
    const rows = options.tokens.length;
    check.nearRounded(
      result,
      () => float32[name].data,
      (i, want) =>
        (errors[i] ?? NaN) + rows * u * (sums[i] ?? NaN) + ulp32(want),
    );
  }
}

const common = {
  params: ['vocab', 'dim', 'frequencies'],
  tensors: [
    ...['amplitude', 'frequency', 'tokens', 'positions', 'frequency_table'],
    ...['real', 'imag', 'up_real', 'up_imag'],
    ...['grad_amplitude', 'grad_frequency'],
  ],
  run,
};

export const complexOrder = {
  complex_order: { ...common, params: [...common.params, 'padding_token'] },
  'complex_order.with_phase': {
    ...common,
    tensors: [...common.tensors, 'phase', 'grad_phase'],
  },
};
