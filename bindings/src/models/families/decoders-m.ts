/**
 * Decoders whose layers turn queries and keys, or mix attention with other
 * layers: names that begin with M to O. Sources: the configuration and
 * modelling files of each word under `src/transformers/models` of
 * huggingface/transformers, or the code beside the weights of the models that
 * a comment names.
 */

import type { Family } from '../family.js';

/** YaRN with the factors of queries, as Mistral's classes take it. */
const mistralYarn = {
  rope_type: 'yarn',
  beta_fast: 32,
  beta_slow: 1,
  mscale: 1,
  mscale_all_dim: 1,
  llama_4_scaling_beta: 0.1,
};

export const decodersM: Readonly<Record<string, Family>> = {
  mamba: {
    position: 'none',
    kinds: 'mamba',
    defaults: { hidden_size: 768, num_hidden_layers: 32 },
  },
  mamba2: {
    like: 'mamba',
    defaults: { hidden_size: 4096, num_hidden_layers: 64 },
  },
  mellum: {
    like: 'llama',
    layerTypes: true,
    defaults: {
      hidden_size: 2304,
      num_hidden_layers: 28,
      num_key_value_heads: 4,
      head_dim: 128,
      max_position_embeddings: 131072,
      sliding_window: 1024,
      rope_parameters: {
        full_attention: { rope_theta: 500000 },
        sliding_attention: { rope_theta: 10000 },
      },
    },
  },
  // XiaomiMiMo/MiMo-7B-Base.
  mimo: { like: 'qwen2' },
  mimo_v2_flash: {
    like: 'llama',
    kinds: {
      list: 'hybrid_layer_pattern',
      letters: { 1: 'sliding_attention' },
      others: 'full_attention',
    },
    sinks: {
      full: 'add_full_attention_sink_bias',
      sliding: 'add_swa_attention_sink_bias',
    },
    defaults: {
      add_full_attention_sink_bias: false,
      add_swa_attention_sink_bias: true,
      num_hidden_layers: 48,
      num_attention_heads: 64,
      num_key_value_heads: 4,
      swa_num_key_value_heads: 8,
      head_dim: 192,
      max_position_embeddings: 131072,
      rope_theta: 5e6,
      swa_rope_theta: 10000,
      partial_rotary_factor: 0.334,
      sliding_window: 128,
      hybrid_layer_pattern: [
        0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0,
        1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0,
      ],
    },
  },
  // XiaomiMiMo/MiMo-V2.5.
  mimo_v2: { like: 'mimo_v2_flash' },
  // openbmb/MiniCPM-2B, MiniCPM4-8B and MiniCPM-o: `scale_depth` and
  // `scale_emb` are no factors of scores.
  minicpm: { like: 'llama' },
  minicpmo: { like: 'minicpmv' },
  minicpm3: {
    like: 'deepseek_v3',
    layout: 'half',
    layoutKey: 'none',
    defaults: {
      hidden_size: 2560,
      num_hidden_layers: 62,
      num_attention_heads: 40,
      num_key_value_heads: 40,
      qk_nope_head_dim: 64,
      qk_rope_head_dim: 32,
      max_position_embeddings: 32768,
    },
  },
  minimax: {
    like: 'mixtral',
    kinds: { every: 2, at: 0, others: 'linear_attention' },
    decay: 'minimax',
  },
  // MiniMaxAI/MiniMax-Text-01 and MiniMax-M1-80k.
  minimax_text_01: {
    like: 'mixtral',
    kinds: {
      list: 'attn_type_list',
      letters: { 1: 'full_attention' },
      others: 'linear_attention',
    },
    decay: 'minimax-text01',
    defaults: { rotary_dim: 64, head_dim: 128 },
  },
  minimax_m1: { like: 'minimax_text_01' },
  minimax_m2: {
    like: 'llama',
    norm: 'rms width',
    keys: { rotaryDim: 'rotary_dim' },
    defaults: {
      hidden_size: 3072,
      num_hidden_layers: 62,
      num_attention_heads: 48,
      num_key_value_heads: 8,
      head_dim: 128,
      max_position_embeddings: 196608,
      rope_theta: 5e6,
      partial_rotary_factor: 0.5,
    },
  },
  // The files beside the weights of Maincode/Maincoder-1B.
  maincoder: { like: 'llama', layout: 'interleaved', norm: 'rms turned' },
  minimax_m3_vl_text: {
    like: 'minimax_m2',
    norm: '',
    lacks: [
      {
        what: 'sees the blocks of keys that an indexer chooses',
        option: 'mask',
        words: ['minimax_m3_sparse'],
      },
    ],
    layerTypes: true,
    defaults: {
      hidden_size: 6144,
      num_hidden_layers: 60,
      num_attention_heads: 64,
      num_key_value_heads: 4,
      max_position_embeddings: 524288,
    },
  },
  mistral: {
    like: 'llama',
    kinds: 'sliding',
    defaults: {
      num_key_value_heads: 8,
      max_position_embeddings: 131072,
      sliding_window: 4096,
    },
  },
  ministral: { like: 'mistral', layerTypes: true },
  ministral3: {
    like: 'mistral',
    queryScale: 'mistral',
    defaults: {
      num_hidden_layers: 34,
      head_dim: 128,
      max_position_embeddings: 262144,
      sliding_window: null,
      rope_parameters: {
        ...mistralYarn,
        rope_theta: 1e6,
        factor: 16,
        original_max_position_embeddings: 16384,
      },
    },
  },
  mistral4: {
    like: 'deepseek_v3',
    queryScale: 'mistral',
    defaults: {
      hidden_size: 4096,
      num_hidden_layers: 36,
      num_attention_heads: 32,
      num_key_value_heads: 32,
      qk_nope_head_dim: 64,
      max_position_embeddings: 1048576,
      rope_parameters: {
        ...mistralYarn,
        rope_theta: 10000,
        factor: 128,
        original_max_position_embeddings: 8192,
      },
    },
  },
  mixtral: {
    like: 'mistral',
    defaults: { rope_theta: 1e6, sliding_window: null },
  },
  mllama_text_model: {
    like: 'llama',
    kinds: {
      list: 'cross_attention_layers',
      that: 'cross_attention',
      others: 'full_attention',
    },
    noRope: 'cross_attention',
    defaults: {
      num_hidden_layers: 40,
      num_key_value_heads: 8,
      max_position_embeddings: 131072,
      rope_theta: 500000,
      cross_attention_layers: [3, 8, 13, 18, 23, 28, 33, 38],
    },
  },
  // facebook/MobileLLM-125M.
  mobilellm: { like: 'llama' },
  // allenai/Molmo-7B-D-0924.
  molmo: { like: 'llama' },
  moshi: {
    like: 'llama',
    kinds: 'sliding',
    parts: { depth_decoder: 'moshi_depth' },
    defaults: { max_position_embeddings: 3000, sliding_window: 3000 },
  },
  moshi_depth: {
    position: 'none',
    kinds: 'sliding',
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 6,
      num_attention_heads: 16,
      sliding_window: 8,
    },
  },
  muse_glimmer_text: {
    like: 'llama',
    norm: 'rms plain',
    scale: { key: 'qk_scale_factor', width: -0.5 },
    kinds: { every: 4 },
    // A base of 0 stands for a layer that does not turn.
    ropeList: 'layer_rope_theta',
    when: [
      { if: { layer_rope_theta: null }, take: { noRope: 'full_attention' } },
    ],
    defaults: {
      hidden_size: 6656,
      num_hidden_layers: 52,
      num_key_value_heads: 2,
      head_dim: 128,
      max_position_embeddings: 131072,
      sliding_window: 2048,
      qk_scale_factor: 3.87,
    },
  },
  // Tokens of a block see each other, and what the model says of those before.
  muse_glimmer_assistant: {
    like: 'llama',
    norm: 'rms',
    layerTypes: true,
    kinds: 'sliding',
    lacks: [{ what: 'sees all tokens of its block', option: 'mask' }],
    defaults: {
      hidden_size: 6656,
      num_hidden_layers: 5,
      num_attention_heads: 32,
      num_key_value_heads: 8,
      head_dim: 128,
      max_position_embeddings: 131072,
      sliding_window: 2048,
      rope_theta: 500000,
    },
  },
  nanochat: {
    like: 'llama',
    inverse: true,
    defaults: {
      hidden_size: 768,
      num_hidden_layers: 12,
      num_attention_heads: 6,
    },
  },
  // Nanbeige4.2: all layers run several times, at the same positions.
  nanbeige: { like: 'llama' },
  nemotron: {
    like: 'llama',
    defaults: {
      hidden_size: 6144,
      num_attention_heads: 48,
      max_position_embeddings: 4096,
      partial_rotary_factor: 0.5,
    },
  },
  // nvidia/Llama-3_3-Nemotron-Super-49B-v1.
  nemotron_nas: {
    like: 'llama',
    kinds: {
      list: 'block_configs',
      field: 'attention.no_op',
      letters: { true: 'mlp' },
      others: 'full_attention',
      absent: 'full_attention',
    },
  },
  nemotron_h: {
    position: 'none',
    keys: { layers: 'num_hidden_layers layers_block_type' },
    kinds: {
      cycle: 'layers_block_type',
      list: 'hybrid_override_pattern',
      letters: { M: 'mamba', '*': 'full_attention', '-': 'mlp', E: 'moe' },
    },
    defaults: {
      hidden_size: 4096,
      num_attention_heads: 32,
      num_key_value_heads: 8,
      head_dim: 128,
    },
  },
  olmo: { like: 'llama' },
  // allenai/OLMo-7B.
  hf_olmo: { like: 'llama' },
  olmo2: { like: 'llama', norm: 'rms width' },
  olmo3: {
    like: 'olmo2',
    kinds: { every: 4 },
    scaled: 'full_attention',
    defaults: { rope_theta: 500000, sliding_window: 4096 },
  },
  olmo_hybrid: {
    like: 'llama',
    kinds: { every: 4, others: 'linear_attention' },
    // The released models have null for it and turn nothing.
    when: [
      {
        if: { rope_theta: null, 'rope_parameters.rope_theta': null },
        take: { position: 'none' },
      },
    ],
    defaults: {
      hidden_size: 3840,
      num_attention_heads: 30,
      max_position_embeddings: 65536,
    },
  },
  olmoe: {
    like: 'olmo2',
    defaults: {
      hidden_size: 2048,
      num_hidden_layers: 16,
      num_attention_heads: 16,
      max_position_embeddings: 4096,
    },
  },
  openai_privacy_filter: {
    like: 'llama',
    layerTypes: true,
    layout: 'interleaved',
    bidirectional: true,
    kinds: 'sliding',
    // It sees as many keys in each direction.
    windowFactor: 2,
    sinks: { sliding: true },
    defaults: {
      hidden_size: 640,
      num_hidden_layers: 8,
      num_attention_heads: 14,
      num_key_value_heads: 2,
      head_dim: 64,
      max_position_embeddings: 131072,
      rope_theta: 150000,
      sliding_window: 128,
      rope_parameters: {
        rope_type: 'yarn',
        factor: 32,
        beta_fast: 32,
        beta_slow: 1,
        truncate: false,
        original_max_position_embeddings: 4096,
      },
    },
  },
  // apple/OpenELM-270M.
  openelm: {
    like: 'llama',
    keys: { theta: 'rope_freq_constant rope_theta' },
    defaults: { head_dim: 128 },
  },
  // OrionStarAI/Orion-14B-Base.
  orion: { like: 'llama' },
  open_llama: { like: 'llama' },
  // ByteDance/Ouro-1.4B.
  ouro: { like: 'qwen2' },
};
