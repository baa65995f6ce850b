/**
 * Towers of sounds that came in 2026, and what makes sounds of tokens. Sources:
 * the configuration and modelling files of each word under
 * `src/transformers/models` of huggingface/transformers.
 */

import type { Family } from '../family.js';

export const audioMore = {
  // A frame sees those of its block and of the blocks before it that the window
  // reaches.
  nemotron_asr_streaming_encoder: {
    like: 'parakeet_encoder',
    lacks: [{ what: 'sees a window of blocks of frames', option: 'mask' }],
  },
  // Shaw's terms within blocks, which halve the frames twice.
  granite_speech5_encoder: {
    like: 'wav2vec2',
    position: 'shaw',
    clipReversed: true,
    table: null,
    kinds: { every: 1, that: 'chunked_attention' },
    keys: { chunk: 'context_size', clip: 'max_position_embeddings' },
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 16,
      num_attention_heads: 8,
      context_size: 128,
      max_position_embeddings: 512,
    },
  },
  // The table is added to the stacked frames, before the first layer. Older
  // files count the layers that predict times by themselves.
  fun_asr_nano_encoder: {
    tower: 'audio',
    bidirectional: true,
    position: 'none',
    lacks: [{ what: 'adds a convolution over its values' }],
    table: {
      method: 'sinusoidal',
      rows: 'maxPosition',
      offset: 1,
      width: 'input_size',
      options: { layout: 'blocks', shift: 1 },
    },
    keys: {
      layers: 'num_blocks encoder_layers num_hidden_layers',
      width: 'hidden_size output_size d_model',
      heads: 'num_attention_heads attention_heads encoder_attention_heads',
    },
    when: [
      { if: { num_blocks: '*' }, take: { keys: { moreLayers: 'tp_blocks' } } },
      {
        if: { encoder_layers: '*' },
        take: { keys: { moreLayers: 'num_timestamp_prediction_blocks' } },
      },
    ],
    defaults: {
      input_size: 560,
      hidden_size: 512,
      num_attention_heads: 4,
      num_hidden_layers: 70,
      tp_blocks: 20,
      num_timestamp_prediction_blocks: 20,
      max_position_embeddings: 2049,
    },
  },
  // The sines of NeMo: divided by the root of the width.
  canary_decoder: {
    tower: 'decoder',
    position: 'none',
    table: {
      method: 'sinusoidal',
      rows: 'maxPosition',
      options: { layout: 'blocks', overRootDim: true },
    },
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 8,
      num_attention_heads: 8,
      max_position_embeddings: 1024,
    },
  },
  // The class does not turn, although its configuration has rope parameters.
  cohere_asr: {
    like: 'canary_decoder',
    table: { method: 'learned', rows: 'maxPosition' },
    parts: { audio: 'parakeet_encoder' },
    absent: { audio: { hidden_size: 1280, num_hidden_layers: 48 } },
  },
  // The part of Qwen2.5-Omni that makes sounds.
  qwen2_5_omni_dit: {
    tower: 'dit',
    bidirectional: true,
    layout: 'interleaved',
    lacks: [
      { what: 'turns its first head alone' },
      {
        what: 'sees its block of frames, and in some layers the one beside it',
        option: 'mask',
        keys: 'block_size',
      },
    ],
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 22,
      num_attention_heads: 16,
      head_dim: 64,
      block_size: 24,
      rope_theta: 10000,
    },
  },
} as const satisfies Readonly<Record<string, Family>>;
