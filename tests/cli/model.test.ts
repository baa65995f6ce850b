/**
 * `posenc model`, `posenc lint` and `posenc rope --config`: every number that
 * they print is the one that the library gives.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Layer, load, type Model, type Tower } from 'posenc';
import { decodeSafetensors } from 'posenc/formats';
import { afterAll, describe, expect, it } from 'vitest';
import { modelFacts as factsOf } from '../../bindings/src/cli/model-facts.js';
import { modelText as textOf } from '../../bindings/src/cli/model-text.js';
import { posenc, program, scratch } from './program.js';

const pe = await load();
// The sources and what is built of them have types of their own.
const modelFacts = (model: Model) => factsOf(model as never);
const modelText = (model: Model) => textOf(model as never);
const towersOf = ({ towers }: Model) =>
  Object.entries(towers) as [name: string, tower: Tower][];

const { folder, remove } = scratch();
afterAll(remove);

const data = path.join(import.meta.dirname, '../models/data');

/** All configurations that can be read. */
const models = readdirSync(data)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file): [string, object, Model][] => {
    const { config } = JSON.parse(readFileSync(path.join(data, file), 'utf8'));
    const name = path.basename(file, '.json');
    writeFileSync(path.join(folder, file), JSON.stringify(config));
    try {
      return [[name, config, pe.model(config)]];
    } catch {
      return [];
    }
  });

const modelCalled = (name: string) =>
  models.find(([one]) => one === name) as [string, object, Model];

const run = async (given: string, input = '') => {
  const ended = await posenc(folder, given.split(' '), input);
  return { ...ended, stdout: ended.stdout.toString() };
};

/** A value as JSON carries it. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** A layer with numbers in place of its rope. */
function expected({ rope, spec: _, attentionFactor: __, ...facts }: Layer) {
  if (!rope) return plain({ ...facts, rope: null });
  const { headDim, rotaryDim, rotaryStart, theta, layout, outLayout } = rope;
  const { attentionFactor, softmaxScale, scoreFactor } = rope;
  const frequencies = Array.from(rope.frequencies);
  const numbers = { attentionFactor, softmaxScale, scoreFactor, frequencies };
  const widths = { headDim, rotaryDim, rotaryStart };
  return plain({
    ...facts,
    rope: { ...widths, theta, layout, outLayout, ...numbers },
  });
}

describe('posenc model --json', () => {
  it.each(models)('%s', (_, __, model) => {
    const facts = plain(modelFacts(model)) as Record<string, unknown>;
    const { type, findings, assumed, guessed } = model;
    expect(facts).toMatchObject(
      plain({ type, findings, assumed, guessed }) as object,
    );
    const towers = facts.towers as Record<string, Tower>;
    expect(Object.keys(towers)).toEqual(Object.keys(model.towers));
    for (const [name, { layers, ...rest }] of towersOf(model)) {
      expect(towers[name]).toMatchObject(plain(rest) as object);
      expect(towers[name]?.layers).toEqual(layers.map(expected));
    }
  });

  it('prints them', async () => {
    const [name, , model] = modelCalled('gemma3_27b_sparse_text_config');
    const { stdout, stderr, code } = await run(`model ${name}.json --json`);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(plain(modelFacts(model)));
  });
});

describe('--divisors', () => {
  const name = 'phi3_mini_128k';
  const file = modelCalled(name)[1] as {
    rope_scaling: { long_factor: number[] };
  };
  const { long_factor: written } = file.rope_scaling;

  it.each([
    ['', written.map(Math.fround)],
    ['--divisors float32', written.map(Math.fround)],
    ['--divisors float64', written],
  ])('%j', async (flag, factors) => {
    const more = flag ? ` ${flag}` : '';
    const model = await run(`model ${name}.json --json${more}`);
    const { towers } = JSON.parse(model.stdout);
    const [spec] = towers.text.layers[0].positions;
    expect(spec.scaling.longFactor).toEqual(factors);
    const rope = await run(`rope --config ${name}.json --json${more}`);
    expect(JSON.parse(rope.stdout).spec.scaling.longFactor).toEqual(factors);
  });

  it.each([
    [
      `model ${name}.json --divisors half`,
      /must be float32 or float64, got "half"/,
    ],
    [`rope --config ${name}.json --divisors 64`, /must be float32 or float64/],
    ['rope --head-dim 8 --divisors float64', /--divisors needs --config/],
  ])('%s', async (given, says) => {
    const { stderr, code } = await run(given);
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
  });
});

