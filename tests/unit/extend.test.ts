/**
 * `extend`: the overrides are those that the documents of the engines show, and
 * the changed configurations turn as YaRN and the other schedules say, computed
 * here by their formulas.
 */

import fc from 'fast-check';
import {
  type Engine,
  type Extended,
  type Layer,
  load,
  type PosencError,
} from 'posenc';
import { readGguf } from 'posenc/gguf';
import { extend } from 'posenc/models';
import { describe, expect, it } from 'vitest';
import { engines } from '../../bindings/src/models/extend/options.js';
import { factorTo } from '../../bindings/src/models/extend/stretch.js';
import { type Config, configOf, configs, plain } from '../support/configs.js';
import { writeGguf } from '../support/gguf.js';
import { models } from '../support/gguf-models.js';
import { thrown } from './thrown.js';

const pe = await load();

describe('a decoder without a schedule', () => {
  const to = 131072;
  // The override that the documents of vLLM show, with the base restated.
  const rope =
    '{"rope_theta":1000000,"rope_type":"yarn","factor":4,' +
    '"original_max_position_embeddings":32768}';
  const keys = `{"rope_parameters":${rope},"max_position_embeddings":131072}`;
  const wanted: Record<Engine, unknown> = {
    vllm: ['--hf-overrides', keys, '--max-model-len', '131072'],
    sglang: ['--json-model-override-args', keys, '--context-length', '131072'],
    transformers: JSON.parse(keys),
    'llama.cpp': [
      ...['--rope-scaling', 'yarn', '--rope-scale', '4'],
      ...['--yarn-orig-ctx', '32768', '--ctx-size', '131072'],
    ],
    mlx: {
      rope_scaling: {
        rope_type: 'yarn',
        factor: 4,
        original_max_position_embeddings: 32768,
      },
      max_position_embeddings: 131072,
    },
    ollama: {
      parameters: { num_ctx: 131072 },
      gguf: {
        'ARCH.context_length': 131072,
        'ARCH.rope.scaling.type': 'yarn',
        'ARCH.rope.scaling.factor': 4,
        'ARCH.rope.scaling.original_context_length': 32768,
      },
    },
  };

  it('below the word of an architecture that is given', () => {
    const wanted = { to, for: 'ollama', arch: 'qwen2' } as const;
    const { gguf = {} } = pe.extend(plain, wanted).settings;
    const words = Object.keys(gguf as object).map((key) => key.split('.')[0]);
    expect(new Set(words)).toEqual(new Set(['qwen2']));
    for (const arch of ['a b', 3, '']) {
      const call = () => pe.extend(plain, { ...wanted, arch } as never);
      expect(thrown(call)).toMatchObject({ param: 'arch', code: 'ERR_TYPE' });
    }
  });

  it.each(engines)('in %s', (engine) => {
    const { settings, config, notes } = pe.extend(plain, { to, for: engine });
    expect(settings).toEqual(wanted[engine]);
    expect(pe.model(config).findings).toEqual([]);
    // Each number of the settings has a reason.
    const numbers = notes.filter(({ about }) => about === 'number');
    const values = numbers.map(({ value }) => value);
    expect(values).toEqual(expect.arrayContaining([4, 32768, 131072]));
    // (0.1 ln 4 + 1)², by which YaRN multiplies all scores.
    const cost = notes.find(({ key }) => key === 'temperature')?.value;
    expect(cost).toBeCloseTo((0.1 * Math.log(4) + 1) ** 2, 12);
  });

  it('by another schedule', () => {
    const linear = pe.extend(plain, { to, for: 'vllm', schedule: 'linear' });
    const [linearLayer] = pe.model(linear.config).layers;
    expect(linearLayer?.rope?.frequencies[0]).toBe(0.25);
    // vLLM multiplies the length of the file by the factor.
    expect(linear.config.max_position_embeddings).toBe(32768);
    const dynamic = pe.extend(plain, {
      to,
      for: 'sglang',
      schedule: 'dynamic',
    });
    expect(dynamic.config.rope_scaling).toEqual({
      rope_type: 'dynamic',
      factor: 4,
    });
    const error = thrown(() =>
      pe.extend(plain, { to, for: 'mlx', schedule: 'dynamic' }),
    );
    expect([error.code, error.param]).toEqual(['ERR_CHOICE', 'for']);
  });

  it('from another length of the first training', () => {
    const given = { ...plain, max_position_embeddings: 40960 };
    const made = pe.extend(given, { to, for: 'llama.cpp', original: 32768 });
    expect(made.settings).toEqual(wanted['llama.cpp']);
    const other = pe.extend(given, { to, for: 'vllm' });
    expect(other.config.rope_scaling).toMatchObject({ factor: 3.2 });
  });

  it('that reaches far enough', () => {
    for (const engine of engines) {
      const made = pe.extend(plain, { to: 32768, for: engine });
      expect(made.config).toBe(plain);
      expect(made.notes[0]?.why).toContain('32768, which the model reaches');
    }
    const { settings } = pe.extend(plain, { to: 1, for: 'vllm' });
    expect(settings).toEqual(['--max-model-len', '1']);
  });

  it('with a huge factor, which is a cost', () => {
    const { notes } = pe.extend(plain, { to: 2 ** 31 - 1, for: 'vllm' });
    const cost = notes.find(
      ({ about, key }) => about === 'cost' && key === 'factor',
    );
    expect(cost?.value).toBeCloseTo(65536, 4);
  });
});

