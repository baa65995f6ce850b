// README and docs are executable: each of their JavaScript and TypeScript
// blocks is a module that runs without an error and prints what its comments
// say, each command exists, and so does each file that they name. The step
// `documents` of the checks follows their links.
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { load, tensor } from 'posenc';
import { encodeNpy, encodeSafetensors } from 'posenc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../scripts/lib/paths.mjs';
import { writeGguf } from '../support/gguf.js';
import { models } from '../support/gguf-models.js';
import { noise } from '../support/noise.mjs';
import { oneIn } from '../support/sample.mjs';
import { promisesOf } from './blocks.mjs';
import { blocksIn, missingFiles, pages, textOf } from './pages.mjs';

const pe = await load();
const { scripts } = JSON.parse(textOf('package.json'));
const start = promisify(execFile);

// Below the repository, so that `posenc` is found. It holds the files that
// commands read.
const folder = at('build/readme');
beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const spec = { method: 'sinusoidal', length: 8192, dim: 64 };
  writeFileSync(`${folder}/spec.json`, JSON.stringify(spec));
  writeFileSync(`${folder}/positions.csv`, '0\n7\n1.5\n');
  const { config } = JSON.parse(textOf('tests/models/data/gpt_oss_20b.json'));
  writeFileSync(`${folder}/config.json`, JSON.stringify(config));
  const { file } = models['Llama-3.1-8B'] ?? { file: { metadata: {} } };
  writeFileSync(`${folder}/model.gguf`, writeGguf(file).bytes);
  const q = tensor(noise(8 * 2 * 64, 1), [8, 2, 64]);
  const rope = pe.rope({ headDim: 64 });
  const heads = {
    before: q,
    after: rope.rotate(q),
    other: rope.rotate(q),
  };
  for (const [name, tensor] of Object.entries(heads)) {
    writeFileSync(`${folder}/${name}.npy`, encodeNpy(tensor));
  }
  const inputs = { q, k: q, v: q };
  const tables = {
    't5-table': tensor(noise(64, 3), [32, 2]),
    shaw: tensor(noise(5 * 64, 4), [5, 64]),
  };
  for (const [name, tensor] of Object.entries({ ...inputs, ...tables })) {
    writeFileSync(`${folder}/${name}.npy`, encodeNpy(tensor));
  }
  const bias = { method: 't5Bias', table: 't5-table.npy', maxDistance: 64 };
  writeFileSync(`${folder}/bias.json`, JSON.stringify(bias));
  const turns = pe.rope({ preset: 'gpt-oss 20B' });
  const { cos, sin } = turns.cache({ cache: 'hf', length: 300 });
  writeFileSync(`${folder}/engine.cos.npy`, encodeNpy(cos));
  writeFileSync(`${folder}/engine.sin.npy`, encodeNpy(sin));
  const frequencies = Float32Array.from(turns.frequencies);
  const weights = {
    'k_proj.weight': tensor(noise(128 * 4, 2), [128, 4]),
    'rotary.inv_freq': tensor(frequencies, [frequencies.length]),
    'embed_positions.weight': pe.sinusoidal({
      ...{ length: 60, dim: 16, preset: 'whisper' },
    }),
  };
  writeFileSync(`${folder}/model.safetensors`, encodeSafetensors(weights));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @param {...string} parameters of node @returns {Promise<string>} */
async function node(...parameters) {
  const options = { cwd: folder, maxBuffer: Infinity };
  const { stdout } = await start(process.execPath, parameters, options);
  return stdout;
}

/** @param {import('./pages.mjs').Block} block @returns {Promise<string>} */
async function fileOf({ page, line, code }) {
  const { code: javaScript } = await transform(code, { loader: 'ts' });
  const file = `${folder}/${page.replaceAll('/', '-')}-${line}.mjs`;
  writeFileSync(file, javaScript);
  return file;
}

/** Written from the descriptions, whose examples tests/cli runs as commands. */
const isGenerated = (/** @type {{ page: string }} */ { page }) =>
  page.startsWith('docs/methods/');

const all = blocksIn('js', 'ts', 'javascript', 'typescript');
const modules = all.filter((block) => !isGenerated(block));
it('README is short', () =>
  expect(textOf('README.md').split('\n').length - 1).toBeLessThanOrEqual(150));
it('README shows code', () =>
  expect(modules.filter(({ page }) => page === 'README.md')).not.toEqual([]));

/**
 * What the blocks of a page print, and their errors, in one process.
 * @param {import('./pages.mjs').Block[]} blocks
 * @returns {Promise<{ output: string, error?: string }[]>}
 */
async function outcomes(blocks) {
  const files = await Promise.all(blocks.map(fileOf));
  const lines = await node(at('tests/readme/run-blocks.mjs'), ...files);
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** @type {Map<string, ReturnType<typeof outcomes>>} */
const outcomesOf = new Map();

it.each(modules)('$page: the block of line $line runs', async (block) => {
  const blocks = modules.filter(({ page }) => page === block.page);
  const running = outcomesOf.get(block.page) ?? outcomes(blocks);
  outcomesOf.set(block.page, running);
  const { output = '', error } = (await running)[blocks.indexOf(block)] ?? {};
  expect(error).toBe(undefined);
  for (const text of promisesOf(block.code)) expect(output).toContain(text);
});

it('the examples of the reference pages run', async () => {
  const blocks = all.filter(isGenerated);
  expect(blocks.length).toBeGreaterThan(10);
  const files = await Promise.all(blocks.map(fileOf));
  const imports = files.map((file) => `await import('${file}');`);
  await node('--input-type=module', '--eval', imports.join('\n'));
});

const commands = blocksIn('sh', 'bash', 'shell', 'console')
  .filter((block) => !isGenerated(block))
  .flatMap(({ page, code }) =>
    code
      .split('\n')
      .filter((line) => /^(\$ )?(npm|npx) /.test(line))
      .map((line) => ({ page, command: line.replace(/^\$ /, '') })),
  );

/**
 * The words of a command; quotes hold words with spaces together.
 * @param {string} command
 */
const wordsOf = (command) =>
  Array.from(
    command.matchAll(/"([^"]*)"|\S+/g),
    ([word, quoted]) => quoted ?? word,
  );

// Of those that start a process, a sample.
const [known, started] = [true, false].map((known) =>
  commands.filter(({ command }) => command.startsWith('npm ') === known),
);
const tried = [...(known ?? []), ...oneIn(2, started ?? [], 'commands')];
describe.each(tried)('$page: `$command`', ({ command }) => {
  const [program, verb, name = ''] = wordsOf(command);
  if (program === 'npm') {
    it('is known', () => {
      if (verb === 'install') expect(name).toBe('posenc');
      else
        expect(scripts).toHaveProperty([verb === 'run' ? name : (verb ?? '')]);
    });
  } else {
    it('runs', async () => {
      expect(verb).toBe('posenc');
      const words = wordsOf(command).slice(2);
      await node(at('bindings/dist/cli.js'), ...words);
    });
  }
});

it.each(pages)('%s: files that it names are there', (page) => {
  expect(missingFiles(textOf(page))).toEqual([]);
});

it.each(pages)('%s: its name is of small words with dashes', (page) => {
  expect(page).toMatch(/(^|\/)(README|[a-z\d]+(-[a-z\d]+)*)\.md$/);
});
