// @ts-check
/**
 * Prints the digests of the package with a module of the core: an add-on of Node,
 * or WebAssembly.
 *
 *   node tests/engines/digest/of-module.mjs FILE
 */

import { readFileSync } from 'node:fs';
import { create } from 'posenc/external';
import { createNative } from '../../support/native.mjs';
import { digests } from './digests.mjs';
import { readCalls } from './kept.mjs';

const [, , file = ''] = process.argv;
const pe = await (file.endsWith('.wasm')
  ? create({ wasm: readFileSync(file) })
  : createNative(file));
console.log(digests(pe, readCalls()).join('\n'));
