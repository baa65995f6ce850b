/**
 * Decoders whose layers turn queries and keys, or mix attention with other
 * layers: names that begin with A to F. Sources: the configuration and
 * modelling files of each word under `src/transformers/models` of
 * huggingface/transformers, or what a comment names.
 */

import type { Family } from '../family.js';
import { withoutLatent } from './common.js';
import { selected, sizes } from './sizes.js';

/** What Llama 3.1 scales by. */
const llama3 = {
  rope_type: 'llama3',
  low_freq_factor: 1,
  high_freq_factor: 4,
  original_max_position_embeddings: 8192,
} as const;

export const decodersA: Readonly<Record<string, Family>> = {
  afmoe: {
    like: 'llama',
    kinds: { every: 'global_attn_every_n_layers', of: 4 },
    noRope: 'full_attention',
    defaults: sizes(2048, 32, 16, 0, 16384, {
      head_dim: 128,
      sliding_window: 1024,
    }),
  },
  apertus: {
    like: 'llama',
    norm: 'rms',
    defaults: sizes(4096, 32, 32, 0, 65536, {
      rope_theta: 12e6,
      rope_parameters: { ...llama3, rope_theta: 12e6, factor: 8 },
    }),
  },
  // The file beside the weights of BAAI/Aquila-7B.
  aquila: { like: 'llama' },
  arcee: { like: 'llama', defaults: sizes(2560, 32, 32, 0, 4096) },
  // The files beside the weights of Snowflake/snowflake-arctic-instruct.
  arctic: {
    like: 'llama',
    defaults: sizes(4096, 32, 32, 0, 4096, { rope_theta: 1e6 }),
  },
  aria_text: { like: 'llama' },
  axk1: {
    like: 'deepseek_v3',
    defaults: sizes(7168, 61, 64, 64, 32768),
    layerTypes: true,
  },
  axk2: {
    like: 'deepseek_v32',
    layerTypes: true,
    defaults: sizes(2048, 48, 32, 32, 131072, {
      qk_nope_head_dim: 64,
      qk_rope_head_dim: 32,
    }),
  },
  // The files beside the weights of baichuan-inc: the model of 13 billion
  // weights, which is wider, adds ALiBi.
  baichuan: {
    like: 'llama',
    keys: { maxPosition: 'max_position_embeddings model_max_length' },
    when: [{ if: { hidden_size: 5120 }, take: { position: 'alibi' } }],
    defaults: { max_position_embeddings: 4096 },
  },
  // The files beside the weights of inclusionAI/Ling.
  bailing_moe: {
    like: 'llama',
    defaults: sizes(2048, 28, 16, 0, 16384, {
      head_dim: null,
      rope_theta: 10000,
    }),
  },
  bailing_moe_v2: {
    like: 'llama',
    defaults: sizes(2048, 20, 16, 4, 32768, {
      head_dim: 128,
      rope_theta: 600000,
      partial_rotary_factor: 0.5,
    }),
  },
  // inclusionAI/Ring-mini-linear-2.0: one layer of each group has a softmax, and
  // so have those behind the last group.
  bailing_moe_linear: {
    like: 'bailing_moe_v2',
    norm: 'rms',
    mixersTurn: true,
    decay: 'ring',
    kinds: {
      ...{ every: 'layer_group_size', of: 5, rest: true },
      others: 'linear_attention',
    },
    defaults: { rope_theta: 1e6, max_position_embeddings: 131072 },
  },
  // inclusionAI/Ring-2.5-1T: latent attention in one layer of each group. The
  // other layers turn heads of another width, which are no attention.
  bailing_hybrid: {
    like: 'deepseek_v3',
    kinds: { every: 'layer_group_size', of: 8, others: 'linear_attention' },
    decay: 'ring',
    when: [
      withoutLatent,
      // Ling 3.0, whose mixers read from the text how fast they forget.
      {
        if: { architectures: 'BailingMoeV3ForCausalLM' },
        take: { decay: null },
      },
      { if: { kda_lower_bound: '*' }, take: { decay: null } },
      { if: { linear_attention: 'kda' }, take: { decay: null } },
    ],
    defaults: sizes(8192, 80, 64, 64, 131072, { layer_group_size: 8 }),
  },
  // inclusionAI/Ling-3.0-flash by the name of its architecture.
  bailing_moe_v3: {
    like: 'bailing_hybrid',
    when: [],
    decay: null,
    kinds: { every: 'layer_group_size', of: 4, others: 'linear_attention' },
    defaults: { layer_group_size: 4 },
  },
  bamba: {
    like: 'llama',
    kinds: { list: 'attn_layer_indices', others: 'mamba', absent: 'mamba' },
    defaults: sizes(4096, 32, 32, 8, 262144, { partial_rotary_factor: 0.5 }),
  },
  bitnet: {
    like: 'llama',
    defaults: sizes(2560, 30, 20, 5, 2048, { rope_theta: 500000 }),
  },
  blt: {
    composite: true,
    parts: {
      encoder: 'blt_local_encoder encoder_config',
      decoder: 'blt_local_decoder decoder_config',
      global: 'blt_global_transformer',
      patcher: 'blt_patcher',
    },
  },
  blt_local_encoder: {
    like: 'llama',
    layout: 'interleaved',
    tower: 'encoder',
    defaults: sizes(1024, 1, 16, 0, 24576, { rope_theta: 500000 }),
  },
  blt_local_decoder: {
    like: 'blt_local_encoder',
    tower: 'decoder',
    defaults: { num_hidden_layers: 9 },
  },
  blt_global_transformer: {
    like: 'blt_local_encoder',
    tower: 'global',
    defaults: sizes(2048, 25, 16, 0, 4096),
  },
  blt_patcher: {
    like: 'blt_local_encoder',
    tower: 'patcher',
    defaults: sizes(768, 14, 12, 0, 8192, { rope_theta: 10000 }),
  },
  chameleon: {
    like: 'llama',
    norm: 'layer heads bias',
    defaults: sizes(4096, 32, 32, 32, 4096),
  },
  // The files beside the weights of chatglm-6b, chatglm2-6b, chatglm3-6b and glm-4-9b. A
  // group of key heads counts where it is switched on only.
  chatglm: {
    layout: 'interleaved',
    keys: { keyHeads: 'multi_query_group_num' },
    thetaFactor: 'rope_ratio',
    when: [
      // chatglm-6b: one half of a head turns with the place in the text, the
      // other with that in the answer.
      {
        if: { position_encoding_2d: true },
        take: {
          layout: 'half',
          axes: { type: 'separate' },
          keys: { keyHeads: 'num_attention_heads' },
          defaults: { partial_rotary_factor: 1 },
        },
      },
      {
        if: { multi_query_attention: false },
        take: { keys: { keyHeads: 'num_attention_heads' } },
      },
    ],
    defaults: {
      num_layers: 28,
      hidden_size: 4096,
      num_attention_heads: 32,
      kv_channels: 128,
      seq_length: 2048,
      multi_query_attention: false,
      multi_query_group_num: 1,
      partial_rotary_factor: 0.5,
    },
  },
  // The files beside the weights of WisdomShell/CodeShell-7B.
  codeshell: {
    like: 'llama',
    keys: { keyHeads: 'num_query_groups num_key_value_heads' },
    defaults: sizes(4096, 42, 32, 0, 8192, { num_query_groups: 8 }),
  },
  codegen: {
    like: 'gptj',
    defaults: { n_ctx: 2048 },
  },
  cohere: {
    like: 'llama',
    layout: 'interleaved',
    when: [{ if: { use_qk_norm: true }, take: { norm: 'layer heads' } }],
    defaults: sizes(8192, 40, 64, 0, 8192, { rope_theta: 500000 }),
  },
  cohere2: {
    like: 'llama',
    layout: 'interleaved',
    kinds: { every: 'sliding_window_pattern', of: 4 },
    noRope: 'full_attention',
    defaults: sizes(8192, 40, 64, 0, 8192, { sliding_window: 4096 }),
  },
  // The first layers, with a dense MLP, see all keys and turn all the same.
  cohere2_moe: {
    like: 'cohere2',
    kinds: {
      every: 'sliding_window_pattern',
      of: 4,
      after: 'first_k_dense_replace',
    },
    when: [
      {
        if: { prefix_dense_sliding_window_pattern: [1, null] },
        take: { ropeDense: true },
      },
    ],
    defaults: { head_dim: 128 },
  },
  // A kind of layers whose rope parameters are null does not turn.
  cohere_compass_text: {
    like: 'llama',
    layerTypes: true,
    sections: 'interleaved',
    defaults: sizes(8192, 40, 64, 0, 8192, {
      mrope_section: [24, 20, 20],
      sliding_window: 4096,
    }),
  },
  cosmos3_edge_text: {
    like: 'llama',
    layerTypes: true,
    defaults: sizes(2048, 28, 16, 8, 131072, {
      head_dim: 128,
      rope_theta: 1e8,
      rope_parameters: {
        rope_type: 'default',
        rope_theta: 1e8,
        mrope_section: [24, 20, 20],
      },
    }),
  },
  csm: {
    like: 'llama',
    tower: 'backbone',
    parts: { depth_decoder: 'csm_depth_decoder_model' },
    defaults: sizes(2048, 16, 32, 8, 2048, { rope_theta: 500000 }),
  },
  csm_depth_decoder_model: {
    like: 'llama',
    tower: 'depth_decoder',
    defaults: sizes(1024, 4, 8, 2, 33, { rope_theta: 500000 }),
  },
  cwm: {
    like: 'llama',
    kinds: { every: 4, at: 0 },
    defaults: sizes(6144, 64, 48, 8, 131072, {
      head_dim: 128,
      rope_theta: 1e6,
      sliding_window: 8192,
      rope_parameters: { ...llama3, rope_theta: 1e6, factor: 16 },
    }),
  },
  dbrx: {
    keys: {
      theta: 'attn_config.rope_theta',
      keyHeads: 'attn_config.kv_n_heads',
    },
    defaults: {
      d_model: 2048,
      n_layers: 24,
      n_heads: 16,
      max_seq_len: 2048,
      'attn_config.kv_n_heads': 1,
      'attn_config.rope_theta': 10000,
    },
    version5: { rope_theta: 10000 },
  },
  // The files beside the weights of deepseek-ai/deepseek-moe-16b-base.
  deepseek: { like: 'llama', defaults: sizes(4096, 30, 32, 32, 2048) },
  // Its smaller models do without latent attention. The class of transformers
  // multiplies neighbours as complex numbers; the code beside the weights brings
  // heads into halves, as the class of DeepSeek V3 does.
  deepseek_v2: {
    like: 'llama',
    layout: 'interleaved',
    mscaled: true,
    when: [
      withoutLatent,
      { if: { auto_map: '*' }, take: { outLayout: 'half' } },
    ],
    defaults: { qk_nope_head_dim: 128, qk_rope_head_dim: 64 },
  },
  deepseek_v3: {
    like: 'deepseek_v2',
    layoutKey: 'rope_interleave',
    outLayout: 'half',
    when: [withoutLatent],
    defaults: sizes(7168, 61, 128, 128, 4096),
  },
  deepseek_v32: {
    like: 'deepseek_v3',
    lacks: [selected],
    defaults: { max_position_embeddings: 163840, index_topk: 2048 },
  },
  deepseek_ocr2_text: { like: 'llama' },
  // Layers with compressed keys turn by a base and a schedule of their own,
  // without the factor of YaRN.
  deepseek_v4: {
    layout: 'interleaved',
    tail: true,
    kinds: {
      list: 'compress_ratios',
      letters: {
        0: 'sliding_attention',
        4: 'compressed_sparse_attention',
        128: 'heavily_compressed_attention',
      },
      absent: 'heavily_compressed_attention',
    },
    scaled: ['compressed_sparse_attention', 'heavily_compressed_attention'],
    ropeKeys: {
      sliding_attention: 'main',
      compressed_sparse_attention: 'compress',
      heavily_compressed_attention: 'compress',
    },
    ropeDefaults: { attention_factor: 1 },
    lacks: [
      {
        what: 'sees one key for each earlier block besides its window',
        words: ['compressed_sparse_attention', 'heavily_compressed_attention'],
      },
    ],
    sinks: { sliding: true },
    keys: {
      theta: 'compress_rope_theta',
      localTheta: 'rope_theta',
      rotaryDim: 'qk_rope_head_dim',
    },
    defaults: sizes(4096, 43, 64, 1, 1048576, {
      head_dim: 512,
      rope_theta: 10000,
      compress_rope_theta: 160000,
      partial_rotary_factor: 0.125,
      sliding_window: 128,
    }),
  },
  // The files beside the weights of zai-org/cogvlm-chat-hf, and of CogVLM2. All
  // cells of an image have the same position.
  cogvlm: {
    like: 'llama',
    keys: { theta: '', keyHeads: 'num_multi_query_heads' },
    parts: { vision: 'cogvlm_vision' },
    when: [
      {
        if: { num_multi_query_heads: '*' },
        take: { defaults: { rope_theta: 500000 } },
      },
    ],
  },
  // The files beside the weights of deepseek-ai/DeepSeek-V4.1-Flash.
  deepseek_v41_text: {
    like: 'deepseek_v4',
    kinds: {
      list: 'compress_ratios',
      letters: {
        0: 'sliding_attention',
        1: 'compressed_sparse_attention',
        2: 'compressed_sparse_attention',
      },
      absent: 'compressed_sparse_attention',
    },
  },
  diffllama: {
    like: 'llama',
    lacks: [{ what: 'subtracts the weights of two softmaxes' }],
    defaults: sizes(2048, 16, 32, 0, 2048),
  },
  diffusion_gemma_text: {
    like: 'gemma4_text',
    when: [
      {
        if: { use_bidirectional_attention: 'all' },
        take: { bidirectional: true },
      },
    ],
  },
  doge: {
    like: 'llama',
    lacks: [{ what: 'makes a mask of the values', option: 'bias' }],
    kinds: 'sliding',
    defaults: sizes(1024, 32, 8, 0, 2048),
  },
  dots1: {
    like: 'llama',
    norm: 'rms',
    kinds: { from: 'max_window_layers', others: 'sliding_attention' },
    defaults: sizes(4608, 62, 32, 32, 2048, {
      sliding_window: 4096,
      max_window_layers: 62,
    }),
  },
  // The files beside the weights of Dream-org/Dream-v0-Base-7B.
  dream: {
    like: 'llama',
    bidirectional: true,
    defaults: sizes(4096, 32, 32, 32, 32768),
  },
  emu3_text_model: {
    like: 'llama',
    defaults: sizes(4096, 32, 32, 8, 9216, { rope_theta: 1e6 }),
  },
  ernie4_5: {
    like: 'llama',
    layout: 'interleaved',
    defaults: sizes(1024, 18, 16, 2, 131072, {
      head_dim: 128,
      rope_theta: 500000,
    }),
  },
  ernie4_5_moe: {
    like: 'ernie4_5',
    defaults: sizes(2560, 28, 20, 4, 131072, { head_dim: null }),
  },
  ernie4_5_vl_moe_text: { like: 'ernie4_5_moe', sections: 'alternating' },
  evolla: {
    like: 'llama',
    defaults: sizes(4096, 32, 32, 8, 8192, { rope_theta: 500000 }),
  },
  // Its class names itself by its model.
  evollamodel: { like: 'evolla' },
  // The files beside the weights of LGAI-EXAONE/EXAONE-3.5.
  exaone: {
    like: 'llama',
    defaults: sizes(2048, 32, 32, 0, 2048),
  },
  exaone4: {
    like: 'llama',
    norm: 'rms',
    layerTypes: true,
    kinds: { every: 'sliding_window_pattern', of: 4 },
    noRope: 'full_attention',
    when: [
      {
        if: { sliding_window: null },
        take: { kinds: 'full', noRope: 'none' },
      },
    ],
    defaults: sizes(4096, 32, 32, 32, 2048, { sliding_window: 4096 }),
  },
  exaone4_5_text: { like: 'exaone4' },
  exaone_moe: { like: 'exaone4' },
  falcon: {
    like: 'llama',
    keys: {
      keyHeads: 'num_kv_heads n_head_kv',
      layers: 'num_hidden_layers n_layer',
    },
    biasScaled: true,
    when: [
      {
        if: { multi_query: true, new_decoder_architecture: [false, null] },
        take: {
          keyHeads: 1,
          when: [{ if: { alibi: true }, take: { position: 'alibi' } }],
        },
      },
      { if: { alibi: true }, take: { position: 'alibi' } },
    ],
    defaults: sizes(4544, 32, 71, 0, 2048, {
      multi_query: true,
      new_decoder_architecture: false,
      alibi: false,
    }),
  },
  falcon_h1: { like: 'llama', defaults: sizes(4096, 32, 32, 8, 8192) },
  falcon_mamba: {
    position: 'none',
    kinds: 'mamba',
    defaults: { hidden_size: 4096, num_hidden_layers: 32 },
  },
  flex_olmo: {
    like: 'llama',
    norm: 'rms width',
    defaults: sizes(4096, 32, 32, 0, 4096, { rope_theta: 500000 }),
  },
};
