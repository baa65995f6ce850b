// The configurations that the view has without a file: real ones, which the tests of
// the package read, too. Each is named by its file there.

export const groups = [
  'Text',
  'Pictures, films and sound',
  'Older ways',
  'With mistakes in the file',
] as const;

export type KnownGroup = (typeof groups)[number];

/** File, name for people, group. The first is shown to who comes without a link. */
const text: readonly (readonly [file: string, name: string])[] = [
  ['gemma3_27b_sparse_text_config', 'Gemma 3 27B'],
  ['baichuan2_7b', 'Baichuan 2 7B'],
  ['command_r7b_nope_every_4th', 'Command R7B'],
  ['deepseek_v2_lite', 'DeepSeek V2 Lite'],
  ['deepseek_v3', 'DeepSeek V3'],
  ['devstral2_123b_yarn', 'Devstral 2 123B'],
  ['exaone4_32b_hybrid', 'EXAONE 4.0 32B'],
  ['gemma2_27b_scalar144', 'Gemma 2 27B'],
  ['gemma4_26b_a4b', 'Gemma 4 26B A4B'],
  ['glm4_9b_hf_default_partial', 'GLM-4 9B'],
  ['gptj_6b_mlc_marker', 'GPT-J 6B'],
  ['gpt_oss_20b', 'gpt-oss 20B'],
  ['granite_4_h_micro_nope', 'Granite 4.0 H Micro'],
  ['internlm2_5_7b_dynamic', 'InternLM 2.5 7B'],
  ['kimi_k2_beta1_beta1', 'Kimi K2'],
  ['kimi_k3', 'Kimi K3'],
  ['laguna_xs2_per_layer', 'Laguna XS.2'],
  ['ok_llama31_five_keys', 'Llama 3.1 8B'],
  ['llama3_1_405b', 'Llama 3.1 405B'],
  ['llama3_2_3b', 'Llama 3.2 3B'],
  ['minicpm3_4b_longrope', 'MiniCPM3 4B'],
  ['ministral3_8b_llama4_scaling', 'Ministral 3 8B'],
  ['mistral_7b_v01', 'Mistral 7B v0.1'],
  ['mistral_small4_mla', 'Mistral Small 4 119B'],
  ['mixtral_8x22b', 'Mixtral 8x22B'],
  ['olmo3_1_32b_yarn_full_only', 'OLMo 3.1 32B'],
  ['persimmon_8b_default_partial', 'Persimmon 8B'],
  ['phi2_partial', 'Phi-2'],
  ['phi3_mini_128k', 'Phi-3 mini 128k'],
  ['phi4_mini_partial_longrope', 'Phi-4 mini'],
  ['qwen15_4b_window_off', 'Qwen1.5 4B'],
  ['qwen3_5_27b_hybrid', 'Qwen3.5 27B'],
  ['ok_v5_default_alias_is_not_scaling', 'Qwen3 8B (rope_type default)'],
  ['ring_mini_linear', 'Ring mini linear'],
  ['smollm3_3b', 'SmolLM3 3B'],
  ['stablelm_3b_4e1t', 'StableLM 3B'],
];

const pictures: typeof text = [
  ['clip_safety_checker_two_towers', 'CLIP safety checker'],
  ['cogvideox_2b', 'CogVideoX 2B'],
  ['csm_1b_two_llama3', 'CSM 1B'],
  ['dinov3_vitb16', 'DINOv3 ViT-B/16'],
  ['flux1_dev', 'FLUX.1 dev'],
  ['flux2_klein_4b', 'FLUX.2 klein 4B'],
  ['hunyuan_ocr_1_5', 'HunyuanOCR 1.5'],
  ['ltx_video_2b', 'LTX-Video 2B'],
  ['minicpm_v_4_6', 'MiniCPM-V 4.6'],
  ['qwen2_vl_7b_mrope', 'Qwen2-VL 7B'],
  ['qwen3_asr_1_7b', 'Qwen3-ASR 1.7B'],
  ['qwen3_vl_2b_mrope', 'Qwen3-VL 2B'],
  ['qwen_image_edit', 'Qwen-Image-Edit'],
  ['sam3_vit', 'SAM 3 ViT'],
  ['sd3_5_large', 'Stable Diffusion 3.5 Large'],
  ['wan21_t2v_1_3b', 'Wan 2.1 T2V 1.3B'],
  ['z_image_turbo', 'Z-Image-Turbo'],
];

const older: typeof text = [
  ['bert_arctic_embed_m', 'BERT (Arctic Embed M)'],
  ['deberta_v1_base_mnli', 'DeBERTa base MNLI'],
  ['esm2_t33_650m', 'ESM-2 650M'],
  ['falcon_rw_1b_alibi_scaled', 'Falcon RW 1B'],
  ['gpt_neo_tinystories_1m', 'GPT-Neo (TinyStories 1M)'],
  ['marian_zh_en', 'Marian zh-en'],
  ['mpnet_learned_plus_t5_bias', 'MPNet base'],
  ['mpt_7b_alibi_and_learned_flag', 'MPT 7B'],
  ['nllb_600m_offset2', 'NLLB 600M'],
  ['t5_small', 'T5 small'],
  ['xlnet_base_cased', 'XLNet base'],
];

const mistaken: typeof text = [
  [
    'broken_attn_factor_r1_0528_qwen3',
    'Qwen3 8B with a key that nothing reads',
  ],
  ['broken_original_40960', 'Qwen3 8B with another first training'],
  ['broken_two_bases_theta_1000', 'Qwen3 8B with two bases'],
  ['broken_yarn_without_original', 'YaRN without the first training'],
  ['constructed_string_scaling', 'A schedule that is a string'],
  [
    'warn_explicit_attention_factor_1',
    'Laguna XS.2 that programs read differently',
  ],
];

export interface Listed {
  readonly file: string;
  readonly name: string;
  readonly group: KnownGroup;
}

export const listed: readonly Listed[] = [
  text,
  pictures,
  older,
  mistaken,
].flatMap((all, i) =>
  all.map(([file, name]) => ({
    ...{ file, name },
    group: groups[i] as KnownGroup,
  })),
);
