/**
 * Models of several parts, each with a section of its own. Sources: the
 * configuration files of each word under `src/transformers/models` of
 * huggingface/transformers, and those beside the weights of `internvl_chat`,
 * `minicpmv`, `phi3_v`, `molmo` and `kimi_vl`.
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

export const composites: Readonly<Record<string, Family>> = {
  clip: seeing('clip_vision_model', 'clip_text_model'),
  chinese_clip: seeing('chinese_clip_vision_model', 'chinese_clip_text_model'),
  altclip: seeing('altclip_vision_model', 'altclip_text_model'),
  clipseg: seeing('clipseg_vision_model', 'clipseg_text_model'),
  xclip: seeing('xclip_vision_model', 'xclip_text_model'),
  siglip: seeing('siglip_vision_model', 'siglip_text_model'),
  siglip2: seeing('siglip2_vision_model', 'siglip2_text_model'),
  owlvit: seeing('owlvit_vision_model', 'owlvit_text_model'),
  owlv2: seeing('owlv2_vision_model', 'owlv2_text_model'),
  groupvit: seeing('groupvit_vision_model', 'groupvit_text_model'),
  align: seeing('align_vision_model', 'align_text_model'),
  flava: seeing('flava_image_model image_config', 'flava_text_model'),
  blip: seeing('blip_vision_model', 'blip_text_model'),
  blip_2: of({
    vision: 'blip_2_vision_model',
    text: 'opt',
    qformer: 'blip_2_qformer',
  }),
  instructblip: of({
    vision: 'instructblip_vision_model',
    text: 'opt',
    qformer: 'instructblip_qformer',
  }),
  instructblipvideo: of({
    vision: 'instructblipvideo_vision_model',
    text: 'opt',
    qformer: 'instructblip_qformer',
  }),
  bridgetower: seeing('bridgetower_vision_model', 'bridgetower_text_model'),
  aimv2: seeing('aimv2_vision_model', 'aimv2_text_model'),
  git: { like: 'git_text', parts: { vision: 'git_vision_model' } },
  kosmos_2: seeing('kosmos_2_vision_model', 'kosmos_2_text_model'),
  pix2struct: seeing('pix2struct_vision_model', 'pix2struct_text_model'),
  sam: of({ vision: 'sam_vision_model' }),
  sam_hq: of({ vision: 'sam_hq_vision_model' }),
  depth_anything: of({ backbone: 'dinov2' }),
  zoedepth: of({ backbone: 'beit' }),
  maskformer: of({ backbone: 'swin', decoder: 'detr' }),
  mask2former: of({ backbone: 'swin' }),
  oneformer: of({ backbone: 'swin' }),
  upernet: of({ backbone: 'convnext' }),
  vision_encoder_decoder: of({}),
  vision_text_dual_encoder: of({}),
  speech_encoder_decoder: of({}),
  llava: seeing('clip_vision_model', 'llama'),
  llava_next: seeing('clip_vision_model', 'llama'),
  llava_next_video: seeing('clip_vision_model', 'llama'),
  llava_onevision: seeing('siglip_vision_model', 'qwen2'),
  vipllava: seeing('clip_vision_model', 'llama'),
  video_llava: seeing('clip_vision_model', 'llama'),
  mistral3: seeing('pixtral', 'mistral'),
  paligemma: seeing('siglip_vision_model', 'gemma'),
  gemma3: seeing('siglip_vision_model', 'gemma3_text'),
  gemma3n: of({
    vision: 'gemma3n_vision',
    audio: 'gemma3n_audio',
    text: 'gemma3n_text',
  }),
  gemma4: of({
    vision: 'gemma4_vision',
    audio: 'gemma4_audio',
    text: 'gemma4_text',
  }),
  aya_vision: seeing('siglip_vision_model', 'cohere2'),
  cohere2_vision: seeing('siglip_vision_model', 'cohere2'),
  idefics: { like: 'llama', parts: { vision: 'idefics_vision' } },
  idefics2: seeing('idefics2_vision', 'mistral'),
  idefics3: seeing('idefics3_vision', 'llama'),
  smolvlm: seeing('smolvlm_vision', 'llama'),
  mllama: seeing('mllama_vision_model', 'mllama_text_model'),
  llama4: seeing('llama4_vision_model', 'llama4_text'),
  internvl: seeing('internvl_vision', 'qwen2'),
  internvl_chat: seeing('intern_vit_6b', 'internlm2'),
  got_ocr2: seeing('got_ocr2_vision_model', 'qwen2'),
  janus: seeing('janus_vision_model', 'llama'),
  deepseek_vl: seeing('siglip_vision_model', 'llama'),
  deepseek_vl_hybrid: of({
    vision: 'siglip_vision_model',
    high_resolution: 'sam_vision_model high_res_vision_config',
    text: 'llama',
  }),
  emu3: seeing('vqgan vq_config', 'emu3_text_model'),
  fuyu: of({ text: 'persimmon' }),
  florence2: seeing('florence_vision', 'bart'),
  kimi_vl: seeing('moonvit', 'deepseek_v3'),
  ovis2: seeing('aimv2_vision_model', 'qwen2'),
  minicpmv: { like: 'qwen2', parts: { vision: 'siglip_vision_model' } },
  phi3_v: { like: 'phi3', parts: { vision: 'phi3_v_vision' } },
  qwen2_vl: {
    like: 'qwen2_vl_text',
    parts: { text: 'qwen2_vl_text', vision: 'qwen2_vl_vision' },
  },
  qwen2_5_vl: {
    like: 'qwen2_5_vl_text',
    parts: { text: 'qwen2_5_vl_text', vision: 'qwen2_5_vl_vision' },
  },
  qwen3_vl: seeing('qwen3_vl_vision', 'qwen3_vl_text'),
  qwen3_vl_moe: seeing('qwen3_vl_moe_vision', 'qwen3_vl_moe_text'),
  qwen3_5: seeing('qwen3_5_vision', 'qwen3_5_text'),
  qwen3_5_moe: seeing('qwen3_5_moe_vision', 'qwen3_5_moe_text'),
  glm4v: seeing('glm4v_vision', 'glm4v_text'),
  glm4v_moe: seeing('glm4v_moe_vision', 'glm4v_moe_text'),
  glm_ocr: seeing('glm_ocr_vision', 'glm_ocr_text'),
  ernie4_5_vl_moe: seeing('ernie4_5_vl_moe_vision', 'ernie4_5_vl_moe_text'),
  paddleocr_vl: seeing('paddleocr_vl_vision', 'paddleocr_vl_text'),
  qwen2_audio: hearing('qwen2_audio_encoder', 'qwen2'),
  voxtral: hearing('voxtral_encoder', 'llama'),
  audioflamingo3: hearing('audioflamingo3_encoder', 'qwen2'),
  glmasr: hearing('glmasr_encoder', 'llama'),
  ultravox: hearing('whisper', 'llama'),
  granite_speech: of({
    audio: 'granite_speech_encoder encoder_config',
    text: 'granite',
    qformer: 'blip_2_qformer projector_config',
  }),
  clap: hearing('clap_audio_model', 'clap_text_model'),
  qwen2_5_omni: of({}),
  qwen2_5_omni_thinker: of({
    audio: 'qwen2_5_omni_audio_encoder',
    vision: 'qwen2_5_omni_vision_encoder',
    text: 'qwen2_5_omni_text',
  }),
  qwen3_omni_moe: of({}),
  qwen3_omni_moe_thinker: of({
    audio: 'qwen3_omni_moe_audio_encoder',
    vision: 'qwen3_omni_moe_vision_encoder',
    text: 'qwen3_omni_moe_text',
  }),
  parakeet_ctc: of({ audio: 'parakeet_encoder' }),
  dia: of({
    encoder: 'dia_encoder encoder_config',
    decoder: 'dia_decoder decoder_config',
  }),
  musicgen: of({
    encoder: 't5',
    audio: 'encodec',
    decoder: 'musicgen_decoder',
  }),
  musicgen_melody: of({
    encoder: 't5',
    audio: 'encodec',
    decoder: 'musicgen_melody_decoder',
  }),
  parler_tts: of({
    encoder: 't5',
    audio: 'dac',
    decoder: 'parler_tts_decoder',
  }),
};
