// @ts-check
/** Learned tables as models read them. */

import { product } from '../case.mjs';
import { ulp32 } from '../compare.mjs';
import { float64Tolerance } from '../tolerance.mjs';
import { repeated } from './places.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/**
 * Tolerance of a result that is exact except for one rounding to float32.
 * @type {import('../compare.mjs').Tolerance}
 */
const rounded = (_, expected) => 0.5001 * ulp32(expected) + 1e-10;

/**
 * Tolerance of half an ulp of a value, and another half for each further
 * rounding.
 * @param {number} roundings
 * @returns {import('../compare.mjs').Tolerance}
 */
const after = (roundings) => (_, expected) =>
  (roundings / 2) * ulp32(expected) + 1e-10;

/**
 * Compares a result in float64 and in float32 with one tensor.
 * @param {Comparison} check @param {string} name
 * @param {(dtype: 'float64' | 'float32') => { data: ArrayLike<number> }} make
 */
export function checkBoth(check, name, make) {
  if (!check.golden.has(name)) return;
  const { data } = check.golden.tensor(name);
  check.near(name, make('float64').data, float64Tolerance(data, 0));
  check.near(name, make('float32').data, rounded);
}

/**
 * A token's row is its position after the padding, plus two.
 * @param {Posenc} pe @param {Case} c @param {Comparison} check
 */
function opt(pe, c, check) {
  const mask = c.numbers('attention_mask');
  const length = c.width('attention_mask');
  const skip = c.param('past_key_values_length', 0);
  const table = c.float32('weight');
  const [rows = 0, width] = c.shape('weight');
  c.size('num_embeddings', rows - 2);
  const read = { table, dim: c.size('dim', width) };
  const positions = pe.make({ method: 'positionIds', mask, length, skip });
  checkBoth(check, 'out', (dtype) =>
    pe.make({ method: 'learned', ...read, positions, dtype }),
  );
  check.same('out', pe.make({ method: 'learned', ...read, positions }).data);
  // Without padding, one call for each sequence must give the same.
  if (mask.some((one) => one !== 1)) return;
  const preset = /** @type {const} */ ('opt');
  const range = { start: skip, length: length - skip };
  const { data } = pe.make({ method: 'learned', ...read, preset, ...range });
  check.near('out', repeated([...data], positions.length * read.dim), () => 0);
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function xTransformers(pe, c, check) {
  const [rows, width] = c.shape('weight');
  c.size('max_len', rows);
  const l2 = c.param('l2norm', false);
  const options = /** @type {const} */ ({
    table: c.float32('weight'),
    dim: c.size('dim', width),
    start: c.param('offset', 0),
    length: c.size('seq_len', c.shape('out').at(-2) ?? 1),
    preset: 'x-transformers',
    ...(l2
      ? /** @type {const} */ ({ normalise: 'l2', overRootDim: false })
      : {}),
  });
  // Each sequence of a batch may begin at another position.
  /** @type {number[]} */
  const starts = c.has('seq_start_pos')
    ? c.numbers('seq_start_pos')
    : [c.param('seq_start_pos', [])].flat();
  const sequenceStart = starts.length > 0 ? starts : undefined;
  /** @param {'float64' | 'float32'} dtype */
  const make = (dtype) => {
    const spec = { ...options, sequenceStart, dtype };
    const { data } = pe.make({ method: 'learned', ...spec });
    const all = repeated([...data], product(c.shape('out')));
    return { data: dtype === 'float32' ? Float32Array.from(all) : all };
  };
  checkBoth(check, 'out', make);
  // Rounding of dim^-0.5 and of a product; or of a length with dim products,
  // and of a quotient.
  const roundings = l2 ? options.dim + 3 : 4;
  check.nearTorch('out', () => make('float32').data, after(roundings));
}

export const learned = {
  'learned.opt_offset2': {
    params: ['dim', 'num_embeddings', 'past_key_values_length'],
    tensors: ['attention_mask', 'out', 'weight'],
    run: opt,
  },
  'learned.xt_absolute': {
    params: ['dim', 'l2norm', 'max_len', 'offset', 'seq_len', 'seq_start_pos'],
    tensors: ['out', 'seq_start_pos', 'weight'],
    run: xTransformers,
  },
};
