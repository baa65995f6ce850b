/** Commands load the entry of one family that has what they compute. */

import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { methods } from 'posenc/descriptions';
import { expect, it } from 'vitest';
import { homeOf } from '../../bindings/src/entry/home-of.js';
import { partNames } from '../../bindings/src/generated/parts.js';
import { program } from './program.js';

/** The files with WebAssembly. */
const COMPUTING = ['index.js', ...partNames.map((name) => `${name}.js`)];

const dist = path.dirname(program);

/** The entries that compute which a command line imports, by their names. */
async function loadedBy(given: string): Promise<string[]> {
  // A hook in the process writes what is resolved to the error output.
  const hook = `
    export async function resolve(name, context, next) {
      const found = await next(name, context);
      process._rawDebug('resolved ' + found.url);
      return found;
    }`;
  const hooks = `data:text/javascript,${encodeURIComponent(hook)}`;
  const start = `import { register } from 'node:module'; register(${JSON.stringify(hooks)});`;
  const importing = `data:text/javascript,${encodeURIComponent(start)}`;
  const args = ['--import', importing, program, ...given.split(' ')];
  const child = spawn(process.execPath, args);
  child.stdin.end();
  child.stdout.resume();
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    told += text;
  });
  const code = await new Promise((done) => child.on('close', done));
  expect([code, told]).toEqual([0, expect.stringContaining('resolved')]);
  const folder = `${pathToFileURL(dist)}/`;
  const urls = told.split('\n').map((line) => line.replace('resolved ', ''));
  const files = urls.filter((url) => url.startsWith(folder));
  return [...new Set(files.map((url) => url.slice(folder.length)))]
    .filter((file) => COMPUTING.includes(file))
    .sort();
}

it.each([
  ['--version', []],
  ['help sinusoidal', []],
  ['table sinusoidal --length 3 --dim 4 --out - --format csv', ['absolute.js']],
  ['rope --head-dim 8', ['rotary.js']],
  [
    'rope --head-dim 8 --cache hf --length 3 --out - --format safetensors',
    ['rotary.js'],
  ],
  ['bias alibi --heads 2 --queries 3 --out - --format csv', ['bias.js']],
  ['matrix clip --left 1 --right 1 --queries 3', ['attention.js']],
])('posenc %s', async (given, expected) => {
  expect(await loadedBy(given)).toEqual(expected);
});

it('takes every method from an entry of one family', () => {
  const made = Object.values(methods).filter(({ name }) => homeOf(name));
  expect(made.map(({ name }) => name).sort()).toEqual(
    Object.keys(methods).sort(),
  );
});
