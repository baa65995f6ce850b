/**
 * Encoders of texts, with a table that is added to the embeddings. Sources: the
 * configuration and modelling files of each word under
 * `src/transformers/models` of huggingface/transformers.
 */

import type { Family, TableRule } from '../family.js';
import { learned, two } from './common.js';

/** RoBERTa: positions begin behind the row of padding. */
const padded: TableRule = { ...learned, offset: 'padding' };

/** Tables as wide as the embeddings of words. */
const narrow: TableRule = { ...learned, width: 'embedding_size' };

const relative: Family = { position: 'relativeKey', table: null };

const rotary: Family = {
  position: 'rope',
  table: null,
  keys: { theta: 'rope_theta rotary_emb_base' },
};

/** What BERT's class does not read, but code beside the weights of some models. */
const words = [
  // MosaicBERT and JinaBERT.
  [{ alibi_starting_size: '*' }, { position: 'alibi', table: null }],
  [{ position_embedding_type: 'alibi' }, { position: 'alibi', table: null }],
  // XLM-RoBERTa of jina-embeddings-v3.
  [{ position_embedding_type: ['rotary', 'rope'] }, rotary],
] as const;

/** Files name such code in `auto_map`; GGUF files hold what it is known to do. */
const foreign = words.flatMap(([condition, take]) =>
  ['auto_map', 'gguf'].map((key) => ({
    if: { ...condition, [key]: '*' },
    take,
  })),
);

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
      ...foreign,
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
  'ernie splinter dpr realm retribert qdqbert visual_bert roc_bert tvp chinese_clip_text_model align_text_model flava_text_model':
    { like: 'bert' },
  bros: {
    like: 'bert',
    lacks: [
      { what: 'multiplies queries by the places of boxes', option: 'bias' },
    ],
  },
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
    kinds: 'landmark_attention',
    table: two,
    defaults: { max_position_embeddings: 510 },
  },
  yoso: {
    like: 'bert',
    kinds: 'hashed_attention',
    table: two,
    defaults: { max_position_embeddings: 4096 },
  },
  mra: {
    like: 'bert',
    table: two,
    kinds: 'multiresolution_attention',
  },
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
    says: { use_relative_position: 'shaw' },
    position: 'shaw',
    table: null,
    options: { source: 'sinusoidal', sharedTable: true },
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
  lilt: {
    like: 'roberta',
    lacks: [{ what: 'adds the scores of the layout', option: 'bias' }],
    defaults: { pad_token_id: 0 },
  },
  mpnet: {
    like: 'roberta',
    position: 't5Bias',
    defaults: { relative_attention_num_buckets: 32 },
  },
  esm: {
    like: 'roberta',
    when: [
      {
        if: { position_embedding_type: ['relative_key', 'relative_key_query'] },
        take: relative,
      },
      {
        if: { position_embedding_type: 'rotary' },
        take: { position: 'rope', table: null, keys: { theta: '' } },
      },
    ],
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
  clvp_encoder: {
    bidirectional: true,
    lacks: [{ what: 'turns values, too' }],
    defaults: {
      hidden_size: 768,
      num_hidden_layers: 20,
      num_attention_heads: 12,
      rotary_dim: 32,
      use_rotary_embedding: true,
    },
    when: [
      {
        if: { use_rotary_embedding: false },
        take: { position: 'none', lacks: [] },
      },
    ],
  },
  timesfm2_5: {
    like: 'llama',
    lacks: [
      {
        what:
          'normalises queries and keys after they are turned, and then ' +
          'multiplies queries by a learned vector',
      },
    ],
    defaults: {
      hidden_size: 1280,
      num_hidden_layers: 20,
      num_attention_heads: 16,
      head_dim: 80,
    },
  },
  // Patches of one axis. Its sines are scaled and centred.
  patchtst: {
    position: 'none',
    bidirectional: true,
    table: {
      method: 'sinusoidal',
      rows: 'patches',
      options: { preset: 'paper' },
    },
    image: {
      prefix: 'use_cls_token',
      sizes: 'patches_high context_length',
      steps: 'patches_high patch_stride',
    },
    keys: { patch: 'patch_length' },
    defaults: {
      d_model: 128,
      num_hidden_layers: 3,
      num_attention_heads: 4,
      patches_high: 1,
      context_length: 32,
      patch_length: 1,
      patch_stride: 1,
      use_cls_token: false,
    },
    when: [
      {
        if: { positional_encoding_type: 'random' },
        take: { table: { method: 'learned', rows: 'patches' } },
      },
    ],
  },
  patchtsmixer: {
    position: 'none',
    kinds: 'mlp',
    defaults: { d_model: 8, num_layers: 3 },
  },
  // Queries have no positions.
  blip_2_qformer: { like: 'bert', tower: 'qformer', table: null },
  instructblip_qformer: { like: 'bert', tower: 'qformer' },
} as const satisfies Readonly<Record<string, Family>>;
