/**
 * Facts of a configuration and the keys that say them. The first key that a
 * file has counts, so that the attribute maps of configuration classes need no
 * record of their own.
 */

const keys = {
  layers:
    'num_hidden_layers n_layer n_layers num_layers encoder_layers decoder_layers depth layers num_transformer_layers',
  moreLayers: 'num_global_layers',
  width:
    'hidden_size n_embd d_model dim embed_dim n_embed emb_dim width model_dim',
  heads:
    'num_attention_heads n_head n_heads num_heads encoder_attention_heads decoder_attention_heads heads num_query_heads',
  headRatio: 'head_ratio',
  keyHeads:
    'num_key_value_heads n_head_kv num_kv_heads n_kv_heads num_attention_groups',
  slidingHeads:
    'num_sliding_attention_heads attention_other_setting.num_attention_heads swa_num_attention_heads',
  slidingKeyHeads:
    'attention_other_setting.num_attention_groups swa_num_key_value_heads',
  headDim:
    'head_dim d_head d_kv kv_channels attention_head_dim attention_head_size dim_head',
  headsWidth: 'attention_hidden_size',
  globalHeadDim: 'global_head_dim',
  globalKeyHeads: 'num_global_key_value_heads',
  maxPosition:
    'max_position_embeddings n_positions max_seq_len max_sequence_length seq_length n_ctx max_context_length',
  theta:
    'rope_theta rotary_emb_base rope_base rotary_embedding_base global_rope_theta rope_embedding_base rope_freq_constant',
  localTheta:
    'rope_local_base_freq local_rope_theta swa_rope_theta rope_local_theta',
  share:
    'partial_rotary_factor rotary_pct rotary_percent rope_pct partial_rotary_factors rotary_emb_fraction',
  rotaryDim: 'rotary_dim',
  original: 'original_max_position_embeddings',
  window:
    'sliding_window sliding_window_size local_attention window_size attention_window_size',
  chunk: 'attention_chunk_size',
  softcap: 'attn_logit_softcapping',
  rotaryPart: 'qk_rope_head_dim',
  plainPart: 'qk_nope_head_dim',
  padding: 'pad_token_id',
  buckets:
    'relative_attention_num_buckets num_buckets rel_pos_bins position_bias_num_buckets',
  farthest:
    'relative_attention_max_distance relative_max_distance max_rel_pos position_bias_max_distance max_bucket_distance',
  clip: 'max_relative_position',
  clipLeft: 'left_max_position_embeddings',
  clipRight: 'right_max_position_embeddings',
  largestBias: 'alibi_bias_max attn_config.alibi_bias_max',
  context: 'context_length prediction_length',
  image: 'image_size img_size',
  patch: 'patch_size',
} as const;

/** A quantity that files say under different keys. */
export type Fact = keyof typeof keys;

/** The keys that say a fact, the usual one first. */
export const factKeys = Object.fromEntries(
  Object.entries(keys).map(([fact, names]) => [fact, names.split(' ')]),
) as unknown as Readonly<Record<Fact, readonly string[]>>;
