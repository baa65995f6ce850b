// @ts-check
/** The groups that Node measures. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { commandLine } from '../../rows/command-line.mjs';
import { groupsWith } from '../../rows/index.mjs';
import { loading } from '../../rows/load.mjs';
import { workers } from '../../rows/workers.mjs';

const start = promisify(execFile);
const program = fileURLToPath(new URL('cold.mjs', import.meta.url));

/** Loads the package in a new process. */
async function once() {
  const { stdout } = await start(process.execPath, [program]);
  return JSON.parse(stdout);
}

export const nodeGroups = groupsWith([
  ...commandLine,
  ...workers,
  loading('Node', once),
]);
