/** Changes that findings know: each takes its finding away and brings no other. */

import { readdirSync, readFileSync } from 'node:fs';
import { type Finding, type Mend, mend, readModel } from 'posenc/models';
import { describe, expect, it } from 'vitest';
import { examples, plain } from '../../bindings/src/models/lint/examples.js';
import { mends } from '../../bindings/src/models/lint/mends.js';
import { ropeRules } from '../../bindings/src/models/lint/rope-rules.js';
import { towerRules } from '../../bindings/src/models/lint/tower-rules.js';

const idOf = ({ kind, key }: Finding) => `${kind} ${key}`;
const ranks = ['note', 'warning', 'error'];

/**
 * Tries every change of a configuration's findings. A warning may become a note:
 * what programs read differently is told of the right factor, too.
 */
function tryAll(config: object, where: string): number {
  const { findings } = readModel(config);
  const before = new Set(findings.map(idOf));
  let count = 0;
  for (const finding of findings) {
    for (const change of finding.mends ?? []) {
      const text = JSON.stringify(config);
      const right = mend(config, change);
      expect(JSON.stringify(config)).toBe(text);
      const after = readModel(right).findings;
      const told = `${where}: ${finding.key} ${JSON.stringify(change)}`;
      expect(after.map(idOf), told).not.toContain(idOf(finding));
      const more = after.filter((one) => !before.has(idOf(one)));
      const worst = more.map(({ severity }) => ranks.indexOf(severity));
      if (finding.key.endsWith('attn_factor')) {
        for (const rank of worst) {
          expect(rank, told).toBeLessThan(ranks.indexOf(finding.severity));
        }
      } else expect(more.map(idOf), told).toEqual([]);
      count += 1;
    }
  }
  return count;
}

/** The changes of the worst finding that has some. */
const changesOf = (config: object): readonly Mend[] =>
  readModel({ ...plain, ...config }).findings.find(({ mends }) => mends)
    ?.mends ?? [];

it('names rules alone', () => {
  const rules = { ...ropeRules, ...towerRules };
  for (const name of Object.keys(mends)) expect(rules).toHaveProperty(name);
});

it.each(Object.keys(mends))('%s', (name) => {
  const { wrong = {}, right = {} } = examples[name] ?? {};
  const count = tryAll({ ...plain, ...wrong }, name);
  // Of a factor alone, nothing tells the schedule.
  if (name === 'noType') expect(count).toBe(0);
  else expect(count).toBeGreaterThan(0);
  tryAll({ ...plain, ...right }, name);
});

it('holds for all configurations of the tests, inside of sections, too', () => {
  const folder = new URL('../models/data/', import.meta.url);
  let count = 0;
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  for (const file of files) {
    const { config } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    try {
      readModel(config);
    } catch {
      continue;
    }
    count += tryAll(config, file);
    const text_config = { ...config, model_type: config.model_type };
    if (config.model_type === 'llama' || config.model_type === 'qwen3') {
      tryAll({ model_type: 'gemma3', text_config }, `${file} in a section`);
    }
  }
  expect(count).toBeGreaterThan(15);
});

const yarn = {
  ...{ rope_type: 'yarn', factor: 4 },
  original_max_position_embeddings: 32768,
};