/** A report, read back: rows by their labels, for each layer of each tower. */
function readReport(text: string) {
  const towers: Record<string, Record<number, Record<string, string>>> = {};
  let tower: Record<number, Record<string, string>> = {};
  let rows: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const [, name] = /^(\w+) \(.*layers?\b/.exec(line) ?? [];
    const [, ranges] = /^ {2}layers? (.*)$/.exec(line) ?? [];
    const [, label, value] = /^ {4}(.{18})(.*)$/.exec(line) ?? [];
    if (/^(findings|assumed)/.test(line)) break;
    if (name !== undefined) {
      tower = {};
      towers[name] = tower;
    } else if (ranges !== undefined) {
      rows = {};
      for (const range of ranges.split(', ')) {
        const [first = 0, last = first] = range.split('–').map(Number);
        for (let i = first; i <= last; ++i) tower[i] = rows;
      }
    } else if (label !== undefined) rows[label.trim()] = value ?? '';
  }
  return towers;
}

const numbersIn = (text = '') =>
  (text.match(/-?\d+(\.\d+)?(e[+-]\d+)?/g) ?? []).map(Number);

describe('posenc model', () => {
  it.each(models)('%s', (_, __, model) => {
    const towers = readReport(modelText(model));
    const names = Object.keys(model.towers).sort();
    expect(Object.keys(towers).sort()).toEqual(names);
    for (const [name, { layers }] of towersOf(model)) {
      const read = towers[name] ?? {};
      expect(Object.keys(read)).toHaveLength(layers.length);
      for (const layer of layers) {
        const rows = read[layer.index] ?? {};
        if (layer.attention === null) {
          expect(rows.mixer).toContain(layer.mixer);
          const { decay, rope } = layer;
          expect(numbersIn(rows.decay)).toEqual(decay ? [decay.heads] : []);
          if (decay) expect(rows.decay).toContain(`law ${decay.law},`);
          const turned = rope && [rope.theta, rope.rotaryDim, rope.headDim];
          expect(numbersIn(rows.rope)).toEqual(turned ?? []);
          continue;
        }
        const { heads, headDim, keyHeads, window, rope, temperature } = layer;
        expect(rows.attention).toContain(layer.attention);
        expect(numbersIn(rows.heads)).toEqual([heads, headDim, keyHeads]);
        expect(numbersIn(rows.window)).toEqual(window === null ? [] : [window]);
        expect(numbersIn(rows['softmax scale'])).toEqual([layer.softmaxScale]);
        const cap = layer.softcap === null ? [] : [layer.softcap];
        expect(numbersIn(rows.softcap)).toEqual(cap);
        const { rotated, unrotated } = temperature;
        const whole = rope === null || rope.rotaryDim === headDim;
        const both = whole ? [rotated] : [rotated, unrotated];
        expect(numbersIn(rows.temperature)).toEqual(both);
        expect(rows.rope === undefined).toBe(rope === null);
        if (!rope) continue;
        const widths = [rope.rotaryDim, rope.headDim];
        expect(numbersIn(rows.rope)).toEqual([rope.theta, ...widths]);
        const written =
          rope.outLayout === rope.layout
            ? ''
            : `, written as ${rope.outLayout}`;
        expect(rows.rope).toMatch(
          new RegExp(`layout ${rope.layout}${written}$`),
        );
        const a = [rope.attentionFactor];
        expect(numbersIn(rows['attention factor'])).toEqual(a);
        const spec = layer.positions.find(({ method }) => method === 'rope');
        const { type = undefined } = (spec?.scaling ?? {}) as { type?: string };
        expect(rows.scaling?.split(',')[0]).toBe(type && `type ${type}`);
      }
    }
  });

  it('says what is wrong, and what is assumed', () => {
    for (const [, , model] of models) {
      const text = modelText(model);
      for (const { severity, key, message, advice } of model.findings) {
        expect(text).toContain(`${severity}: ${key} ${message}`);
        expect(text).toContain(`advice: ${advice}`);
      }
      for (const { key, why } of model.assumed) {
        expect(text).toContain(`${key} = `);
        expect(text).toContain(`: ${why}`);
      }
    }
  });

  it('reads a file, a folder and a pipe alike', async () => {
    const [name, config, model] = modelCalled('gpt_oss_20b');
    mkdirSync(path.join(folder, 'downloaded'));
    const inside = path.join(folder, 'downloaded/config.json');
    const text = JSON.stringify(config, undefined, 2);
    writeFileSync(inside, `\uFEFF${text}`);
    const expectedText = `${modelText(model)}\n`;
    expect((await run(`model ${name}.json`)).stdout).toBe(expectedText);
    expect((await run('model downloaded')).stdout).toBe(expectedText);
    expect((await run('model -', text)).stdout).toBe(expectedText);
  });
});

