/**
 * Models of images and videos alone. Sources: the configuration and modelling
 * files of each word under `src/transformers/models` of
 * huggingface/transformers.
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
  'vit vit_msn git_vision_model flava_image_model timesformer': {
    ...plain,
    table: learned,
    image: { prefix: 1 },
    defaults: base,
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
  eomt: {
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
  'swin donut_swin maskformer_swin': {
    like: 'vit',
    position: 'gridBias',
    table: null,
    image: {},
    kinds: 'window',
    stages: { depths: 'depths', heads: 'num_heads', widths: 'embed_dim' },
    when: [{ if: { use_absolute_embeddings: true }, take: { table: learned } }],
    defaults: {
      patch_size: 4,
      embed_dim: 96,
      depths: [2, 2, 6, 2],
      num_heads: [3, 6, 12, 24],
      window_size: 7,
      use_absolute_embeddings: false,
    },
  },
  // Neighbours around each cell instead of windows.
  'nat dinat': {
    like: 'swin',
    keys: { window: 'kernel_size' },
    defaults: {
      embed_dim: 64,
      depths: [3, 4, 6, 5],
      num_heads: [2, 4, 8, 16],
      kernel_size: 7,
    },
  },
  // Scores are cosines times a learned factor.
  swinv2: {
    like: 'swin',
    position: 'continuousGridBias',
    scale: 1,
    stages: {
      depths: 'depths',
      heads: 'num_heads',
      widths: 'embed_dim',
      fits: true,
    },
  },
  swin2sr: {
    like: 'swinv2',
    stages: {
      depths: 'depths',
      heads: 'num_heads',
      widths: 'embed_dim',
      growth: 1,
    },
    defaults: {
      image_size: 64,
      patch_size: 1,
      embed_dim: 180,
      depths: [6, 6, 6, 6, 6, 6],
      num_heads: [6, 6, 6, 6, 6, 6],
      window_size: 8,
    },
  },
  sam2_hiera_det_model: {
    ...plain,
    // A grid that is enlarged, and the cells of a window that are repeated.
    table: {
      method: 'windowedGrid',
      options: { window: [8, 8] },
      lists: { grid: 'window_positional_embedding_background_size' },
    },
    image: {},
    kinds: { list: 'global_attention_blocks', others: 'window_attention' },
    keys: { patch: 'patch_stride' },
    stages: {
      depths: 'blocks_per_stage',
      heads: 'num_attention_heads_per_stage',
      widths: 'embed_dim_per_stage',
      windows: 'window_size_per_stage',
    },
    defaults: {
      image_size: [1024, 1024],
      patch_stride: [4, 4],
      blocks_per_stage: [1, 2, 7, 2],
      num_attention_heads_per_stage: [1, 2, 4, 8],
      embed_dim_per_stage: [96, 192, 384, 768],
      window_size_per_stage: [8, 4, 14, 7],
      window_positional_embedding_background_size: [7, 7],
      global_attention_blocks: [5, 7, 9],
    },
  },
  'segformer glpn pvt_v2': {
    ...plain,
    stages: {
      depths: 'depths',
      heads: 'num_attention_heads',
      widths: 'hidden_sizes',
    },
    defaults: {
      depths: [2, 2, 2, 2],
      num_attention_heads: [1, 2, 5, 8],
      hidden_sizes: [32, 64, 160, 256],
    },
  },
  // The depths of its stages are in the code of the model.
  mobilevit: {
    like: 'segformer',
    defaults: {
      depths: [2, 4, 3],
      num_attention_heads: 4,
      hidden_sizes: [144, 192, 240],
    },
  },
  levit: {
    like: 'segformer',
    position: 'distanceBias',
    stages: {
      depths: 'depths',
      heads: 'num_attention_heads',
      widths: 'hidden_sizes',
      headDims: 'key_dim',
    },
    defaults: {
      key_dim: [16, 16, 16],
      depths: [4, 4, 4],
      num_attention_heads: [4, 8, 12],
      hidden_sizes: [128, 256, 384],
    },
  },
  // Each stage has a table of its own; this is the first one.
  pvt: {
    like: 'segformer',
    table: { method: 'learned', rows: 'cells' },
    image: {},
    keys: { patch: 'first_patch' },
    defaults: {
      image_size: 224,
      first_patch: 4,
      hidden_sizes: [64, 128, 320, 512],
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
  // Its frequencies are learned.
  lightglue: {
    ...plain,
    keys: { width: 'descriptor_dim' },
    defaults: {
      descriptor_dim: 256,
      num_hidden_layers: 9,
      num_attention_heads: 4,
    },
  },
  cvt: {
    like: 'segformer',
    stages: { depths: 'depth', heads: 'num_heads', widths: 'embed_dim' },
    // All heads together count, not one.
    scale: { width: -0.5, count: -0.5 },
    defaults: {
      depth: [1, 2, 10],
      num_heads: [1, 3, 6],
      embed_dim: [64, 192, 384],
    },
  },
  hiera: {
    like: 'swin',
    position: 'none',
    table: learned,
    stages: {
      depths: 'depths',
      heads: 'num_heads',
      widths: 'embed_dim',
      // Two stages see the cells of a unit of a mask, which pooling shrinks.
      windows: [8, 4, 0, 0],
    },
    keys: { image: 'image_size', patch: 'patch_stride' },
    defaults: {
      patch_stride: [4, 4],
      depths: [2, 3, 16, 3],
      num_heads: [1, 2, 4, 8],
    },
  },
  // Sines added to queries and keys; learned queries of the decoder.
  'detr table_transformer': {
    bidirectional: true,
    position: 'none',
    keys: { width: 'd_model' },
    defaults: {
      d_model: 256,
      encoder_layers: 6,
      encoder_attention_heads: 8,
      decoder_layers: 6,
      decoder_attention_heads: 8,
      num_queries: 100,
      position_embedding_type: 'sine',
    },
    towers: {
      encoder: {
        keys: { layers: 'encoder_layers', heads: 'encoder_attention_heads' },
        table: { method: 'sinusoidalGrid', options: { preset: 'detr' } },
        when: [
          {
            if: { position_embedding_type: 'learned' },
            take: {
              table: {
                method: 'learnedGrid',
                options: { tableLength: 50, axes: 2, join: 'concat' },
              },
            },
          },
        ],
      },
      decoder: {
        keys: { layers: 'decoder_layers', heads: 'decoder_attention_heads' },
        table: { method: 'learned', rows: 'num_queries' },
      },
    },
  },
  'conditional_detr deformable_detr': {
    like: 'detr',
    defaults: { num_queries: 300 },
  },
  // Queries are sines of boxes that are learned.
  dab_detr: {
    like: 'conditional_detr',
    keys: { width: 'hidden_size d_model' },
    defaults: { temperature_height: 20 },
    towers: {
      encoder: {
        keys: { layers: 'encoder_layers', heads: 'encoder_attention_heads' },
        table: {
          method: 'sinusoidalGrid',
          options: { preset: 'detr' },
          named: { base: 'temperature_height' },
        },
      },
      decoder: {
        keys: { layers: 'decoder_layers', heads: 'decoder_attention_heads' },
      },
    },
  },
  omdet_turbo: {
    bidirectional: true,
    position: 'none',
    parts: { text: 'clip_text_model' },
    defaults: {
      encoder_hidden_dim: 256,
      encoder_layers: 1,
      encoder_attention_heads: 8,
      positional_encoding_temperature: 10000,
      decoder_hidden_dim: 256,
      decoder_num_layers: 6,
      decoder_num_heads: 8,
    },
    towers: {
      encoder: {
        keys: {
          layers: 'encoder_layers',
          heads: 'encoder_attention_heads',
          width: 'd_model encoder_hidden_dim',
        },
        table: {
          method: 'sinusoidalGrid',
          named: { base: 'positional_encoding_temperature' },
        },
      },
      decoder: {
        keys: {
          layers: 'decoder_num_layers',
          heads: 'decoder_num_heads',
          width: 'decoder_hidden_dim',
        },
      },
    },
  },
  // Queries have points of reference instead of rows.
  'rt_detr rt_detr_v2 d_fine': {
    like: 'detr',
    defaults: { encoder_layers: 1 },
    towers: {
      encoder: {
        keys: {
          layers: 'encoder_layers',
          heads: 'encoder_attention_heads',
          width: 'encoder_hidden_dim',
        },
        table: { method: 'sinusoidalGrid' },
        defaults: { encoder_hidden_dim: 256 },
      },
      decoder: {
        keys: { layers: 'decoder_layers', heads: 'decoder_attention_heads' },
      },
    },
  },
  'grounding_dino mm_grounding_dino': {
    like: 'detr',
    parts: { text: 'bert', backbone: 'swin' },
    defaults: { num_queries: 900, positional_embedding_temperature: 20 },
    towers: {
      encoder: {
        keys: { layers: 'encoder_layers', heads: 'encoder_attention_heads' },
        table: {
          method: 'sinusoidalGrid',
          options: { preset: 'detr' },
          named: { base: 'positional_embedding_temperature' },
        },
      },
      decoder: {
        keys: { layers: 'decoder_layers', heads: 'decoder_attention_heads' },
        table: { method: 'learned', rows: 'num_queries' },
      },
    },
  },
} as const satisfies Readonly<Record<string, Family>>;
