/**
 * Models of images and videos alone, with layers of one width. Sources: the
 * configuration and modelling files of each word under
 * `src/transformers/models` of huggingface/transformers.
 */

import type { Family } from '../family.js';
import { base, learned, plain } from './image-common.js';

/** BEiT: learned rows under one switch, biases under two others. */
const tabled = {
  if: { use_absolute_position_embeddings: true },
  take: { table: learned },
} as const;
const biased = { position: 'gridBias', when: [tabled] } as const;

/** SAM and ViTDet: biases of rows and columns, which both can do without. */
const decomposed = { position: 'decomposedBias' } as const;
const undecomposed = {
  if: { use_rel_pos: false },
  take: { position: 'none' },
} as const;

export const vision = {
  'vit vit_msn git_vision_model flava_image_model': {
    ...plain,
    table: learned,
    image: { prefix: 1 },
    defaults: base,
  },
  timesformer: {
    like: 'vit',
    lacks: [
      { what: 'sees frames and cells one after the other', option: 'mask' },
    ],
    when: [{ if: { attention_type: 'joint_space_time' }, take: { lacks: [] } }],
    defaults: { attention_type: 'divided_space_time' },
  },
  deit: { like: 'vit', image: { prefix: 2 } },
  pixio: {
    like: 'vit',
    image: { prefix: 'n_cls_tokens' },
    defaults: {
      hidden_size: 1280,
      num_hidden_layers: 32,
      num_attention_heads: 16,
      image_size: 256,
      n_cls_tokens: 8,
    },
  },
  eomt_dinov3: {
    like: 'dinov3_vit',
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 16,
      image_size: 640,
      num_register_tokens: 4,
    },
  },
  vit_hybrid: {
    like: 'vit',
    image: { prefix: 1, lengths: 'grid' },
    defaults: { grid: [24, 24] },
  },
  ijepa: { like: 'vit', image: {} },
  vit_mae: {
    like: 'vit',
    table: { method: 'sinusoidalGrid', options: { preset: 'mae' } },
  },
  dinov2: { like: 'vit', defaults: { patch_size: 14 } },
  dinov2_with_registers: {
    like: 'vit',
    table: { method: 'learned', rows: 'cells', extra: 1 },
    image: { prefix: '1 num_register_tokens' },
    defaults: { num_register_tokens: 4 },
  },
  dinov3_vit: {
    like: 'vit',
    position: 'rope',
    table: null,
    image: { prefix: '1 num_register_tokens' },
    axes: { type: 'axial', normalise: 'centres', unit: 'turns' },
    defaults: {
      hidden_size: 384,
      num_attention_heads: 6,
      rope_theta: 100,
      num_register_tokens: 0,
    },
  },
  'beit data2vec_vision': {
    like: 'vit',
    table: null,
    when: [
      { if: { use_relative_position_bias: true }, take: biased },
      { if: { use_shared_relative_position_bias: true }, take: biased },
      tabled,
    ],
    defaults: {
      use_relative_position_bias: false,
      use_shared_relative_position_bias: false,
      use_absolute_position_embeddings: false,
    },
  },
  vivit: {
    like: 'vit',
    image: { prefix: 1, frames: 'num_frames' },
    keys: { patch: 'tubelet_size' },
    defaults: { num_frames: 32, tubelet_size: [2, 16, 16] },
  },
  videomae: {
    like: 'vit',
    table: {
      method: 'sinusoidal',
      rows: 'cells',
      options: { preset: 'paper' },
    },
    image: { frames: 'num_frames tubelet_size' },
    defaults: { num_frames: 16, tubelet_size: 2 },
  },
  yolos: {
    like: 'vit',
    image: { prefix: 1, suffix: 'num_detection_tokens' },
    defaults: { image_size: [512, 864], num_detection_tokens: 100 },
  },
  dpt: {
    like: 'vit',
    // Without the tower of its own, all layers are those of the backbone.
    when: [
      {
        if: { is_hybrid: [false, null], backbone_config: '*' },
        take: { composite: true },
      },
    ],
    defaults: { image_size: 384 },
  },
  // Rows for the class token and the patches, of which only patches are left.
  vitpose_backbone: {
    like: 'vit',
    table: { method: 'learned', rows: 'cells', extra: 1 },
    image: {},
    defaults: { image_size: [256, 192] },
  },
  vitdet: {
    like: 'vit',
    table: { method: 'learned', rows: 'cells', extra: 1 },
    image: {},
    kinds: {
      list: 'window_block_indices',
      that: 'window_attention',
      others: 'full_attention',
    },
    keys: { image: 'pretrain_image_size' },
    when: [
      { if: { use_relative_position_embeddings: true }, take: decomposed },
    ],
    defaults: {
      pretrain_image_size: 224,
      window_size: 0,
      window_block_indices: [],
    },
  },
  'eomt videomt': {
    like: 'vit',
    table: { method: 'learned', rows: 'cells' },
    image: { prefix: '1 num_register_tokens' },
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 16,
      image_size: 640,
      num_register_tokens: 4,
    },
  },
  'mlcd_vision_model mlcd': {
    like: 'vit',
    position: 'rope',
    table: null,
    axes: { type: 'axial' },
    defaults: {
      hidden_size: 1664,
      num_hidden_layers: 48,
      num_attention_heads: 16,
      image_size: 336,
      patch_size: 14,
    },
  },
  deepseek_vision: {
    like: 'siglip_vision_model',
    // DeepSeek-OCR: its CLIP, behind a SAM.
    when: [
      {
        if: { model_name: 'deeplip_b_l' },
        take: {
          image: { prefix: 1 },
          keys: {
            width: 'width.clip-l-14-224.width',
            layers: 'width.clip-l-14-224.layers',
            heads: 'width.clip-l-14-224.heads',
            image: 'width.clip-l-14-224.image_size',
            patch: 'width.clip-l-14-224.patch_size',
          },
        },
      },
    ],
    keys: { width: 'width', layers: 'layers', heads: 'heads' },
    defaults: {
      width: 1152,
      layers: 27,
      heads: 16,
      image_size: 384,
      patch_size: 14,
    },
  },
  mgp_str: {
    like: 'vit',
    defaults: { image_size: [32, 128], patch_size: 4 },
  },
  'sam_vision_model sam_hq_vision_model got_ocr2_vision_model': {
    like: 'vit',
    position: 'decomposedBias',
    image: {},
    kinds: { list: 'global_attn_indexes', others: 'window_attention' },
    when: [
      {
        if: { use_abs_pos: false },
        take: { table: null, when: [undecomposed] },
      },
      undecomposed,
    ],
    defaults: {
      image_size: 1024,
      window_size: 14,
      use_rel_pos: true,
      use_abs_pos: true,
      global_attn_indexes: [2, 5, 8, 11],
    },
  },
  sam3_vit_model: {
    like: 'vit',
    position: 'rope',
    layout: 'interleaved',
    image: {},
    kinds: { list: 'global_attn_indexes', others: 'window_attention' },
    // Windows keep their coordinates, whole images are shrunk to them.
    axes: { type: 'axial', lastAxisFirst: true, reference: [24, 24] },
    // The table is tiled from the grid of the first training.
    table: { method: 'learned', rows: 'cells' },
    keys: { image: 'pretrain_image_size' },
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 32,
      num_attention_heads: 16,
      image_size: 1008,
      pretrain_image_size: 336,
      patch_size: 14,
      window_size: 24,
      global_attn_indexes: [7, 15, 23, 31],
    },
  },
  // Layers within an image and across two.
  superglue: {
    ...plain,
    keys: { layers: 'gnn_layers_types' },
    kinds: { cycle: 'gnn_layers_types' },
    words: { self: 'full_attention', cross: 'cross_attention' },
    defaults: {
      hidden_size: 256,
      num_attention_heads: 4,
      gnn_layers_types: Array.from({ length: 18 }, (_, index) =>
        index % 2 > 0 ? 'cross' : 'self',
      ),
    },
  },
  lightglue: {
    ...plain,
    lacks: [{ what: 'turns by learned frequencies of points' }],
    keys: { width: 'descriptor_dim' },
    defaults: {
      descriptor_dim: 256,
      num_hidden_layers: 9,
      num_attention_heads: 4,
    },
  },
} as const satisfies Readonly<Record<string, Family>>;
