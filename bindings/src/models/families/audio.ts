/**
 * Towers of sounds. Sources: the configuration and modelling files of each word
 * under `src/transformers/models` of huggingface/transformers.
 */

import type { Family } from '../family.js';

/** Conformers: a table of sines and cosines in turn; each layer has biases. */
const conformer = {
  options: { layout: 'interleaved' },
  facts: { untied: true },
} as const;
const rotary = {
  if: { position_embeddings_type: 'rotary' },
  take: {
    position: 'rope',
    options: {},
    facts: {},
    rotaryOf: 'embeddings',
  },
} as const;
const unplaced = {
  if: { position_embeddings_type: null },
  take: { position: 'none' },
} as const;

export const audio = {
  // A convolution over the frames is added to them.
  'wav2vec2 hubert unispeech unispeech_sat sew': {
    tower: 'audio',
    bidirectional: true,
    position: 'none',
    table: {
      method: 'convolution',
      named: {
        kernel: 'num_conv_pos_embeddings',
        groups: 'num_conv_pos_embedding_groups',
      },
    },
    defaults: {
      hidden_size: 768,
      num_hidden_layers: 12,
      num_attention_heads: 12,
      num_conv_pos_embeddings: 128,
      num_conv_pos_embedding_groups: 16,
    },
  },
  data2vec_audio: {
    like: 'wav2vec2',
    table: {
      method: 'convolution',
      named: {
        kernel: 'conv_pos_kernel_size',
        groups: 'num_conv_pos_embedding_groups',
        layers: 'num_conv_pos_embeddings',
      },
    },
    defaults: { conv_pos_kernel_size: 19, num_conv_pos_embeddings: 5 },
  },
  sew_d: {
    like: 'wav2vec2',
    position: 'deberta',
    scale: 'terms',
    defaults: {
      max_position_embeddings: 512,
      position_buckets: 256,
      relative_attention: true,
      share_att_key: true,
      pos_att_type: ['p2c', 'c2p'],
      norm_rel_ebd: 'layer_norm',
    },
  },
  'granite_speech_encoder granite_speech_plus_encoder': {
    like: 'wav2vec2',
    position: 'shaw',
    clipReversed: true,
    table: null,
    kinds: { every: 1, that: 'chunked_attention' },
    keys: {
      width: 'hidden_dim',
      layers: 'num_layers',
      heads: 'num_heads',
      headDim: 'dim_head',
      chunk: 'context_size',
      clip: 'max_pos_emb',
    },
    defaults: {
      hidden_dim: 1024,
      num_layers: 10,
      num_heads: 8,
      dim_head: null,
      context_size: 200,
      max_pos_emb: 512,
    },
  },
  phi4_multimodal_audio: {
    like: 'wav2vec2',
    position: 'clippedBias',
    table: null,
    when: [
      {
        if: { bias_symmetric: true },
        take: { lacks: [{ what: 'has one bias for both directions' }] },
      },
    ],
    keys: { layers: 'num_blocks', farthest: 'bias_max_distance' },
    defaults: {
      hidden_size: 1024,
      num_blocks: 24,
      num_attention_heads: 16,
      bias_max_distance: 1000,
    },
  },
  // A query sees itself and the twelve frames before it. The last frequency is
  // 1/10000, and no biases are added to queries.
  gemma4_audio: {
    like: 'wav2vec2',
    position: 'transformerXL',
    options: { shift: 1 },
    facts: { biases: false },
    // The model has learned factors of components as well, which begin with 1.
    scale: { times: Math.log(1 + Math.E) / Math.LN2, width: -0.5 },
    bidirectional: false,
    table: null,
    kinds: 'sliding',
    keys: { window: 'attention_context_left', softcap: 'attention_logit_cap' },
    defaults: {
      hidden_size: 1024,
      num_attention_heads: 8,
      attention_context_left: 13,
      attention_logit_cap: 50,
    },
  },
  gemma3n_audio: {
    like: 'gemma4_audio',
    scale: { width: -0.5 },
    keys: {
      layers: 'conf_num_hidden_layers',
      heads: 'conf_num_attention_heads',
      window: 'conf_attention_context_left',
      softcap: 'conf_attention_logit_cap',
    },
    defaults: {
      hidden_size: 1536,
      conf_num_hidden_layers: 12,
      conf_num_attention_heads: 8,
      conf_attention_context_left: 13,
      conf_attention_logit_cap: 50,
    },
  },
  // The bias of the first layer acts in all; each multiplies it by a gate.
  wavlm: {
    like: 'wav2vec2',
    position: 't5Bias',
    facts: { gated: true },
    defaults: { num_buckets: 320, max_bucket_distance: 800 },
  },
  wav2vec2_conformer: {
    like: 'wav2vec2',
    table: null,
    position: 'transformerXL',
    ...conformer,
    when: [rotary, unplaced],
    keys: { theta: 'rotary_embedding_base' },
    defaults: {
      position_embeddings_type: 'relative',
      rotary_embedding_base: 10000,
    },
  },
  wav2vec2_bert: {
    like: 'wav2vec2_conformer',
    when: [
      rotary,
      unplaced,
      {
        if: { position_embeddings_type: 'relative_key' },
        take: { position: 'shaw', options: {}, facts: {} },
      },
    ],
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 16,
      position_embeddings_type: 'relative_key',
      left_max_position_embeddings: 64,
      right_max_position_embeddings: 8,
    },
  },
  parakeet_encoder: {
    like: 'wav2vec2',
    table: null,
    position: 'transformerXL',
    ...conformer,
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 8,
    },
  },
  fastspeech2_conformer: {
    position: 'transformerXL',
    ...conformer,
    bidirectional: true,
    defaults: {
      hidden_size: 384,
      encoder_layers: 4,
      decoder_layers: 4,
      encoder_num_attention_heads: 2,
      decoder_num_attention_heads: 2,
    },
    towers: {
      encoder: {
        keys: {
          layers: 'encoder_layers',
          heads: 'encoder_num_attention_heads',
        },
      },
      decoder: {
        keys: {
          layers: 'decoder_layers',
          heads: 'decoder_num_attention_heads',
        },
      },
    },
  },
  audio_spectrogram_transformer: {
    like: 'vit',
    tower: 'audio',
    image: {
      prefix: 2,
      sizes: 'num_mel_bins max_length',
      steps: 'frequency_stride time_stride',
    },
    defaults: {
      num_mel_bins: 128,
      max_length: 1024,
      frequency_stride: 10,
      time_stride: 10,
    },
  },
  clap_audio_model: {
    like: 'swin',
    tower: 'audio',
    stages: {
      depths: 'depths',
      heads: 'num_attention_heads',
      widths: 'patch_embeds_hidden_size',
    },
    keys: { image: 'spec_size' },
    defaults: {
      spec_size: 256,
      num_attention_heads: [4, 8, 16, 32],
      patch_embeds_hidden_size: 96,
      window_size: 8,
    },
  },
  // Encoders of Whisper's form.
  qwen2_audio_encoder: {
    tower: 'audio',
    bidirectional: true,
    position: 'none',
    table: {
      method: 'sinusoidal',
      rows: 'max_source_positions',
      options: { preset: 'whisper' },
    },
    defaults: {
      d_model: 1280,
      encoder_layers: 32,
      encoder_attention_heads: 20,
      max_source_positions: 1500,
    },
  },
  qwen2_5_omni_audio_encoder: {
    like: 'qwen2_audio_encoder',
    kinds: { every: 1, that: 'chunked_attention' },
    keys: { chunk: 'n_window' },
    defaults: { n_window: 100 },
  },
  qwen3_omni_moe_audio_encoder: {
    like: 'qwen2_audio_encoder',
    lacks: [
      { what: 'sees frames of its chunk of the sound alone', option: 'mask' },
    ],
  },
  // Positions begin again in each chunk of 100 frames; a chunk of attention has
  // several of them.
  'qwen3_asr_audio_encoder qwen3_audio_encoder': {
    like: 'qwen3_omni_moe_audio_encoder',
    kinds: { every: 1, that: 'chunked_attention' },
  },
  'voxtral_encoder audioflamingo3_encoder': {
    like: 'qwen2_audio_encoder',
    defaults: {
      hidden_size: 1280,
      num_hidden_layers: 32,
      num_attention_heads: 20,
    },
  },
  'pe_audio_encoder pe_audio_video_encoder pe_video_encoder': {
    like: 'wav2vec2',
    position: 'rope',
    layout: 'interleaved',
    table: null,
    defaults: {
      hidden_size: 1792,
      num_hidden_layers: 6,
      num_attention_heads: 14,
      head_dim: 128,
      max_position_embeddings: 10000,
      rope_theta: 20000,
    },
  },
  glmasr_encoder: {
    like: 'wav2vec2',
    position: 'rope',
    table: null,
    defaults: {
      hidden_size: 1280,
      num_hidden_layers: 32,
      num_attention_heads: 20,
      partial_rotary_factor: 0.5,
      rope_theta: 10000,
    },
  },
  lasr_encoder: {
    like: 'llama',
    tower: 'audio',
    bidirectional: true,
    defaults: {
      hidden_size: 512,
      num_hidden_layers: 17,
      num_attention_heads: 8,
      max_position_embeddings: 10000,
    },
  },
  // Its encoder has no positions.
  moonshine_streaming: {
    like: 'llama',
    tower: 'decoder',
    layout: 'interleaved',
    defaults: {
      hidden_size: 320,
      num_hidden_layers: 6,
      num_attention_heads: 8,
      max_position_embeddings: 4096,
      partial_rotary_factor: 0.8,
    },
  },
  moonshine: {
    layout: 'interleaved',
    defaults: {
      hidden_size: 288,
      encoder_num_hidden_layers: 6,
      decoder_num_hidden_layers: 6,
      encoder_num_attention_heads: 8,
      decoder_num_attention_heads: 8,
      max_position_embeddings: 512,
      partial_rotary_factor: 0.9,
      rope_theta: 10000,
    },
    towers: {
      encoder: {
        bidirectional: true,
        keys: {
          layers: 'encoder_num_hidden_layers',
          heads: 'encoder_num_attention_heads',
          keyHeads: 'encoder_num_key_value_heads',
        },
      },
      decoder: {
        keys: {
          layers: 'decoder_num_hidden_layers',
          heads: 'decoder_num_attention_heads',
          keyHeads: 'decoder_num_key_value_heads',
        },
      },
    },
  },
  mimi: {
    like: 'llama',
    kinds: 'sliding',
    defaults: {
      hidden_size: 512,
      num_hidden_layers: 8,
      num_attention_heads: 8,
      max_position_embeddings: 8000,
      sliding_window: 250,
      rope_theta: 10000,
    },
    towers: { encoder: {}, decoder: {} },
  },
  voxtral_realtime_encoder: {
    like: 'mistral',
    tower: 'audio',
    defaults: {
      hidden_size: 1280,
      num_key_value_heads: null,
      head_dim: 64,
      sliding_window: 750,
    },
  },
  'dac encodec univnet gemma4_unified_audio inkling_audio inkling_audio_model vibevoice_acoustic_tokenizer vibevoice_semantic_tokenizer':
    { like: 'convnext', tower: 'audio' },
  // Scores are not divided by √headDim.
  dia_encoder: {
    like: 'llama',
    bidirectional: true,
    scale: 1,
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 12,
      num_attention_heads: 16,
      num_key_value_heads: 16,
      head_dim: 128,
      max_position_embeddings: 1024,
      rope_theta: 10000,
    },
  },
  dia_decoder: {
    like: 'dia_encoder',
    bidirectional: false,
    defaults: {
      hidden_size: 2048,
      num_hidden_layers: 18,
      num_key_value_heads: 4,
      max_position_embeddings: 3072,
    },
  },
  parler_tts_decoder: {
    like: 'musicgen_decoder',
    when: [
      {
        if: { rope_embeddings: true },
        take: { position: 'rope', table: null },
      },
    ],
    defaults: { rope_embeddings: false, rope_theta: 10000 },
  },
  kyutai_speech_to_text: {
    like: 'llama',
    kinds: 'sliding',
    parts: { codec: 'mimi' },
    defaults: {
      hidden_size: 2048,
      num_hidden_layers: 48,
      num_attention_heads: 32,
      max_position_embeddings: 750,
      sliding_window: 375,
      rope_theta: 100000,
    },
  },
} as const satisfies Readonly<Record<string, Family>>;
