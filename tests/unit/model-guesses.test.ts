/** What `model` takes unknown families for, and what it says of it. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

const body = {
  hidden_size: 64,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  rms_norm_eps: 1e-6,
  rope_theta: 10000,
};

describe('an unknown family with the keys of a decoder', () => {
  it('is read as one', () => {
    const model = pe.model({ ...body, model_type: 'no_such_text' });
    expect(model.guessed).toBe(true);
    expect(model.layers[0]).toMatchObject({ causal: true, heads: 4 });
  });

  it.each(['no_such_vision', 'no-such-audio', 'no_such_image_model'])(
    '%s is none',
    (model_type) => {
      const error = thrown(() => pe.model({ ...body, model_type }));
      expect(error).toMatchObject({ code: 'ERR_MISSING', param: 'model_type' });
    },
  );
});

describe('a section of an unknown family', () => {
  const text_config = { ...body, model_type: 'llama' };
  const sections = [
    ['vision_config', 'images', {}],
    ['audio_config', 'sounds', { model_type: 'no_such' }],
    ['vision_tower_config', 'images', { model_type: 'llama_vision_new' }],
    ['qformer_config', 'features', {}],
  ] as const;

  it.each(sections)('%s of %s is not read', (key, what, own) => {
    const section = { ...body, ...own };
    const model = pe.model({
      model_type: 'no_such_whole',
      text_config,
      [key]: section,
    });
    expect(Object.keys(model.towers)).toEqual(['text']);
    expect(model.guessed).toBe(false);
    expect(model.findings).toContainEqual(
      expect.objectContaining({
        severity: 'warning',
        key: `${key}.model_type`,
        message: expect.stringContaining(`a tower of ${what}`),
      }),
    );
  });

  it('is read as text where it is text', () => {
    const model = pe.model({
      model_type: 'no_such_whole',
      text_config: { ...body, model_type: 'no_such' },
    });
    expect(model.guessed).toBe(true);
    expect(Object.keys(model.towers)).toEqual(['text']);
  });
});

describe('a base that the class has fixed', () => {
  const whyOf = (config: object) =>
    pe.model(config).assumed.find(({ key }) => key === 'rope_theta')?.why;

  it.each(['FluxTransformer2DModel', 'ChromaTransformer2DModel'])(
    'is its own in %s',
    (_class_name) => {
      expect(whyOf({ _class_name })).toBe('its class always takes this');
    },
  );

  it('is the usual one in a family that reads a key', () => {
    const { rope_theta: _, ...silent } = body;
    const config = { ...silent, model_type: 'no_such_text' };
    expect(whyOf(config)).toBe('nearly all models take this');
  });
});
