/**
 * An example of each rule: a configuration that is wrong, and one like it that
 * is right. Documents and tests take them from here.
 */

import type { Json } from '../types.js';

type Config = Readonly<Record<string, Json>>;

/** An example of a rule; both configurations stand on `plain`. */
export interface Example {
  /** Keys of a configuration that the rule reports. */
  readonly wrong: Config;
  /** Keys of one that it leaves alone. */
  readonly right: Config;
  /** Where the mistake was made. */
  readonly from: string;
}

/** What all examples have. */
export const plain: Config = {
  model_type: 'llama',
  hidden_size: 512,
  num_hidden_layers: 2,
  num_attention_heads: 8,
  num_key_value_heads: 2,
  max_position_embeddings: 131072,
  rope_theta: 500000,
};

const yarn = {
  rope_type: 'yarn',
  factor: 4,
  original_max_position_embeddings: 32768,
};

const llama3 = {
  rope_type: 'llama3',
  factor: 8,
  low_freq_factor: 1,
  high_freq_factor: 4,
  original_max_position_embeddings: 8192,
};

const ones = (length: number) => Array.from({ length }, () => 1);

const longrope = {
  rope_type: 'longrope',
  short_factor: ones(32),
  long_factor: ones(32).map((one) => 4 * one),
  original_max_position_embeddings: 4096,
};

const scaled = (rope_scaling: Config): Config => ({ rope_scaling });

const kinds = (full_attention: Config): Config => ({
  model_type: 'laguna',
  layer_types: ['sliding_attention', 'full_attention'],
  rope_theta: null,
  rope_parameters: {
    full_attention: { rope_theta: 500000, ...full_attention },
    sliding_attention: { rope_type: 'default', rope_theta: 10000 },
  },
});

const transformers = 'huggingface/transformers';

