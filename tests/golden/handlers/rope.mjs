// @ts-check
/** Rotary cases of everyone else: plain frequencies, starts and offsets. */

import { anyAngleError } from '../tolerance.mjs';
import {
  checkFrequencies,
  checkRotation,
  checkTables,
  word,
} from './rotary.mjs';
import { checkTable } from './sinusoidal.mjs';

/**
 * @typedef {import('./rotary.mjs').Posenc} Posenc
 * @typedef {import('./rotary.mjs').Case} Case
 * @typedef {import('./rotary.mjs').Comparison} Comparison
 * @typedef {import('./rotary.mjs').R} R
 * @typedef {(pe: Posenc, c: Case, check: Comparison) => void} Run
 */

/** @param {Case} c @returns {R} */
function spec(c) {
  const headDim = c.param('head_dim', 0);
  return {
    headDim,
    rotaryDim: c.param('rotary_dim', headDim),
    theta: c.param('base', 10000),
    layout: word(c, 'pairing', ['half', 'interleaved']),
  };
}

/** Names of what is rotated, each with its `_out`.
 * @param {string[]} names */
const rotated = (...names) =>
  names.flatMap((n) => [n, `${n}_out`, `${n}_out_f32`]);

const tables = ['cos', 'cos_f32', 'sin', 'sin_f32'];

/** @type {Run} */
function half(pe, c, check) {
  const where = { length: c.param('seq_len', 0), start: 0 };
  for (const input of ['q', 'k']) {
    checkRotation(pe, check, spec(c), where, { input, output: `${input}_out` });
  }
}

/** The gradient of a rotation is the rotation back. @type {Run} */
function halfBackward(pe, c, check) {
  const where = { positions: c.numbers('positions') };
  for (const n of ['q', 'k']) {
    const forth = { input: n, output: `${n}_out` };
    const back = { input: `up_${n}`, output: `grad_${n}`, inverse: true };
    checkRotation(pe, check, spec(c), where, forth);
    checkRotation(pe, check, spec(c), where, back);
  }
}

/** @type {Run} */
function interleaved(pe, c, check) {
  const r = spec(c);
  const where = { length: c.param('seq_len', 0), start: c.param('start', 0) };
  checkTables(pe, check, r, where, { full: false });
  for (const input of ['q', 'k']) {
    const o = { input, output: `${input}_out`, seqFirst: true };
    checkRotation(pe, check, r, where, o);
  }
}

/** @type {Run} */
function interleavedPartial(pe, c, check) {
  const r = spec(c);
  const where = { positions: c.numbers('positions') };
  checkTables(pe, check, r, where, { full: false });
  const forth = { input: 'q', output: 'q_out', seqFirst: true };
  checkRotation(pe, check, r, where, forth);
  if (!c.has('upstream')) return;
  const back = { input: 'upstream', output: 'grad_q', inverse: true };
  checkRotation(pe, check, r, where, { ...back, seqFirst: true });
}

/** YaRN below its trained length: plain frequencies. @type {Run} */
function interleavedYarn(pe, c, check) {
  const theta = c.param('rope_theta', 10000);
  const r = { ...spec(c), theta };
  const where = { positions: c.numbers('positions') };
  checkTables(pe, check, r, where, { full: false });
  const o = { input: 'q', output: 'q_out', seqFirst: true };
  checkRotation(pe, check, r, where, o);
}

/** @type {Run} */
function lucidrains(pe, c, check) {
  const rotaryDim = c.param('dim', 0);
  const shape = c.param('shape', [0]);
  const seqFirst = c.param('seq_before_head_dim', false);
  const [batch = 0, a = 0, b = 0, headDim = 0] = shape;
  // One call turns [seq, heads, …]; several sequences behind each other would
  // need their positions repeated, which no case asks for.
  if (seqFirst && batch !== 1) throw new Error('batch must be 1');
  const r = {
    headDim,
    rotaryDim,
    theta: c.param('theta', 10000),
    layout: word(c, 'pairing', ['interleaved']),
  };
  const where = { length: seqFirst ? a : b, start: c.param('offset', 0) };
  checkFrequencies(pe, check, r, 'freqs');
  checkRotation(pe, check, r, where, { input: 't', output: 'out', seqFirst });
  if (!c.has('upstream')) return;
  const back = { input: 'upstream', output: 'grad_t', inverse: true };
  checkRotation(pe, check, r, where, { ...back, seqFirst });
}

