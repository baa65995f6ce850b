// @ts-check
/** Comparisons that the rotary cases share: tables and rotations. */

import { frequency } from '../../support/frequency.mjs';
import { ulp32 } from '../compare.mjs';
import {
  farthestOf,
  float64Tolerance,
  powAngleError,
  referenceError,
  roundedTolerance,
  sinCosError,
  u,
} from '../tolerance.mjs';
import { listOf, optionsOf } from './places.mjs';
import { Rows } from './rows.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {import('./places.mjs').Where} Where
 * @typedef {'half' | 'interleaved'} Layout
 * @typedef {{ headDim: number, rotaryDim: number, theta: number,
 *   layout: Layout, outLayout?: Layout, scaling?: import('posenc').RopeOptions['scaling'],
 *   contextLength?: number }} R
 */

/**
 * Compares `frequencies` with a tensor of inverse frequencies. Those in torch
 * precision have the bits of the reference's own float32.
 *
 * @param {Posenc} pe @param {Comparison} check @param {R} r
 * @param {string} name
 * @param {number} [times] how many times larger those of the reference are,
 *   where it scales positions instead of frequencies
 */
export function checkFrequencies(pe, check, r, name, times = 1) {
  const { frequencies } = pe.make({ method: 'rope', ...r });
  const scaled = frequencies.map((frequency) => times * frequency);
  check.near(name, scaled, (_, want) => 1e-10 * want);
  const torch = () =>
    pe
      .make({ method: 'rope', ...r, precision: 'torch' })
      .frequencies.map((frequency) => times * frequency);
  check.nearTorch(name, torch, () => 0);
}

/**
 * Compares the tables with the tensors `cos` and `sin`, if the case has them.
 *
 * @param {Posenc} pe @param {Comparison} check @param {R} r
 * @param {Where} where
 * @param {{ full: boolean }} tables full: whether every value occurs twice
 */
export function checkTables(pe, check, r, where, { full }) {
  const exact = pe.make({ method: 'rope', ...r });
  const torch = pe.make({ method: 'rope', ...r, precision: 'torch' });
  const pairs = r.rotaryDim / 2;
  const columns = full ? r.rotaryDim : pairs;
  for (const name of /** @type {const} */ (['cos', 'sin'])) {
    if (!check.wants(name)) continue;
    const expected = check.expected(name);
    const rows = expected.length / columns;
    const positions = listOf(where, rows);
    const farthest = farthestOf(positions);
    const options = { ...optionsOf(where, rows), full };
    const float64 = exact.cosSin({ ...options, dtype: 'float64' })[name];
    check.near(name, float64.data, float64Tolerance(expected, farthest));
    const float32 = exact.cosSin(options)[name];
    check.near(name, float32.data, roundedTolerance(farthest));
    check.nearTorch(
      name,
      () => torch.cosSin(options)[name].data,
      // The angles have the reference's bits. Its sines and cosines are within 1
      // ulp, and the library's are correctly rounded; with a factor both are
      // rounded once more.
      (_, want) => 2 * ulp32(want),
    );
  }
}

/** @param {R} r @param {number} pair @param {number} position */
export function torchAngleError(r, pair, position) {
  const angle = position * frequency(r.theta, pair, r.rotaryDim);
  return powAngleError(Math.abs(angle), pair);
}

/**
 * Rotates the tensor `input` and compares with `output`, and in torch precision
 * with `output_f32`, if the case has them. If the tensor's shape has no length,
 * the range gives it.
 *
 * @param {Posenc} pe @param {Comparison} check @param {R} r
 * @param {Where} where
 * @param {{ input: string, output: string, seqFirst?: boolean,
 *   inverse?: boolean, angleError?: typeof torchAngleError }} o
 */
export function checkRotation(pe, check, r, where, o) {
  if (!check.wants(o.output)) return;
  const data = check.golden.float32(o.input);
  const { shape } = check.golden.tensor(o.input);
  const at = 'positions' in where ? where.positions : { start: where.start };
  const rows = new Rows(shape, o.seqFirst ?? false, at);
  if (rows.width !== r.headDim) {
    throw new Error(
      `head_dim is ${r.headDim}, and that of ${o.input} ${rows.width}`,
    );
  }
  const { heads } = rows;
  const inverse = o.inverse ?? false;
  const run = (/** @type {'exact' | 'torch'} */ precision) => {
    const rope = pe.make({ method: 'rope', ...r, precision });
    const x = rows.pack(data);
    return rows.unpack(rope.rotate(x, { heads, inverse, ...rows.place }).data);
  };
  const reference = referenceError(farthestOf(rows.positions));
  const scale = (/** @type {number} */ i) => pairAt(r, data, i).size;
  const exactError = (/** @type {number} */ i, /** @type {number} */ want) => {
    const { size, pair } = pairAt(r, data, i);
    // Components that are not turned are copied.
    if (pair < 0) return 0;
    // The error of the reference's angle turns the pair by as much.
    const theirs =
      reference > 1e-10
        ? reference * Math.max(1, size)
        : reference * Math.max(1, Math.abs(want));
    // Rounding of cosine, sine, two products and a sum: at most 3 u of the
    // pair.
    return 3 * u * size + theirs;
  };
  check.near(o.output, run('exact'), exactError, scale);
  const angleError = o.angleError ?? torchAngleError;
  check.nearTorch(
    o.output,
    () => run('torch'),
    (i) => {
      // Each program rounds two products and a sum, in addition to the tables'
      // errors.
      const { size, pair } = pairAt(r, data, i);
      if (pair < 0) return 0;
      const angle = angleError(r, pair, rows.positionAt(i));
      return size * (angle + sinCosError + 4 * u);
    },
  );
}

