// The README is executable: each of its JavaScript and TypeScript blocks is a
// module that runs without an error and prints what its comments say, and each
// command it shows exists.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../scripts/lib/paths.mjs';
import { blocksOf, promisesOf } from './blocks.mjs';

const blocks = blocksOf(readFileSync(at('README.md'), 'utf8'));
const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const inLanguages = (/** @type {string[]} */ ...languages) =>
  blocks.filter(({ language }) => languages.includes(language));

describe('README', () => {
  // Below the repository, so that `posenc` is found.
  const folder = at('build/readme');
  beforeAll(() => mkdirSync(folder, { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const modules = inLanguages('js', 'ts', 'javascript', 'typescript');
  it('shows code', () => expect(modules.length).toBeGreaterThan(0));

  it.each(modules)('runs the block of line $line', async ({ code, line }) => {
    const { code: javaScript } = await transform(code, { loader: 'ts' });
    const file = `${folder}/line-${line}.mjs`;
    writeFileSync(file, javaScript);
    const output = execFileSync(process.execPath, [file], {
      encoding: 'utf8',
    });
    for (const text of promisesOf(code)) expect(output).toContain(text);
  });

  const commands = inLanguages('sh', 'bash', 'shell', 'console').flatMap(
    ({ code }) => code.split('\n').filter((line) => /^(\$ )?npm /.test(line)),
  );
  it.each(commands)('knows `%s`', (command) => {
    const [verb, name] = command.replace(/^\$ /, '').split(/\s+/).slice(1);
    if (verb === 'run') expect(scripts).toHaveProperty([name ?? '']);
    else if (verb === 'install') expect(name).toBe('posenc');
    else expect(scripts).toHaveProperty([verb ?? '']);
  });
});
