// @ts-check
/** What the rotary cases have in common: tables, rotations, axis orders. */

import {
  float64Tolerance,
  powAngleError,
  referenceError,
  roundedTolerance,
  sinCosError,
  u,
} from '../tolerance.mjs';
import { listOf } from './sinusoidal.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {import('./sinusoidal.mjs').Positions} Positions
 * @typedef {'half' | 'interleaved'} Layout
 * @typedef {{ headDim: number, rotaryDim: number, theta: number,
 *   layout: Layout }} R
 */

/**
 * Compares `frequencies` with a tensor of inverse frequencies. Ours in torch
 * precision are float32; theirs lie within 2 ulp of that (see powAngleError).
 *
 * @param {Posenc} pe @param {Comparison} check @param {R} r
 * @param {string} name
 */
export function checkFrequencies(pe, check, r, name) {
  const { frequencies } = pe.rope(r);
  check.near(name, frequencies, (_, want) => 1e-10 * want);
  const torch = () => pe.rope({ ...r, precision: 'torch' }).frequencies;
  check.nearTorch(name, torch, (_, want) => 4 * u * want);
}

/** Where a table's column takes its pair from.
 * @param {Layout} layout @param {boolean} full @param {number} pairs
 * @param {number} column */
function pairOfColumn(layout, full, pairs, column) {
  if (!full) return column;
  return layout === 'half' ? column % pairs : Math.floor(column / 2);
}

/**
 * Compares the tables with the tensors `cos` and `sin`.
 *
 * @param {Posenc} pe @param {Comparison} check @param {R} r
 * @param {Positions} where
 * @param {{ full: boolean }} tables full: every value stands there twice
 */
export function checkTables(pe, check, r, where, { full }) {
  const positions = listOf(where);
  const exact = pe.rope(r);
  const torch = pe.rope({ ...r, precision: 'torch' });
  for (const name of /** @type {const} */ (['cos', 'sin'])) {
    const expected = check.golden.tensor(name).data;
    const options = { ...where, full };
    const float64 = exact.cosSin({ ...options, dtype: 'float64' })[name];
    check.near(name, float64.data, float64Tolerance(expected, positions));
    const float32 = exact.cosSin(options)[name];
    check.near(name, float32.data, roundedTolerance(positions));
    const columns = expected.length / positions.length;
    check.nearTorch(
      name,
      () => torch.cosSin(options)[name].data,
      (i) => {
        const pairs = r.rotaryDim / 2;
        const pair = pairOfColumn(r.layout, full, pairs, i % columns);
        const position = positions[Math.floor(i / columns)] ?? Number.NaN;
        return torchAngleError(r, pair, position) + sinCosError;
      },
    );
  }
}

/** @param {R} r @param {number} pair @param {number} position */
export function torchAngleError(r, pair, position) {
  const frequency = r.theta ** ((-2 * pair) / r.rotaryDim);
  return powAngleError(Math.abs(position * frequency), pair);
}

/**
 * Swaps the first two axes of [a, b, width]: golden rotary cases are mostly
 * [heads, seq, width], the library takes [seq, heads, width].
 *
 * @param {Float32Array} data @param {number} a @param {number} b
 */
export function swap(data, a, b) {
  const width = data.length / (a * b);
  const out = new Float32Array(data.length);
  for (let i = 0; i < a; ++i) {
    for (let j = 0; j < b; ++j) {
      const row = data.subarray((i * b + j) * width, (i * b + j + 1) * width);
      out.set(row, (j * a + i) * width);
    }
  }
  return out;
}

/**
 * Rotates the tensor `input` and compares with `output`, and in torch
 * precision with `output_f32` where the case has it.
 *
 * @param {Posenc} pe @param {Comparison} check @param {R} r
 * @param {Positions} where
 * @param {{ input: string, output: string, seqFirst?: boolean,
 *   inverse?: boolean, angleError?: typeof torchAngleError }} o
 */
export function checkRotation(pe, check, r, where, o) {
  const positions = listOf(where);
  const data = check.golden.float32(o.input);
  const length = positions.length;
  const heads = data.length / (length * r.headDim);
  const x = o.seqFirst ? data : swap(data, heads, length);
  const place =
    'positions' in where
      ? { positions: where.positions }
      : { start: where.start };
  const run = (/** @type {'exact' | 'torch'} */ precision) => {
    const rope = pe.rope({ ...r, precision });
    const inverse = o.inverse ?? false;
    const rotated = rope.rotate(x, { heads, inverse, ...place }).data;
    return o.seqFirst ? rotated : swap(rotated, length, heads);
  };
  const at = (/** @type {number} */ i) => {
    const row = Math.floor(i / r.headDim);
    const index = o.seqFirst ? Math.floor(row / heads) : row % length;
    return positions[index] ?? Number.NaN;
  };
  const reference = referenceError(positions);
  const scale = (/** @type {number} */ i) => pairAt(r, data, i).size;
  const exactError = (/** @type {number} */ i, /** @type {number} */ want) => {
    // Rounded cosine, sine, two products and a sum: 3 u of the pair at most.
    // What passes through is copied.
    const { size, pair } = pairAt(r, data, i);
    return pair < 0
      ? 0
      : 3 * u * size + reference * Math.max(1, Math.abs(want));
  };
  check.near(o.output, run('exact'), exactError, scale);
  const angleError = o.angleError ?? torchAngleError;
  check.nearTorch(
    o.output,
    () => run('torch'),
    (i) => {
      // Both programs: two products and a sum each, beside the tables' errors.
      const { size, pair } = pairAt(r, data, i);
      if (pair < 0) return 0;
      return size * (angleError(r, pair, at(i)) + sinCosError + 4 * u);
    },
  );
}

/**
 * The pair the i-th component belongs to (-1: none) and |a| + |b| of it.
 *
 * @param {R} r @param {Float32Array} data @param {number} i
 */
function pairAt(r, data, i) {
  const component = i % r.headDim;
  if (component >= r.rotaryDim) return { pair: -1, size: 0 };
  const pairs = r.rotaryDim / 2;
  const half = r.layout === 'half';
  const pair = half ? component % pairs : Math.floor(component / 2);
  const a = i - component + (half ? pair : 2 * pair);
  const b = a + (half ? pairs : 1);
  const size = Math.abs(data[a] ?? NaN) + Math.abs(data[b] ?? NaN);
  return { pair, size };
}

/** A parameter that must be one of a few words.
 * @template {string} T
 * @param {Case} c @param {string} name @param {readonly T[]} words
 * @returns {T} */
export function word(c, name, words) {
  const value = c.param(name);
  const found = words.find((known) => known === value);
  if (found === undefined) throw new Error(`unknown ${name} ${value}`);
  return found;
}
