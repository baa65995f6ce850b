/**
 * Image towers of models with other parts. Sources: the configuration and
 * modelling files of each word under `src/transformers/models` of
 * huggingface/transformers, and the code beside the weights of `intern_vit_6b`,
 * `moonvit`, `dots_vit` and `deepseek_vl_v2`.
 */

import type { Family } from '../family.js';
import { base, learned, plain } from './image-common.js';

export const visionTowers = {
  // Models of convolutions, which have no attention.
  'convnext convnextv2 swiftformer superpoint mobilevitv2 rt_detr_resnet chameleon_vqgan emu3_vqgan janus_vqgan dinov3_convnext resnet bit regnet mobilenet_v1 mobilenet_v2 efficientnet van poolformer focalnet hgnet_v2 textnet align_vision_model gemma3n_vision vqgan timm_backbone timm_wrapper inkling_vision inkling_vision_model':
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
    {
      like: 'vit',
      defaults: { patch_size: 32 },
    },
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
  // All heads have 64 components.
  bridgetower_vision_model: {
    like: 'vit',
    when: [
      { if: { hidden_size: 1024 }, take: { defaults: { num_heads: 16 } } },
    ],
    defaults: { image_size: 288 },
  },
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
  hunyuan_vl_vision: {
    like: 'siglip_vision_model',
    table: { method: 'learned', rows: 'cells', extra: 1, offset: 1 },
    keys: { image: 'max_image_size' },
    defaults: {
      hidden_size: 1152,
      num_hidden_layers: 27,
      num_attention_heads: 16,
      max_image_size: 2048,
    },
  },
  // Its class has no rotation, unlike that of GLM-4V.
  glm_image_vision: {
    like: 'siglip_vision_model',
    defaults: {
      hidden_size: 1536,
      depth: 40,
      num_heads: 16,
      image_size: 2048,
    },
  },
  // Cells of any image take the nearest rows of a square table.
  'minicpmv4_6_vision minicpmv4_7_vision': { like: 'siglip_vision_model' },
  'step3p7_vision step3p5_vision': {
    like: 'siglip_vision_model',
    position: 'rope',
    axes: { type: 'axial' },
    defaults: {
      hidden_size: 1536,
      num_hidden_layers: 47,
      num_attention_heads: 16,
      image_size: 728,
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
    },
  },
  'internvl_vision qianfan_ocr_vision': {
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
  dots_vit: {
    like: 'qwen2_vl_vision',
    defaults: {
      num_hidden_layers: 42,
      embed_dim: 1536,
      num_attention_heads: 12,
    },
  },
  exaone4_5_vision: {
    like: 'qwen2_5_vl_vision',
    defaults: { num_key_value_heads: 8 },
  },
  'qwen3_vl_vision qwen3_vl_moe_vision qwen3_5_vision qwen3_5_moe_vision qwen4_exp_vision cohere_compass_vision qwen3_omni_moe_vision_encoder':
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
  'glm_ocr_vision glm5_next_vision': {
    like: 'glm4v_vision',
    norm: 'rms',
    table: null,
    image: null,
    defaults: { hidden_size: 1024, num_heads: 16 },
  },
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
    },
  },
  // Thirds of a head go with frames, rows and columns. Its code repeats the list
  // of cosines and sines, but pairs neighbours, so that the two components of a
  // pair are multiplied by those of two frequencies.
  vjepa2: {
    ...plain,
    lacks: [
      {
        what:
          'turns thirds of a head by frame, row and column, but the two ' +
          'components of a pair with different frequencies, which is no rotation',
      },
    ],
    image: { sizes: 'crop_size', frames: 'frames_per_clip tubelet_size' },
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 16,
      crop_size: 256,
      patch_size: 16,
      frames_per_clip: 64,
      tubelet_size: 2,
      pred_hidden_size: 384,
      pred_num_hidden_layers: 12,
      pred_num_attention_heads: 12,
    },
    towers: {
      vision: {},
      predictor: {
        keys: {
          layers: 'pred_num_hidden_layers',
          width: 'pred_hidden_size',
          heads: 'pred_num_attention_heads',
        },
      },
    },
  },
  // stepfun-ai/step3.
  step3_vision_encoder: {
    like: 'vit',
    defaults: {
      hidden_size: 1792,
      num_hidden_layers: 63,
      num_attention_heads: 16,
      image_size: 728,
      patch_size: 14,
    },
  },
  'moonvit kimi_k25_vision': {
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
    },
  },
  florence_vision: {
    like: 'swin',
    position: 'none',
    defaults: {
      depths: [1, 1, 9, 1],
      embed_dim: [128, 256, 512, 1024],
      num_heads: [4, 8, 16, 32],
      window_size: 12,
    },
  },
  // The code beside the weights of Florence-2.
  davit: {
    like: 'florence_vision',
    stages: { depths: 'depths', heads: 'num_heads', widths: 'dim_embed' },
    defaults: {
      dim_embed: [256, 512, 1024, 2048],
      num_heads: [8, 16, 32, 64],
    },
  },
} as const satisfies Readonly<Record<string, Family>>;
