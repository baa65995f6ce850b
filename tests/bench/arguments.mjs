// @ts-check
/** Reads the words behind `npm run bench --`. */

import { parseArgs } from 'node:util';
import { UserError } from '../../scripts/lib/run.mjs';
import { ENGINES } from './hosts/engines.mjs';

export const USAGE = `npm run bench [-- FLAG…]
  --quick           some groups, in a few seconds, without installing anything
  --filter NAME     the groups whose title contains it
  --engine NAME     in a browser: chromium, firefox or webkit; node if not given
  --busy            for a machine that does other things, too: the fastest turns
                    instead of the medians, and in Node the time in which a
                    processor works instead of the time that passes
  --native          beside NumPy and PyTorch, too, if Debian's are installed
  --growth          instead of the table: how time and memory grow with sizes
  --json FILE       also writes what was measured
  --against FILE    compares the ratios to yardsticks with those of a file that
                    --json wrote, and fails where one is 25 % lower
`;

/** @param {string} word @returns {import('./hosts/engines.mjs').Engine} */
function engineOf(word) {
  const engine = ENGINES.find((engine) => engine === word);
  if (engine) return engine;
  throw new UserError(
    `bench: --engine ${word} is none of ${ENGINES.join(', ')}`,
  );
}

/** @param {string[]} words */
function parsed(words) {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        quick: { type: 'boolean', default: false },
        engine: { type: 'string', default: 'node' },
        busy: { type: 'boolean', default: false },
        native: { type: 'boolean', default: false },
        growth: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        filter: { type: 'string', default: '' },
        json: { type: 'string' },
        against: { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    throw new UserError(`bench: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {string[]} words */
export function readArguments(words) {
  const values = parsed(words);
  const engine = engineOf(values.engine);
  const only = values.native ? 'native' : values.growth ? 'growth' : '';
  if (engine !== 'node' && only) {
    throw new UserError(`bench: --${only} is measured in Node alone`);
  }
  return { ...values, engine };
}
