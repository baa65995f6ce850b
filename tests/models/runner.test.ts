/**
 * The runner of model cases itself: a case that is wrong in any field must
 * fail, and a field that nothing compares must be named.
 */

import { execFile } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load } from 'posenc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Answer } from './case.mjs';

const pe = await load();
const data = path.join(import.meta.dirname, 'data');

// biome-ignore lint/suspicious/noExplicitAny: cases have fields of all kinds.
type Case = any;

const read = (name: string): Case =>
  JSON.parse(readFileSync(path.join(data, `${name}.json`), 'utf8'));

function answerTo(given: Case): Answer {
  const answer = new Answer(pe, given);
  answer.compare(pe.model(given.config));
  return answer;
}

/** All cases whose answers are right, without their open questions. */
const cases = readdirSync(data)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({ ...read(path.basename(file, '.json')), judged: [] }))
  .filter((given) => {
    try {
      return answerTo(given).failures.length === 0;
    } catch {
      return false;
    }
  });

/** Fields of texts, and those that no comparison reads; the runner names them. */
const NAMED = new RegExp(
  `^(${[
    ...['form', 'bias_form', 'angle', 'window_is', 'slopes_in_bfloat16'],
    'query_scale_by_position\\.(formula|L0)',
    // Sentences about rows, chunks and tables.
    ...['order', 'exponent', 'chunk', 'lookup', 'resized', 'used', 'positions'],
    'rotary\\.(angle|rows|order|positions|base_extents|grid)',
    'rotary\\.axes\\.\\d\\.name',
    // The class counts chunks of sounds in its own way.
    ...['decay\\.formula', 'positions_restart_every'],
  ].join('|')})$`,
);

/** Fields whose value says where to look, or why. */
const WHERE = /^(why|length|severity|layers)$/;

/** Lists of samples, each a position and what is there. */
const SAMPLES = /^(at|bucket_of_key_minus_query)$/;

/** Paths of all values below an object. */
function leaves(value: unknown, before: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...before]];
  const entries = Object.entries(value);
  // The first and the last item of a list stand for the rest.
  const some = Array.isArray(value)
    ? entries.filter((_, i) => i === 0 || i === entries.length - 1)
    : entries;
  return some.flatMap(([key, inner]) => leaves(inner, [...before, key]));
}

/** Another value of the same kind. */
function wrongOf(value: unknown): unknown {
  if (Number.isInteger(value)) return Math.ceil(Number(value) * 1.001) + 1;
  if (typeof value === 'number') return value * 1.001 + 0.01;
  if (typeof value === 'string') return `${value}x`;
  return typeof value === 'boolean' ? !value : 1;
}

function planted(given: Case, keys: readonly string[]): Case {
  const copy = structuredClone(given);
  const last = keys.at(-1) ?? '';
  const holder = keys.slice(0, -1).reduce((at, key) => at[key], copy.expect);
  holder[last] = wrongOf(holder[last]);
  return copy;
}

it('has cases with all kinds of fields', () => {
  expect(cases.length).toBeGreaterThan(25);
});

describe('one wrong value', () => {
  it.each(cases.map((given) => [given.name, given]))('%s', (_, given) => {
    const missed = leaves(given.expect).filter((keys) => {
      const names = keys.filter((key) => !/^\d+$/.test(key));
      const field = names.at(-1) ?? '';
      if (WHERE.test(field) || names[0] === 'must_not_report') return false;
      // The first number of a sample is its position.
      if (SAMPLES.test(field) && keys.at(-1) === '0') return false;
      const answer = answerTo(planted(given, keys));
      if (answer.failures.length > 0) return false;
      return ![...answer.skipped].some(
        (name) =>
          NAMED.test(name) && names.includes(name.split('.').at(-1) ?? ''),
      );
    });
    expect(missed.map((keys) => keys.join('.'))).toEqual([]);
  });
});

