/**
 * Decoders whose layers turn queries and keys, or mix attention with other
 * layers: names that begin with R to Z. Sources: the configuration and
 * modelling files of each word under `src/transformers/models` of
 * huggingface/transformers, or the code beside the weights of the models that
 * a comment names.
 */

import type { Family } from '../family.js';

/** The kinds of layers of Zamba, by letters: `h` has attention too. */
function hybrids(letters: string): readonly string[] {
  return [...letters].map((letter) => (letter === 'h' ? 'hybrid' : 'mamba'));
}

export const decodersR: Readonly<Record<string, Family>> = {
  recurrent_gemma: {
    like: 'llama',
    kinds: { cycle: 'block_types' },
    words: { attention: 'sliding_attention' },
    defaults: {
      hidden_size: 2560,
      num_hidden_layers: 26,
      num_attention_heads: 10,
      partial_rotary_factor: 0.5,
      attention_window_size: 2048,
      block_types: ['recurrent', 'recurrent', 'attention'],
    },
  },
  // The first files of tiiuae/falcon-7b and falcon-40b.
  refinedwebmodel: { like: 'falcon' },
  refinedweb: {
    like: 'falcon',
    defaults: { multi_query: false, new_decoder_architecture: true },
  },
  rwkv: {
    position: 'none',
    kinds: 'rwkv',
    defaults: { hidden_size: 4096, num_hidden_layers: 32 },
  },
  // RWKV/rwkv-5-world-3b and rwkv-6-world-7b.
  rwkv5: { like: 'rwkv' },
  rwkv6: { like: 'rwkv' },
  rwkv7: {
    like: 'rwkv',
    defaults: { hidden_size: 768, num_hidden_layers: 12 },
  },
  // JetLM/SDAR-8B-Chat.
  sdar: { like: 'qwen3' },
  sdar_moe: { like: 'qwen3_moe' },
  seed_oss: {
    like: 'llama',
    defaults: {
      num_hidden_layers: 64,
      num_attention_heads: 80,
      num_key_value_heads: 8,
      head_dim: 128,
      max_position_embeddings: 524288,
    },
  },
  // Skywork/Skywork-13B-base.
  skywork: { like: 'llama' },
  // PowerInfer/SmallThinker-4BA0.6B-Instruct.
  smallthinker: {
    like: 'llama',
    kinds: {
      list: 'sliding_window_layout',
      letters: { 1: 'sliding_attention' },
      others: 'full_attention',
    },
    ropeList: 'rope_layout',
  },
  smollm3: {
    like: 'llama',
    layerTypes: true,
    ropeList: true,
    when: [
      {
        if: { use_sliding_window: true },
        take: {
          kinds: {
            turns: true,
            that: 'full_attention',
            others: 'sliding_attention',
          },
        },
      },
    ],
    defaults: {
      hidden_size: 2048,
      num_hidden_layers: 36,
      num_attention_heads: 16,
      num_key_value_heads: 4,
      max_position_embeddings: 32768,
      rope_theta: 2e6,
      no_rope_layer_interval: 4,
    },
  },
  // upstage/solar-pro-preview-instruct.
  solar: { like: 'llama' },
  solar_open: {
    like: 'llama',
    defaults: {
      num_hidden_layers: 48,
      num_attention_heads: 64,
      num_key_value_heads: 8,
      head_dim: 128,
      max_position_embeddings: 131072,
      rope_theta: 1e6,
    },
  },
  stablelm: {
    like: 'llama',
    when: [{ if: { qk_layernorm: true }, take: { norm: 'layer heads' } }],
    defaults: {
      hidden_size: 2560,
      max_position_embeddings: 4096,
      partial_rotary_factor: 0.25,
    },
  },
  // The first files of stabilityai/stablelm-3b-4e1t, and of its second alpha.
  stablelm_epoch: {
    like: 'stablelm',
    keys: { share: 'rope_pct partial_rotary_factor' },
  },
  stablelm_alpha: {
    like: 'stablelm',
    keys: {
      theta: 'rotary_emb_base rope_theta',
      share: 'rotary_pct rope_pct partial_rotary_factor',
    },
  },
  starcoder2: {
    like: 'llama',
    kinds: 'sliding',
    defaults: {
      hidden_size: 3072,
      num_hidden_layers: 30,
      num_attention_heads: 24,
      num_key_value_heads: 2,
      max_position_embeddings: 4096,
      sliding_window: null,
    },
  },
  // stepfun-ai/step3.
  step3_text: {
    like: 'llama',
    defaults: { head_dim: 256, num_attention_groups: 1, rope_theta: 500000 },
  },
  step3p5: {
    like: 'llama',
    keys: { share: 'partial_rotary_factors partial_rotary_factor' },
    layerTypes: true,
    scaled: 'full_attention',
    scale: { key: 'query_pre_attn_scalar', power: -0.5 },
    defaults: {
      num_hidden_layers: 45,
      num_attention_heads: 64,
      num_key_value_heads: 8,
      head_dim: 128,
      max_position_embeddings: 128000,
      sliding_window: null,
    },
  },
  // Tele-AI/telechat-7B, TeleChat2-7B and TeleChat3-36B-Thinking.
  // The files beside the weights of talkie-lm: a factor for each query head, and
  // none for keys.
  talkie: {
    like: 'llama',
    norm: 'rms turned heads',
    defaults: {
      n_embd: 5120,
      n_layer: 40,
      n_head: 40,
      head_dim: 128,
      max_position_embeddings: 4096,
      rope_theta: 1e6,
      rms_norm_eps: 2 ** -23,
    },
  },
  telechat: { like: 'llama' },
  telechat2: { like: 'telechat' },
  telechat3: { like: 'telechat', slope: 0.07 },
  vaultgemma: {
    like: 'gemma2',
    defaults: {
      hidden_size: 2304,
      num_hidden_layers: 26,
      num_attention_heads: 8,
      num_key_value_heads: 4,
      max_position_embeddings: 8192,
    },
  },
  xlstm: {
    position: 'none',
    kinds: 'xlstm',
    keys: { layers: 'num_hidden_layers num_blocks' },
    defaults: { hidden_size: 4096, num_hidden_layers: 32 },
  },
  // XiaoduoAILab/Xmodel_LM and Xmodel2.
  xmodel: { like: 'llama' },
  xmodel2: { like: 'llama' },
  // xverse/XVERSE-13B, 01-ai/Yi-6B, IEITYuan/Yuan2-2B and qihoo360/360Zhinao-7B.
  xverse: { like: 'llama' },
  yi: { like: 'llama' },
  yuan: { like: 'llama' },
  youtu: {
    like: 'deepseek_v3',
    defaults: {
      hidden_size: 2048,
      num_hidden_layers: 32,
      num_attention_heads: 16,
      num_key_value_heads: 16,
      max_position_embeddings: 131072,
    },
  },
  zhinao: { like: 'llama' },
  zamba: {
    like: 'llama',
    position: 'none',
    kinds: { cycle: 'layers_block_type' },
    // Its heads see the embeddings beside the hidden states.
    keys: { headDim: 'attention_head_dim' },
    wider: 2,
    scale: { times: Math.SQRT2, width: -0.5 },
    defaults: {
      hidden_size: 3712,
      num_hidden_layers: 76,
      num_attention_heads: 16,
      layers_block_type: hybrids(`mmh${'mmmmhm'.repeat(12)}m`),
    },
  },
  zamba2: {
    like: 'zamba',
    when: [
      {
        if: { use_mem_rope: true, use_long_context: true },
        take: {
          position: 'rope',
          defaults: { rope_scaling: { rope_type: 'ntk', factor: 8 } },
        },
      },
      { if: { use_mem_rope: true }, take: { position: 'rope' } },
    ],
    defaults: {
      hidden_size: 2560,
      num_hidden_layers: 54,
      num_attention_heads: 32,
      layers_block_type: hybrids(`m${'mmmmmh'.repeat(7)}mmmmhmmmhmm`),
    },
  },
  zaya: {
    like: 'llama',
    layerTypes: true,
    kinds: 'hybrid',
    defaults: {
      hidden_size: 2048,
      num_hidden_layers: 40,
      num_attention_heads: 8,
      num_key_value_heads: 2,
      head_dim: 128,
      max_position_embeddings: 131072,
      rope_parameters: {
        hybrid: { rope_theta: 5e6, partial_rotary_factor: 0.5 },
        hybrid_sliding: { rope_theta: 10000, partial_rotary_factor: 0.5 },
      },
    },
  },
};
