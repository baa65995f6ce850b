/**
 * The names that people bring from other libraries, from configurations and
 * from papers, and what they are called here. Errors about unknown names of
 * options, flags and methods suggest from this one table.
 */

import { show } from './errors.js';
import { didYouMean } from './nearest.js';

/**
 * A name of this package, the foreign names that mean it, and what the
 * suggestion adds where the two differ in more than the name.
 */
type Line = readonly [ours: string, theirs: string, note?: string];

const LENGTHS =
  'max_len max_length max_seq_len max_seq_length max_sequence_length seq_len ' +
  'seq_length sequence_length num_positions n_positions context_length n_ctx ' +
  'context_window block_size num_tokens max_position_embeddings max_position count n size';

const MASKS = 'attention_mask padding_mask';

/**
 * The names of options. A foreign name may stand in several lines: the first of
 * them whose own name a call has is the one that is meant.
 */
export const OPTIONS: readonly Line[] = [
  ['tableLength', 'num_embeddings max_position_embeddings n_positions'],
  ['maxPosition', 'max_position_embeddings max_relative_position'],
  ['length', LENGTHS],
  ['contextLength', LENGTHS],
  [
    'queries',
    `length ${LENGTHS} q_len query_length tgt_len target_length n_queries`,
  ],
  ['keys', 'k_len key_length kv_len src_len source_length n_keys'],
  [
    'dim',
    'd_model d_embed embed_dim embedding_dim embed_size emb_dim n_embd ' +
      'hidden_size hidden_dim model_dim num_hiddens num_pos_feats channels ' +
      'num_channels features output_dim depth width d',
  ],
  [
    'headDim',
    'head_size d_head dim_head dim_per_head d_k d_kv d_qkv kv_channels ' +
      'attention_head_dim qk_head_dim dim d',
  ],
  [
    'heads',
    'num_heads n_heads n_head nhead head_count num_attention_heads ' +
      'attention_heads num_head h',
  ],
  [
    'keyHeads',
    'num_key_value_heads num_kv_heads n_kv_heads n_head_kv kv_heads n_kv_head',
  ],
  ['layers', 'num_layers n_layer n_layers num_hidden_layers'],
  [
    'positions',
    'position_ids position_indices position pos ids indices timesteps',
  ],
  [
    'start',
    'offset position_offset past_length past_key_values_length ' +
      'cache_position past seqlen_offset begin from',
  ],
  [
    'queryStart',
    'start offset position_offset past_length past_key_values_length ' +
      'cache_position past',
  ],
  ['step', 'stride delta'],
  [
    'theta',
    'rope_theta rotary_base rotary_emb_base rope_base freq_base ' +
      'rope_freq_base base temperature max_period max_timescale',
  ],
  [
    'base',
    'theta rope_theta temperature max_period max_timescale max_wavelength ' +
      'wavelength n freq_base period',
  ],
  [
    'rotaryDim',
    'partial_rotary_factor rotary_pct rotary_percent rotary_percentage',
    ', the number of components, which is headDim times this share',
  ],
  ['rotaryDim', 'rotary_ndims rope_dim rotary_emb_dim n_rot qk_rope_head_dim'],
  ['rotaryStart', 'qk_nope_head_dim'],
  [
    'layout',
    'interleaved is_interleaved rope_interleave rotary_interleaved is_neox ' +
      'is_neox_style neox_style traditional gptj_style interleave',
    ', which takes a word',
  ],
  ['scaling', 'rope_scaling rope_parameters rope_scaling_type'],
  ['type', 'rope_type scaling_type'],
  ['method', 'type name kind'],
  ['factor', 'scaling_factor scale_factor rope_scaling_factor rope_scale'],
  [
    'originalMaxPosition',
    'original_max_position_embeddings original_context_length ' +
      'original_max_seq_len n_ctx_orig yarn_orig_ctx old_context_len',
  ],
  ['extrapolationFactor', 'ext_factor'],
  ['attentionFactor', 'attn_factor'],
  ['sections', 'mrope_section rope_sections'],
  ['preset', 'model name checkpoint style variant'],
  ['cache', 'engine order format'],
  ['cosinesFirst', 'flip_sin_to_cos cos_first'],
  ['shift', 'downscale_freq_shift freq_shift'],
  ['frequencyScale', 'min_timescale freq_scale'],
  ['zeroPosition', 'padding_idx pad_token_id'],
  ['paddingIndex', 'padding_idx pad_token_id pad_id pad'],
  ['tokens', 'input_ids token_ids'],
  ['grid', 'image_size img_size grid_size window_size feat_shape input_size'],
  ['classTokens', 'cls_token class_token num_prefix_tokens'],
  ['prefix', 'num_prefix_tokens num_extra_tokens cls_token class_token'],
  ['mode', 'interpolation interpolation_mode'],
  ['to', 'new_size target_size size new_grid'],
  ['from', 'old_size source_size old_grid'],
  [
    'table',
    'weight weights embedding embeddings embedding_table pos_embed pos_emb ' +
      'position_embedding position_embeddings relative_attention_bias ' +
      'relative_position_bias_table rel_pos',
  ],
  ['std', 'init_std initializer_range'],
  ['seed', 'random_state random_seed rng generator'],
  ['buckets', 'num_buckets relative_attention_num_buckets rel_pos_bins'],
  [
    'maxDistance',
    'relative_attention_max_distance max_rel_pos max_relative_position ' +
      'max_relative_positions max_relative_distance clip k',
  ],
  ['maxRelativePositions', 'max_relative_position max_distance'],
  [
    'left',
    'max_relative_position max_relative_positions max_relative_distance ' +
      'max_distance clip k',
  ],
  ['bidirectional', 'is_decoder causal is_causal', ', its opposite'],
  ['maxBias', 'alibi_bias_max'],
  ['slopes', 'alibi_slopes'],
  ['clampLength', 'clamp_len'],
  ['contentBias', 'r_w_bias pos_bias_u bias_u u'],
  ['positionBias', 'r_r_bias pos_bias_v bias_v v'],
  ['q', 'query queries query_states query_layer'],
  ['k', 'key keys key_states key_layer'],
  ['v', 'value values value_states value_layer'],
  ['causal', 'is_causal is_decoder unidirectional'],
  ['keyMask', `${MASKS} mask`],
  ['keyMask', 'key_padding_mask', ', which is true where a key is seen'],
  ['mask', `attn_mask ${MASKS}`],
  ['documents', 'segment_ids cu_seqlens document_ids'],
  ['window', 'sliding_window window_size local_window'],
  ['scale', 'softmax_scale sm_scale scaling attention_scale scaling_factor'],
  ['softcap', 'soft_cap logit_softcapping attn_logit_softcapping'],
  ['rotary', 'rope rotary_emb rotary_embedding freqs_cis position_embeddings'],
  ['bias', 'alibi alibi_slopes position_bias attn_bias relative_position_bias'],
  ['relative', 'rel_pos relative_position relative_positions'],
  ['lr', 'learning_rate'],
  ['beta1', 'betas', ' and "beta2"'],
  ['eps', 'epsilon'],
  ['kind', 'type name optimizer'],
  ['dtype', 'torch_dtype data_type type'],
  ['out', 'output result into'],
];