describe('what is written', () => {
  it.each<[string, object, readonly Mend[]]>([
    [
      'a key that is nearly right gets its name',
      { rope_thetha: 1e6, rope_theta: null },
      [{ rope_thetha: null, rope_theta: 1e6 }],
    ],
    [
      'one that is there twice is taken away',
      { rope_thetha: 1e6 },
      [{ rope_thetha: null }],
    ],
    [
      'one that is like no other is taken away',
      { rope_scaling: { ...yarn, zzzzzzzz: 1 } },
      [{ 'rope_scaling.zzzzzzzz': null }],
    ],
    [
      'two lengths and a factor: the length, or the factor',
      { rope_scaling: { ...yarn, original_max_position_embeddings: 40960 } },
      [
        { 'rope_scaling.original_max_position_embeddings': 32768 },
        { 'rope_scaling.factor': 3.2 },
      ],
    ],
    [
      'a number between quotes',
      { rope_scaling: { ...yarn, factor: '4.0' } },
      [{ 'rope_scaling.factor': 4 }],
    ],
    ['a word between quotes is none', { rope_theta: 'ten' }, []],
    ['a number that is out of range is none', { rope_theta: '-2' }, []],
    [
      'a schedule that is misspelt',
      { rope_scaling: { ...yarn, rope_type: 'yarm' } },
      [{ 'rope_scaling.rope_type': 'yarn' }],
    ],
    [
      'the type that a key tells',
      {
        rope_scaling: {
          ...{ factor: 4, beta_fast: 32, beta_slow: 2 },
          original_max_position_embeddings: 32768,
        },
      },
      [{ 'rope_scaling.rope_type': 'yarn' }],
    ],
    [
      'limits that are exchanged, one of them of the class',
      { rope_scaling: { ...yarn, beta_slow: 64 } },
      [{ 'rope_scaling.beta_fast': 64, 'rope_scaling.beta_slow': 32 }],
    ],
    [
      'an impossible factor: that of the schedule',
      { rope_scaling: { ...yarn, attention_factor: 32 } },
      [{ 'rope_scaling.attention_factor': 1.13863 }],
    ],
  ])('%s', (_, config, wanted) => {
    expect(changesOf(config)).toEqual(wanted);
  });

  it('is what the model then reads', () => {
    const read = (config: object) => {
      const whole = { ...plain, ...config };
      const [change] = changesOf(config);
      return readModel(mend(whole, change as Mend)).layers[0]?.spec;
    };
    expect(read({ rope_thetha: 7e5, rope_theta: null })?.theta).toBe(7e5);
    const type = { rope_scaling: { ...yarn, rope_type: 'yarm' } };
    expect(read(type)?.scaling).toMatchObject({ type: 'yarn', factor: 4 });
    const two = { rope_parameters: { rope_type: 'default', rope_theta: 1000 } };
    expect(read(two)?.theta).toBe(1000);
  });

  it('is the number that the advice names', () => {
    const { advice, mends } =
      readModel({
        ...{ ...plain, max_position_embeddings: 40960 },
        rope_scaling: yarn,
      }).findings.find((one) => one.mends) ?? {};
    const [change = {}] = mends ?? [];
    expect(change).toEqual({ max_position_embeddings: 131072 });
    expect(advice).toContain(JSON.stringify(change).slice(1, -1).split(':')[0]);
    expect(advice).toContain('131072');
  });
});

describe('mend', () => {
  const config = { a: { b: 1, c: 2 }, d: [1] };

  it('writes and takes away, in the order of the file', () => {
    expect(mend(config, { 'a.b': null, 'a.e.f': 3, d: 'x' })).toEqual({
      ...{ a: { c: 2, e: { f: 3 } }, d: 'x' },
    });
    expect(Object.keys(mend(config, { 'a.b': null }))).toEqual(['a', 'd']);
    expect(config).toEqual({ a: { b: 1, c: 2 }, d: [1] });
    expect(mend(config, { 'x.y': null, 'd.z': null })).toEqual(config);
    expect(mend(config, {})).toBe(config);
  });

  it('reaches no prototype', () => {
    const made = mend({}, { '__proto__.polluted': 1 });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(made).toBeTypeOf('object');
  });

  it.each<[unknown, unknown, string, string]>([
    [null, {}, 'config', 'null'],
    [[], {}, 'config', 'an array'],
    [{}, 'x', 'changes', '"x"'],
    [{}, undefined, 'changes', 'undefined'],
  ])('refuses %j and %j', (given, changes, param, got) => {
    const call = () => mend(given, changes as never);
    expect(call).toThrow(`mend: ${param} must be an object, got ${got}`);
    expect(call).toThrow(
      expect.objectContaining({ code: 'ERR_TYPE', param }) as never,
    );
  });
});