it.each([
  ['qwen2_vl_7b_mrope', ['text', 'vision']],
  ['csm_1b_two_llama3', ['backbone', 'codec', 'depth_decoder']],
  ['t5_small', ['decoder', 'encoder']],
])('the main tower comes first: %s', (name, towers) => {
  const text = modelText(modelCalled(name)[2]);
  const titles = [...text.matchAll(/^(\w+) \(.*layers?, width/gm)];
  expect(titles.map(([, tower]) => tower)).toEqual(towers);
});

it('shows control characters of a file, which a terminal would obey', async () => {
  const start = String.fromCharCode(27);
  const config = {
    model_type: `mine${start}[2J`,
    rope_theta: 10000,
    hidden_size: 64,
    num_hidden_layers: 1,
    num_attention_heads: 2,
    rope_scaling: { [`fac${start}tor`]: 2, rope_type: 'linear' },
  };
  for (const command of ['model -', 'lint -']) {
    const { stdout } = await run(command, JSON.stringify(config));
    expect(stdout).toMatch(/layer|note/);
    expect(stdout).not.toContain(start);
  }
});

it('needs no WebAssembly for text and findings', () => {
  const [name, , model] = modelCalled('gpt_oss_20b');
  const without = 'data:text/javascript,delete globalThis.WebAssembly';
  const run = (command: string) =>
    execFileSync(
      process.execPath,
      ['--import', without, program, command, `${name}.json`],
      { cwd: folder, encoding: 'utf8' },
    );
  expect(run('model')).toBe(`${modelText(model)}\n`);
  const findings = run('lint');
  expect(model.findings.length).toBeGreaterThan(0);
  for (const { message } of model.findings) {
    expect(findings).toContain(message);
  }
});

describe('posenc lint', () => {
  it('exits with 1 if there is an error', async () => {
    const files = 'constructed_string_scaling.json ok_llama31_five_keys.json';
    const { stdout, stderr, code } = await run(`lint ${files}`);
    expect(code).toBe(1);
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^constructed\S+: 1 error, 0 warnings, \d+ notes?$/m,
    );
    expect(stdout).toMatch(/^ {2}error: rope_scaling must be an object/m);
    expect(stdout).toMatch(/^ok_llama31_five_keys.json: 0 errors, /m);
  });

  it('exits with 0 if there are warnings and notes', async () => {
    const files = 'broken_original_40960.json ok_llama31_five_keys.json';
    const { stdout, code } = await run(`lint ${files}`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/0 errors, 1 warning, /);
  });

  it('prints the findings of the library as JSON', async () => {
    const names = models.map(([name]) => `${name}.json`);
    const { stdout, code } = await run(`lint --json ${names.join(' ')}`);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual(
      models.map(([name, , { findings }]) => ({
        file: `${name}.json`,
        findings: plain(findings),
      })),
    );
  });

  it('goes on after a file that cannot be read', async () => {
    const files = 'none.json ok_llama31_five_keys.json';
    const { stdout, code } = await run(`lint ${files}`);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^none.json: error: cannot read none.json: no such file or directory\n/,
    );
    expect(stdout).toContain('ok_llama31_five_keys.json: 0 errors');
  });
});

