/**
 * `extend`: settings act in the engines. What classes of transformers, vLLM,
 * SGLang, mlx-lm and llama.cpp do with them was read in their sources, which each
 * test names.
 */

import { type Engine, load } from 'posenc';
import { extend } from 'posenc/models';
import { describe, expect, it } from 'vitest';
import { engines } from '../../bindings/src/models/extend/options.js';
import { configOf, plain, stretched } from '../support/configs.js';
import { thrown } from './thrown.js';

const pe = await load();

type Keys = { readonly [key: string]: Keys };

/** The keys that an engine overrides. */
function keysFor(config: unknown, to: number, engine: Engine, more = {}): Keys {
  const { settings } = extend(config, { to, for: engine, ...more });
  if (!Array.isArray(settings)) return settings as unknown as Keys;
  const json = settings.find((word: string) => word.startsWith('{'));
  return JSON.parse(json ?? '{}');
}

// `Qwen2VLConfig` makes `text_config` of a file without sections, and its layers
// read that alone.
describe.each(['qwen2_vl_7b_mrope'])(
  '%s, whose class nests the file',
  (name) => {
    const config = configOf(name);

    it.each(['vllm', 'sglang', 'transformers'] as const)('in %s', (engine) => {
      const keys = keysFor(config, 131072, engine);
      expect(Object.keys(keys)).toEqual(['text_config']);
      expect(keys.text_config).toMatchObject({
        rope_parameters: {
          rope_type: 'yarn',
          factor: 4,
          rope_theta: 1000000,
          mrope_section: [16, 24, 24],
        },
        max_position_embeddings: 131072,
      });
    });

    it('in mlx-lm, which keeps it flat', () => {
      const keys = keysFor(config, 131072, 'mlx');
      expect(Object.keys(keys).sort()).toEqual([
        'max_position_embeddings',
        'rope_scaling',
      ]);
    });

    it('with its sections written out', () => {
      const { vision_config, model_type, ...text } = config;
      const whole = { model_type, vision_config, text_config: text };
      const from = keysFor(whole, 131072, 'sglang');
      expect(from).toEqual(keysFor(config, 131072, 'sglang'));
    });
  },
);

// Of the flat files of other classes, too, where it is not the class of the text
// that has grown a tower of images.
it.each([
  ['qwen2_5_vl', 'text_config'],
  ['paddleocr_vl', 'text_config'],
  ['glm4v', 'text_config'],
  ['fuyu', 'text_config'],
  ['minicpmv', 'rope_parameters'],
  ['dots_ocr', 'rope_parameters'],
])('a flat file of %s has its rope in %s', (model_type, key) => {
  const keys = keysFor({ ...plain, model_type }, 131072, 'vllm');
  expect(Object.keys(keys)).toContain(key);
  expect(keys[key]).toBeDefined();
  expect('text_config' in keys).toBe(key === 'text_config');
});

describe('mlx-lm', () => {
  // `qwen3.py` takes the base of `rope_parameters` and the schedule of
  // `rope_scaling`; `llama.py` knows no `rope_parameters`.
  it('gets a schedule that its classes read, in the spelling of version 5', () => {
    const { rope_theta, ...others } = plain;
    const rope_parameters = { rope_type: 'default', rope_theta };
    const config = { ...others, model_type: 'qwen3', rope_parameters };
    const rope = {
      rope_type: 'yarn',
      rope_theta,
      factor: 4,
      original_max_position_embeddings: 32768,
    };
    expect(keysFor(config, 131072, 'mlx')).toEqual({
      rope_theta,
      rope_parameters: rope,
      rope_scaling: rope,
      max_position_embeddings: 131072,
    });
    const whole = {
      model_type: 'qwen3_5',
      text_config: { ...config, model_type: 'qwen3_5_text' },
    };
    const { text_config = {} } = keysFor(whole, 131072, 'mlx');
    expect(text_config.rope_scaling).toMatchObject({ factor: 4 });
    expect(text_config.hidden_size).toBe(plain.hidden_size);
  });

  // Their files make `nn.RoPE`, or pass no schedule.
  it.each([
    'gemma2_27b_scalar144',
    'mixtral_8x22b',
    'glm4_9b_hf_default_partial',
    'phi2_partial',
    'stablelm_3b_4e1t',
  ])('is not asked to stretch %s', (name) => {
    const asked = { to: 2 ** 20, for: 'mlx' } as const;
    const error = thrown(() => extend(configOf(name), asked));
    expect([error.code, error.param]).toEqual(['ERR_CHOICE', 'for']);
    expect(error.message).toContain('reads no rope_scaling');
  });
});

