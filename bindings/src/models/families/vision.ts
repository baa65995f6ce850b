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
  rope_theta: 10000,
} as const;

export const vision = {
  'vit vit_msn git_vision_model flava_image_model timesformer': {
    ...plain,
    table: learned,
    image: { prefix: 1 },
    defaults: base,
  },
  deit: { like: 'vit', image: { prefix: 2 } },
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
  dpt: { like: 'vit', defaults: { image_size: 384 } },
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
  mlcd_vision_model: {
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
    when: [{ if: { use_rel_pos: false }, take: { position: 'none' } }],
    defaults: {
      image_size: 1024,
      window_size: 14,
      use_rel_pos: true,
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
  sam2_hiera_det_model: {
    ...plain,
    // A grid that is enlarged, and the cells of a window that are repeated.
    table: {
      method: 'windowedGrid',
      options: { grid: [7, 7], window: [8, 8] },
    },
    stages: {
      depths: 'blocks_per_stage',
      heads: 'num_attention_heads_per_stage',
      widths: 'embed_dim_per_stage',
    },
    defaults: {
      blocks_per_stage: [1, 2, 7, 2],
      num_attention_heads_per_stage: [1, 2, 4, 8],
      embed_dim_per_stage: [96, 192, 384, 768],
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
  'convnext convnextv2 dinov3_convnext resnet bit regnet mobilenet_v1 mobilenet_v2 efficientnet van poolformer focalnet hgnet_v2 textnet align_vision_model gemma3n_vision vqgan timm_backbone timm_wrapper':
    {
      ...plain,
      keys: { layers: 'attention_layers' },
      defaults: { attention_layers: 0 },
    },
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
  kosmos_2_5_vision_model: {
    like: 'pix2struct_vision_model',
    table: {
      method: 'learnedGrid',
      named: { tableLength: 'max_num_patches' },
      options: { axes: 2, join: 'sum' },
    },
    defaults: {
      hidden_size: 1536,
      num_hidden_layers: 18,
      num_attention_heads: 24,
      head_dim: 64,
      max_num_patches: 4096,
    },
    scale: { key: 'head_dim', power: -0.5 },
  },
  seggpt: {
    like: 'sam_vision_model',
    kinds: 'full',
    table: { method: 'learned', rows: 'cells', extra: 1 },
    keys: { image: 'image_size' },
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 16,
      image_size: [896, 448],
    },
  },
  video_llama_3_vision: {
    ...plain,
    position: 'rope',
    axes: { type: 'axial' },
    defaults: base,
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
      num_hidden_layers: 16,
      head_dim: 64,
      rope_theta: 100,
      position_embedding_size: 10240,
    },
  },
  'clip_vision_model chinese_clip_vision_model altclip_vision_model clipseg_vision_model xclip_vision_model metaclip_2_vision_model':
    { like: 'vit', defaults: { patch_size: 32 } },
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
  bridgetower_vision_model: { like: 'vit', defaults: { image_size: 288 } },
  blip_vision_model: { like: 'vit', defaults: { image_size: 384 } },
  'blip_2_vision_model instructblip_vision_model instructblipvideo_vision_model':
    {
      like: 'vit',
      defaults: {
        hidden_size: 1408,
        num_hidden_layers: 39,
        num_attention_heads: 16,
        patch_size: 14,
      },
    },
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
    table: { method: 'learned', rows: 'num_patches' },
    image: { cells: 'num_patches' },
    defaults: { num_patches: 256 },
  },
  phi4_multimodal_vision: {
    like: 'siglip_vision_model',
    defaults: {
      hidden_size: 1152,
      num_hidden_layers: 27,
      num_attention_heads: 16,
      image_size: 448,
      patch_size: 14,
    },
  },
  idefics2_vision: {
    like: 'siglip_vision_model',
    defaults: { patch_size: 32 },
  },
  'idefics3_vision smolvlm_vision': {
    like: 'idefics2_vision',
    defaults: { hidden_size: 1152, num_attention_heads: 16 },
  },
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
      num_global_layers: 8,
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
  'qwen2_5_vl_vision qwen2_5_omni_vision_encoder': {
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
  'qwen3_vl_vision qwen3_vl_moe_vision qwen3_5_vision qwen3_5_moe_vision qwen3_omni_moe_vision_encoder':
    {
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
  'glm4v_vision glm4v_moe_vision': {
    like: 'qwen2_vl_vision',
    table: learned,
    image: {},
    keys: { width: 'hidden_size' },
    defaults: { hidden_size: 1536, depth: 24, num_heads: 12, image_size: 336 },
  },
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
  davit: {
    like: 'florence_vision',
    stages: { depths: 'depths', heads: 'num_heads', widths: 'dim_embed' },
    defaults: { dim_embed: [256, 512, 1024, 2048] },
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
  'conditional_detr deformable_detr dab_detr': {
    like: 'detr',
    defaults: { num_queries: 300 },
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
    defaults: { num_queries: 900 },
  },
} as const satisfies Readonly<Record<string, Family>>;
