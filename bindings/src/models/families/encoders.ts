/**
 * Encoders: tables, relative encodings and rotations of texts that are read in
 * both directions. Sources: the configuration and modelling files of each word
 * under `src/transformers/models` of huggingface/transformers.
 */

import type { Family, TableRule } from '../family.js';

const learned: TableRule = { method: 'learned', rows: 'maxPosition' };

/** RoBERTa: positions begin behind the row of padding. */
const padded: TableRule = { ...learned, offset: 'padding' };

/** The table has two rows more than positions, and begins at the third. */
const two: TableRule = { ...learned, extra: 2, offset: 2 };

/** Tables as wide as the embeddings of words. */
const narrow: TableRule = { ...learned, width: 'embedding_size' };

const relative: Family = { position: 'relativeKey', table: null };

export const encoders = {
  bert: {
    position: 'none',
    bidirectional: true,
    table: learned,
    defaults: {
      hidden_size: 768,
      num_hidden_layers: 12,
      num_attention_heads: 12,
      max_position_embeddings: 512,
      pad_token_id: 0,
    },
    when: [
      {
        if: { position_embedding_type: ['relative_key', 'relative_key_query'] },
        take: relative,
      },
      // MosaicBERT and JinaBERT, whose files call them bert.
      {
        if: { alibi_starting_size: '*' },
        take: { position: 'alibi', table: null },
      },
      {
        if: { position_embedding_type: 'alibi' },
        take: { position: 'alibi', table: null },
      },
      {
        if: { position_embedding_type: ['rotary', 'rope'] },
        take: { position: 'rope', table: null },
      },
    ],
  },
  albert: {
    like: 'bert',
    table: narrow,
    defaults: {
      hidden_size: 4096,
      embedding_size: 128,
      num_attention_heads: 64,
    },
  },
  electra: {
    like: 'bert',
    table: narrow,
    defaults: {
      hidden_size: 256,
      embedding_size: 128,
      num_attention_heads: 4,
    },
  },
  squeezebert: {
    like: 'bert',
    table: narrow,
    defaults: { embedding_size: 768 },
  },
  mobilebert: {
    like: 'bert',
    defaults: {
      hidden_size: 512,
      num_hidden_layers: 24,
      num_attention_heads: 4,
      use_bottleneck: true,
      intra_bottleneck_size: 128,
    },
    when: [
      {
        if: { use_bottleneck: true },
        take: { keys: { headsWidth: 'intra_bottleneck_size' } },
      },
    ],
  },
  rembert: {
    like: 'bert',
    table: { ...learned, width: 'input_embedding_size' },
    defaults: {
      hidden_size: 1152,
      num_hidden_layers: 32,
      num_attention_heads: 18,
      input_embedding_size: 256,
    },
  },
  megatron_bert: {
    like: 'bert',
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 16,
    },
  },
  bert_generation: {
    like: 'bert',
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 16,
    },
  },
  distilbert: {
    like: 'bert',
    defaults: { dim: 768, n_layers: 6, n_heads: 12 },
    when: [
      {
        if: { sinusoidal_pos_embds: true },
        take: { table: { method: 'sinusoidal', rows: 'maxPosition' } },
      },
    ],
  },
  'ernie splinter dpr realm retribert qdqbert visual_bert roc_bert bros chinese_clip_text_model align_text_model flava_text_model':
    { like: 'bert' },
  lxmert: {
    like: 'bert',
    keys: { layers: 'l_layers' },
    defaults: { l_layers: 9 },
  },
  layoutlm: {
    like: 'bert',
    boxes: { x: 'width', y: 'width', height: 'width', width: 'width' },
    defaults: { max_2d_position_embeddings: 1024 },
  },
  tapas: {
    like: 'bert',
    defaults: { max_position_embeddings: 1024 },
  },
  canine: {
    like: 'bert',
    table: { ...learned, rows: 'num_hash_buckets' },
    defaults: { max_position_embeddings: 16384, num_hash_buckets: 16384 },
  },
  // Its latent vectors have heads of their own width.
  perceiver: {
    like: 'bert',
    table: { ...learned, width: 'd_model' },
    keys: {
      layers: 'num_self_attends_per_block',
      width: 'd_latents',
      heads: 'num_self_attention_heads',
      headsWidth: 'qk_channels',
    },
    defaults: {
      num_self_attends_per_block: 26,
      d_latents: 1280,
      d_model: 768,
      num_self_attention_heads: 8,
      max_position_embeddings: 2048,
    },
  },
  nystromformer: {
    like: 'bert',
    table: two,
    defaults: { max_position_embeddings: 510 },
  },
  yoso: {
    like: 'bert',
    table: two,
    defaults: { max_position_embeddings: 4096 },
  },
  mra: { like: 'bert', table: two },
  ernie_m: {
    like: 'bert',
    table: { ...learned, offset: 2 },
    defaults: { max_position_embeddings: 514 },
  },
  convbert: {
    like: 'bert',
    table: narrow,
    defaults: { embedding_size: 768, head_ratio: 2 },
  },
  fnet: {
    like: 'bert',
    kinds: { every: 1, that: 'fourier' },
  },
  big_bird: {
    like: 'bert',
    kinds: { every: 1, that: 'block_sparse' },
    defaults: { max_position_embeddings: 4096 },
    when: [
      { if: { attention_type: 'original_full' }, take: { kinds: 'full' } },
    ],
  },
  nezha: {
    like: 'bert',
    position: 'shaw',
    table: null,
    options: { values: true, source: 'sinusoidal' },
    defaults: { max_relative_position: 64 },
  },
  roberta: {
    like: 'bert',
    table: padded,
    defaults: { pad_token_id: 1 },
  },
  'xlm_roberta camembert xmod roberta_prelayernorm data2vec_text ibert luke': {
    like: 'roberta',
  },
  xlm_roberta_xl: {
    like: 'roberta',
    defaults: {
      hidden_size: 2560,
      num_hidden_layers: 36,
      num_attention_heads: 32,
      max_position_embeddings: 514,
    },
  },
  longformer: {
    like: 'roberta',
    kinds: 'sliding',
    keys: { window: 'attention_window' },
    defaults: { attention_window: 512 },
  },
  markuplm: { like: 'roberta', defaults: { pad_token_id: 0 } },
  lilt: { like: 'roberta', defaults: { pad_token_id: 0 } },
  mpnet: {
    like: 'roberta',
    position: 't5Bias',
    defaults: { relative_attention_num_buckets: 32 },
  },
  esm: {
    like: 'roberta',
    defaults: { max_position_embeddings: 1026 },
  },
  'layoutlmv2 layoutxlm': {
    like: 'bert',
    position: 't5Bias boxBias',
    when: [
      {
        if: {
          has_relative_attention_bias: false,
          has_spatial_attention_bias: false,
        },
        take: { position: 'none' },
      },
      {
        if: { has_relative_attention_bias: false },
        take: { position: 'boxBias' },
      },
      {
        if: { has_spatial_attention_bias: false },
        take: { position: 't5Bias' },
      },
    ],
    boxes: {
      x: 'coordinate_size',
      y: 'coordinate_size',
      height: 'shape_size',
      width: 'shape_size',
    },
    defaults: {
      coordinate_size: 128,
      shape_size: 128,
      max_2d_position_embeddings: 1024,
      rel_pos_bins: 32,
      max_rel_pos: 128,
      rel_2d_pos_bins: 64,
      max_rel_2d_pos: 256,
    },
  },
  layoutlmv3: {
    like: 'layoutlmv2',
    table: padded,
    biasScaled: true,
    defaults: { pad_token_id: 1 },
  },
  deberta: {
    like: 'bert',
    position: 'deberta',
    table: null,
    scale: 'terms',
    defaults: {
      relative_attention: false,
      max_relative_positions: -1,
      position_biased_input: true,
    },
    when: [{ if: { position_biased_input: true }, take: { table: learned } }],
  },
  deberta_v2: {
    like: 'deberta',
    defaults: {
      hidden_size: 1536,
      num_hidden_layers: 24,
      num_attention_heads: 24,
      position_buckets: -1,
      share_att_key: false,
      norm_rel_ebd: 'none',
    },
  },
  roformer: {
    like: 'bert',
    position: 'rope',
    table: null,
    layout: 'interleaved',
    defaults: { max_position_embeddings: 1536 },
  },
  modernbert: {
    bidirectional: true,
    kinds: { every: 'global_attn_every_n_layers', of: 3, at: 0 },
    defaults: {
      hidden_size: 768,
      num_hidden_layers: 22,
      num_attention_heads: 12,
      max_position_embeddings: 8192,
      local_attention: 128,
      global_rope_theta: 160000,
      local_rope_theta: 10000,
    },
    keys: { window: 'local_attention' },
  },
  modernbert_decoder: {
    like: 'modernbert',
    bidirectional: false,
    windowFactor: 0.5,
  },
  eurobert: {
    bidirectional: true,
    defaults: {
      hidden_size: 768,
      num_hidden_layers: 12,
      num_attention_heads: 12,
      max_position_embeddings: 8192,
      rope_theta: 10000,
    },
  },
  neobert: {
    bidirectional: true,
    layout: 'interleaved',
    defaults: {
      hidden_size: 768,
      num_hidden_layers: 28,
      num_attention_heads: 12,
      max_length: 1024,
      rope_theta: 10000,
    },
  },
  // Alibaba-NLP/new-impl, the code of the GTE models.
  new: {
    bidirectional: true,
    fixedNtk: true,
    defaults: {
      hidden_size: 768,
      num_hidden_layers: 12,
      num_attention_heads: 12,
      max_position_embeddings: 2048,
      rope_theta: 10000,
    },
    when: [
      {
        if: { position_embedding_type: 'absolute' },
        take: { position: 'none', table: learned },
      },
    ],
  },
  gte: { like: 'new' },
  // nomic-ai/nomic-bert-2048.
  nomic_bert: {
    bidirectional: true,
    layoutKey: 'rotary_emb_interleaved',
    defaults: {
      n_embd: 768,
      n_layer: 12,
      n_head: 12,
      n_positions: 2048,
      rotary_emb_base: 10000,
    },
    when: [
      {
        if: { rotary_emb_fraction: 0 },
        take: { position: 'none', table: learned },
      },
    ],
  },
  xlm: {
    like: 'bert',
    defaults: { emb_dim: 2048, n_layers: 12, n_heads: 16, causal: false },
    when: [
      {
        if: { sinusoidal_embeddings: true },
        take: { table: { method: 'sinusoidal', rows: 'maxPosition' } },
      },
    ],
  },
  flaubert: { like: 'xlm' },
  xlnet: {
    position: 'xlnet',
    bidirectional: true,
    defaults: {
      d_model: 1024,
      n_layer: 24,
      n_head: 16,
      clamp_len: -1,
      untie_r: true,
      bi_data: false,
    },
    when: [{ if: { attn_type: 'uni' }, take: { bidirectional: false } }],
  },
  funnel: {
    position: 'transformerXL',
    bidirectional: true,
    options: { form: 'funnel' },
    keys: { layers: 'block_sizes' },
    defaults: {
      block_sizes: [4, 4, 4],
      num_decoder_layers: 2,
      d_model: 768,
      n_head: 12,
      d_head: 64,
    },
    towers: { text: {}, decoder: { keys: { layers: 'num_decoder_layers' } } },
  },
  vits: {
    position: 'shaw',
    bidirectional: true,
    // Distances beyond the window have no row.
    options: { values: true, beyond: 'zero' },
    keys: { clip: 'window_size' },
    defaults: {
      hidden_size: 192,
      num_hidden_layers: 6,
      num_attention_heads: 2,
      window_size: 4,
    },
  },
  // Texts that are paired with images or sounds.
  bridgetower_text_model: {
    like: 'roberta',
    defaults: { max_position_embeddings: 514 },
  },
  altclip_text_model: {
    like: 'roberta',
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 16,
      max_position_embeddings: 514,
    },
  },
  clap_text_model: {
    like: 'roberta',
    defaults: { max_position_embeddings: 514 },
  },
  blip_text_model: {
    like: 'bert',
    bidirectional: false,
    defaults: { num_attention_heads: 8 },
    when: [{ if: { is_decoder: false }, take: { bidirectional: true } }],
  },
  git_text: {
    like: 'bert',
    bidirectional: false,
    defaults: { num_hidden_layers: 6, max_position_embeddings: 1024 },
  },
  // Queries have no positions.
  blip_2_qformer: { like: 'bert', tower: 'qformer', table: null },
  instructblip_qformer: { like: 'bert', tower: 'qformer' },
} as const satisfies Readonly<Record<string, Family>>;
