/** What a file that names its family alone gives: the defaults of its class. */

import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { familyWords } from '../../bindings/src/models/records.js';

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

/**
 * Families whose classes have defaults that no model can be made of: 28 heads
 * of Qwen3-Omni do not divide 2048, nor 14 heads of SigLIP 1152.
 */
const unsound = [
  'qwen3_omni_moe',
  'qwen3_omni_moe_thinker',
  'qwen3_omni_moe_text',
  'llava_onevision',
  'aya_vision',
];

/** Families whose classes ask for the sections of their parts. */
const ofParts = [
  'encoder_decoder',
  'nougat',
  'rag',
  'speech_encoder_decoder',
  'vibevoice',
  'vision_encoder_decoder',
  'vision_text_dual_encoder',
];

/** The errors in what is read of a family's name alone. */
function errorsOf(word: string) {
  const { findings, towers } = pe.model({ model_type: word });
  expect(Object.keys(towers)).not.toHaveLength(0);
  return findings.filter(({ severity }) => severity === 'error');
}

describe('defaults of classes', () => {
  const sound = familyWords.filter(
    (word) => ![...unsound, ...ofParts].includes(word),
  );

  it.each(sound)('make a sound model of %s', (word) => {
    let errors: readonly unknown[] = [];
    try {
      errors = errorsOf(word);
    } catch (error) {
      // Classes without a number of layers ask for it.
      expect(error).toMatchObject({ code: 'ERR_RANGE' });
      expect(String(error)).toContain('must be the number of layers');
    }
    expect(errors).toEqual([]);
  });

  it.each(unsound)('of %s are reported to fit no model', (word) => {
    const [error] = errorsOf(word);
    expect(error?.key).toMatch(/(^|\.)hidden_size$/);
    expect(error?.message).toContain('is not divisible by');
  });

  it.each(ofParts)('of %s are those of its parts', (word) => {
    expect(() => pe.model({ model_type: word })).toThrow(
      `config of the family ${word} must have sections with its layers`,
    );
  });

  it('make the sections that a class makes, and no others', () => {
    const named = (word: string) =>
      Object.keys(pe.model({ model_type: word }).towers).sort();
    expect(named('gemma3n')).toEqual(['audio', 'text', 'vision']);
    expect(named('gemma4')).toEqual(['text']);
    expect(named('qwen2_5_omni')).toEqual([
      'audio',
      'dit',
      'talker',
      'text',
      'vision',
    ]);
    expect(named('colpali')).toEqual(['text', 'vision']);
    expect(named('dpt')).toEqual(['vision']);
    const backed = pe.model({
      model_type: 'dpt',
      backbone_config: { model_type: 'dinov2' },
    });
    expect(Object.keys(backed.towers)).toEqual(['backbone']);
  });

  it('give BEiT the biases and the table that its switches ask for', () => {
    const switched = (...keys: string[]) => {
      const on = Object.fromEntries(keys.map((key) => [key, true]));
      const { vision } = pe.model({ model_type: 'beit', ...on }).towers;
      const [bias] = vision?.layers[0]?.positions ?? [];
      return [bias?.method ?? null, vision?.table?.method ?? null];
    };
    const shared = 'use_shared_relative_position_bias';
    const absolute = 'use_absolute_position_embeddings';
    expect(switched()).toEqual([null, null]);
    expect(switched(shared)).toEqual(['gridBias', null]);
    expect(switched(absolute)).toEqual([null, 'learned']);
    expect(switched(shared, absolute)).toEqual(['gridBias', 'learned']);
  });

  it('give SAM the biases and the table that its switches leave', () => {
    const left = (switches: object) => {
      const config = { model_type: 'sam_vision_model', ...switches };
      const { vision } = pe.model(config).towers;
      return [vision?.layers[0]?.positions.length, vision?.table?.method];
    };
    expect(left({})).toEqual([1, 'learned']);
    expect(left({ use_rel_pos: false })).toEqual([0, 'learned']);
    expect(left({ use_abs_pos: false })).toEqual([1, undefined]);
    const neither = { use_rel_pos: false, use_abs_pos: false };
    expect(left(neither)).toEqual([0, undefined]);
  });

  it('differ where the class of the whole writes into a section', () => {
    const whole = pe.model({ model_type: 'paligemma' });
    expect(whole.layers).toHaveLength(18);
    expect(whole.layers[0]).toMatchObject({ heads: 8, keyHeads: 1 });
    expect(whole.assumed).toContainEqual(
      expect.objectContaining({ key: 'text_config.hidden_size', value: 2048 }),
    );
    const part = pe.model({ model_type: 'paligemma', text_config: {} });
    expect(part.layers).toHaveLength(28);
  });
});
