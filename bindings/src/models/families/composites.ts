/**
 * Models of several parts, each with a section of its own. Sources: the
 * configuration files of each word under `src/transformers/models` of
 * huggingface/transformers, and those beside the weights of `internvl_chat`,
 * `minicpmv`, `phi3_v`, `dots_ocr`, `molmo` and `kimi_vl`.
 *
 * The parts keep the names of their sections: those of a
 * `vision_encoder_decoder` are `encoder`, the tower of images, and `decoder`.
 */

import type { Family } from '../family.js';

/** A model whose parts are of these families where they do not name theirs. */
function of(parts: Readonly<Record<string, string>>): Family {
  return { composite: true, parts };
}

/** A model of a vision and a text tower. */
function seeing(vision: string, text: string): Family {
  return of({ vision, text });
}

/** A model of an audio and a text tower. */
function hearing(audio: string, text: string): Family {
  return of({ audio, text });
}

/** The tower of CLIP that LLaVA takes where a file has no section for one. */
const large = {
  hidden_size: 1024,
  num_hidden_layers: 24,
  num_attention_heads: 16,
  patch_size: 14,
};

/** The tower of SigLIP, as `large`. */
const so400m = {
  hidden_size: 1152,
  num_hidden_layers: 26,
  num_attention_heads: 14,
  image_size: 384,
  patch_size: 14,
};

/** Models whose parts have words that begin with the model's own. */
function pairs(
  words: string,
  vision: string,
  text: string,
): Readonly<Record<string, Family>> {
  return Object.fromEntries(
    words.split(' ').map((word) => [word, seeing(word + vision, word + text)]),
  );
}

