/**
 * Image towers that came in 2026. Sources: the configuration and modelling files
 * of each word under `src/transformers/models` of huggingface/transformers;
 * those of `deepseek_v41_vision` and `cogvlm_vision` are beside the weights.
 */

import type { Family } from '../family.js';
import { plain } from './image-common.js';

/** What classes of large towers take. */
const large = {
  hidden_size: 1024,
  num_hidden_layers: 24,
  num_attention_heads: 16,
} as const;

export const visionMore = {
  // Frames, rows and columns have as many pairs; what is left over passes.
  minimax_m3_vl_vision: {
    ...plain,
    position: 'rope',
    axes: { type: 'triples' },
    defaults: {
      hidden_size: 1280,
      num_hidden_layers: 32,
      num_attention_heads: 16,
      image_size: 2016,
      patch_size: 14,
      rope_theta: 10000,
    },
  },
  // Columns turn the first half of the pairs, rows the second; both count from 1.
  muse_glimmer_vision: {
    ...plain,
    position: 'rope',
    axes: { type: 'axial', lastAxisFirst: true, offsets: [1, 1] },
    kinds: { every: 4, others: 'window_attention' },
    last: 'full_attention',
    keys: { window: 'pos_emb_height' },
    image: { lengths: 'pos_emb_height pos_emb_width' },
    table: { method: 'learned', rows: 'cells' },
    defaults: {
      hidden_size: 1536,
      num_hidden_layers: 50,
      num_attention_heads: 16,
      patch_size: 14,
      pos_emb_height: 32,
      pos_emb_width: 32,
      rope_theta: 10000,
    },
  },
  deepseek_v41_vision: {
    ...plain,
    position: 'rope',
    axes: { type: 'axial' },
    defaults: {
      hidden_size: 1024,
      num_attention_heads: 16,
      patch_size: 14,
      rope_theta: 10000,
    },
  },
  // Patches become tokens of the text at once.
  gemma4_unified_vision: {
    ...plain,
    keys: { layers: 'attention_layers', width: 'mm_embed_dim' },
    table: {
      method: 'learnedGrid',
      named: { tableLength: 'mm_posemb_size' },
      options: { axes: 2, join: 'sum' },
    },
    defaults: {
      attention_layers: 0,
      mm_embed_dim: 3840,
      mm_posemb_size: 1120,
    },
  },
  // The table of the largest image, which is cut and resized.
  radio: {
    like: 'vit',
    keys: { image: 'max_img_size' },
    image: { prefix: 'num_cls_tokens num_registers' },
    table: { method: 'learned', rows: 'cells' },
    defaults: {
      hidden_size: 1280,
      num_hidden_layers: 32,
      num_attention_heads: 16,
      max_img_size: 2048,
      num_cls_tokens: 3,
      num_registers: 7,
    },
  },
  tipsv2_vision_model: {
    like: 'dinov2_with_registers',
    defaults: { image_size: 448, num_register_tokens: 1 },
  },
  // Layers in the middle share key heads.
  sapiens2: {
    like: 'dinov3_vit',
    norm: 'rms',
    kinds: {
      every: 2 ** 30,
      others: 'grouped_query_attention',
      after: 'num_first_full_attention_layers',
      rest: 'num_last_full_attention_layers',
    },
    keys: { globalKeyHeads: 'num_attention_heads' },
    when: [{ if: { use_qk_norm: false }, take: { norm: '' } }],
    defaults: {
      ...large,
      num_key_value_heads: 8,
      num_register_tokens: 8,
      num_first_full_attention_layers: 8,
      num_last_full_attention_layers: 8,
      use_qk_norm: true,
    },
  },
  // Cells of each frame, then frames of each cell.
  videoprism_vision_model: {
    ...plain,
    keys: {
      patch: 'tubelet_size',
      softcap: 'attn_logit_softcapping atten_logit_cap',
    },
    defaults: {
      hidden_size: 768,
      num_attention_heads: 12,
      num_spatial_layers: 12,
      num_temporal_layers: 4,
      num_frames: 16,
      image_size: 288,
      tubelet_size: [1, 18, 18],
      atten_logit_cap: 50,
    },
    towers: {
      vision: {
        keys: { layers: 'num_spatial_layers' },
        image: {},
        table: { method: 'learned', rows: 'cells' },
      },
      temporal: {
        keys: { layers: 'num_temporal_layers' },
        table: { method: 'learned', rows: 'num_frames' },
      },
    },
  },
  // One window is a quarter of the rows and columns of the image, or what
  // num_windows says.
  lw_detr_vit: {
    like: 'vitdet',
    keys: { window: '' },
    lacks: [
      {
        what: 'sees the cells of its part of the image',
        option: 'mask',
        words: ['window_attention'],
      },
    ],
  },
  rf_detr_dinov2: {
    like: 'dinov2',
    lacks: [
      {
        what: 'sees its part of the image, unless out_indices names it',
        option: 'mask',
      },
    ],
    when: [{ if: { num_windows: 1 }, take: { lacks: [] } }],
    defaults: { num_windows: 4 },
  },
  // Rotations run through all heads; rows and columns take turns.
  efficientloftr: {
    ...plain,
    position: 'rope',
    layout: 'interleaved',
    axes: { type: 'across' },
    keys: { layers: 'num_attention_layers', share: '' },
    lacks: [
      {
        what: 'sees means of cells, and the other image in a second attention',
      },
    ],
    defaults: {
      hidden_size: 256,
      num_attention_layers: 4,
      num_attention_heads: 8,
      rope_theta: 10000,
    },
  },
  pp_formulanet_vision: {
    like: 'sam_vision_model',
    defaults: { image_size: 512 },
  },
  pp_chart2table_vision: {
    like: 'sam_vision_model',
    keys: { width: 'embed_dim hidden_size' },
  },
  // A text of cogvlm has one position for all cells of an image.
  cogvlm_vision: {
    like: 'vit',
    table: { method: 'learned', rows: 'num_positions' },
    defaults: {
      hidden_size: 1792,
      num_hidden_layers: 63,
      num_heads: 16,
      image_size: 490,
      patch_size: 14,
      num_positions: 1226,
    },
  },
} as const satisfies Readonly<Record<string, Family>>;
