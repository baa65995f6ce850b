// @ts-check
/**
 * Loading in a fresh process of Node, in which nothing is compiled yet: until
 * the first result, and the parts of that time.
 */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const start = promisify(execFile);
const program = fileURLToPath(new URL('load-cold.mjs', import.meta.url));

/** Words of load-cold.mjs, and what they mean. */
const PARTS = {
  total: 'load() to the first result',
  decoding: 'of it decoding the module',
  compiling: 'of it compiling',
  instantiating: 'of it instantiating',
  first: 'of it the first result',
  importing: 'importing the package, before load()',
};

/** @type {import('../judge.mjs').Group} */
const cold = {
  title: 'loading in Node, cold',
  open: () => ({
    unit: '',
    amount: 0,
    rows: Object.entries(PARTS).map(([part, name]) => ({
      name,
      async run() {
        const { stdout } = await start(process.execPath, [program]);
        return { ms: JSON.parse(stdout)[part] };
      },
      ...(part === 'total' && { within: 20 }),
    })),
  }),
};

export const load = [cold];