// `create_sinusoidal_positions` of modeling_gptj.py and `RotaryEmbedding` of
// modeling_esm.py count from 10000, whatever the file says.
describe.each(['gptj_6b_mlc_marker', 'esm2_t33_650m'])('%s', (name) => {
  it('sets its rope itself', () => {
    const { rope_scaling } = stretched;
    const before = pe.model(configOf(name)).layers[0]?.rope?.frequencies;
    const config = { ...configOf(name), rope_scaling };
    expect(pe.model(config).layers[0]?.rope?.frequencies).toEqual(before);
    for (const engine of engines) {
      const error = thrown(() =>
        extend(configOf(name), { to: 65536, for: engine }),
      );
      expect([error.code, error.param]).toEqual(['ERR_RANGE', 'config']);
      expect(error.message).toContain('whose class sets its rope');
    }
  });
});

describe('a first training on longer texts than the file says', () => {
  it('raises the length of a plain rope', () => {
    const more = { original: 65536 };
    for (const engine of ['vllm', 'sglang', 'transformers', 'mlx'] as const) {
      expect(keysFor(plain, 40000, engine, more)).toEqual({
        max_position_embeddings: 40000,
      });
    }
    const given = { to: 40000, ...more, arch: 'qwen2' };
    expect(extend(plain, { ...given, for: 'llama.cpp' }).settings).toEqual([
      ...['--ctx-size', '40000'],
      ...['--override-kv', 'qwen2.context_length=int:40000'],
    ]);
    expect(extend(plain, { ...given, for: 'ollama' }).settings).toEqual({
      parameters: { num_ctx: 40000 },
      gguf: { 'qwen2.context_length': 40000 },
    });
  });

  it('is written beside the factor of YaRN', () => {
    const given = { to: 262144, original: 65536 };
    const { config, settings, notes } = extend(stretched, {
      ...given,
      for: 'llama.cpp',
    });
    expect(config).toEqual({
      ...stretched,
      max_position_embeddings: 262144,
      rope_scaling: {
        ...stretched.rope_scaling,
        original_max_position_embeddings: 65536,
      },
    });
    expect(settings).toEqual([
      ...['--rope-scaling', 'yarn', '--rope-scale', '4'],
      ...['--yarn-orig-ctx', '65536', '--ctx-size', '262144'],
    ]);
    const factor = notes.find(({ key }) => key === 'rope_scaling.factor');
    expect(factor?.why).toBe('of the file');
  });

  // vLLM multiplies max_position_embeddings by the factor.
  it.each([262144, 524288])('reaches %i with a linear factor', (to) => {
    const rope_scaling = { rope_type: 'linear', factor: 4 };
    const { config } = extend(
      ...([
        { ...plain, rope_scaling },
        { to, original: 65536, for: 'vllm' },
      ] as const),
    );
    expect(config).toMatchObject({
      max_position_embeddings: 65536,
      rope_scaling: { factor: to / 65536 },
    });
  });

  it('is told where a schedule has no use for it', () => {
    const { notes } = extend(configOf('llama3_1_405b'), {
      ...{ to: 262144, for: 'vllm', original: 65536 },
    });
    const note = notes.find(({ key }) => key === 'original');
    expect(note).toMatchObject({ about: 'ignored', value: 65536 });
    expect(note?.why).toContain('llama3');
  });
});