export const composites: Readonly<Record<string, Family>> = {
  ...pairs(
    'clip chinese_clip altclip clipseg xclip metaclip_2 siglip siglip2 owlvit ' +
      'owlv2 groupvit align blip bridgetower aimv2 kosmos_2 pix2struct',
    '_vision_model',
    '_text_model',
  ),
  ...pairs(
    'qwen3_vl qwen3_vl_moe qwen3_5 qwen3_5_moe glm4v glm4v_moe glm_ocr ' +
      'glm5_next ernie4_5_vl_moe paddleocr_vl minimax_m3_vl muse_glimmer ' +
      'pp_chart2table',
    '_vision',
    '_text',
  ),
  // Older files have the text at the top.
  ...Object.fromEntries(
    ['qwen2_vl', 'qwen2_5_vl'].map((word) => [
      word,
      {
        like: `${word}_text`,
        nests: 'text_config',
        parts: { text: `${word}_text`, vision: `${word}_vision` },
      },
    ]),
  ),
  flava: seeing('flava_image_model image_config', 'flava_text_model'),
  blip_2: of({
    vision: 'blip_2_vision_model',
    text: 'opt',
    qformer: 'blip_2_qformer',
  }),
  'instructblip instructblipvideo': of({
    vision: 'blip_2_vision_model',
    text: 'opt',
    qformer: 'instructblip_qformer',
  }),
  git: { like: 'git_text', parts: { vision: 'git_vision_model' } },
  'sam sam_hq': of({ vision: 'sam_vision_model' }),
  'sam2 sam2_video': of({ vision: 'sam2_vision_model' }),
  'edgetam edgetam_video': of({ vision: 'edgetam_vision_model' }),
  edgetam_vision_model: of({ backbone: 'timm_wrapper' }),
  sam2_vision_model: of({ backbone: 'sam2_hiera_det_model' }),
  sam3: {
    ...seeing('sam3_vision_model', 'clip_text_model'),
    absent: {
      text: {
        hidden_size: 1024,
        num_hidden_layers: 24,
        num_attention_heads: 16,
        max_position_embeddings: 32,
      },
    },
  },
  sam3_vision_model: of({ backbone: 'sam3_vit_model' }),
  'depth_anything prompt_depth_anything': of({ backbone: 'dinov2' }),
  zoedepth: of({ backbone: 'beit' }),
  maskformer: of({ backbone: 'swin', decoder: 'detr' }),
  'mask2former oneformer': of({ backbone: 'swin' }),
  upernet: of({ backbone: 'convnext' }),
  vitpose: of({ backbone: 'vitpose_backbone' }),
  vitmatte: of({ backbone: 'vitdet' }),
  'vision_encoder_decoder nougat vision_text_dual_encoder speech_encoder_decoder':
    of({}),
  // Their vision sections name themselves.
  ...Object.fromEntries(
    ['cosmos3_edge', 'deepseek_ocr2', 'diffusion_gemma', 'granite4_vision'].map(
      (word) => [word, of({ text: `${word}_text` })],
    ),
  ),
  // Neither has layers for images or sounds.
  gemma4_unified: {
    ...of({
      vision: 'gemma4_unified_vision',
      audio: 'gemma4_unified_audio',
      text: 'gemma4_unified_text',
    }),
    absent: { vision: null, audio: null },
  },
  'inkling inkling_mm_model': of({
    vision: 'inkling_vision',
    audio: 'inkling_audio',
    text: 'inkling_text',
  }),
  // The files beside the weights of baidu/ERNIE-4.5-VL-28B-A3B-PT.
  ernie4_5_moe_vl: seeing('ernie4_5_vl_moe_vision', 'ernie4_5_vl_moe_text'),
  'glm46v glmga': seeing('glm4v_vision', 'glm4v_text'),
  hunyuan_vl: seeing('hunyuan_vl_vision', 'hunyuan_vl_text'),
  lasr_ctc: of({ audio: 'lasr_encoder' }),
  'llava llava_next llava_next_video vipllava granitevision': {
    ...seeing('clip_vision_model', 'llama'),
    absent: { vision: { ...large, image_size: 336 } },
  },
  video_llava: {
    ...seeing('clip_vision_model', 'llama'),
    absent: { vision: large },
  },
  perception_lm: seeing('timm_wrapper', 'llama'),
  llava_onevision: {
    ...seeing('siglip_vision_model', 'qwen2'),
    absent: { vision: so400m },
  },
  mistral3: {
    ...seeing('pixtral', 'mistral'),
    absent: {
      vision: { image_size: 1540, patch_size: 14 },
      text: {
        hidden_size: 5120,
        num_hidden_layers: 40,
        head_dim: 128,
        max_position_embeddings: 131072,
        rope_theta: 1e9,
        sliding_window: null,
      },
    },
  },
  paligemma: {
    ...seeing('siglip_vision_model', 'gemma'),
    absent: {
      vision: {
        hidden_size: 1152,
        num_hidden_layers: 27,
        num_attention_heads: 16,
        patch_size: 14,
      },
      text: {
        hidden_size: 2048,
        num_hidden_layers: 18,
        num_attention_heads: 8,
        num_key_value_heads: 1,
      },
    },
  },
  'gemma3 shieldgemma2': seeing('siglip_vision_model', 'gemma3_text'),
  gemma3n: of({
    vision: 'gemma3n_vision',
    audio: 'gemma3n_audio',
    text: 'gemma3n_text',
  }),
  gemma4: {
    ...of({
      vision: 'gemma4_vision',
      audio: 'gemma4_audio',
      text: 'gemma4_text',
    }),
    absent: { vision: null, audio: null },
  },
  aya_vision: {
    ...seeing('siglip_vision_model', 'cohere2'),
    absent: { vision: so400m },
  },
  cohere2_vision: {
    ...seeing('siglip_vision_model', 'cohere2'),
    absent: {
      vision: { hidden_size: 1152, num_hidden_layers: 27, image_size: 512 },
    },
  },
  idefics: { like: 'llama', parts: { vision: 'idefics_vision' } },
  idefics2: seeing('idefics2_vision', 'mistral'),
  'idefics3 smolvlm': seeing('idefics3_vision', 'llama'),
  aria: seeing('idefics3_vision', 'aria_text'),
  mllama: seeing('mllama_vision_model', 'mllama_text_model'),
  llama4: seeing('llama4_vision_model', 'llama4_text'),
  internvl: seeing('internvl_vision', 'qwen2'),
  internvl_chat: seeing('intern_vit_6b', 'internlm2'),
  got_ocr2: seeing('sam_vision_model', 'qwen2'),
  janus: seeing('janus_vision_model', 'llama'),
  deepseek_vl: seeing('siglip_vision_model', 'llama'),
  deepseek_vl_hybrid: of({
    vision: 'siglip_vision_model',
    high_resolution: 'sam_vision_model',
    text: 'llama',
  }),
  deepseek_vl_v2: seeing('deepseek_vision', 'deepseek_v2'),
  emu3: seeing('vqgan vq_config', 'emu3_text_model'),
  exaone4_5: seeing('exaone4_5_vision', 'exaone4'),
  step3p7: seeing('step3p7_vision', 'step3p5'),
  // rednote-hilab/dots.ocr has its text at the top.
  dots_ocr: { like: 'qwen2', parts: { vision: 'dots_vit', text: 'qwen2' } },
  fuyu: {
    like: 'persimmon',
    nests: 'text_config',
    parts: { text: 'persimmon' },
  },
  florence2: seeing('florence_vision', 'bart'),
  'kimi_vl kimi_k25': seeing('moonvit', 'deepseek_v3'),
  kimi_k3: of({ text: 'kimi_linear' }),
  deepseek_v41: {
    ...seeing('deepseek_v41_vision', 'deepseek_v41_text'),
    absent: { vision: null },
  },
  minicpmv4_6: seeing('minicpmv4_6_vision', 'qwen3_5_text'),
  minicpmv4_7: seeing('minicpmv4_7_vision', 'qwen3_5_text'),
  qwen4_exp: seeing('qwen4_exp_vision', 'qwen4_exp_text'),
  cohere_compass: seeing('cohere_compass_vision', 'cohere_compass_text'),
  hyperclovax_vision_v2: seeing('qwen2_5_vl_vision', 'hyperclovax'),
  colmodernvbert: of({ vlm_config: 'modernvbert' }),
  pi0: of({ vlm_config: 'paligemma', dit: 'pi0_dit' }),
  ovis2: seeing('aimv2_vision_model', 'qwen2'),
  lighton_ocr: seeing('pixtral', 'qwen3'),
  fast_vlm: seeing('timm_wrapper', 'qwen2'),
  video_llama_3: seeing('video_llama_3_vision', 'qwen2'),
  kosmos_2_5: seeing('kosmos_2_5_vision_model', 'kosmos_2_5_text_model'),
  lfm2_vl: seeing('siglip2_vision_model', 'lfm2'),
  minicpmv: { like: 'qwen2', parts: { vision: 'siglip_vision_model' } },
  phi3_v: { like: 'phi3', parts: { vision: 'phi3_v_vision' } },
  qwen2_audio: hearing('qwen2_audio_encoder', 'qwen2'),
  voxtral: {
    ...hearing('voxtral_encoder', 'llama'),
    absent: {
      text: {
        hidden_size: 3072,
        num_hidden_layers: 30,
        num_key_value_heads: 8,
        head_dim: 128,
        max_position_embeddings: 131072,
        rope_theta: 1e8,
      },
    },
  },
  voxtral_realtime: hearing(
    'voxtral_realtime_encoder',
    'voxtral_realtime_text',
  ),
  audioflamingo3: hearing('voxtral_encoder', 'qwen2'),
  glmasr: hearing('glmasr_encoder', 'llama'),
  ultravox: hearing('whisper', 'llama'),
  'granite_speech granite_speech_plus': of({
    audio: 'granite_speech_encoder encoder_config',
    text: 'granite',
    qformer: 'blip_2_qformer projector_config',
  }),
  'granite_speech5 granite_speech5_ctc': of({
    audio: 'granite_speech5_encoder',
  }),
  nemotron_h_omni: {
    ...of({ vision: 'radio', audio: 'parakeet_encoder', text: 'nemotron_h' }),
    absent: { audio: null },
  },
  nemotron_asr_streaming: of({ audio: 'nemotron_asr_streaming_encoder' }),
  canary: {
    ...of({ audio: 'parakeet_encoder', decoder: 'canary_decoder' }),
    absent: { audio: { num_hidden_layers: 32 } },
  },
  fun_asr_nano: {
    ...hearing('fun_asr_nano_encoder', 'qwen3'),
    absent: {
      text: {
        hidden_size: 1024,
        num_hidden_layers: 28,
        num_attention_heads: 16,
        num_key_value_heads: 8,
        max_position_embeddings: 40960,
      },
    },
  },
  // Its tokenizers of sounds are convolutions. Files of microsoft/VibeVoice-1.5B
  // have the text in decoder_config.
  vibevoice: { ...of({ text: 'qwen2' }), absent: { text: null } },
  // The language model of biohub/ESMFold2; the trunk that folds has no rows.
  esmfold2: of({ text: 'esmc esmc_config' }),
  pe_video: {
    ...of({ vision: 'pe_video_encoder video_config', text: 'modernbert' }),
    absent: { text: { hidden_size: 1024, num_attention_heads: 16 } },
  },
  tipsv2: seeing('tipsv2_vision_model', 'tipsv2_text_model'),
  videoprism: of({ vision: 'videoprism_vision_model' }),
  chmv2: {
    ...of({ backbone: 'dinov3_vit' }),
    absent: {
      backbone: {
        hidden_size: 1024,
        num_hidden_layers: 24,
        num_attention_heads: 16,
        image_size: 416,
      },
    },
  },
  clvp: of({
    text: 'clvp_encoder',
    audio: 'clvp_encoder speech_config',
    decoder: 'clvp_decoder',
  }),
  xcodec: of({
    audio: 'hubert semantic_model_config',
    codec: 'dac acoustic_model_config',
  }),
  depth_pro: of({
    vision: 'dinov2 image_model_config',
    patch: 'dinov2',
    fov: 'dinov2',
  }),
  step3_vl: seeing('step3_vision_encoder', 'step3_text'),
  qianfan_ocr: seeing('qianfan_ocr_vision', 'qwen3'),
  musicflamingo: hearing('audioflamingo3_encoder', 'qwen2'),
  modernvbert: seeing('siglip_vision_model', 'modernbert'),
  pe_audio: {
    ...hearing('pe_audio_encoder', 'modernbert'),
    absent: { text: { hidden_size: 1024, num_attention_heads: 16 } },
  },
  clap: hearing('clap_audio_model', 'clap_text_model'),
  qwen2_5_omni: of({
    thinker_config: 'qwen2_5_omni_thinker',
    talker: 'qwen2_5_omni_talker',
    token2wav_config: 'qwen2_5_omni_token2wav',
  }),
  qwen2_5_omni_token2wav: of({ dit: 'qwen2_5_omni_dit' }),
  qwen3_omni_moe: of({
    thinker_config: 'qwen3_omni_moe_thinker',
    talker: 'qwen3_omni_moe_talker',
  }),
  colpali: of({ vlm_config: 'paligemma' }),
  colqwen2: of({ vlm_config: 'qwen2_vl' }),
  qwen2_5_omni_thinker: of({
    audio: 'qwen2_5_omni_audio_encoder',
    vision: 'qwen2_5_vl_vision',
    text: 'qwen2_5_omni_text',
  }),
  qwen3_omni_moe_thinker: of({
    audio: 'qwen3_omni_moe_audio_encoder',
    vision: 'qwen3_omni_moe_vision_encoder',
    text: 'qwen3_omni_moe_text',
  }),
  qwen3_asr: {
    ...of({ thinker_config: 'qwen3_asr_thinker' }),
    // transformers has no section around the two.
    when: [
      {
        if: { thinker_config: null, text_config: '*' },
        take: hearing('qwen3_asr_audio_encoder', 'qwen3'),
      },
    ],
  },
  qwen3_asr_thinker: of({
    audio: 'qwen3_asr_audio_encoder',
    text: 'qwen3_vl_text',
  }),
  'parakeet_ctc parakeet_rnnt parakeet_tdt': of({ audio: 'parakeet_encoder' }),
  gemma4_assistant: of({ text: 'gemma4_text' }),
  glm_image: seeing('glm_image_vision', 'glm_image_text'),
  dia: of({
    encoder: 'dia_encoder encoder_config',
    decoder: 'dia_decoder decoder_config',
  }),
  'musicgen musicgen_melody': of({
    encoder: 't5',
    audio: 'encodec',
    decoder: 'musicgen_decoder',
  }),
  parler_tts: of({
    encoder: 't5',
    audio: 'dac',
    decoder: 'parler_tts_decoder',
  }),
};
