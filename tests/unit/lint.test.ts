/**
 * The rules by which configurations are judged: each with a configuration that
 * is wrong as one was in the wild, and with one like it that is right.
 */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { examples, plain } from '../../bindings/src/models/lint/examples.js';
import { ropeRules } from '../../bindings/src/models/lint/rope-rules.js';
import { towerRules } from '../../bindings/src/models/lint/tower-rules.js';
import { unreadRules } from '../../bindings/src/models/lint/unread-rules.js';

const pe = await load();
const rules = { ...ropeRules, ...towerRules, ...unreadRules };

const findingsOf = (config: object) =>
  pe.model({ ...plain, ...config }).findings;

/** A text of a rule as an expression; its gaps take anything. */
function pattern(text: string): RegExp {
  const [first = '', ...rest] = text
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${[first, ...rest].join('.*')}$`);
}

it('has an example of each rule', () => {
  expect(Object.keys(examples).sort()).toEqual(Object.keys(rules).sort());
});

it('finds nothing in a plain configuration', () => {
  expect(findingsOf({})).toEqual([]);
});

describe.each(Object.entries(rules))('%s', (name, rule) => {
  const { wrong = {}, right = {} } = examples[name] ?? {};
  const made = (config: object) =>
    findingsOf(config).filter(
      ({ kind, message }) =>
        kind === rule.kind && pattern(rule.message).test(message),
    );

  it('is found', () => {
    const found = made(wrong);
    expect(found.length, JSON.stringify(findingsOf(wrong))).toBeGreaterThan(0);
    for (const finding of found) {
      expect(finding.severity).toBe(rule.severity);
      expect(finding.key).toMatch(
        new RegExp(`(^|\\.)${pattern(rule.key).source.slice(1)}`),
      );
      expect(finding.advice).toMatch(pattern(rule.advice));
      const texts = `${finding.key} ${finding.message} ${finding.advice}`;
      expect(texts).not.toMatch(/undefined|NaN|null|[{}]/);
    }
  });

  it('is not found where all is well', () => {
    expect(made(right)).toEqual([]);
  });

  it('makes no error of what is right', () => {
    const { severity } = rule;
    const errors = findingsOf(right).filter((one) => one.severity === 'error');
    if (severity === 'error') expect(errors).toEqual([]);
  });
});

/** The values that programs take, which a finding names. */
describe('numbers of findings', () => {
  const only = (config: object, kind: string) => {
    const found = findingsOf(config).filter((one) => one.kind === kind);
    expect(found).toHaveLength(1);
    return found[0];
  };
  const yarn = {
    rope_type: 'yarn',
    factor: 4,
    original_max_position_embeddings: 32768,
  };

  it('attn_factor', () => {
    const usual = 0.1 * Math.log(4) + 1;
    const rope_scaling = { ...yarn, attn_factor: 0.5 };
    const finding = only({ rope_scaling }, 'unknown_key');
    expect(finding).toMatchObject({
      key: 'rope_scaling.attn_factor',
      value: 0.5,
      severity: 'warning',
    });
    expect(finding?.engines?.transformers).toBeCloseTo(usual, 12);
    expect(finding?.engines?.vLLM).toBeCloseTo(0.5 * usual, 12);
  });

  it('how far truncate moves gpt-oss, by the formula of YaRN', () => {
    const config = {
      head_dim: 64,
      rope_theta: 150000,
      rope_scaling: {
        ...yarn,
        factor: 32,
        original_max_position_embeddings: 4096,
        truncate: false,
      },
    };
    const finding = only(config, 'engine_disagreement');
    expect(finding?.key).toBe('rope_scaling.truncate');
    expect(finding?.message).toMatch(/frequency 17 .*\(76 % off\)/);
    const { transformers, 'ggml, mlx-lm': ggml } = finding?.engines ?? {};
    expect(Number(transformers)).toBeCloseTo(1.293187e-4, 10);
    expect(Number(ggml)).toBeCloseTo(2.279478e-4, 10);
  });

  it('the frequencies at which vLLM freezes dynamic scaling', () => {
    const rope_scaling = { type: 'dynamic', factor: 2 };
    const config = { rope_scaling, max_position_embeddings: 4096 };
    const finding = only(config, 'engine_disagreement');
    const theta = 500000 * 3 ** (64 / 62);
    expect(finding?.engines?.vLLM).toBeCloseTo(theta ** (-62 / 64), 12);
    expect(finding?.engines?.transformers).toBeCloseTo(
      500000 ** (-62 / 64),
      12,
    );
  });

  it('the path of a section', () => {
    const text_config = { ...plain, rope_scaling: { ...yarn, beta_slowx: 1 } };
    const [finding] = pe.model({ model_type: 'gemma3', text_config }).findings;
    expect(finding?.key).toBe('text_config.rope_scaling.beta_slowx');
    expect(finding?.message).toMatch(/did you mean "beta_slow"\?/);
  });
});

/** The words of a configuration that everybody copies. */
describe('no false alarm', () => {
  it.each([
    [
      'Llama 3.1',
      131072,
      {
        rope_type: 'llama3',
        factor: 8,
        low_freq_factor: 1,
        high_freq_factor: 4,
        original_max_position_embeddings: 8192,
      },
    ],
    [
      'Qwen2.5 with YaRN',
      32768,
      { type: 'yarn', factor: 4, original_max_position_embeddings: 32768 },
    ],
    [
      'Qwen3 with YaRN',
      40960,
      { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 32768 },
    ],
    [
      'DeepSeek-V3',
      163840,
      {
        type: 'yarn',
        factor: 40,
        beta_fast: 32,
        beta_slow: 1,
        mscale: 1,
        mscale_all_dim: 1,
        original_max_position_embeddings: 4096,
      },
    ],
    ['Gemma 3', 131072, { rope_type: 'linear', factor: 8 }],
    [
      'version 5',
      131072,
      { rope_type: 'default', rope_theta: 500000, partial_rotary_factor: 1 },
    ],
    ['nothing', 131072, null],
  ])('%s', (_, max_position_embeddings, rope_scaling) => {
    const { rope_type, type, factor, original_max_position_embeddings } =
      (rope_scaling ?? {}) as Record<string, string | number>;
    const found = findingsOf({ max_position_embeddings, rope_scaling });
    // Versions 4.51 to 4.55 of transformers take the ratio of the lengths.
    const ratio =
      Number(max_position_embeddings) /
      Number(original_max_position_embeddings);
    const two = (rope_type ?? type) === 'yarn' && ratio !== factor;
    expect(found.map(({ severity, key }) => [severity, key])).toEqual(
      two ? [['note', 'rope_scaling.factor']] : [],
    );
    const [values] = found.flatMap(({ engines = {} }) => [
      Object.values(engines),
    ]);
    expect(values).toEqual(two ? [ratio, factor] : undefined);
  });

  it('GLM-4 9B, whose code has a factor of its base alone', () => {
    const { layers, findings } = pe.model({
      ...{ model_type: 'chatglm', architectures: ['ChatGLMModel'] },
      ...{ num_layers: 40, hidden_size: 4096, num_attention_heads: 32 },
      ...{ kv_channels: 128, multi_query_attention: true },
      ...{ multi_query_group_num: 2, rope_ratio: 500, seq_length: 131072 },
    });
    expect(layers[0]?.rope?.theta).toBe(5e6);
    expect(findings).toEqual([]);
  });
});

describe('what attention does not compute', () => {
  const notes = (config: object) =>
    pe
      .model(config)
      .findings.filter(({ kind }) => kind === 'not_computed')
      .map(({ severity, key, message, advice }) => {
        expect(severity).toBe('note');
        return `${key} ${message} | ${advice}`;
      });

  it('is a note, each thing once for a class', () => {
    // Every second block of Swin moves its windows of 7 × 7 cells by 3.
    const found = notes({
      ...{ model_type: 'swin', image_size: 224, patch_size: 4 },
      ...{ embed_dim: 96, depths: [2, 2, 6, 2], num_heads: [3, 6, 12, 24] },
      window_size: 7,
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(
      /^model_type stands .* a window of 7 × 7 cells alone \| .* beyond 49 keys, unless .* mask$/,
    );
  });

  it('names the section of a tower, and is absent where nothing lacks', () => {
    const sized = {
      hidden_size: 64,
      num_hidden_layers: 1,
      num_attention_heads: 2,
    };
    const [only, ...more] = notes({
      ...{
        model_type: 'llava',
        text_config: { ...sized, model_type: 'llama' },
      },
      vision_config: { ...sized, model_type: 'gemma4_vision', image_size: 64 },
    });
    expect(only).toMatch(
      /^vision_config.model_type .* positions of several axes/,
    );
    expect(more).toEqual([]);
    expect(notes({ ...sized, model_type: 'llama' })).toEqual([]);
  });
});
