// @ts-check
/** Positions that are drawn for training, from the draws of a case. */

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

import { u } from '../tolerance.mjs';

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function pose(pe, c, check) {
  const context = c.param('context', 0);
  const length = c.param('input_tokens', 0);
  const target = c.param('target_length', 0);
  const { positions, tokens } = pe.make({
    ...{ method: 'trainingPositions', length },
    ...{
      sampling: { type: 'pose', context, target },
      draws: c.param('draws', []),
    },
  });
  // The reference numbers its tokens from 1000 on.
  check.same(
    'input_ids',
    Array.from(tokens.data, (i) => 1000 + i),
  );
  check.same('position_ids', positions.data);
}

/** The sorted draws. @param {Posenc} pe @param {Case} c */
const sorted = (pe, c) =>
  pe.make({
    ...{ method: 'trainingPositions', length: c.param('length', 0) },
    sampling: { type: 'randomised', most: c.param('noise_max_length', 0) },
    draws: c.numbers('drawn'),
  }).positions;

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function sinusoidal(pe, c, check) {
  const { data } = pe.sinusoidal({
    ...{ positions: sorted(pe, c), dim: c.param('dim', 0) },
    ...{ base: c.param('max_timescale', 1e4), layout: 'blocks' },
    dtype: 'float64',
  });
  check.near('encodings', data, () => 1e-12);
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function rope(pe, c, check) {
  const spec = { headDim: c.param('head_dim', 0), theta: c.param('base', 1e4) };
  const made = pe.rope({ ...spec, layout: 'interleaved' });
  const x = c.float32('x');
  const heads = c.param('heads', 1);
  const { data } = made.rotate(x, { heads, positions: sorted(pe, c) });
  // A component of a pair is off by less than two roundings of the pair.
  const size = (/** @type {number} */ i) =>
    Math.abs(x[i] ?? 0) + Math.abs(x[i ^ 1] ?? 0);
  check.near('out', data, (i) => 4 * u * size(i));
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function alibi(pe, c, check) {
  const heads = c.param('heads', 0);
  const length = c.param('length', 0);
  if (c.param('randomize_both_sides', false)) throw new Error('two draws');
  // The position of a distance; the first of all is 0.
  const drawn = [0, ...c.numbers('drawn').sort((a, b) => a - b)];
  const slopes = pe.alibiSlopes({ heads, dtype: 'float64' }).data;
  /** @param {number[]} at */
  const bias = (at) => {
    const rows = pe.alibi({
      ...{ heads, queryPositions: [0], keyPositions: at },
      dtype: 'float64',
    }).data;
    return Array.from({ length: heads * length * length }, (_, n) => {
      const head = Math.floor(n / length ** 2);
      const [i, j] = [Math.floor(n / length) % length, n % length];
      const value = Number(rows[head * at.length + Math.abs(j - i)]);
      // The reference breaks the symmetry by half a step to the left.
      return value + (j < i ? 0.5 * Number(slopes[head]) : 0);
    });
  };
  check.near('bias', bias(drawn), () => 1e-12);
  check.near('plain', bias(drawn.map((_, i) => i)), () => 1e-12);
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function cape(pe, c, check) {
  const [batch, length, dim] = /** @type {[number, number, number]} */ (
    c.shape('x')
  );
  const scale = c.param('freq_scale', 1);
  const step = c.param('positions_delta', 1);
  /** @type {number[]} */
  const lengths = c.param('x_lengths', Array(batch).fill(length));
  const centred = c.param('normalize', true);
  const x = c.float32('x');
  /** @type {number[]} */
  const out = [];
  for (let row = 0; row < batch; ++row) {
    // Positions up to and with the length itself have an encoding.
    const kept = Math.min(length, Math.floor((lengths[row] ?? 0) / step) + 1);
    const draws = c.has('global_shift')
      ? [
          c.numbers('global_shift')[row] ?? 0,
          ...c.numbers('local_shift').slice(row * length, (row + 1) * length),
          Math.exp(c.numbers('log_scale')[row] ?? 0),
        ]
      : [0, ...Array(kept).fill(0), 1];
    const { positions } = pe.make({
      ...{ method: 'trainingPositions', length: kept, draws },
      sampling: { type: 'cape', step, centred },
    });
    const { data } = pe.sinusoidal({
      positions: Array.from(positions.data, (p) => Number(p) * scale),
      ...{ dim, dtype: 'float64' },
    });
    for (let i = 0; i < length * dim; ++i) {
      const own = (x[row * length * dim + i] ?? 0) * Math.sqrt(dim);
      out.push(own + Number(data[i] ?? 0));
    }
  }
  check.near('out', out, () => 1e-10);
  check.nearTorch(
    'out',
    () => Float32Array.from(out),
    () => 2 ** -20,
  );
}

export const drawnPositions = {
  'positions.pose': {
    params: [
      ...['input_tokens', 'context', 'target_length', 'draws', 'draw_ranges'],
    ],
    tensors: ['input_ids', 'position_ids'],
    run: pose,
  },
  'randomized.sinusoidal': {
    params: ['length', 'noise_max_length', 'dim', 'max_timescale'],
    tensors: ['drawn', 'encodings'],
    run: sinusoidal,
  },
  'randomized.rope': {
    params: [
      ...['length', 'noise_max_length', 'heads', 'head_dim', 'base', 'pairing'],
    ],
    tensors: ['drawn', 'x', 'out'],
    run: rope,
  },
  'randomized.alibi': {
    params: ['heads', 'length', 'noise_max_length', 'randomize_both_sides'],
    tensors: ['drawn', 'bias', 'plain'],
    run: alibi,
  },
  'cape.1d': {
    params: [
      ...['batch', 'length', 'positions_delta', 'x_lengths', 'd_model'],
      ...['batch_first', 'normalize', 'freq_scale', 'max_global_shift'],
      ...['max_local_shift', 'max_global_scaling'],
    ],
    tensors: ['x', 'global_shift', 'local_shift', 'log_scale', 'out'],
    run: cape,
  },
};