/** The examples, by the names of the rules. */
export const examples: Readonly<Record<string, Example>> = {
  unknownKey: {
    wrong: scaled({ ...yarn, beta_slowx: 1 }),
    right: scaled({ ...yarn, beta_slow: 1, finetuned: true }),
    from: 'DeepSeek-R1 issue 684, with another key',
  },
  attnFactor: {
    wrong: scaled({ ...yarn, attn_factor: 0.8782488562869419 }),
    right: scaled({ ...yarn, attention_factor: 1 }),
    from: 'DeepSeek-R1 issue 684',
  },
  factorImpossible: {
    wrong: scaled({ ...longrope, attention_factor: 32 }),
    right: scaled({ ...longrope, attention_factor: 1.1902 }),
    from: 'a copied configuration of Phi-3.5',
  },
  factorIgnored: {
    wrong: scaled({ ...yarn, attention_factor: 1 }),
    right: scaled({ ...yarn, attention_factor: 1.1386 }),
    from: 'vllm-project/vllm PR 46280, ml-explore/mlx-lm PR 1507',
  },
  stretch: {
    wrong: scaled({ ...yarn, original_max_position_embeddings: 40960 }),
    right: { ...scaled(yarn), max_position_embeddings: 40960 },
    from: 'MiroMindAI/MiroTrain issue 5',
  },
  ratio: {
    wrong: { ...scaled(yarn), max_position_embeddings: 40960 },
    right: scaled(yarn),
    from: `${transformers} issue 38224, PR 40320`,
  },
  twoOriginals: {
    wrong: {
      ...scaled({ ...longrope, original_max_position_embeddings: 8192 }),
      original_max_position_embeddings: 4096,
    },
    right: { ...scaled(longrope), original_max_position_embeddings: 4096 },
    from: `${transformers} PR 33129`,
  },
  originalTooLong: {
    wrong: { ...scaled(llama3), max_position_embeddings: 8192 },
    right: scaled(llama3),
    from: `${transformers}, validation of llama3`,
  },
  twoThetas: {
    wrong: { rope_parameters: { rope_type: 'default', rope_theta: 1000 } },
    right: { rope_parameters: { rope_type: 'default', rope_theta: 500000 } },
    from: 'vllm-project/vllm-ascend issue 5201',
  },
  twoShares: {
    wrong: {
      partial_rotary_factor: 0.5,
      rope_parameters: { rope_theta: 500000, partial_rotary_factor: 1 },
    },
    right: {
      partial_rotary_factor: 0.5,
      rope_parameters: { rope_theta: 500000, partial_rotary_factor: 0.5 },
    },
    from: 'deepspeedai/DeepSpeed PR 8345',
  },
  twoTypes: {
    wrong: scaled({ ...yarn, type: 'linear' }),
    right: scaled({ ...longrope, type: 'su' }),
    from: 'vllm-project/vllm issue 10537',
  },
  noType: {
    wrong: scaled({ factor: 4, original_max_position_embeddings: 32768 }),
    right: scaled({ rope_theta: 500000, factor: 1 }),
    from: 'MakazhanAlpamys/Soup issue 793',
  },
  noLimits: {
    wrong: scaled({
      rope_type: 'llama3',
      factor: 8,
      original_max_position_embeddings: 8192,
    }),
    right: scaled(llama3),
    from: 'meta-llama/llama3 issue 299',
  },
  limitsReversed: {
    wrong: scaled({ ...llama3, low_freq_factor: 4, high_freq_factor: 1 }),
    right: scaled({ ...llama3, low_freq_factor: 0.125, high_freq_factor: 0.5 }),
    from: `${transformers}, validation of llama3`,
  },
  rampReversed: {
    wrong: scaled({ ...yarn, beta_fast: 1, beta_slow: 32 }),
    right: scaled({ ...yarn, beta_fast: 1, beta_slow: 1 }),
    from: `${transformers}, validation of yarn`,
  },
  factorLists: {
    wrong: scaled({ ...longrope, short_factor: ones(48) }),
    right: scaled(longrope),
    from: 'a list of Phi-3 mini, whose heads are 96 wide',
  },
  axes: {
    wrong: scaled({ type: 'mrope', mrope_section: [16, 24, 24] }),
    right: scaled({ type: 'mrope', mrope_section: [8, 12, 12] }),
    from: 'sections of Qwen2-VL, whose heads are 128 wide',
  },
  truncate: {
    wrong: scaled({ ...yarn, truncate: false }),
    right: scaled({ ...yarn, truncate: true }),
    from: 'ggml-org/llama.cpp, of gpt-oss',
  },
  truncateNested: {
    wrong: kinds({ ...yarn, truncate: false }),
    right: kinds(yarn),
    from: `${transformers}, modeling_rope_utils.py`,
  },
  frozen: {
    wrong: scaled({ type: 'dynamic', factor: 2 }),
    right: scaled({ type: 'linear', factor: 2 }),
    from: 'vllm-project/vllm issue 5093',
  },
  noLength: {
    wrong: {
      ...scaled({ type: 'dynamic', factor: 2 }),
      max_position_embeddings: null,
    },
    right: scaled({ type: 'dynamic', factor: 2 }),
    from: `${transformers}, modeling_rope_utils.py`,
  },
  switched: {
    wrong: scaled(longrope),
    right: { ...scaled(longrope), max_position_embeddings: 4096 },
    from: 'vllm-project/vllm PR 27431',
  },
  misspelt: {
    wrong: { rope_thetha: 1000000 },
    right: { rope_ratio: 1, rope_pct: 1, rope_scale: 1, rotary_pct: 1 },
    from: 'deepspeedai/DeepSpeed PR 8345',
  },
  misspeltLayer: {
    wrong: {
      model_type: 'qwen2',
      layer_types: ['full_atention', 'full_attention'],
    },
    right: {
      model_type: 'qwen2',
      layer_types: ['linear_attention', 'full_attention'],
    },
    from: 'a configuration written by hand',
  },
  twoObjects: {
    wrong: { ...scaled(yarn), rope_parameters: { ...yarn, factor: 8 } },
    right: {
      ...scaled(yarn),
      rope_parameters: { ...yarn, rope_theta: 500000 },
    },
    from: 'sgl-project/sglang PR 26187',
  },
  onlyNew: {
    wrong: {
      rope_theta: null,
      rope_parameters: { ...yarn, rope_theta: 500000 },
    },
    right: { rope_parameters: { rope_type: 'default', rope_theta: 500000 } },
    from: 'deepspeedai/DeepSpeed PR 8345, sgl-project/sglang PR 26187',
  },
  lostTheta: {
    wrong: { model_type: 'persimmon', rope_theta: null },
    right: { model_type: 'persimmon', rope_theta: 25000 },
    from: `${transformers}, PersimmonConfig of version 5`,
  },
  lostShare: {
    wrong: {
      model_type: 'gpt_neox',
      rope_parameters: { rope_theta: 10000, partial_rotary_factor: 1 },
    },
    right: {
      model_type: 'gpt_neox',
      rotary_pct: 1,
      rope_parameters: { rope_theta: 10000, partial_rotary_factor: 1 },
    },
    from: `${transformers}, GPTNeoXConfig of version 5`,
  },
  noTheta: {
    wrong: { rope_theta: null },
    right: { rope_theta: null, max_position_embeddings: 4096 },
    from: 'deepspeedai/DeepSpeed PR 8345',
  },
  heads: {
    wrong: { hidden_size: 500 },
    right: { hidden_size: 500, head_dim: 64 },
    from: `${transformers}, attention of most families`,
  },
  groups: {
    wrong: { num_key_value_heads: 3 },
    right: { num_key_value_heads: 1 },
    from: `${transformers}, attention of most families`,
  },
  oddWidth: {
    wrong: { head_dim: 63 },
    right: { head_dim: 64, partial_rotary_factor: 0.5 },
    from: 'gc-os-ai/pyaptamer issue 607',
  },
  windowOff: {
    wrong: { model_type: 'qwen2', sliding_window: 4096 },
    right: { model_type: 'qwen2', sliding_window: null },
    from: 'Qwen/Qwen1.5-4B',
  },
  windowTooLong: {
    wrong: { model_type: 'mistral', sliding_window: 262144 },
    right: { model_type: 'mistral', sliding_window: 4096 },
    from: 'microsoft/Phi-3-mini-128k-instruct',
  },
  relativeKey: {
    wrong: { model_type: 'bert', position_embedding_type: 'relative_key' },
    right: { model_type: 'bert', position_embedding_type: 'absolute' },
    from: `${transformers} PR 41170`,
  },
  unreadSwitch: {
    wrong: { alibi: true, position_embedding_type: 'relative_key' },
    right: { alibi: false, position_embedding_type: 'rope' },
    from: 'files that were written for another class',
  },
  unreadValue: {
    wrong: { model_type: 'gpt_neo', rope_theta: null, rotary_dim: 64 },
    right: { model_type: 'gptj', rope_theta: null, rotary_dim: 64 },
    from: 'files that were written for another class',
  },
  unreadLayers: {
    wrong: {
      model_type: 'mistral',
      sliding_window: 4096,
      layer_types: ['sliding_attention', 'full_attention'],
    },
    right: {
      model_type: 'ministral',
      sliding_window: 4096,
      layer_types: ['sliding_attention', 'full_attention'],
    },
    from: `${transformers}, MistralConfig warns of it`,
  },
  foreignCode: {
    wrong: {
      model_type: 'bert',
      position_embedding_type: 'alibi',
      auto_map: { AutoModel: 'jinaai/jina-bert-implementation--JinaBertModel' },
    },
    right: { model_type: 'bert', position_embedding_type: 'absolute' },
    from: 'jinaai/jina-embeddings-v2-base-en',
  },
  originalFormat: {
    wrong: { model_type: null, dim: 512, n_layers: 2, n_heads: 8 },
    right: { model_type: null },
    from: 'params.json of Llama and Mistral',
  },
  lacks: {
    wrong: { model_type: 'deepseek_v32', index_topk: 2048 },
    right: { model_type: 'deepseek_v3' },
    from: 'deepseek-ai/DeepSeek-V3.2-Exp',
  },
  unknownLayout: {
    wrong: { model_type: 'someones_own' },
    right: {},
    from: `${transformers} issue 39687`,
  },
};