it('LongRoPE ends at its lists, also beyond the window of its layers', () => {
  const config = configOf('phi3_mini_128k');
  for (const to of [200000, 262144, 262145, 300000, 2 ** 31 - 1]) {
    const error = thrown(() => extend(config, { to, for: 'vllm' }));
    expect([error.param, error.value]).toEqual(['to', to]);
    expect(error.message).toContain('at most 131072');
  }
});

describe('a window', () => {
  const windowed = { ...plain, use_sliding_window: true, max_window_layers: 0 };

  it('of the longest text or less needs no stretch', () => {
    for (const sliding_window of [4096, 32768]) {
      const config = { ...windowed, sliding_window };
      const error = thrown(() => extend(config, { to: 65536, for: 'vllm' }));
      expect([error.param, error.code]).toEqual(['config', 'ERR_RANGE']);
    }
  });

  it('of more does', () => {
    const config = { ...windowed, sliding_window: 50000 };
    const { config: longer } = extend(config, { to: 65536, for: 'vllm' });
    expect(longer.rope_scaling).toMatchObject({ factor: 2 });
  });
});

// `_update_nested` of vllm/config/model.py merges what is below a section; what
// the object must have no more has to be said.
describe('vLLM', () => {
  const attention_factor = 1 + 0.1 * Math.log(4);
  const rope_scaling = { ...stretched.rope_scaling, attention_factor };
  const text = {
    ...stretched,
    rope_scaling: { type: 'yarn', ...rope_scaling },
  };

  it('forgets what no longer holds in a section', () => {
    const { vision_config } = configOf('qwen3_vl_2b_mrope');
    const whole = {
      model_type: 'qwen3_vl',
      vision_config,
      text_config: { ...text, model_type: 'qwen3_vl_text' },
    };
    const rope = (engine: Engine) =>
      keysFor(whole, 262144, engine).text_config?.rope_parameters;
    expect(rope('vllm')).toMatchObject({
      type: 'yarn',
      rope_type: 'yarn',
      factor: 8,
      attention_factor: null,
    });
    // SGLang and transformers take the new object.
    for (const engine of ['sglang', 'transformers'] as const) {
      expect(rope(engine)).not.toHaveProperty('attention_factor');
    }
  });

  it('takes the object as it is without a section', () => {
    const { rope_parameters } = keysFor(text, 262144, 'vllm');
    expect(rope_parameters).not.toHaveProperty('attention_factor');
    expect(rope_parameters).not.toHaveProperty('type');
  });
});

// `get_config` of SGLang calls `update` on a section, which replaces those inside.
it('SGLang reaches one section deep', () => {
  const config = configOf('qwen3_asr_1_7b');
  const asked = { to: 262144, for: 'sglang' } as const;
  const error = thrown(() => extend(config, asked));
  expect([error.code, error.param]).toEqual(['ERR_CHOICE', 'for']);
  expect(error.message).toContain('thinker_config.text_config');
  const keys = keysFor(config, 262144, 'vllm');
  expect(keys.thinker_config?.text_config).toHaveProperty('rope_parameters');
  const short = extend(config, { to: 1024, for: 'sglang' });
  expect(short.settings).toEqual(['--context-length', '1024']);
});

it.each(['llama.cpp', 'ollama'] as const)(
  'says the way out where %s lacks a schedule',
  (engine) => {
    const call = () =>
      extend(configOf('llama3_1_405b'), { to: 262144, for: engine });
    expect(thrown(call).message).toBe(
      `extend: for must be an engine that stretches "llama3", got "${engine}": ` +
        'converting made a tensor of its divisors; change config.json as for ' +
        'transformers, and convert again',
    );
    const dynamic = () =>
      extend(plain, { to: 65536, for: engine, schedule: 'dynamic' });
    expect(thrown(dynamic).message).toContain('it has no such schedule');
  },
);
