// @ts-check
/** Rotary cases of all other libraries: starts, offsets, and a few schedules. */

import { frequency } from '../../support/frequency.mjs';
import { anyAngleError } from '../tolerance.mjs';
import { placesOf } from './places.mjs';
import { xtransformersXPos } from './rope-xpos.mjs';
import {
  checkFrequencies,
  checkFrequencyGradient,
  checkRotation,
  checkTables,
  checkTurned,
  turned,
  word,
} from './rotary.mjs';
import { checkTable } from './sinusoidal.mjs';

/**
 * @typedef {import('./rotary.mjs').Posenc} Posenc
 * @typedef {import('./rotary.mjs').Case} Case
 * @typedef {import('./rotary.mjs').Comparison} Comparison
 * @typedef {import('./rotary.mjs').R} R
 * @typedef {import('./rotary.mjs').Layout} Layout
 * @typedef {(pe: Posenc, c: Case, check: Comparison) => void} Run
 */

/**
 * @param {Case} c @param {Layout} layout of the method
 * @param {string} [theta] name of the base in the case
 * @returns {R}
 */
function spec(c, layout, theta = 'base') {
  const headDim = c.size('head_dim', c.shapeIfAny('q', 'k', 'v')?.at(-1));
  return {
    headDim,
    rotaryDim: c.param('rotary_dim', headDim),
    theta: c.param(theta, 10000),
    layout: word(c, 'pairing', ['half', 'interleaved'], layout),
  };
}

/**
 * The positions of rows: those that the case gives, or a range.
 * @param {Case} c @param {string} start name of the start in the case
 * @param {boolean} [seqFirst] whether the sequence is before the heads
 */
function places(c, start, seqFirst = false) {
  const axes = c.shapeIfAny('q', 'k', 'v') ?? [];
  const shown = axes.at(seqFirst && axes.length > 2 ? -3 : -2);
  const said = c.gives('seq_len') ? c.size('seq_len', shown) : shown;
  return placesOf(c, { start: c.param(start, 0), length: said });
}

/** Options of a rope that a case gives beside its widths. @typedef {(c: Case) => Partial<R>} More */

/**
 * [.., heads, seq, width].
 * @param {Layout} layout @param {More} [more] @returns {Run}
 */
function headsFirst(layout, more = () => ({})) {
  return (pe, c, check) => {
    const where = places(c, 'start');
    const r = { ...spec(c, layout), ...more(c) };
    checkTurned(pe, check, r, where, ['q', 'k']);
  };
}

/** The frequencies are trained, too. @type {Run} */
function halfBackward(pe, c, check) {
  headsFirst('half')(pe, c, check);
  const turns = ['q', 'k'].map((input) => ({ input, upstream: `up_${input}` }));
  const where = places(c, 'start');
  const r = spec(c, 'half');
  checkFrequencyGradient(pe, check, r, where, 'grad_inv_freq', turns);
}

/**
 * Tensors are [.., seq, heads, width]; tables have each value once.
 * @param {string} theta name of the base in the case
 * @param {More} [more] @returns {Run}
 */
function seqFirst(theta, more = () => ({})) {
  return (pe, c, check) => {
    const r = { ...spec(c, 'interleaved', theta), ...more(c) };
    const where = places(c, 'start', true);
    checkTables(pe, check, r, where, { full: false });
    checkTurned(pe, check, r, where, ['q', 'k'], { seqFirst: true });
  };
}

/** The schedule of Llama 3.1, where the case asks for it. @type {More} */
function llama3(c) {
  if (!c.param('llama3_scaling', false)) return {};
  return {
    scaling: {
      type: 'llama3',
      factor: c.param('scale_factor', 8),
      lowFreqFactor: c.param('low_freq_factor', 1),
      highFreqFactor: c.param('high_freq_factor', 4),
      originalMaxPosition: c.param('old_context_len', 8192),
    },
  };
}

/**
 * DeepSeek's YaRN: plain frequencies up to the trained length, and no factor of
 * cosines and sines.
 * @type {More}
 */
function deepseekYarn(c) {
  /** @type {number} */
  const original = c.param('original_seq_len', 4096);
  if (c.param('max_seq_len', original) <= original) return {};
  return {
    scaling: {
      type: 'yarn',
      factor: c.param('rope_factor', 40),
      originalMaxPosition: original,
      betaFast: c.param('beta_fast', 32),
      betaSlow: c.param('beta_slow', 1),
      attentionFactor: 1,
    },
  };
}

/**
 * The schedule of a program by lucidrains, which knows two: it raises the base
 * or divides by a factor.
 *
 * @param {Case} c @param {string} rescale @param {string} interpolate names of
 *   the factors in the case
 * @returns {Partial<R>}
 */
function lucidrainsScaling(c, rescale, interpolate) {
  const rescaled = c.param(rescale, 1);
  const interpolated = c.param(interpolate, 1);
  if (rescaled !== 1 && interpolated !== 1) {
    throw new Error(`${rescale} and ${interpolate} are both given`);
  }
  if (rescaled !== 1) return { scaling: { type: 'ntk', factor: rescaled } };
  const factor = interpolated;
  if (factor === 1) return {};
  return { scaling: { type: 'linear', factor, divide: 'positions' } };
}