describe('findings', () => {
  it('fails a finding that is too mild', () => {
    const given = read('broken_two_bases_theta_1000');
    given.judged = [];
    given.expect.findings[0].severity = 'note';
    expect(answerTo(given).failures).toEqual([
      expect.stringContaining('rope_theta is a error'),
    ]);
  });

  it('fails a false alarm', () => {
    const given = read('ok_llama31_five_keys');
    given.config.rope_scaling.low_freq_factor = 5;
    given.expect.towers = {};
    expect(answerTo(given).failures).toEqual([
      expect.stringContaining('rope_scaling'),
      expect.stringContaining('false alarm'),
    ]);
  });

  it('fails what must not be reported', () => {
    const given = read('ok_llama31_five_keys');
    given.config.rope_scaling.twist = 1;
    expect(answerTo(given).failures).toEqual([
      expect.stringContaining('rope_scaling'),
    ]);
  });

  it('fails a program whose value no finding names', () => {
    const given = read('broken_attn_factor_r1_0528_qwen3');
    const [group] = given.expect.towers.text.groups;
    group.rotary.attention_factor_by_engine.another = 7;
    given.judged = [];
    expect(answerTo(given).failures[0]).toContain('no finding names 7');
  });

  it('compares whole numbers exactly', () => {
    const given = read('phi3_mini_128k');
    given.expect.towers.text.groups[0].window++;
    expect(answerTo(given).failures[0]).toContain('262144, not 262145');
  });

  it('keeps a field that is judged apart', () => {
    const given = read('llama3_2_3b');
    given.judged = ['base: programs differ'];
    given.expect.towers.text.groups[0].rotary.base = 7;
    const answer = answerTo(given);
    expect(answer.failures).toEqual([]);
    expect(answer.judged[0]).toContain('rotary.base: 500000, not 7');
  });
});

describe('fields without a comparison', () => {
  it('are named, and crash nothing', () => {
    const given = read('llama3_2_3b');
    const { text } = given.expect.towers;
    const [group] = text.groups;
    const odd = { toString: 1, 'a(b': null, inv_freq_new: 7, list: [{}] };
    Object.assign(group, { odd, 'b(': 1, constructor: 2, nothing: null });
    Object.assign(group.rotary, { odd, 'c[': 1, constructor: 2 });
    Object.assign(text, { note: 'x' });
    given.expect.more = [];
    given.expect.towers.meant = { num_layers: 7 };
    const answer = answerTo(given);
    expect(answer.failures).toEqual([]);
    expect([...answer.skipped].sort()).toEqual(
      [
        ...['odd', 'b(', 'constructor', 'nothing', 'more', 'text.note'],
        ...['rotary.odd', 'rotary.c[', 'rotary.constructor', 'towers.meant'],
      ].sort(),
    );
  });
});

describe('the program', () => {
  let folder = '';
  let lines: string[] = [];
  let code = 0;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'posenc-models-'));
    const write = (name: string, given: Case) =>
      writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(given));
    const right = read('llama3_2_3b');
    write('right', right);
    write('wrong', planted(right, ['towers', 'text', 'num_layers']));
    const named = structuredClone(right);
    named.expect.towers.text.groups[0].twist = 1;
    write('named', named);
    writeFileSync(path.join(folder, 'broken.json'), '{');
    writeFileSync(path.join(folder, 'README.md'), '');
    const run = path.join(import.meta.dirname, 'run.mjs');
    await new Promise<void>((resolve) => {
      // Its tests are not those of this suite, which the environment names.
      const options = { env: {} };
      execFile(process.execPath, [run, folder], options, (error, stdout) => {
        code = Number(error?.code ?? 0);
        lines = stdout.trimEnd().split('\n');
        resolve();
      });
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('prints a line for each case, and counts', () => {
    expect(lines).toEqual([
      expect.stringMatching(/^FAIL broken .*JSON/),
      'ok named (not compared: twist)',
      'ok right',
      expect.stringMatching(/^FAIL wrong text num_layers: 28 layers, not 30$/),
      '2 passed, 2 failed',
    ]);
    expect(code).toBe(1);
  });
});
