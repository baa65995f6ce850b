/** The parts of a configuration: sections of the file with layers of their own. */

/** Keys of nested sections, by the tower that they describe. */
export const partKeys: Readonly<Record<string, readonly string[]>> = {
  text: [
    'text_config',
    'llm_config',
    'language_config',
    'language_model_config',
    'text_model_config',
    'lm_config',
  ],
  vision: ['vision_config', 'visual', 'vit_config', 'vision_tower_config'],
  audio: ['audio_config', 'speech_config', 'audio_encoder', 'encoder_config'],
  encoder: ['encoder', 'text_encoder'],
  decoder: ['decoder', 'decoder_config'],
  question_encoder: ['question_encoder'],
  generator: ['generator'],
  semantic: ['semantic_config'],
  coarse: ['coarse_acoustics_config'],
  fine: ['fine_acoustics_config'],
  backbone: ['backbone_config'],
  depth_decoder: ['depth_decoder_config'],
  qformer: ['qformer_config'],
  talker: ['talker_config'],
  code_predictor: ['code_predictor_config'],
};

/** Keys of sections whose parts are parts of the model itself. */
export const wrappers = ['thinker_config'] as const;

/** Which tower is the main one: the first of these that there is. */
export const mainTowers = ['text', 'decoder', 'backbone', 'encoder'] as const;
