// @ts-check
/** Rotary cases described by a Hugging Face config, without scaling. */

import { checkFrequencies, checkRotation, checkTables } from './rotary.mjs';

/**
 * @typedef {import('./rotary.mjs').Posenc} Posenc
 * @typedef {import('./rotary.mjs').Case} Case
 * @typedef {import('./rotary.mjs').Comparison} Comparison
 * @typedef {import('./rotary.mjs').R} R
 * @typedef {import('./rotary.mjs').Layout} Layout
 */

/**
 * @param {{ rotate: Layout, tables: Layout }} layouts of the rotation and of
 *   the stored tables, which one reference keeps apart
 */
function hf({ rotate, tables }) {
  /** @param {Posenc} pe @param {Case} c @param {Comparison} check */
  return (pe, c, check) => {
    const r = {
      headDim: c.param('head_dim', 0),
      rotaryDim: c.param('rotary_dim', 0),
      theta: c.param('rope_theta', 10000),
      layout: rotate,
    };
    const part = c.param('partial_rotary_factor', 1);
    if (r.rotaryDim !== Math.trunc(r.headDim * part)) {
      throw new Error('rotary_dim and partial_rotary_factor disagree');
    }
    const factor = pe.rope(r).attentionFactor;
    if (factor !== c.param('attention_scaling', 1)) {
      throw new Error(`attentionFactor ${factor} is not attention_scaling`);
    }
    const where = { positions: c.numbers('positions') };
    checkFrequencies(pe, check, r, 'inv_freq');
    checkTables(pe, check, { ...r, layout: tables }, where, { full: true });
    for (const input of ['q', 'k']) {
      checkRotation(pe, check, r, where, { input, output: `${input}_out` });
    }
  };
}

const common = {
  // The size of the model, and the pairing's name, change no number here:
  // head_dim and the method already say it.
  params: [
    'attention_scaling',
    'head_dim',
    'heads',
    'hidden_size',
    'max_position_embeddings',
    'num_attention_heads',
    'pairing',
    'partial_rotary_factor',
    'rope_scaling',
    'rope_theta',
    'rotary_dim',
  ],
  tensors: [
    ...['positions', 'q', 'k', 'inv_freq', 'inv_freq_f32'],
    ...['cos', 'cos_f32', 'sin', 'sin_f32'],
    ...['q_out', 'q_out_f32', 'k_out', 'k_out_f32'],
  ],
};

export const ropeHf = {
  'rope.hf_half': { ...common, run: hf({ rotate: 'half', tables: 'half' }) },
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