/** @type {Run} */
function lucidrains(pe, c, check) {
  const shape = c.shape('t');
  if (c.gives('shape') && String(c.params.shape) !== String(shape)) {
    throw new Error(`shape is ${c.params.shape}, and that of t ${shape}`);
  }
  const headDim = c.width('t');
  const r = {
    headDim,
    rotaryDim: c.param('dim', headDim),
    theta: c.param('theta', 10000),
    layout: word(c, 'pairing', ['interleaved'], 'interleaved'),
    ...lucidrainsScaling(c, 'theta_rescale_factor', 'interpolate_factor'),
  };
  const where = { start: c.param('offset', 0) };
  const seqFirst = c.param('seq_before_head_dim', false);
  checkFrequencies(pe, check, r, 'freqs', c.param('interpolate_factor', 1));
  checkRotation(pe, check, r, where, { input: 't', output: 'out', seqFirst });
  const back = { input: 'upstream', output: 'grad_t', inverse: true };
  checkRotation(pe, check, r, where, { ...back, seqFirst });
  const turned = [{ input: 't', upstream: 'upstream', seqFirst }];
  checkFrequencyGradient(pe, check, r, where, 'grad_freqs', turned);
}

/** Queries have the positions of the last keys. @type {Run} */
function lucidrainsCachedKeys(pe, c, check) {
  const headDim = c.width('q', 'k');
  const r = {
    headDim,
    rotaryDim: c.param('dim', headDim),
    theta: c.param('theta', 10000),
    layout: word(c, 'pairing', ['interleaved'], 'interleaved'),
  };
  const queries = c.has('q') ? c.size('q_len', c.shape('q').at(-2)) : 0;
  const keys = c.size('k_len', c.has('k') ? c.shape('k').at(-2) : undefined);
  checkTurned(pe, check, r, { start: keys - queries }, ['q']);
  checkTurned(pe, check, r, { start: 0 }, ['k']);
}

/** @type {Run} */
function roformer(pe, c, check) {
  const r = spec(c, 'interleaved');
  const where = places(c, 'past');
  const table = /** @type {const} */ ({
    dim: r.headDim,
    base: r.theta,
    layout: 'blocks',
  });
  checkTable(pe, check, table, where, 'sinusoidal');
  checkTurned(pe, check, r, where, ['q', 'k', 'v'], {
    // This reference computes its table in float64 and rounds it.
    angleError: (_, pair, position) => {
      const own = frequency(r.theta, pair, r.rotaryDim);
      return anyAngleError(Math.abs(position * own), pair, own);
    },
  });
}

const xtransformers = headsFirst('interleaved', (c) =>
  lucidrainsScaling(c, 'base_rescale_factor', 'interpolation_factor'),
);

/** @type {Run} */
const xtransformersAny = (pe, c, check) =>
  c.param('use_xpos', false)
    ? xtransformersXPos(pe, c, check)
    : xtransformers(pe, c, check);

const sizes = ['base', 'head_dim', 'heads', 'pairing', 'rotary_dim', 'seq_len'];
const queriesAndKeys = ['positions', ...turned('q', 'k')];
const tables = ['cos', 'sin'];

export const rope = {
  'rope.half': {
    params: [...sizes, 'start'],
    tensors: queriesAndKeys,
    run: headsFirst('half'),
  },
  'rope.half_backward': {
    params: [...sizes, 'start'],
    tensors: [...queriesAndKeys, 'grad_inv_freq'],
    run: halfBackward,
  },
  'rope.interleaved': {
    params: [
      ...[...sizes, 'start', 'llama3_scaling', 'old_context_len'],
      ...['scale_factor', 'low_freq_factor', 'high_freq_factor'],
    ],
    tensors: [...queriesAndKeys, ...tables],
    run: seqFirst('base', llama3),
  },
  'rope.interleaved_partial': {
    params: [...sizes, 'start'],
    tensors: [...queriesAndKeys, ...tables],
    run: seqFirst('base'),
  },
  'rope.interleaved_yarn': {
    params: [
      ...['beta_fast', 'beta_slow', 'head_dim', 'heads', 'max_seq_len'],
      ...['original_seq_len', 'pairing', 'rope_factor', 'rope_theta'],
      ...['seq_len', 'start'],
    ],
    tensors: [...queriesAndKeys, ...tables],
    run: seqFirst('rope_theta', deepseekYarn),
  },
  'rope.lucidrains': {
    // learned_freq: the frequencies are trainable, with these as initial
    // values.
    params: [
      ...['dim', 'interpolate_factor', 'learned_freq', 'offset', 'pairing'],
      ...['seq_before_head_dim', 'shape', 'theta', 'theta_rescale_factor'],
    ],
    tensors: ['t', 'freqs', 'out', 'upstream', 'grad_t', 'grad_freqs'],
    run: lucidrains,
  },
  'rope.lucidrains_cached_keys': {
    params: ['dim', 'k_len', 'pairing', 'q_len', 'theta'],
    tensors: turned('q', 'k'),
    run: lucidrainsCachedKeys,
  },
  'rope.roformer': {
    params: ['base', 'head_dim', 'heads', 'pairing', 'past', 'seq_len'],
    tensors: ['sinusoidal', ...turned('q', 'k', 'v')],
    run: roformer,
  },
  'rope.xtransformers': {
    params: [
      ...sizes,
      ...['base_rescale_factor', 'interpolation_factor'],
      ...['scale_base', 'use_xpos'],
    ],
    tensors: queriesAndKeys,
    run: xtransformersAny,
  },
};
