// @ts-check
/**
 * The methods that the library does not have yet. The list only shrinks: when a
 * method is built, its line is removed and it gets a handler in handlers/.
 */

/** Methods that are not built at all. */
export const METHODS = new Set([
  'alibi.bloom',
  'alibi.causal_tril',
  'alibi.custom_positions',
  'alibi.keras',
  'alibi.llm_foundry',
  'alibi.mpt',
  'alibi.original_with_causal_mask',
  'alibi.slopes',
  'alibi.symmetric_offset',
  'attention.alibi',
  'attention.alibi_symmetric',
  'attention.mpt_module',
  'attention.t5',
  'beit.relative_index',
  'bert.relative_key',
  'bert.relative_key_query',
  'cope.meta',
  'cope.xtransformers',
  'deberta.log_bucket',
  'deberta.microsoft',
  'deberta.v1',
  'deberta.v2',
  'decomposed_rel_pos.sam',
  'dynamic_position_bias',
  'exact.alibi_slopes',
  'fire',
  'kerple.log',
  'kerple.nemo_abp',
  'kerple.power',
  'rope.freqs_dynamic_ntk_or_linear',
  'rope.freqs_longrope',
  'rope.freqs_ntk_by_parts',
  'rope.freqs_ntk_static',
  'rope.freqs_yarn',
  'rope.hf_deepseek_interleave',
  'sandwich.nemo',
  'sandwich.paper',
  'shaw.music_skew',
  'shaw.music_skew_unmasked',
  'shaw.opennmt_shared',
  'shaw.t2t',
  'swin.window_bias',
  't5.bias',
  't5.bias_scaled',
  't5.bucket',
  'transformer_xl',
  'transformer_xl.learnable',
  'tupe',
  'urpe',
  'xlnet',
]);

/**
 * Missing parts of built methods. A case for which `when` is true is skipped
 * for the reason `what`. Only such cases have the parameters `params`.
 *
 * @typedef {import('./case.mjs').Case} Case
 * @type {{ methods: string[], what: string, params?: string[],
 *   when: (c: Case) => boolean }[]}
 */
export const CONDITIONS = [
  {
    methods: [
      ...['rope.hf_half', 'rope.hf_half_partial'],
      ...['rope.hf_interleaved', 'rope.hf_interleaved_partial'],
    ],
    what: 'rope_scaling',
    params: [
      ...['effective_seq_len', 'original_max_position_embeddings'],
      'used_factors',
    ],
    when: (c) => isScaled(c.params.rope_scaling),
  },
  {
    methods: ['rope.interleaved'],
    what: 'llama3 scaling',
    params: [
      ...['scale_factor', 'low_freq_factor', 'high_freq_factor'],
      'old_context_len',
    ],
    when: (c) => c.params.llama3_scaling === true,
  },
  {
    methods: ['rope.interleaved_yarn'],
    what: 'yarn scaling',
    when: (c) => c.param('max_seq_len', 0) > c.param('original_seq_len', 0),
  },
  {
    methods: ['rope.lucidrains'],
    what: 'rescaled theta or interpolated positions',
    when: (c) =>
      c.param('theta_rescale_factor', 1) !== 1 ||
      c.param('interpolate_factor', 1) !== 1,
  },
  {
    methods: ['rope.xtransformers'],
    what: 'rescaled base or interpolated positions',
    when: (c) =>
      c.param('base_rescale_factor', 1) !== 1 ||
      c.param('interpolation_factor', 1) !== 1,
  },
  {
    methods: ['attention.rope', 'attention.rope_interleaved', 'attention.none'],
    what: 'a sliding window',
    when: (c) => (c.params.window ?? null) !== null,
  },
];

/**
 * Results that built methods do not compute yet. The case is run, all its other
 * tensors are compared, and it counts as skipped unless one of them fails.
 *
 * @type {Record<string, string[]>}
 */
export const TENSORS = {
  'rope.half_backward': ['grad_inv_freq'],
  'rope.lucidrains': ['grad_freqs'],
  'attention.none': ['grad_q', 'grad_k', 'grad_v'],
  'attention.rope': ['grad_q', 'grad_k', 'grad_v'],
  'attention.rope_interleaved': ['grad_q', 'grad_k', 'grad_v'],
};

/** @param {unknown} scaling a `rope_scaling` object of a config, or null */
function isScaled(scaling) {
  if (scaling === null || scaling === undefined) return false;
  const { rope_type, type } =
    /** @type {{ rope_type?: string, type?: string }} */ (scaling);
  return (rope_type ?? type) !== 'default';
}