describe('posenc rope --config', () => {
  it.each([
    ['gemma3_27b_sparse_text_config', 'text', 5],
    ['gemma3_27b_sparse_text_config', 'text', 6],
    ['qwen2_vl_7b_mrope', 'text', 3],
    ['phi3_mini_128k', 'text', 0],
    ['deepseek_v3', 'text', 60],
    ['llama3_1_405b', 'text', 125],
  ])('%s %s[%d]', async (name, tower, index) => {
    const [, , model] = modelCalled(name);
    const layer = model.towers[tower]?.layers[index];
    const given = `--tower ${tower} --layer ${index}`;
    const command = `rope --config ${name}.json ${given} --json`;
    const { stdout, stderr, code } = await run(command);
    // The frequencies of LongRoPE depend on the length.
    const longrope = name.startsWith('phi3');
    expect(stderr).toMatch(longrope ? /^posenc rope: longrope: .*\n$/ : /^$/);
    expect(code).toBe(0);
    const { rope, positions } = layer ?? {};
    expect(JSON.parse(stdout)).toMatchObject({
      spec: plain(positions?.[0]),
      rotaryDim: rope?.rotaryDim,
      attentionFactor: rope?.attentionFactor,
      softmaxScale: rope?.softmaxScale,
      scoreFactor: rope?.scoreFactor,
      frequencies: Array.from(rope?.frequencies ?? []),
    });
  });

  it('writes the tables of an engine, from a pipe', async () => {
    const [, config, model] = modelCalled('llama3_1_405b');
    const command =
      'rope --config - --cache ort --length 64 --out c.safetensors';
    const { stderr, code } = await run(command, JSON.stringify(config));
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const file = readFileSync(path.join(folder, 'c.safetensors'));
    const { tensors } = decodeSafetensors(file);
    const { rope } = model.layers[0] ?? {};
    expect(tensors).toEqual(rope?.cache({ cache: 'ort', length: 64 }));
  });

  it('lets flags and a spec file win', async () => {
    writeFileSync(path.join(folder, 'own.json'), '{"layout": "interleaved"}');
    const more = '--spec own.json --theta 7 --json';
    const { stdout } = await run(`rope --config llama3_2_3b.json ${more}`);
    expect(JSON.parse(stdout).spec).toMatchObject({
      ...{ headDim: 128, theta: 7, layout: 'interleaved' },
      scaling: { type: 'llama3' },
    });
  });

  it.each([
    [
      '--config gemma3_27b_sparse_text_config.json',
      2,
      /layers 0–4, 6–10.* differ: --layer/,
    ],
    [
      '--config llama3_2_3b.json --layer 28',
      2,
      /--layer must be a number from 0 to 27/,
    ],
    ['--config llama3_2_3b.json --layer -1', 2, /--layer must be a number/],
    [
      '--config llama3_2_3b.json --tower vision',
      2,
      /--tower must be one of text, got "vision"/,
    ],
    [
      '--config llama3_2_3b.json --tower __proto__',
      2,
      /--tower must be one of text/,
    ],
    [
      '--config smollm3_3b.json --layer 3',
      1,
      /layer 3 of text in smollm3_3b.json has no rope/,
    ],
    [
      '--config t5_small.json --tower encoder',
      1,
      /encoder in t5_small.json has no rope/,
    ],
    ['--layer 3', 2, /--layer needs --config/],
    ['--config llama3_2_3b.json --preset x', 2, /exclude each other/],
    ['--config - --spec -', 2, /cannot both read standard input/],
  ])('%s', async (given, exit, says) => {
    const { stderr, stdout, code } = await run(`rope ${given}`);
    expect(stdout).toBe('');
    expect(code).toBe(exit);
    expect(stderr).toMatch(says);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('wrong calls', () => {
  it.each([
    ['model', 2, /name a config.json/],
    ['model a.json b.json', 2, /unexpected word "b.json"/],
    ['model none.json', 1, /cannot read none.json: no such file/],
    ['lint', 2, /name one config.json or several/],
    ['lint --jsn x.json', 2, /no flag --jsn; did you mean --json/],
  ])('%s', async (given, exit, says) => {
    const { stderr, code } = await run(given);
    expect(code).toBe(exit);
    expect(stderr).toMatch(says);
  });

  it.each([
    ['{"a": 1,\n "b": }', 'line 2, column 7'],
    ['{"a": 1', 'line 1, column 8'],
    ['', 'line 1, column 1'],
    ['{"a": 01}', 'line 1, column 8'],
    ['{"a": [1, 2,]}', 'line 1, column 13'],
    ["{'a': 1}", 'line 1, column 2'],
    ['{"a": 1}\n}', 'line 2, column 1'],
    ['{"a": "x\ny"}', 'line 1, column 9'],
    ['{"a" 1}', 'line 1, column 6'],
    ['{"a": nan}', 'line 1, column 7'],
    ['{"a": -NaN}', 'line 1, column 7'],
    ['{"a": [NaN, -Infinity, Infinity}', 'line 1, column 32'],
    ['{"a": "\\x"}', 'line 1, column 7'],
    ['{"a": 1,}', 'line 1, column 9'],
  ])('%j is an error in %s', async (text, place) => {
    const { stderr, stdout, code } = await run('model -', text);
    expect(stdout).toBe('');
    expect(code).toBe(1);
    expect(stderr).toBe(
      `posenc model: standard input is not JSON: error in ${place}\n`,
    );
  });

  it('reads the numbers that Python writes and JSON does not have', async () => {
    const text = `{"model_type": "mamba2", "num_hidden_layers": 2,
      "time_step_limit": [0.0, Infinity], "low": -Infinity, "not": NaN,
      "name": "Infinity, \\" NaN"}`;
    const { stderr, stdout, code } = await run('lint -', text);
    expect(stderr).toBe('');
    expect(stdout).toBe('-: 0 errors, 0 warnings, 0 notes\n');
    expect(code).toBe(0);
    const huge = '{"model_type": "llama", "rope_theta": -Infinity}';
    expect((await run('lint -', huge)).stdout).toMatch(
      /rope_theta must be a number .* got -Infinity/,
    );
  });

  it('says why a model is unknown', async () => {
    const { stderr, code } = await run('model -', '{"model_type": "x"}');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^posenc model: cannot read standard input: model_type must be/,
    );
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
