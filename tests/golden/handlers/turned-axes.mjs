// @ts-check
/**
 * Compares the tables and rotations of any rope, given as a spec, with those of
 * a case.
 */

import {
  farthestOf,
  float64Tolerance,
  referenceError,
  roundedTolerance,
  sinCosError,
  u,
} from '../tolerance.mjs';
import { Rows } from './rows.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').RopeOptions} RopeOptions
 * @typedef {import('posenc').RotateOptions} RotateOptions
 * @typedef {import('posenc').Rope} Rope
 * @typedef {import('../compare.mjs').Comparison} Comparison
 *
 * @typedef {object} Turn
 * @property {RopeOptions} spec
 * @property {RotateOptions} where which rows: positions, or a grid
 * @property {number} length number of rows
 * @property {(row: number, pair: number, head: number) => number} angle
 *   size of the angle of a pair
 * @property {number} [roundings] of angles in both programs together; see
 *   powAngleError, whose number is the default
 * @property {(row: number, pair: number) => { factor: number, error: number }}
 *   [decay] by which results are multiplied, and its relative error in torch
 */

/** Roundings of an angle in powAngleError. */
const PLAIN = 7;

const noDecay = () => ({ factor: 1, error: 0 });

/** @param {Posenc} pe @param {Turn} turn @param {'exact' | 'torch'} precision */
const ropeOf = (pe, { spec }, precision) =>
  /** @type {Rope} */ (pe.make({ method: 'rope', ...spec, precision }));

/** Whether components k and k + pairs form a pair. @param {RopeOptions} spec */
const isHalf = ({ layout }) => layout !== 'interleaved';

/** @param {Turn} turn */
function farthestAngle({ spec, length, angle }) {
  const pairs = (spec.rotaryDim ?? spec.headDim) / 2;
  let most = 0;
  for (let row = 0; row < length; ++row) {
    for (let pair = 0; pair < pairs; ++pair) {
      most = Math.max(most, Math.abs(angle(row, pair, 0)));
    }
  }
  return most;
}

/**
 * Compares tables [rows, pairs], or [rows, rotaryDim] with `full`.
 * @param {Posenc} pe @param {Comparison} check @param {Turn} turn
 * @param {{ full: boolean }} tables
 */
export function checkAxisTables(pe, check, turn, { full }) {
  const { spec, where, angle, roundings = PLAIN } = turn;
  const pairs = (spec.rotaryDim ?? spec.headDim) / 2;
  const columns = full ? 2 * pairs : pairs;
  const farthest = farthestAngle(turn);
  for (const name of /** @type {const} */ (['cos', 'sin'])) {
    if (!check.wants(name)) continue;
    const expected = check.expected(name);
    const options = /** @type {never} */ ({ ...where, full });
    const exact = ropeOf(pe, turn, 'exact');
    const wide = /** @type {never} */ ({ ...where, full, dtype: 'float64' });
    const float64 = exact.cosSin(wide)[name];
    check.near(name, float64.data, float64Tolerance(expected, farthest));
    const float32 = exact.cosSin(options)[name];
    check.near(name, float32.data, roundedTolerance(farthest));
    const torch = () => ropeOf(pe, turn, 'torch').cosSin(options)[name].data;
    check.nearTorch(name, torch, (i) => {
      const column = i % columns;
      const half = isHalf(spec) ? column % pairs : column >> 1;
      const pair = full ? half : column;
      const error = angle(Math.floor(i / columns), pair, 0);
      return roundings * u * Math.abs(error) + sinCosError;
    });
  }
}

/**
 * Rotates `input` and compares with `output`. The tensor is [.., heads, rows,
 * width], or [.., rows, heads, width] with `seqFirst`.
 * @param {Posenc} pe @param {Comparison} check @param {Turn} turn
 * @param {{ input: string, output: string, seqFirst?: boolean,
 *   side?: 'query' | 'key', inverse?: boolean, shape?: number[] }} o
 */
export function checkAxisTurned(pe, check, turn, o) {
  if (!check.wants(o.output)) return;
  const { spec, length, angle, roundings = PLAIN, decay = noDecay } = turn;
  const data = check.golden.float32(o.input);
  const { shape = check.golden.tensor(o.input).shape } = o;
  const rows = new Rows(shape, o.seqFirst ?? false, { start: 0 });
  const { heads, width } = rows;
  if (rows.length !== length || rows.batch !== 1 || width !== spec.headDim) {
    throw new Error(`${o.input} is [${shape}], for ${length} rows`);
  }
  const { side, inverse = false } = o;
  const run = (/** @type {'exact' | 'torch'} */ precision) => {
    const rope = ropeOf(pe, turn, precision);
    const options = { heads, inverse, ...turn.where, ...(side && { side }) };
    const { data: turned } = rope.rotate(rows.pack(data), options);
    return rows.unpack(/** @type {Float32Array} */ (turned));
  };
  const at = (/** @type {number} */ i) => {
    const { pair, size } = pairAt(spec, data, i);
    const line = Math.floor(i / width);
    const row = o.seqFirst ? Math.floor(line / heads) : line % length;
    const head = o.seqFirst ? line % heads : Math.floor(line / length);
    const { factor, error } = decay(row, pair);
    return { pair, row, head, size: size * factor, error };
  };
  const reference = referenceError(farthestAngle(turn));
  check.near(
    o.output,
    run('exact'),
    (i, want) => {
      const { pair, size } = at(i);
      if (pair < 0) return 0;
      const theirs = reference * Math.max(1, size, Math.abs(want));
      return 3 * u * size + theirs;
    },
    (i) => at(i).size,
  );
  check.nearTorch(
    o.output,
    () => run('torch'),
    (i) => {
      const { pair, row, head, size, error } = at(i);
      if (pair < 0) return 0;
      const turned = roundings * u * Math.abs(angle(row, pair, head));
      return size * (turned + sinCosError + error + 4 * u);
    },
  );
}

/**
 * The pair the i-th component belongs to (-1: none) and |a| + |b| of it.
 * @param {RopeOptions} spec @param {Float32Array} data @param {number} i
 */
function pairAt(spec, data, i) {
  const { headDim, rotaryDim = headDim } = spec;
  const component = i % headDim;
  if (component >= rotaryDim) return { pair: -1, size: 0 };
  const pairs = rotaryDim / 2;
  const half = isHalf(spec);
  const pair = half ? component % pairs : component >> 1;
  const a = i - component + (half ? pair : 2 * pair);
  const b = a + (half ? pairs : 1);
  return {
    pair,
    size: farthestOf([data[a] ?? NaN]) + Math.abs(data[b] ?? NaN),
  };
}
