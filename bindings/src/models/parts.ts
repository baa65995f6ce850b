/** The parts of a configuration: sections of the file with layers of their own. */

import { factKeys } from './facts.js';
import type { Family } from './family.js';
import { familyWord, recordOf } from './records.js';
import { isObject, Section } from './section.js';
import type { Json } from './types.js';

/** Keys of nested sections, by the tower that they describe. */
export const partKeys: Readonly<Record<string, readonly string[]>> =
  Object.fromEntries(
    Object.entries({
      text:
        'text_config llm_config language_config language_model_config ' +
        'text_model_config lm_config text_config_dict',
      vision:
        'vision_config visual vit_config vision_tower_config ' +
        'vision_encoder_config vision_config_dict',
      audio:
        'audio_config speech_config audio_encoder encoder_config ' +
        'audio_encoder_config sound_config',
      encoder: 'encoder text_encoder',
      decoder: 'decoder decoder_config',
      question_encoder: 'question_encoder',
      generator: 'generator',
      semantic: 'semantic_config',
      coarse: 'coarse_acoustics_config',
      fine: 'fine_acoustics_config',
      backbone: 'backbone_config',
      global: 'global_config',
      patcher: 'patcher_config',
      codec: 'codec_config',
      high_resolution: 'high_res_vision_config',
      patch: 'patch_model_config',
      fov: 'fov_model_config',
      depth_decoder: 'depth_decoder_config',
      qformer: 'qformer_config',
      talker: 'talker_config',
      code_predictor: 'code_predictor_config',
      dit: 'dit_config',
    }).map(([name, keys]) => [name, keys.split(' ')]),
  );

/** Keys of sections whose parts are parts of the model itself. */
export const wrappers = [
  ...(['thinker_config', 'vlm_config', 'token2wav_config'] as const),
] as const;

/** Which tower is the main one: the first of these that there is. */
export const mainTowers = [
  ...(['text', 'decoder', 'backbone', 'encoder', 'transformer'] as const),
] as const;

/** A section of a part, and the word of its family. */
export interface Part {
  readonly section: Section;
  readonly word: string | undefined;
  /**
   * If it is the section of the whole model, the key below which the class of that
   * keeps it: its parts are read with the model.
   */
  readonly flat?: string;
  /** What the class of the whole writes into it. */
  readonly defaults?: Readonly<Record<string, Json>> | undefined;
}

/** The section of a part; `null` if the model has no such part. */
export function partOf(
  section: Section,
  record: Family | undefined,
  name: string,
): Part | null {
  const usual = partKeys[name] ?? [];
  const [fallback, key] = record?.parts?.[name]?.split(' ') ?? [];
  const keys = key === undefined ? unclaimed(usual, record) : [key];
  for (const one of keys) {
    const inner = isObject(section.raw(one)) ? section.inner(one) : null;
    if (inner) return { section: inner, word: wordOf(inner, name, fallback) };
  }
  // A null says that there is no such part.
  if (keys.some((one) => section.raw(one) === null)) return null;
  const defaults = record?.absent?.[name];
  if (fallback === undefined || defaults === null) return null;
  // A flat file has its text at the top.
  if (name === 'text') {
    if (!record?.composite) return null;
    if (saysLayers(section)) {
      return { section, word: fallback, flat: keys[0] ?? name };
    }
  }
  return { ...silent(section, keys[0] ?? name, fallback), defaults };
}

function saysLayers(section: Section): boolean {
  return factKeys.layers.some((key) => section.raw(key) !== undefined);
}

/** The inner model of a wrapper; `null` if there is none. */
export function wrapped(
  section: Section,
  record: Family | undefined,
  key: (typeof wrappers)[number],
): Part | null {
  const fallback = record?.parts?.[key];
  const inner = isObject(section.raw(key)) ? section.inner(key) : null;
  if (inner) return { section: inner, word: usualWord(inner, fallback) };
  if (fallback === undefined || section.raw(key) === null) return null;
  return silent(section, key, fallback);
}

/** A section that the file does not have, so that its class says all. */
function silent(outer: Section, key: string, word: string): Part {
  const path = `${outer.path}${key}.`;
  return { section: new Section(path, {}, outer.notes, {}), word };
}

/** Those of some keys that a record does not give to another part. */
function unclaimed(
  keys: readonly string[],
  record: Family | undefined,
): readonly string[] {
  const claimed = Object.values(record?.parts ?? {}).map(
    (part) => part.split(' ')[1],
  );
  return keys.filter((key) => !claimed.includes(key));
}

/**
 * The family of a section inside another. Where it names none, the class of the
 * whole decides, if that has a usual family.
 */
function usualWord(
  inner: Section,
  fallback: string | undefined,
): string | undefined {
  const silent = inner.raw('model_type') == null;
  return silent && fallback !== undefined
    ? fallback
    : (familyWord(inner) ?? fallback);
}

/**
 * The family of a section. Some files repeat the `model_type` of the whole in
 * the section of a part; then it is the family of that part.
 */
function wordOf(
  inner: Section,
  name: string,
  fallback: string | undefined,
): string | undefined {
  const word = usualWord(inner, fallback);
  const whole = word === undefined ? undefined : recordOf(word);
  const [part] = whole?.parts?.[name]?.split(' ') ?? [];
  const nested = partKeys[name]?.some((key) => isObject(inner.raw(key)));
  return part === undefined || nested ? word : part;
}

/**
 * The towers of a part by the names that they have in the model. The only one,
 * or the main one, has the part's name. Of an encoder and a decoder, a text or a
 * generator has both, and any other part only the one that it is named after.
 */
export function partTowers<T>(
  name: string,
  towers: Readonly<Record<string, T>>,
): readonly (readonly [name: string, tower: T])[] {
  const inside = Object.entries(towers);
  const whole = name === 'text' || name === 'generator';
  if (!whole && towers.decoder !== undefined && inside.length > 1) {
    const one = name === 'decoder' ? towers.decoder : towers.encoder;
    return one === undefined ? [] : [[name, one]];
  }
  const alone = inside.length === 1;
  return inside.map(([own, tower]) => [
    alone || own === 'text' ? name : own,
    tower,
  ]);
}
