// The lengths of models are facts, which stay when their schedule is changed.

import { readFileSync } from 'node:fs';
import { type ModelLengths, methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import type { Lengths } from '../../figures/spans/lengths.js';
import type { Options, Spec } from '../../state/spec.js';
import { keptLengths, lengthsOf } from './lengths.js';
import { method } from './method.js';

const none = { trained: undefined, target: undefined };
const { presets } = methods.rope;
const lengths: Readonly<Record<string, ModelLengths>> =
  methods.rope.lengths ?? {};

function specOf(name: string): Spec {
  const preset: Options = presets[name as keyof typeof presets];
  return { headDim: 64, ...preset, method: 'rope' };
}

function of(spec: Options, given = none): Lengths {
  return lengthsOf(method, { headDim: 64, ...spec, method: 'rope' }, given);
}

function numbers({ trained, target }: Lengths) {
  return [trained?.value, target?.value];
}

describe('the lengths of models', () => {
  it.each([
    ['RoFormer', 1536, 1536],
    ['GPT-J 6B', 2048, 2048],
    ['GPT-NeoX 20B', 2048, 2048],
    ['Llama 2 7B', 4096, 4096],
    ['Llama 3 8B', 8192, 8192],
    ['Phi-2', 2048, 2048],
    ['Qwen2 7B', 32768, 32768],
    ['Vicuna 7B 16k', 4096, 16384],
    ['Gemma 3 4B global', 32768, 131072],
    ['Qwen2.5 7B YaRN', 32768, 131072],
    ['gpt-oss 20B', 4096, 131072],
    ['DeepSeek-V3', 4096, 163840],
    ['Llama 3.1 8B', 8192, 131072],
    ['Llama 3.2 1B', 8192, 131072],
    ['Phi-3.5 mini', 4096, 131072],
    ['Qwen2-VL 7B', 32768, 32768],
    ['Qwen3-VL', 262144, 262144],
  ])('%s: trained on %i, made for %i', (name, trained, context) => {
    const found = lengthsOf(method, specOf(name), none);
    expect(found.model).toBe(name);
    expect(numbers(found)).toEqual([trained, context]);
    expect(found.trained?.source).toBe('model');
    expect(found.target?.source).toBe('model');
  });

  // The keys of configurations as they were published.
  it.each([
    ['GPT-J 6B', 'gptj_6b_mlc_marker'],
    ['Phi-2', 'phi2_partial'],
    ['gpt-oss 20B', 'gpt_oss_20b'],
    ['DeepSeek-V3', 'deepseek_v3'],
    ['Llama 3.1 8B', 'llama3_1_405b'],
    ['Llama 3.2 1B', 'llama3_2_3b'],
    ['Phi-3.5 mini', 'phi3_mini_128k'],
    ['InternLM2.5 7B', 'internlm2_5_7b_dynamic'],
    ['Gemma 4 26B global', 'gemma4_26b_a4b'],
    ['Qwen2-VL 7B', 'qwen2_vl_7b_mrope'],
    ['Qwen3-VL', 'qwen3_vl_2b_mrope'],
  ] as const)('%s: those of the configuration %s', (name, file) => {
    const path = `../../../../tests/models/data/${file}.json`;
    const text = readFileSync(new URL(path, import.meta.url), 'utf8');
    const { config } = JSON.parse(text);
    const own = config.text_config ?? config;
    const scaling = own.rope_scaling ?? own.rope_parameters ?? {};
    const longest = own.max_position_embeddings ?? own.n_positions;
    const original =
      scaling.original_max_position_embeddings ??
      own.original_max_position_embeddings;
    const { trained, context } = lengths[name] ?? {};
    if (context !== undefined) expect(context).toBe(longest);
    // Gemma 4 does not say on which length it was trained.
    if (trained !== undefined) expect(trained).toBe(original ?? longest);
    expect(trained ?? context).toBeDefined();
  });

  it('that nothing tells are assumed', () => {
    const gemma = lengthsOf(method, specOf('Gemma 4 26B global'), none);
    expect(gemma.trained).toEqual({ value: 262144, source: 'assumed' });
    expect(gemma.target).toEqual({ value: 262144, source: 'model' });
    const intern = lengthsOf(method, specOf('InternLM2.5 7B'), none);
    expect(intern.trained).toEqual({ value: 32768, source: 'model' });
    expect(intern.target).toEqual({ value: 65536, source: 'schedule' });
    const xpos = lengthsOf(method, specOf('xPos'), none);
    expect(xpos.trained).toEqual({ value: 1024, source: 'model' });
    expect(xpos.target?.source).toBe('assumed');
    const own = of({ headDim: 62 });
    expect(own.trained).toEqual({ value: 4096, source: 'assumed' });
    expect(own.model).toBe(undefined);
  });

  it('of pictures are cells, and never those of a text', () => {
    const names = Object.keys(lengths).filter(
      (name) => lengths[name]?.pictures,
    );
    expect(names.length).toBe(5);
    for (const name of names) {
      const found = lengthsOf(method, specOf(name), none);
      expect(found.unit).not.toBe('positions');
      expect([undefined, 14, 16]).toContain(found.trained?.value);
    }
    const eva = lengthsOf(method, specOf('EVA-02 B/14'), none);
    expect([eva.unit, ...numbers(eva)]).toEqual(['cells', 16, 16]);
    expect(of({ axes: { type: 'axial' } }).trained).toBe(null);
  });

  it('of every model say where they come from', () => {
    expect(Object.keys(lengths)).toEqual(Object.keys(presets));
    for (const { source } of Object.values(lengths)) {
      expect(source.length).toBeGreaterThan(10);
    }
  });
});

it.each([
  [{ type: 'default' }, [4096, 4096], 'assumed'],
  [{ type: 'linear', factor: 5 }, [4096, 20_480], 'assumed'],
  [
    { type: 'yarn', factor: 4, originalMaxPosition: 32_768 },
    [32_768, 131_072],
    'schedule',
  ],
  [{ type: 'dynamic', factor: 2, maxPosition: 2048 }, [2048, 4096], 'schedule'],
  [
    { type: 'longrope', originalMaxPosition: 4096, maxPosition: 131_072 },
    [4096, 131_072],
    'schedule',
  ],
])('reads the lengths of %o', (scaling, wanted, source) => {
  const found = of({ headDim: 62, scaling });
  expect(numbers(found)).toEqual(wanted);
  expect(found.trained?.source).toBe(source);
  const longer = of({ headDim: 62, scaling, contextLength: 300_000 });
  expect(numbers(longer)).toEqual([wanted[0], 300_000]);
  const given = of({ scaling }, { trained: 7, target: 9 } as never);
  expect(numbers(given)).toEqual([7, 9]);
});

describe('a change of the schedule', () => {
  const qwen = specOf('Qwen2.5 7B YaRN');
  const linear: Spec = { ...qwen, scaling: { type: 'linear', factor: 4 } };

  it('keeps the lengths of the model', () => {
    const kept = keptLengths(method, qwen, linear, none);
    expect(kept).toEqual({ trained: 32_768, target: 131_072 });
    expect(numbers(lengthsOf(method, linear, { ...none, ...kept }))).toEqual([
      32_768, 131_072,
    ]);
  });

  it('keeps those of a schedule of another type', () => {
    const own: Spec = { ...qwen, headDim: 62 };
    const next: Spec = { ...linear, headDim: 62 };
    expect(keptLengths(method, own, next, none)).toEqual({
      trained: 32_768,
      target: 131_072,
    });
    // The numbers of the same schedule are those that the reader moves.
    const scaling = { ...(qwen.scaling as Options), factor: 8 };
    const moved: Spec = { ...own, scaling };
    expect(keptLengths(method, own, moved, none)).toEqual({});
  });

  it('leaves the lengths of a model that stays', () => {
    const further: Spec = { ...qwen, contextLength: 65_536 };
    expect(keptLengths(method, qwen, further, none)).toEqual({});
    expect(numbers(lengthsOf(method, further, none))).toEqual([32_768, 65_536]);
  });
});
