/** The lengths for which the models of the presets are made. */

import type { ModelLengths } from '../describe/description.js';
import type { ropePresets } from './rope-presets.js';

/** `max_position_embeddings` of the configuration, which has no schedule. */
const plain = (length: number, model: string): ModelLengths => ({
  trained: length,
  context: length,
  source: `max_position_embeddings of ${model}`,
});

/** Both lengths of a configuration whose schedule makes texts longer. */
const scaled = (
  trained: number,
  context: number,
  model: string,
): ModelLengths => ({
  trained,
  context,
  source: `original_max_position_embeddings and max_position_embeddings of ${model}`,
});

/**
 * The lengths of the models of the presets, by their names. A length that no
 * configuration and no paper tells is left out.
 */
export const ropeLengths = {
  RoFormer: plain(1536, 'junnyu/roformer_chinese_base'),
  'GPT-J 6B': {
    trained: 2048,
    context: 2048,
    source: 'n_positions of EleutherAI/gpt-j-6b',
  },
  'GPT-NeoX 20B': plain(2048, 'EleutherAI/gpt-neox-20b'),
  'Llama 2 7B': plain(4096, 'meta-llama/Llama-2-7b-hf'),
  'Llama 3 8B': plain(8192, 'meta-llama/Meta-Llama-3-8B'),
  'Phi-2': plain(2048, 'microsoft/phi-2'),
  'Qwen2 7B': {
    trained: 32768,
    context: 32768,
    source:
      'Qwen2 report (2407.10671), and Qwen/Qwen2-7B-Instruct without YaRN',
  },
  'Vicuna 7B 16k': {
    trained: 4096,
    context: 16384,
    source:
      'max_position_embeddings of lmsys/vicuna-7b-v1.5-16k, times its factor 4',
  },
  'Gemma 3 4B global': {
    trained: 32768,
    context: 131072,
    source: 'Gemma 3 report (2503.19786): 32k, then 128k with the factor 8',
  },
  'InternLM2.5 7B': {
    // Its schedule is made for any length, so that no longest one is known.
    trained: 32768,
    source: 'max_position_embeddings of internlm/internlm2_5-7b',
  },
  'Qwen2.5 7B YaRN': {
    trained: 32768,
    context: 131072,
    source:
      'original_max_position_embeddings of Qwen/Qwen2.5-7B-Instruct, times its factor 4',
  },
  'gpt-oss 20B': scaled(4096, 131072, 'openai/gpt-oss-20b'),
  'DeepSeek-V3': scaled(4096, 163840, 'deepseek-ai/DeepSeek-V3'),
  'Llama 3.1 8B': scaled(8192, 131072, 'meta-llama/Llama-3.1-8B'),
  'Llama 3.2 1B': scaled(8192, 131072, 'meta-llama/Llama-3.2-1B'),
  'Phi-3.5 mini': scaled(4096, 131072, 'microsoft/Phi-3.5-mini-instruct'),
  'Gemma 4 26B global': {
    context: 262144,
    source: 'max_position_embeddings of google/gemma-4-26B-A4B',
  },
  'Qwen2-VL 7B': plain(32768, 'Qwen/Qwen2-VL-7B-Instruct'),
  'Qwen3-VL': plain(262144, 'Qwen/Qwen3-VL-2B-Instruct'),
  'Qwen2-VL vision': { pictures: true, source: 'pictures of any size' },
  'EVA-02 B/14': {
    pictures: true,
    grid: [16, 16],
    source: 'pictures of 224 pixels in patches of 14, pt_hw_seq_len 16',
  },
  'timm pixels': { pictures: true, source: 'pictures of any size' },
  'RoPE-ViT axial': {
    pictures: true,
    grid: [14, 14],
    source: 'pictures of 224 pixels in patches of 16 (2403.13298)',
  },
  'DINOv3 ViT-B/16': {
    pictures: true,
    source: 'pictures of several sizes (2508.10104)',
  },
  xPos: { trained: 1024, source: 'LeX paper (2212.10554): trained on 1024' },
} as const satisfies Readonly<Record<keyof typeof ropePresets, ModelLengths>>;
