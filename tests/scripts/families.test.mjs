// @ts-check
// Which families of a list, or of a folder of configurations, are known here.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  compareConfigs,
  compareWords,
  lacks,
  reportText,
  wordsIn,
} from '../../scripts/families/compare.mjs';
import { ourFamilies } from '../../scripts/families/ours.mjs';
import { at } from '../../scripts/lib/paths.mjs';

const few = {
  words: ['llama', 'qwen2_vl', 'gpt-j'],
  architectures: ['llama', 'plm', 'grovemoe'],
  stored: ['llama', 'plm', 'grove-moe'],
  read: (/** @type {any} */ config) => {
    if (!config.model_type) throw new Error('model: unknown; looked for keys');
    return { guessed: config.model_type === 'strange' };
  },
};

it('reads lists of words', () => {
  const text =
    'llama # the first\n\n"qwen2-vl", plm\tllama\n# gemma\ngguf:plm\n';
  expect(wordsIn(text)).toEqual(['llama', 'qwen2-vl', 'plm', 'gguf:plm']);
});

describe('a list of words', () => {
  it('tells what is missing, and what is known from GGUF files alone', () => {
    const words = ['Llama', 'qwen2-vl', 'plm', 'gguf:plm', 'gguf:b', 'a'];
    const report = compareWords(words, few);
    expect(report).toEqual({
      ...{ known: 3, missing: ['a', 'gguf:b'], ggufOnly: ['plm'], guessed: [] },
      stale: ['gpt-j'],
    });
    expect(lacks(report)).toBe(true);
    const told = reportText(report, false);
    expect(told).toContain('missing (2):\n  a\n  gguf:b\n');
    expect(told).not.toContain('gpt-j');
    expect(reportText(report, true)).toContain('list (1):\n  gpt-j\n');
  });

  it('knows an architecture by its own name and by that of its model type', () => {
    const words = ['grove_moe', 'grovemoe', 'gguf:grovemoe', 'gguf:grove_moe'];
    expect(compareWords(words, few)).toMatchObject({
      ...{ known: 1, missing: ['gguf:grove_moe'] },
      ggufOnly: ['grove_moe', 'grovemoe'],
    });
  });

  it('may be whole', () => {
    const report = compareWords(['llama', 'qwen2_vl', 'gpt_j'], few);
    expect(report).toMatchObject({ known: 3, missing: [], stale: [] });
    expect(lacks(report)).toBe(false);
    expect(reportText(report, true)).toBe('known: 3\n');
  });
});

it('a folder of configurations tells what is guessed, and why others fail', () => {
  const configs = new Map([
    ['b.json', { model_type: 'strange' }],
    ['a.json', { model_type: 'llama' }],
    ['c.json', {}],
  ]);
  const report = compareConfigs(configs, few);
  expect(report).toMatchObject({
    ...{ known: 1, guessed: ['b.json'], missing: ['c.json: model: unknown'] },
  });
});

it('knows the families of the package', async () => {
  const { words, architectures, read } = await ourFamilies();
  for (const word of ['llama', 'kimi_vl', 'kimi_k25', 'qwen4_exp_text']) {
    expect(words).toContain(word);
  }
  expect(words.every((word) => !word.includes(' '))).toBe(true);
  expect(architectures).toContain('deepseek32');
  expect(read({ model_type: 'gpt2' }).guessed).toBe(false);
  expect(() => read({ model_type: 'no_such_family' })).toThrow(/model_type/);
});

describe('npm run families', () => {
  const folder = mkdtempSync(join(tmpdir(), 'families-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (/** @type {string[]} */ ...words) => {
    const script = at('scripts/families.mjs');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [script, ...words],
      { encoding: 'utf8' },
    );
    return { status, stdout, stderr };
  };

  it('compares a list', () => {
    const list = join(folder, 'words.txt');
    writeFileSync(list, 'llama\nno_such_family\ngguf:llama\n');
    const { status, stdout } = run(list);
    expect(stdout).toBe('known: 2\nmissing (1):\n  no_such_family\n');
    expect(status).toBe(1);
    const json = JSON.parse(run(list, '--json', '--stale').stdout);
    expect(json).toMatchObject({ known: 2, missing: ['no_such_family'] });
    expect(json.stale).toContain('gpt2');
  });

  it('reads a folder', () => {
    const models = join(folder, 'models', 'one');
    mkdirSync(models, { recursive: true });
    writeFileSync(join(models, 'config.json'), '{"model_type": "gpt2"}');
    // What lies beside configurations is none.
    writeFileSync(join(models, 'generation_config.json'), '{"top_p": 0.9}');
    writeFileSync(join(models, 'tokenizer.json'), '{"version": "1.0"}');
    expect(run(join(folder, 'models'))).toMatchObject({
      ...{ status: 0, stdout: 'known: 1\n' },
    });
  });

  it.each([
    [[], 'npm run families -- LIST | FOLDER'],
    [['nowhere'], 'families: there is no nowhere'],
    [['--loud'], "families: Unknown option '--loud'"],
    [[at('docs/figures')], 'no configuration is below'],
  ])('%j is a misuse', (words, message) => {
    const { status, stderr } = run(...words);
    expect(stderr).toContain(message);
    expect(status).toBeGreaterThan(0);
  });
});
