// @ts-check
/** Rotary cases described by a Hugging Face config. */

import { placesOf } from './places.mjs';
import {
  checkFrequencies,
  checkTables,
  checkTurned,
  turned,
} from './rotary.mjs';
import { scalingOf } from './scaling.mjs';

/**
 * @typedef {import('./rotary.mjs').Posenc} Posenc
 * @typedef {import('./rotary.mjs').Case} Case
 * @typedef {import('./rotary.mjs').Comparison} Comparison
 * @typedef {import('./rotary.mjs').R} R
 * @typedef {import('./rotary.mjs').Layout} Layout
 */

/**
 * The width of a head, and the number of its components that are turned.
 * @param {Case} c
 */
function widthsOf(c) {
  const headDim = c.size('head_dim', c.shapeIfAny('q', 'k')?.at(-1));
  const part = c.param('partial_rotary_factor', Number.NaN);
  const turns = Math.trunc(headDim * part);
  const rotaryDim = Number.isNaN(part)
    ? c.param('rotary_dim', headDim)
    : c.param('rotary_dim', turns);
  if (!Number.isNaN(part) && rotaryDim !== turns) {
    throw new Error('rotary_dim and partial_rotary_factor disagree');
  }
  return { headDim, rotaryDim };
}

/**
 * @param {{ rotate: Layout, out?: Layout, tables: Layout }} layouts of the
 *   rotation, of its result and of the stored tables, which two references keep
 *   apart
 */
function hf({ rotate, out = rotate, tables }) {
  /** @param {Posenc} pe @param {Case} c @param {Comparison} check */
  return (pe, c, check) => {
    const theta = c.param('rope_theta', 10000);
    const r = {
      ...{ ...widthsOf(c), theta, layout: rotate, outLayout: out },
      ...scalingOf(c),
    };
    const made = pe.make({ method: 'rope', ...r });
    const { attentionFactor: factor } = made;
    if (factor !== c.param('attention_scaling', 1)) {
      throw new Error(`attentionFactor ${factor} is not attention_scaling`);
    }
    const times = made.softmaxScale * Math.sqrt(r.headDim);
    const said = c.param('softmax_scale_multiplier', times);
    // Two float64 roundings of the library's product with a root.
    if (Math.abs(times / said - 1) > 2 ** -51) {
      throw new Error(`${times} is not softmax_scale_multiplier ${said}`);
    }
    const where = placesOf(c, { start: 0 });
    checkFrequencies(pe, check, r, 'inv_freq');
    const table = { ...r, layout: tables, outLayout: tables };
    checkTables(pe, check, table, where, { full: true });
    checkTurned(pe, check, r, where, ['q', 'k']);
  };
}

const common = {
  // The model's size and the name of the pairing change no number: head_dim and
  // the method determine them. `used_factors` names the list that holds at the
  // length of the case.
  params: [
    'attention_scaling',
    'effective_seq_len',
    'head_dim',
    'heads',
    'hidden_size',
    'max_position_embeddings',
    'num_attention_heads',
    'original_max_position_embeddings',
    'pairing',
    'partial_rotary_factor',
    'rope_scaling',
    'rope_theta',
    'rotary_dim',
    'used_factors',
  ],
  tensors: ['positions', 'inv_freq', 'cos', 'sin', ...turned('q', 'k')],
};

export const ropeHf = {
  'rope.hf_half': { ...common, run: hf({ rotate: 'half', tables: 'half' }) },
  'rope.hf_deepseek_interleave': {
    params: [...common.params, 'softmax_scale_multiplier'],
    tensors: common.tensors,
    run: hf({ rotate: 'interleaved', out: 'half', tables: 'half' }),
  },
  'rope.hf_half_partial': {
    ...common,
    run: hf({ rotate: 'half', tables: 'half' }),
  },
  'rope.hf_interleaved': {
    ...common,
    run: hf({ rotate: 'interleaved', tables: 'interleaved' }),
  },
  'rope.hf_interleaved_partial': {
    ...common,
    run: hf({ rotate: 'interleaved', tables: 'half' }),
  },
};