/** The names of methods. */
export const METHODS: readonly Line[] = [
  [
    'rope',
    'rotary rotary_embedding rotary_position_embedding rotary_emb roformer ' +
      'mrope xpos yarn ntk llama3 longrope dynamic_ntk',
  ],
  ['ropeCache', 'cos_sin cos_sin_cache freqs_cis rotary_cache'],
  [
    'sinusoidal',
    'sinusoid sincos sine absolute positional positional_encoding ' +
      'position_encoding vaswani timestep_embedding',
  ],
  ['sinusoidalGrid', 'sincos_2d sinusoidal_2d pos_embed_2d sine_2d'],
  ['learned', 'embedding learnable absolute position_embedding trainable'],
  ['fourierFeatures', 'fourier random_fourier rff gaussian_fourier'],
  ['alibi', 'linear_bias attention_linear_bias'],
  ['t5Bias', 't5 relative_bias relative_attention_bias relpos_bias'],
  ['gridBias', 'swin beit relative_position_bias_2d'],
  ['continuousGridBias', 'swinv2 cpb log_cpb'],
  ['shaw', 'relative relative_position rel_pos rpr'],
  ['relativeKey', 'relative_key_query bert'],
  ['transformerXL', 'txl transfo_xl'],
  ['decomposedBias', 'sam mvit rel_pos_decomposed'],
  ['forgetting', 'fox forgetting_transformer forget_gate'],
  ['cope', 'contextual'],
  ['resample', 'interpolate resize interpolate_pos_encoding'],
  ['attention', 'sdpa scaled_dot_product_attention mha multihead_attention'],
];

