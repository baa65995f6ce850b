/**
 * The architectures of llama.cpp: which model type of Hugging Face each
 * corresponds to, and how llama.cpp rotates it.
 *
 * Names: src/llama-arch.cpp of llama.cpp. Ropes: `llama_model_rope_type` in
 * src/llama-model.cpp. Model types: conversion/*.py, and the configurations of
 * the models that these convert.
 */

/**
 * How llama.cpp rotates: `normal` the pairs (2i, 2i + 1); `neox` the pairs
 * (i, i + half); `mrope` and `imrope` the pairs of `neox` by positions of
 * several axes, in blocks or by turns. `none` is for learned tables, ALiBi,
 * relative buckets, and models without positions.
 *
 * Where Hugging Face rotates halves and llama.cpp `normal` pairs, the converter
 * has permuted the rows of q and k, so the type is the layout of the file.
 */
export type GgufRope = 'none' | 'normal' | 'neox' | 'mrope' | 'imrope';

/**
 * Architectures by their ropes. A name is also the model type of Hugging Face,
 * with `_` for `-`, unless one follows after a colon.
 *
 * llama.cpp lists BERT and StarCoder with a rope, but never rotates them. It has
 * no graph for GPT-J, whose first files were interleaved.
 */
export const ARCHITECTURES: Readonly<Record<GgufRope, string>> = {
  none:
    'bert bloom glm5-next:glm5_next_text gpt2 jais jamba jina-bert-v2:bert ' +
    'kimi-k3 kimi-linear mamba mamba2 mpt nemotron_h ' +
    'nemotron_h_moe:nemotron_h refact:gpt_refact ' +
    'rwkv6 rwkv7 starcoder:gpt_bigcode t5 t5encoder:t5',
  normal:
    'arcee arctic baichuan bailingmoe:bailing_moe ' +
    'bailingmoe3:bailing_moe_v3 chameleon chatglm:glm ' +
    'cohere2 cohere2moe:cohere2_moe command-r:cohere deci:nemotron-nas ' +
    'deepseek deepseek2:deepseek_v2 deepseek2-ocr:deepseek_v2 ' +
    'deepseek32:deepseek_v32 deepseek4:deepseek_v4 eagle3:llama ernie4_5 ' +
    'ernie4_5-moe glm-dsa:glm_moe_dsa glm4 gptj granite granite-swa ' +
    'granite-switch granitehybrid:granitemoehybrid ' +
    'granitemoe hy-v4 internlm2 llada llama llama-embed:llama ' +
    'llama4:llama4_text maincoder minicpm mistral3:ministral3 mistral4 ' +
    'muse-glimmer:muse_glimmer_text ' +
    'nanbeige neo-bert:neobert olmo plm smollm3 xverse',
  neox:
    'afmoe apertus bailingmoe2:bailing_moe_v2 bitnet codeshell cogvlm ' +
    'dbrx dflash:qwen3 dots1 dream:Dream eurobert exaone exaone-moe exaone4 ' +
    'falcon falcon-h1 gemma gemma-embedding:gemma3_text gemma2 ' +
    'gemma3:gemma3_text gemma3n:gemma3n_text gemma4:gemma4_text ' +
    'glm4moe:glm4_moe gpt-oss gptneox:gpt_neox grok:grok-1 ' +
    'grovemoe:grove_moe hrm-text hunyuan-dense:hunyuan_v1_dense ' +
    'hunyuan-moe:hunyuan_v1_moe hunyuan_vl:hunyuan_vl_text hy_v3 jais2 ' +
    'jina-bert-v3:jina_embeddings_v3 laguna lfm2 lfm2moe:lfm2_moe ' +
    'llada-moe mellum mimo2:mimo_v2_flash minicpm3 minimax-m2 ' +
    'minimax-m3:minimax_m3_vl_text ' +
    'modern-bert:modernbert nemotron nomic-bert nomic-bert-moe:nomic_bert ' +
    'olmo2 olmoe openelm orion pangu-embedded:PanguEmbedded phi2:phi phi3 ' +
    'phimoe plamo plamo2 plamo3 qwen qwen2 qwen2moe:qwen2_moe qwen3 ' +
    'qwen3moe:qwen3_moe qwen3next:qwen3_next rnd1 seed_oss smallthinker ' +
    'stablelm starcoder2 step35:step3p5 talkie',
  mrope: 'paddleocr:paddleocr_vl_text qwen2vl:qwen2_vl_text',
  imrope:
    'qwen35:qwen3_5_text qwen35moe:qwen3_5_moe_text qwen3tts:qwen3_vl_text ' +
    'qwen3vl:qwen3_vl_text qwen3vlmoe:qwen3_vl_moe_text ' +
    'qwen4exp:qwen4_exp_text',
};

/** The rope and the model type of an architecture that is known here. */
export function findArchitecture(
  arch: string,
): { rope: GgufRope; model: string } | undefined {
  for (const [rope, names] of Object.entries(ARCHITECTURES)) {
    for (const entry of names.split(' ')) {
      const [name, model] = entry.split(':');
      if (name !== arch) continue;
      return {
        rope: rope as GgufRope,
        model: model ?? name.replaceAll('-', '_'),
      };
    }
  }
  return undefined;
}

/** Model types that become an architecture which stands for another one. */
const CONVERTED: Readonly<Record<string, string>> = {
  deepseek_v3: 'deepseek2',
  kimi_k2: 'deepseek2',
  mistral: 'llama',
  mixtral: 'llama',
  olmo3: 'olmo2',
  qwen2_vl: 'qwen2vl',
  qwen2_5_vl: 'qwen2vl',
  qwen2_5_vl_text: 'qwen2vl',
  qwen3_asr: 'qwen3vl',
};

/**
 * The architecture of a model type, if one is known here: the shortest name, as
 * models of the same type for other purposes have longer ones.
 */
export function architectureOf(type: string): string | undefined {
  if (Object.hasOwn(CONVERTED, type)) return CONVERTED[type];
  const names = Object.values(ARCHITECTURES)
    .flatMap((all) => all.split(' '))
    .map((entry) => entry.split(':')[0] as string);
  return names
    .filter((name) => findArchitecture(name)?.model === type)
    .sort((a, b) => a.length - b.length)[0];
}

/** Architectures whose rope is `mrope` if the file has sections for its axes. */
export const MROPE_BY_SECTIONS: readonly string[] = [
  'dflash',
  'glm4',
  'glm4moe',
  'hunyuan_vl',
];

/** What holds for every file of an architecture, which has no key for it. */
export const ALWAYS: Readonly<
  Record<string, Readonly<Record<string, unknown>>>
> = {
  falcon: { new_decoder_architecture: true, alibi: false },
  'gemma-embedding': { use_bidirectional_attention: true },
  'jina-bert-v2': { position_embedding_type: 'alibi' },
  refact: { alibi: true },
};
