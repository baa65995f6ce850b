/**
 * Towers of images and videos. Sources: the configuration and modelling files
 * of each word under `src/transformers/models` of huggingface/transformers, and
 * the code beside the weights of `intern_vit_6b` and `moonvit`.
 */

import type { Family } from '../family.js';

/** Learned rows for all tokens. */
const learned = { method: 'learned', rows: 'patches' } as const;

/** A tower without a table. */
const plain = {
  tower: 'vision',
  bidirectional: true,
  position: 'none',
} as const;

/** What the classes of most towers take. */
const base = {
  hidden_size: 768,
  num_hidden_layers: 12,
  num_attention_heads: 12,
  image_size: 224,
  patch_size: 16,
} as const;

export const vision = {
  vit: {
    ...plain,
    table: learned,
    image: { prefix: 1 },
    defaults: base,
  },
  deit: { like: 'vit', image: { prefix: 2 } },
  vit_msn: { like: 'vit' },
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
  beit: {
    like: 'vit',
    table: null,
    when: [
      {
        if: { use_relative_position_bias: true },
        take: { position: 'gridBias' },
      },
      {
        if: { use_shared_relative_position_bias: true },
        take: { position: 'gridBias' },
      },
      {
        if: { use_absolute_position_embeddings: true },
        take: { table: learned },
      },
    ],
    defaults: {
      use_relative_position_bias: false,
      use_shared_relative_position_bias: false,
      use_absolute_position_embeddings: false,
    },
  },
  data2vec_vision: { like: 'beit' },
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
  timesformer: { like: 'vit' },
  yolos: {
    like: 'vit',
    image: { prefix: 1, suffix: 'num_detection_tokens' },
    defaults: { image_size: [512, 864], num_detection_tokens: 100 },
  },
  dpt: { like: 'vit', defaults: { image_size: 384 } },
  mgp_str: {
    like: 'vit',
    defaults: { image_size: [32, 128], patch_size: 4 },
  },
  sam_vision_model: {
    like: 'vit',
    position: 'decomposedBias',
    image: {},
    kinds: { list: 'global_attn_indexes', others: 'window_attention' },
    when: [{ if: { use_rel_pos: false }, take: { position: 'none' } }],
    defaults: {
      image_size: 1024,
      window_size: 14,
      use_rel_pos: true,
      global_attn_indexes: [2, 5, 8, 11],
    },
  },
  sam_hq_vision_model: { like: 'sam_vision_model' },
  got_ocr2_vision_model: { like: 'sam_vision_model' },
  sam3_vit_model: {
    like: 'vit',
    position: 'rope',
    layout: 'interleaved',
    image: {},
    kinds: { list: 'global_attn_indexes', others: 'window_attention' },
    axes: { type: 'axial', lastAxisFirst: true },
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
  swin: {
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
  donut_swin: { like: 'swin' },
  maskformer_swin: { like: 'swin' },
  // Scores are cosines times a learned factor.
  swinv2: { like: 'swin', position: 'continuousGridBias', scale: 1 },
  swin2sr: {
    like: 'swinv2',
    defaults: {
      image_size: 64,
      patch_size: 1,
      embed_dim: 180,
      depths: [6, 6, 6, 6, 6, 6],
      num_heads: [6, 6, 6, 6, 6, 6],
      window_size: 8,
    },
  },
  segformer: {
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
  glpn: { like: 'segformer' },
  pvt_v2: { like: 'segformer' },
  levit: {
    like: 'segformer',
    position: 'distanceBias',
    defaults: {
      depths: [4, 4, 4],
      num_attention_heads: [4, 8, 12],
      hidden_sizes: [128, 256, 384],
    },
  },
  cvt: {
    like: 'segformer',
    stages: { depths: 'depth', heads: 'num_heads', widths: 'embed_dim' },
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
    kinds: 'full',
    keys: { image: 'image_size', patch: 'patch_stride' },
    defaults: {
      patch_stride: [4, 4],
      depths: [2, 3, 16, 3],
      num_heads: [1, 2, 4, 8],
      use_absolute_embeddings: false,
    },
  },
  // Convolutions alone.
  convnext: {
    ...plain,
    keys: { layers: 'attention_layers' },
    defaults: { attention_layers: 0 },
  },
  convnextv2: { like: 'convnext' },
  dinov3_convnext: { like: 'convnext' },
  resnet: { like: 'convnext' },
  align_vision_model: { like: 'convnext' },
  gemma3n_vision: { like: 'convnext' },
  timm_backbone: { like: 'convnext' },
  timm_wrapper: { like: 'convnext' },
  pix2struct_vision_model: {
    like: 'vit',
    scale: 1,
    table: {
      method: 'learnedGrid',
      named: { tableLength: 'seq_len' },
      options: { axes: 2, join: 'sum' },
    },
    image: null,
    defaults: { seq_len: 4096 },
  },
  // Two ropes: the first half of a head turns with x, the second with y.
  gemma4_vision: {
    ...plain,
    position: 'rope',
    axes: { type: 'separate' },
    table: {
      method: 'learnedGrid',
      named: { tableLength: 'position_embedding_size' },
      options: { axes: 2, join: 'sum' },
    },
    scale: 1,
    defaults: {
      ...base,
      head_dim: 64,
      num_hidden_layers: 16,
      rope_theta: 100,
      position_embedding_size: 10240,
    },
  },
  clip_vision_model: { like: 'vit', defaults: { patch_size: 32 } },
  chinese_clip_vision_model: { like: 'clip_vision_model' },
  altclip_vision_model: { like: 'clip_vision_model' },
  clipseg_vision_model: { like: 'clip_vision_model' },
  xclip_vision_model: { like: 'clip_vision_model' },
  git_vision_model: { like: 'vit' },
  owlvit_vision_model: {
    like: 'clip_vision_model',
    defaults: { image_size: 768 },
  },
  owlv2_vision_model: { like: 'vit', defaults: { image_size: 768 } },
  groupvit_vision_model: {
    like: 'vit',
    image: {},
    defaults: { hidden_size: 384, num_attention_heads: 6 },
  },
  flava_image_model: { like: 'vit' },
  bridgetower_vision_model: { like: 'vit', defaults: { image_size: 288 } },
  blip_vision_model: { like: 'vit', defaults: { image_size: 384 } },
  blip_2_vision_model: {
    like: 'vit',
    defaults: {
      hidden_size: 1408,
      num_hidden_layers: 39,
      num_attention_heads: 16,
      patch_size: 14,
    },
  },
  instructblip_vision_model: { like: 'blip_2_vision_model' },
  instructblipvideo_vision_model: { like: 'blip_2_vision_model' },
  kosmos_2_vision_model: {
    like: 'vit',
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 16,
      patch_size: 14,
    },
  },
  phi3_v_vision: {
    like: 'kosmos_2_vision_model',
    defaults: { image_size: 336 },
  },
  siglip_vision_model: { like: 'vit', image: {} },
  siglip2_vision_model: {
    like: 'vit',
    image: { cells: 'num_patches' },
    defaults: { num_patches: 256 },
  },
  idefics2_vision: {
    like: 'siglip_vision_model',
    defaults: { patch_size: 32 },
  },
  idefics3_vision: {
    like: 'idefics2_vision',
    defaults: { hidden_size: 1152, num_attention_heads: 16 },
  },
  smolvlm_vision: { like: 'idefics3_vision' },
  idefics_vision: {
    like: 'vit',
    defaults: {
      embed_dim: 768,
      num_hidden_layers: 32,
      num_attention_heads: 16,
      patch_size: 14,
    },
  },
  janus_vision_model: {
    like: 'siglip_vision_model',
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 16,
      image_size: 384,
    },
  },
  aimv2_vision_model: {
    like: 'siglip_vision_model',
    when: [
      {
        if: { is_native: true },
        take: {
          table: { method: 'sinusoidalGrid', options: { lastAxisFirst: true } },
        },
      },
    ],
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 8,
      patch_size: 14,
      is_native: false,
    },
  },
  pixtral: {
    like: 'vit',
    position: 'rope',
    table: null,
    image: {},
    axes: { type: 'parted' },
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 16,
      image_size: 1024,
      rope_theta: 10000,
    },
  },
  mllama_vision_model: {
    like: 'vit',
    keys: { heads: 'attention_heads num_attention_heads' },
    defaults: {
      hidden_size: 1280,
      num_hidden_layers: 32,
      attention_heads: 16,
      image_size: 448,
      patch_size: 14,
    },
  },
  // The class token stands behind the patches; x comes before y, from 1.
  llama4_vision_model: {
    like: 'vit',
    position: 'rope',
    layout: 'interleaved',
    image: { suffix: 1 },
    axes: { type: 'axial', lastAxisFirst: true, offsets: [1, 1] },
    defaults: {
      num_hidden_layers: 34,
      num_attention_heads: 16,
      image_size: 448,
      patch_size: 14,
      rope_theta: 10000,
    },
  },
  internvl_vision: {
    like: 'vit',
    when: [
      {
        if: { use_absolute_position_embeddings: false },
        take: { table: null },
      },
    ],
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 16,
      image_size: 448,
      patch_size: 14,
      use_absolute_position_embeddings: true,
    },
  },
  intern_vit_6b: {
    like: 'vit',
    defaults: {
      hidden_size: 3200,
      num_hidden_layers: 48,
      num_attention_heads: 25,
      patch_size: 14,
    },
  },
  qwen_visual: {
    like: 'siglip_vision_model',
    // The table has the grid of 224 pixels and is enlarged.
    image: { cells: 'table_cells' },
    defaults: { table_cells: 256, patch_size: 14 },
  },
  qwen2_vl_vision: {
    ...plain,
    position: 'rope',
    axes: { type: 'axial' },
    merge: 'spatial_merge_size',
    keys: { width: 'embed_dim' },
    defaults: {
      depth: 32,
      embed_dim: 1280,
      num_heads: 16,
      patch_size: 14,
      spatial_merge_size: 2,
      rope_theta: 10000,
    },
  },
  qwen2_5_vl_vision: {
    like: 'qwen2_vl_vision',
    kinds: { list: 'fullatt_block_indexes', others: 'window_attention' },
    windowPixels: true,
    keys: { width: 'hidden_size' },
    defaults: {
      hidden_size: 3584,
      window_size: 112,
      fullatt_block_indexes: [7, 15, 23, 31],
    },
  },
  qwen2_5_omni_vision_encoder: { like: 'qwen2_5_vl_vision' },
  qwen3_vl_vision: {
    like: 'qwen2_vl_vision',
    table: learned,
    image: { cells: 'num_position_embeddings' },
    keys: { width: 'hidden_size' },
    defaults: {
      hidden_size: 1152,
      depth: 27,
      patch_size: 16,
      num_position_embeddings: 2304,
    },
  },
  qwen3_vl_moe_vision: { like: 'qwen3_vl_vision' },
  qwen3_5_vision: { like: 'qwen3_vl_vision' },
  qwen3_5_moe_vision: { like: 'qwen3_vl_vision' },
  qwen3_omni_moe_vision_encoder: { like: 'qwen3_vl_vision' },
  glm4v_vision: {
    like: 'qwen2_vl_vision',
    table: learned,
    image: {},
    keys: { width: 'hidden_size' },
    defaults: { hidden_size: 1536, depth: 24, num_heads: 12, image_size: 336 },
  },
  glm4v_moe_vision: { like: 'glm4v_vision' },
  glm_ocr_vision: { like: 'glm4v_vision', table: null, image: null },
  ernie4_5_vl_moe_vision: {
    like: 'qwen2_vl_vision',
    keys: { width: 'hidden_size' },
    defaults: { hidden_size: 1280 },
  },
  paddleocr_vl_vision: {
    like: 'siglip_vision_model',
    position: 'rope',
    axes: { type: 'axial' },
    defaults: {
      hidden_size: 1152,
      num_hidden_layers: 27,
      num_attention_heads: 16,
      image_size: 384,
      patch_size: 14,
      rope_theta: 10000,
    },
  },
  moonvit: {
    like: 'vit',
    position: 'rope',
    layout: 'interleaved',
    image: { lengths: 'init_pos_emb_height init_pos_emb_width' },
    axes: { type: 'alternating' },
    defaults: {
      hidden_size: 1152,
      num_hidden_layers: 27,
      num_attention_heads: 16,
      patch_size: 14,
      init_pos_emb_height: 64,
      init_pos_emb_width: 64,
      rope_theta: 10000,
    },
  },
  florence_vision: {
    like: 'swin',
    position: 'none',
    defaults: {
      depths: [1, 1, 9, 1],
      embed_dim: [256, 512, 1024, 2048],
      num_heads: [8, 16, 32, 64],
      window_size: 12,
    },
  },
  // Sines added to queries and keys; learned queries of the decoder.
  detr: {
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
  table_transformer: { like: 'detr' },
  conditional_detr: { like: 'detr', defaults: { num_queries: 300 } },
  deformable_detr: { like: 'detr', defaults: { num_queries: 300 } },
  grounding_dino: { like: 'detr', defaults: { num_queries: 900 } },
} as const satisfies Readonly<Record<string, Family>>;