/** The words of choices. */
export const CHOICES: readonly Line[] = [
  ['float32', 'fp32 f32 single float'],
  ['float64', 'fp64 f64 double'],
  ['float16', 'fp16 f16 half'],
  ['bfloat16', 'bf16'],
  ['half', 'neox gpt_neox hf rotate_half split'],
  ['interleaved', 'gptj gpt_j meta adjacent pairs neighbours rotate_every_two'],
  ['blocks', 'half concat concatenated split'],
  ['longrope', 'su long_rope'],
  ['ntkByParts', 'ntk_parts'],
  ['dynamic', 'dynamic_ntk'],
  ['resolution', 'dype'],
  [
    'default',
    'mrope',
    ', with the option axes: { type: "sections", sections }',
  ],
  ['ort', 'onnx onnxruntime'],
  ['hf', 'transformers huggingface'],
  ['flashinfer', 'vllm'],
  ['ggml', 'llamacpp'],
];

/** A name without dashes, underscores, spaces and capitals. */
const plain = (name: string) => name.replace(/[^a-z0-9.]/gi, '').toLowerCase();

/** The last part of a path: `factor` of `scaling.factor`. */
const last = (path: string) => path.slice(path.lastIndexOf('.') + 1);

/** How a suggestion shows a name. */
type Shown = (name: string) => string;

const quoted: Shown = (name) => `"${name}"`;

/**
 * `; did you mean "dim"?` for an option, from the names of those that there
 * are; '' where none is meant. Options inside others come as paths, such as
 * `scaling.factor`.
 */
export function optionHint(
  name: string,
  known: readonly string[],
  shown = quoted,
): string {
  return hint(name, known, OPTIONS, shown);
}

/** The same for the name of a method. */
export function methodHint(
  name: string,
  known: readonly string[],
  shown = quoted,
): string {
  return hint(name, known, METHODS, shown);
}

/** The same for a word of a choice. */
export function choiceHint(word: string, known: readonly string[]): string {
  return hint(word, known, CHOICES, quoted);
}

/**
 * `; "rope_type" is called "type" here` for an object that lacks the option
 * `ours` and has one that means it; '' if it has none.
 */
export function calledHere(given: object, ours: string): string {
  const meant = Object.keys(given).find((name) => optionHint(name, [ours]));
  return meant ? `; ${show(meant)} is called "${ours}" here` : '';
}

function hint(
  name: string,
  known: readonly string[],
  lines: readonly Line[],
  shown: Shown,
): string {
  const given = plain(name);
  const find = (wanted: string) =>
    known.find((one) => plain(one) === wanted) ??
    known.find((one) => plain(last(one)) === wanted);
  const same = find(given);
  if (same !== undefined) return `; did you mean ${shown(same)}?`;
  for (const [ours, theirs, note = ''] of lines) {
    if (!theirs.split(' ').some((one) => plain(one) === given)) continue;
    const meant = find(plain(ours));
    if (meant !== undefined) return `; did you mean ${shown(meant)}${note}?`;
  }
  return didYouMean(name, known, shown);
}