/** Queries stand at the end of the keys. @type {Run} */
function lucidrainsCachedKeys(pe, c, check) {
  const dim = c.param('dim', 0);
  const [queries, keys] = [c.param('q_len', 0), c.param('k_len', 0)];
  const layout = word(c, 'pairing', ['interleaved']);
  const r = { headDim: dim, rotaryDim: dim, theta: 10000, layout };
  const ofQ = { length: queries, start: keys - queries };
  checkRotation(pe, check, r, ofQ, { input: 'q', output: 'q_out' });
  const ofK = { length: keys, start: 0 };
  checkRotation(pe, check, r, ofK, { input: 'k', output: 'k_out' });
}

/** @type {Run} */
function roformer(pe, c, check) {
  const r = spec(c);
  const where = { length: c.param('seq_len', 0), start: c.param('past', 0) };
  const table = /** @type {const} */ ({
    dim: r.headDim,
    base: r.theta,
    layout: 'blocks',
  });
  checkTable(pe, check, table, where, 'sinusoidal');
  for (const input of ['q', 'k', 'v']) {
    if (!c.has(input)) continue;
    checkRotation(pe, check, r, where, {
      input,
      output: `${input}_out`,
      // This reference makes its table in float64 and rounds it.
      angleError: (_, pair, position) => {
        const frequency = r.theta ** ((-2 * pair) / r.rotaryDim);
        const angle = Math.abs(position * frequency);
        return anyAngleError(angle, pair, frequency);
      },
    });
  }
}

export const rope = {
  'rope.half': {
    params: ['base', 'head_dim', 'heads', 'pairing', 'seq_len'],
    tensors: rotated('q', 'k'),
    run: half,
  },
  'rope.half_backward': {
    params: ['base', 'head_dim', 'heads', 'pairing'],
    tensors: [
      ...['positions', 'up_q', 'up_k', 'grad_q', 'grad_k'],
      ...rotated('q', 'k'),
    ],
    run: halfBackward,
  },
  'rope.interleaved': {
    params: [
      ...['base', 'head_dim', 'heads', 'llama3_scaling', 'pairing'],
      ...['seq_len', 'start'],
    ],
    tensors: [...rotated('q', 'k'), ...tables],
    run: interleaved,
  },
  'rope.interleaved_partial': {
    params: ['base', 'head_dim', 'heads', 'pairing', 'rotary_dim'],
    tensors: [
      ...['positions', 'upstream', 'grad_q'],
      ...rotated('q'),
      ...tables,
    ],
    run: interleavedPartial,
  },
  'rope.interleaved_yarn': {
    // Only cases in which these yarn parameters change nothing come here.
    params: [
      ...['beta_fast', 'beta_slow', 'head_dim', 'heads', 'max_seq_len'],
      ...['original_seq_len', 'pairing', 'rope_factor', 'rope_theta'],
    ],
    tensors: ['positions', ...rotated('q'), ...tables],
    run: interleavedYarn,
  },
  'rope.lucidrains': {
    // learned_freq: the frequencies are trainable and start as these.
    params: [
      ...['dim', 'interpolate_factor', 'learned_freq', 'offset', 'pairing'],
      ...['seq_before_head_dim', 'shape', 'theta', 'theta_rescale_factor'],
    ],
    tensors: [
      ...['t', 'freqs', 'freqs_f32', 'out', 'out_f32'],
      ...['upstream', 'grad_t'],
    ],
    run: lucidrains,
  },
  'rope.lucidrains_cached_keys': {
    params: ['dim', 'k_len', 'pairing', 'q_len'],
    tensors: rotated('q', 'k'),
    run: lucidrainsCachedKeys,
  },
  'rope.roformer': {
    params: ['base', 'head_dim', 'heads', 'pairing', 'past', 'seq_len'],
    tensors: ['sinusoidal', 'sinusoidal_f32', ...rotated('q', 'k', 'v')],
    run: roformer,
  },
  'rope.xtransformers': {
    params: [
      ...['base_rescale_factor', 'head_dim', 'interpolation_factor'],
      ...['pairing', 'rotary_dim', 'scale_base', 'seq_len', 'use_xpos'],
    ],
    tensors: rotated('q', 'k'),
    run: half,
  },
};
