/** Computes what a command was asked for, and writes it. */

import { homeOf } from '../entry/home-of.js';
import { type Client, createClient } from '../worker/client.js';
import type { Destination } from './destination.js';
import { misuse } from './failure.js';
import type { Given } from './flags.js';
import type { Loaded } from './load.js';
import { sourceOf } from './sources.js';
import type { Call } from './spec.js';
import { namesOf, type Told, writeArrays } from './write.js';

/** How the arrays of a command are written. */
export interface Form extends Pick<Told, 'lines'> {
  /** Name of a single array in its file. Defaults to that of the output. */
  readonly single?: string;
}

/** Writes all arrays of a call, with `--name` and `--header` as given. */
export async function writeCall(
  pe: Loaded,
  call: Call,
  { values, switches }: Given,
  destination: Destination,
  { single, lines }: Form,
): Promise<void> {
  const jobs = readJobs(values);
  const part = homeOf(call.spec.method);
  // `make` alone is called, which the clients of all entries have.
  const client =
    jobs > 1
      ? (createClient({ workers: jobs, part }) as unknown as Client)
      : undefined;
  const { source, rows } = sourceOf(pe, call.spec, client && { client, jobs });
  const outputs = Object.keys(source.outputs);
  const arrays = namesOf(outputs, values.get('name'), single);
  const header = switches.get('header') ?? false;
  // Parts of a table can be joined if only the first has a header.
  const first = !rows?.[0];
  if (header && !first && destination.format === 'csv') {
    process.stderr.write(
      `posenc: --header: rows from ${rows?.[0]} on get no names of columns, so ` +
        'that they join with those before\n',
    );
  }
  try {
    await writeArrays(source, destination, arrays, {
      spec: { ...call.plain, ...(call.plain.rows && rows ? { rows } : {}) },
      header: header && first,
      lines,
    });
  } finally {
    await client?.close();
  }
}

/** Reads `--jobs`. */
function readJobs(values: Given['values']): number {
  const text = values.get('jobs') ?? '1';
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 64) {
    return Number(text);
  }
  throw misuse(`--jobs must be an integer from 1 to 64, got "${text}"`);
}