it('takes the least factor of six digits that reaches the length', () => {
  const length = fc.integer({ min: 1, max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(length, length, (to, from) => {
      const factor = factorTo(to, from);
      expect(factor * from).toBeGreaterThanOrEqual(to);
      expect(factor - to / from).toBeLessThan(2.1e-6);
    }),
  );
});

/** Frequencies of YaRN by the formulas of its paper, with a ramp of whole pairs. */
function yarn(
  width: number,
  theta: number,
  factor: number,
  { original = 0, fast = 32, slow = 1, truncate = true },
): readonly number[] {
  const pairOf = (beta: number) =>
    (width * Math.log(original / (beta * 2 * Math.PI))) / (2 * Math.log(theta));
  const round = (x: number, to: (x: number) => number) =>
    truncate ? to(x) : x;
  const low = Math.max(round(pairOf(fast), Math.floor), 0);
  const high = Math.min(round(pairOf(slow), Math.ceil), width - 1);
  return Array.from({ length: width / 2 }, (_, k) => {
    const ramp = Math.min(Math.max((k - low) / (high - low || 0.001), 0), 1);
    const plain = theta ** ((-2 * k) / width);
    return (plain / factor) * ramp + plain * (1 - ramp);
  });
}

const seesAll = ({ attention, rope }: Layer) =>
  rope !== null && (attention === 'full' || attention === 'sparse');

/** What is asked of each configuration: four times the length that it reaches. */
function attempt(config: Config, engine: Engine): Extended | PosencError {
  try {
    return pe.extend(config, { to: 2 ** 22, for: engine });
  } catch (error) {
    return error as PosencError;
  }
}

const cases = configs.map(([name, config], index) => {
  const other = engines[1 + (index % 5)] as Engine;
  return [name, config, ['vllm', other] as const] as const;
});

describe.each(cases)('%s', (_, config, asked) => {
  it('is stretched as YaRN says, or refused', () => {
    const copy = JSON.stringify(config);
    for (const engine of asked) {
      const made = attempt(config, engine);
      expect(JSON.stringify(config)).toBe(copy);
      if ('code' in made) {
        expect(made.code).toMatch(/^ERR_(RANGE|CHOICE|MISSING|TYPE)$/);
        continue;
      }
      if (made.config === config) continue; // it reaches far enough
      const before = pe.model(config).layers;
      const after = pe.model(made.config).layers;
      expect(after.length).toBe(before.length);
      for (const layer of after.filter(seesAll)) {
        const { rope, spec } = layer;
        const scaling = spec?.scaling as Record<string, number> & {
          type: string;
        };
        if (scaling === undefined || rope === null) throw new Error('no rope');
        const { factor = 0, originalMaxPosition: original = 0 } = scaling;
        if (scaling.type !== 'yarn') continue;
        expect(factor * original).toBeGreaterThanOrEqual(2 ** 22);
        const { betaFast: fast = 32, betaSlow: slow = 1 } = scaling;
        const truncate = (scaling.truncate as unknown) !== false;
        const ramp = { original, fast, slow, truncate };
        const wanted = yarn(rope.rotaryDim, rope.theta, factor, ramp);
        wanted.forEach((one, k) => {
          expect(Math.abs((rope.frequencies[k] ?? 0) / one - 1)).toBeLessThan(
            1e-9,
          );
        });
      }
      // What has windows, and what the class does not scale, stays as it was.
      before.forEach((layer, index) => {
        const now = after[index];
        if (!layer.rope || seesAll(layer) || now?.spec?.scaling) return;
        const [wanted, got] = [layer, now].map((one) => one?.rope?.frequencies);
        expect(got).toEqual(wanted);
      });
      // The same from the entry without WebAssembly.
      expect(extend(config, { to: 2 ** 22, for: engine })).toEqual(made);
    }
  });
});

describe('a model with a schedule', () => {
  it('of YaRN keeps its ramp and original length', () => {
    const config = configOf('devstral2_123b_yarn');
    const [layer] = pe.model(config).layers;
    const scaling = layer?.spec?.scaling as unknown as Record<string, number>;
    const to = 2 ** 20;
    const made = pe.extend(config, { to, for: 'vllm' });
    const [longer] = pe.model(made.config).layers;
    expect(longer?.spec?.scaling).toMatchObject({
      ...scaling,
      factor: to / Number(scaling.originalMaxPosition),
    });
  });

  it('of llama3 divides its slow pairs further', () => {
    const config = configOf('llama3_1_405b');
    const { config: longer } = pe.extend(config, { to: 262144, for: 'vllm' });
    expect(longer.max_position_embeddings).toBe(262144);
    const [rope, before] = [longer, config].map(
      (one) => pe.model(one).layers[0]?.rope,
    );
    // The slowest pair turns half as fast, as the text is twice as long.
    const last = [rope, before].map((one) => one?.frequencies.at(-1) ?? 0);
    expect(last[0]).toBe((last[1] ?? 0) / 2);
    expect(rope?.frequencies[0]).toBe(1);
    const error = thrown(() =>
      pe.extend(config, { to: 262144, for: 'ollama' }),
    );
    expect(error.message).toMatch(
      /^extend: for must be an engine that stretches "llama3", got "ollama"/,
    );
  });

  it('of LongRoPE ends where its lists end', () => {
    const config = configOf('phi3_mini_128k');
    const { settings } = pe.extend(config, { to: 131072, for: 'vllm' });
    expect(settings).toEqual(['--max-model-len', '131072']);
    const error = thrown(() => pe.extend(config, { to: 131073, for: 'vllm' }));
    expect([error.code, error.param, error.value]).toEqual([
      'ERR_RANGE',
      'to',
      131073,
    ]);
    expect(error.message).toContain('at most 131072');
  });

  it('keeps it', () => {
    const error = thrown(() =>
      pe.extend(configOf('llama3_1_405b'), {
        ...{ to: 2 ** 20, for: 'vllm', schedule: 'yarn' },
      }),
    );
    expect([error.code, error.param]).toEqual(['ERR_CHOICE', 'schedule']);
  });

  it('loses the attention factor that followed from the old factor', () => {
    const usual = 0.1 * Math.log(4) + 1;
    const rope_scaling = {
      rope_type: 'yarn',
      factor: 4,
      original_max_position_embeddings: 32768,
      attention_factor: usual,
    };
    const given = { ...plain, max_position_embeddings: 131072, rope_scaling };
    const { config } = pe.extend(given, { to: 262144, for: 'vllm' });
    const [layer] = pe.model(config).layers;
    expect(layer?.attentionFactor).toBeCloseTo(0.1 * Math.log(8) + 1, 12);
    const fixed = { ...rope_scaling, attention_factor: 1 };
    const kept = pe.extend(
      ...([
        { ...given, rope_scaling: fixed },
        { to: 262144, for: 'vllm' },
      ] as const),
    );
    expect(pe.model(kept.config).layers[0]?.attentionFactor).toBe(1);
  });
});

it('Gemma 3: layers with windows keep their base and their frequencies', () => {
  const config = configOf('gemma3_27b_sparse_text_config');
  const made = pe.extend(config, { to: 262144, for: 'transformers' });
  const [sliding] = pe.model(made.config).layers;
  expect(sliding?.rope?.frequencies[0]).toBe(1);
  expect(pe.model(made.config).layers[5]?.rope?.frequencies[0]).toBe(1 / 16);
  expect(made.settings).toEqual({
    text_config: {
      rope_parameters: {
        sliding_attention: { rope_theta: 10000, rope_type: 'default' },
        full_attention: {
          rope_theta: 1000000,
          rope_type: 'linear',
          factor: 16,
        },
      },
      max_position_embeddings: 262144,
    },
  });
});

it('M-RoPE: the override goes into the section of the text, with the axes', () => {
  const config = configOf('qwen3_5_27b_hybrid');
  const { settings, config: longer } = pe.extend(config, {
    to: 2 ** 20,
    for: 'vllm',
  });
  const [, json] = settings as readonly string[];
  // As a recipe for Qwen3.6 has it in the wild.
  expect(JSON.parse(json ?? '')).toEqual({
    text_config: {
      rope_parameters: {
        mrope_interleaved: true,
        mrope_section: [11, 11, 10],
        rope_type: 'yarn',
        rope_theta: 10000000,
        partial_rotary_factor: 0.25,
        factor: 4,
        original_max_position_embeddings: 262144,
      },
      max_position_embeddings: 2 ** 20,
    },
  });
  const turning = pe.model(longer).layers.find(({ rope }) => rope);
  expect(turning?.positions[0]?.axes).toMatchObject({ type: 'interleaved' });
});

it('a GGUF file gives its word to keys', () => {
  const [, { file }] =
    Object.entries(models).find(([name]) => /deepseek-v3/i.test(name)) ??
    expect.fail();
  const config = readGguf(writeGguf(file).bytes);
  const made = pe.extend(config, { to: 2 ** 24, for: 'ollama' });
  const { gguf } = made.settings as { gguf: object };
  expect(Object.keys(gguf)[0]).toBe(`${config.gguf.arch}.context_length`);
});

describe('what cannot be stretched', () => {
  it.each([
    ['bloom_560m', 'alibi, which has no frequencies'],
    ['gpt2', 'a learned table of 1024 rows'],
    ['opt_350m', 'a learned table'],
    ['mistral_7b_v01', 'layers that turn and see 4096 keys'],
    ['command_r7b_nope_every_4th', 'layers that turn and see 4096 keys'],
    ['t5_small', 't5Bias, which has no frequencies'],
    ['granite_4_h_micro_nope', 'layers without positions'],
    ['dinov3_vitb16', 'a tower of images'],
  ])('%s: %s', (name, reason) => {
    for (const engine of engines) {
      const error = thrown(() =>
        pe.extend(configOf(name), { to: 2 ** 20, for: engine }),
      );
      expect([error.name, error.code, error.param]).toEqual([
        ...['PosencRangeError', 'ERR_RANGE', 'config'],
      ]);
      expect(error.message).toContain(`got ${reason}`);
    }
  });
});

describe('wrong input', () => {
  it.each([
    [{ for: 'vllm' }, 'to', 'ERR_MISSING'],
    [{ to: 4096 }, 'for', 'ERR_MISSING'],
    [{ to: '128k', for: 'vllm' }, 'to', 'ERR_TYPE'],
    [{ to: 0, for: 'vllm' }, 'to', 'ERR_RANGE'],
    [{ to: 4096.5, for: 'vllm' }, 'to', 'ERR_RANGE'],
    [{ to: Number.NaN, for: 'vllm' }, 'to', 'ERR_RANGE'],
    [{ to: 2 ** 31, for: 'vllm' }, 'to', 'ERR_RANGE'],
    [{ to: 4096, for: 'vLLM' }, 'for', 'ERR_CHOICE'],
    [{ to: 4096, for: 'vllm', schedule: 'ntk' }, 'schedule', 'ERR_CHOICE'],
    [{ to: 4096, for: 'vllm', original: -1 }, 'original', 'ERR_RANGE'],
    [{ to: 4096, for: 'vllm', factor: 2 }, 'factor', 'ERR_UNKNOWN_OPTION'],
    [undefined, 'options', 'ERR_TYPE'],
  ])('%j', (options, param, code) => {
    const error = thrown(() => pe.extend(plain, options as never));
    expect([error.param, error.code]).toEqual([param, code]);
    expect(error.message).toMatch(/^extend: /);
  });

  it('a configuration that is none', () => {
    const options = { to: 4096, for: 'vllm' } as const;
    for (const config of [null, 'llama', [], 7]) {
      expect(thrown(() => pe.extend(config, options)).code).toBe('ERR_TYPE');
    }
    const { max_position_embeddings: _, ...silent } = plain;
    const other = { ...silent, model_type: 'no_such_family' };
    const error = thrown(() => pe.extend(other, options));
    expect([error.code, error.param]).toEqual([
      'ERR_MISSING',
      'max_position_embeddings',
    ]);
  });
});
