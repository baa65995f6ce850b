// @ts-check
/**
 * Rotary cases of all other libraries: plain frequencies, starts and offsets.
 */

import { anyAngleError } from '../tolerance.mjs';
import { placesOf } from './places.mjs';
import { xtransformersXPos } from './rope-xpos.mjs';
import {
  checkFrequencies,
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

/** [.., heads, seq, width]. @param {Layout} layout @returns {Run} */
function headsFirst(layout) {
  return (pe, c, check) => {
    const where = places(c, 'start');
    checkTurned(pe, check, spec(c, layout), where, ['q', 'k']);
  };
}

/**
 * Tensors are [.., seq, heads, width]; tables have each value once.
 * @param {string} theta name of the base in the case @returns {Run}
 */
function seqFirst(theta) {
  return (pe, c, check) => {
    const r = spec(c, 'interleaved', theta);
    const where = places(c, 'start', true);
    checkTables(pe, check, r, where, { full: false });
    checkTurned(pe, check, r, where, ['q', 'k'], { seqFirst: true });
  };
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
  };
  const where = { start: c.param('offset', 0) };
  const seqFirst = c.param('seq_before_head_dim', false);
  checkFrequencies(pe, check, r, 'freqs');
  checkRotation(pe, check, r, where, { input: 't', output: 'out', seqFirst });
  const back = { input: 'upstream', output: 'grad_t', inverse: true };
  checkRotation(pe, check, r, where, { ...back, seqFirst });
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
      const frequency = r.theta ** ((-2 * pair) / r.rotaryDim);
      const angle = Math.abs(position * frequency);
      return anyAngleError(angle, pair, frequency);
    },
  });
}

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
    tensors: queriesAndKeys,
    run: headsFirst('half'),
  },
  'rope.interleaved': {
    params: [...sizes, 'start', 'llama3_scaling'],
    tensors: [...queriesAndKeys, ...tables],
    run: seqFirst('base'),
  },
  'rope.interleaved_partial': {
    params: [...sizes, 'start'],
    tensors: [...queriesAndKeys, ...tables],
    run: seqFirst('base'),
  },
  'rope.interleaved_yarn': {
    // Below its trained length, YaRN has the plain frequencies: only such
    // cases, in which its parameters change nothing, get here.
    params: [
      ...['beta_fast', 'beta_slow', 'head_dim', 'heads', 'max_seq_len'],
      ...['original_seq_len', 'pairing', 'rope_factor', 'rope_theta'],
      ...['seq_len', 'start'],
    ],
    tensors: [...queriesAndKeys, ...tables],
    run: seqFirst('rope_theta'),
  },
  'rope.lucidrains': {
    // learned_freq: the frequencies are trainable, with these as initial
    // values.
    params: [
      ...['dim', 'interpolate_factor', 'learned_freq', 'offset', 'pairing'],
      ...['seq_before_head_dim', 'shape', 'theta', 'theta_rescale_factor'],
    ],
    tensors: ['t', 'freqs', 'out', 'upstream', 'grad_t'],
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
    run: (pe, c, check) =>
      c.param('use_xpos', false)
        ? xtransformersXPos(pe, c, check)
        : headsFirst('interleaved')(pe, c, check),
  },
};