/**
 * Rotates some tensors, and turns the gradients of the results back: the
 * gradient of a rotation is the opposite rotation.
 *
 * @param {Posenc} pe @param {Comparison} check @param {R} r
 * @param {Where} where @param {string[]} names
 * @param {{ seqFirst?: boolean, angleError?: typeof torchAngleError }} [o]
 */
export function checkTurned(pe, check, r, where, names, o = {}) {
  for (const name of names) {
    const forth = { ...o, input: name, output: `${name}_out` };
    checkRotation(pe, check, r, where, forth);
    const own = `up_${name}`;
    const input = check.golden.has(own) ? own : 'upstream';
    const back = { ...o, input, output: `grad_${name}`, inverse: true };
    checkRotation(pe, check, r, where, back);
  }
}

/**
 * Compares the gradient by the frequencies, summed over some turned tensors.
 *
 * @param {Posenc} pe @param {Comparison} check @param {R} r
 * @param {Where} where @param {string} name of the gradient
 * @param {{ input: string, upstream: string, seqFirst?: boolean }[]} turns
 */
export function checkFrequencyGradient(pe, check, r, where, name, turns) {
  if (!check.wants(name)) return;
  /** @param {'exact' | 'torch'} precision */
  const run = (precision) => {
    const rope = pe.make({ method: 'rope', ...r, precision });
    const sums = new Float64Array(r.rotaryDim / 2);
    // The sum of the terms' magnitudes, to which errors are relative.
    const sizes = new Float64Array(sums.length);
    for (const { input, upstream, seqFirst = false } of turns) {
      const { shape } = check.golden.tensor(input);
      const at =
        'positions' in where ? where.positions : { start: where.start };
      const rows = new Rows(shape, seqFirst, at);
      const [x, by] = [input, upstream].map((tensor) =>
        rows.pack(check.golden.float32(tensor)),
      );
      if (!x || !by) continue;
      const { heads } = rows;
      const options = { heads, ...rows.place };
      const { data } = rope.frequencyGradient(x, by, options);
      data.forEach((value, k) => {
        sums[k] = (sums[k] ?? NaN) + value;
      });
      const far = farthestOf(rows.positions);
      x.forEach((value, i) => {
        const { pair } = pairAt(r, x, i);
        if (pair < 0) return;
        const other = Math.max(...by.map(Math.abs));
        sizes[pair] = (sizes[pair] ?? NaN) + 2 * far * Math.abs(value * other);
      });
    }
    return { sums, sizes };
  };
  const { sums, sizes } = run('exact');
  const sizeOf = (/** @type {number} */ i) => sizes[i] ?? NaN;
  check.near(name, sums, (i) => 1e-12 * sizeOf(i), sizeOf);
  check.nearTorch(
    name,
    () => run('torch').sums,
    (i) => 8 * u * sizeOf(i),
  );
}

/**
 * Names of the turned tensors, their results and gradients.
 * @param {string[]} names
 */
export const turned = (...names) => [
  'upstream',
  ...names.flatMap((n) => [n, `${n}_out`, `up_${n}`, `grad_${n}`]),
];

/**
 * The pair the i-th component of the result belongs to (-1: none) and |a| + |b|
 * of it.
 *
 * @param {R} r @param {Float32Array} data @param {number} i
 */
function pairAt(r, data, i) {
  const component = i % r.headDim;
  if (component >= r.rotaryDim) return { pair: -1, size: 0 };
  const pairs = r.rotaryDim / 2;
  const outHalf = (r.outLayout ?? r.layout) === 'half';
  const pair = outHalf ? component % pairs : Math.floor(component / 2);
  const half = r.layout === 'half';
  const a = i - component + (half ? pair : 2 * pair);
  const b = a + (half ? pairs : 1);
  const size = Math.abs(data[a] ?? NaN) + Math.abs(data[b] ?? NaN);
  return { pair, size };
}

/** A parameter that must be one of a few words.
 * @template {string} T
 * @param {Case} c @param {string} name @param {readonly T[]} words
 * @param {NoInfer<T>} [fallback]
 * @returns {T} */
export function word(c, name, words, fallback) {
  const value = c.param(name, fallback);
  const found = words.find((known) => known === value);
  if (found === undefined) throw new Error(`unknown ${name} ${value}`);
  return found;
}
