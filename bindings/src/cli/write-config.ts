/** Writes configurations that were changed. */

import { openOutput } from './output.js';

/** Writes a configuration, with the numbers that Python writes; `-` is a pipe. */
export async function writeConfig(name: string, config: object): Promise<void> {
  const mark = '\u0000Infinity';
  const text = JSON.stringify(
    config,
    (_, value) => (value === Number.POSITIVE_INFINITY ? mark : value),
    2,
  ).replaceAll(JSON.stringify(mark), 'Infinity');
  const output = await openOutput(name);
  await output.write(new TextEncoder().encode(`${text}\n`));
  await output.finish();
}
