// @ts-check
// The port that the user of a server asks for.
import { parseArgs } from 'node:util';
import { UserError } from '../lib/run.mjs';

/**
 * `--port=N` of the command line, the variable PORT, or the usual one.
 * @param {string} command that an error names @param {number} usual
 * @returns {number} 0 asks for any free port
 */
export function portFor(command, usual) {
  let asked;
  try {
    asked = parseArgs({ options: { port: { type: 'string' } } }).values.port;
  } catch (error) {
    throw new UserError(`${command}: ${error?.message}`);
  }
  const port = Number(asked ?? process.env.PORT ?? usual);
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port;
  const got = asked ?? process.env.PORT;
  throw new UserError(`${command}: --port must be 0 to 65535, got ${got}`);
}
