// @ts-check
/** Rotary cases that have tables in half layout of scaled frequencies alone. */

import { placesOf } from './places.mjs';
import { checkFrequencies, checkTables } from './rotary.mjs';

/**
 * @typedef {import('./rotary.mjs').Posenc} Posenc
 * @typedef {import('./rotary.mjs').Case} Case
 * @typedef {import('./rotary.mjs').Comparison} Comparison
 * @typedef {NonNullable<import('posenc').RopeOptions['scaling']>} Scaling
 */

/**
 * Compares tables and frequencies.
 * @param {(c: Case) => Scaling} read the schedule of a case
 * @param {(r: import('./rotary.mjs').R) => number} [timesFrequencies] how many
 *   times larger the frequencies of the case are, where the reference scales
 *   the positions instead
 */
function scaled(read, timesFrequencies = () => 1) {
  /** @param {Posenc} pe @param {Case} c @param {Comparison} check */
  return (pe, c, check) => {
    const headDim = c.size('dim', c.shapeIfAny('cos', 'sin')?.at(-1));
    const r = {
      headDim,
      rotaryDim: headDim,
      theta: c.param('base', 10000),
      layout: /** @type {const} */ ('half'),
      scaling: read(c),
      ...(c.gives('seq_len') && {
        contextLength: /** @type {number} */ (c.param('seq_len')),
      }),
    };
    const { attentionFactor } = pe.make({ method: 'rope', ...r });
    const said = c.param('mscale', attentionFactor);
    if (attentionFactor !== said) {
      throw new Error(`attentionFactor ${attentionFactor} is not ${said}`);
    }
    checkFrequencies(pe, check, r, 'inv_freq', timesFrequencies(r));
    const where = placesOf(c, { start: 0, length: c.param('seq_len', 0) });
    checkTables(pe, check, r, where, { full: true });
  };
}

/** @param {Case} c @param {string} name @returns {number} */
const number = (c, name) => c.param(name);

/** @param {Case} c @returns {Scaling} */
const yarn = (c) => ({
  type: 'yarn',
  factor: number(c, 'scale'),
  originalMaxPosition: number(c, 'original_max_position_embeddings'),
  betaFast: c.param('beta_fast', 32),
  betaSlow: c.param('beta_slow', 1),
  extrapolationFactor: c.param('extrapolation_factor', 1),
  magnitude: c.param('attn_factor', 1),
});

/** @param {Case} c @returns {Scaling} */
const ntkByParts = (c) => ({
  type: 'ntkByParts',
  factor: number(c, 'scale'),
  originalMaxPosition: number(c, 'original_max_position_embeddings'),
  ntkFactor: c.param('ntk_factor', 1),
  extrapolationFactor: c.param('extrapolation_factor', 1),
});

/** `ntk` is the factor, or false: then the positions are scaled. @param {Case} c @returns {Scaling} */
const dynamic = (c) => {
  const ntk = c.param('ntk', false);
  const maxPosition = number(c, 'max_position_embeddings');
  return ntk === false
    ? { type: 'dynamic', form: 'linear', maxPosition }
    : { type: 'dynamic', factor: Number(ntk), maxPosition };
};

/** @param {Case} c @returns {Scaling} */
const longrope = (c) => {
  /** @type {number[]} */
  const factors = c.param('rescale_factors');
  const magnitude = c.param('magnitude_scaling_policy', 'su');
  if (magnitude !== 'su' && magnitude !== 'yarn') {
    throw new Error(`unknown magnitude_scaling_policy ${magnitude}`);
  }
  return {
    type: 'longrope',
    shortFactor: factors,
    longFactor: factors,
    originalMaxPosition: number(c, 'original_max_position_embeddings'),
    maxPosition: number(c, 'max_position_embeddings'),
    magnitude,
  };
};

const common = {
  params: ['base', 'dim', 'max_position_embeddings', 'seq_len'],
  tensors: ['positions', 'inv_freq', 'cos', 'sin'],
};

export const ropeFrequencies = {
  'rope.freqs_yarn': {
    params: [
      ...common.params,
      ...['attn_factor', 'beta_fast', 'beta_slow', 'extrapolation_factor'],
      ...['mscale', 'original_max_position_embeddings', 'scale'],
    ],
    tensors: common.tensors,
    run: scaled(yarn),
  },
  'rope.freqs_ntk_static': {
    params: [...common.params, 'alpha'],
    tensors: common.tensors,
    run: scaled((c) => ({ type: 'ntk', factor: number(c, 'alpha') })),
  },
  'rope.freqs_ntk_by_parts': {
    params: [
      ...common.params,
      ...['extrapolation_factor', 'ntk_factor', 'scale'],
      'original_max_position_embeddings',
    ],
    tensors: common.tensors,
    run: scaled(ntkByParts),
  },
  'rope.freqs_dynamic_ntk_or_linear': {
    params: [...common.params, 'ntk'],
    tensors: common.tensors,
    run: scaled(dynamic, ({ scaling, contextLength = 0 }) =>
      scaling?.type === 'dynamic' && scaling.form === 'linear'
        ? Math.max(1, contextLength / (scaling.maxPosition ?? Number.NaN))
        : 1,
    ),
  },
  'rope.freqs_longrope': {
    params: [
      ...common.params,
      ...['magnitude_scaling_policy', 'mscale'],
      ...['original_max_position_embeddings', 'rescale_factors'],
    ],
    tensors: common.tensors,
    run: scaled(longrope),
  },
};
