// @ts-check
// Checks the package as it would be published: its manifest, and its types under
// every way of resolving modules.
import { packed } from '../build/pack.mjs';
import { parts } from '../build/parts.mjs';
import { tool } from '../lib/run.mjs';
import { passes } from './step.mjs';

/** @typedef {import('./step.mjs').Step} Step */

/** @type {Promise<string> | undefined} */
let tarball;
const onePacked = () => {
  tarball ??= packed();
  return tarball;
};

/** @type {Step} */
export const publint = [
  'publint',
  async () => passes(tool('publint/src/cli.js', await onePacked(), '--strict')),
];

/** @type {Step} */
export const attw = [
  'attw',
  async () =>
    passes(
      tool(
        '@arethetypeswrong/cli/dist/index.js',
        await onePacked(),
        '--profile=esm-only',
        '--no-emoji',
        '--no-color',
        // A .wasm file needs no types.
        '--exclude-entrypoints',
        './posenc.wasm',
        './posenc.scalar.wasm',
        ...parts().map((name) => `./${name}.wasm`),
      ),
    ),
];
