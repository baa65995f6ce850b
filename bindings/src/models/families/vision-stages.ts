/**
 * Models of images whose layers form stages of different widths. Sources: the
 * configuration and modelling files of each word under
 * `src/transformers/models` of huggingface/transformers.
 */

import type { Family } from '../family.js';
import { learned, plain } from './image-common.js';

export const visionStages = {
  'swin donut_swin maskformer_swin': {
    like: 'vit',
    position: 'gridBias',
    table: null,
    image: {},
    kinds: 'window',
    shifted: true,
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
    shifted: false,
    lacks: [{ what: 'sees the neighbours around the cell of each query' }],
    keys: { window: 'kernel_size' },
    defaults: {
      embed_dim: 64,
      depths: [3, 4, 6, 5],
      num_heads: [2, 4, 8, 16],
      kernel_size: 7,
    },
  },
  swinv2: {
    like: 'swin',
    position: 'continuousGridBias',
    scale: 1,
    norm: 'length logits',
    stages: {
      depths: 'depths',
      heads: 'num_heads',
      widths: 'embed_dim',
      fits: true,
      trained: 'pretrained_window_sizes',
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
      halves: true,
    },
    image: {},
    defaults: {
      image_size: 224,
      patch_size: 16,
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
    shifted: false,
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
} as const satisfies Readonly<Record<string, Family>>;
