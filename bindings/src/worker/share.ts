/** How many workers serve a call, and how many rows each task has. */

import { product } from '../arrays/tensor.js';
import type { Outputs } from '../entry/joined.js';
import { aligned, type PartTime } from '../entry/part-rows.js';
import type { Measured } from './messages.js';

/**
 * A worker need not let others have their turn, but it obeys an abort within 50
 * ms, unless what each part does anew, such as copies of inputs, takes a
 * thirty-second part of that: then it is replaced.
 */
export const PART: PartTime = { ms: 25, times: 32 };

/**
 * Milliseconds of a task of some rows, at least, and how many times as long it
 * takes, at least, as what every part does anew.
 */
const TASK_MS = 20;
const TASK_TIMES = 8;

/** Operations a number, at most, of what only writes. */
const WRITTEN = 2;

/** Bytes that are joined in a millisecond, about. */
const JOINED = 1e6;

/** Bytes of new memory that are first written in a millisecond, about. */
const FRESH = 2e6;

/** What is known of a call. */
interface Known {
  readonly outputs: Outputs;
  readonly bytes: number;
  readonly cost: number;
}

/**
 * Whether a result takes hardly longer than writing it, as a map of biases does.
 * By transfer one worker then serves best, however many there are: the client
 * would write all that they made once more.
 */
export function isWritten({ outputs, cost }: Known): boolean {
  const counts = Object.values(outputs).map(({ shape }) => product(shape));
  return cost < WRITTEN * counts.reduce((sum, count) => sum + count, 0);
}

/** How a call is shared among workers. */
export interface Share {
  /** Workers that compute it. */
  readonly workers: number;
  /** Milliseconds of a row, with the new memory that it is written to. */
  readonly rowMs: number;
}

/** How many of `size` workers serve for `count` rows. */
export function shareOf(
  bytes: number,
  count: number,
  { rowMs, partMs }: Measured,
  { size, shared }: { readonly size: number; readonly shared: boolean },
): Share {
  // Rows were measured in memory that was in use before; a result needs new.
  const all = count * rowMs + partMs + bytes / FRESH;
  // What is not shared is copied by the client, while no worker computes.
  const saved = all * (1 - 1 / size) - (shared ? 0 : bytes / JOINED);
  return { workers: saved > TASK_MS ? size : 1, rowMs: all / count };
}

/**
 * Rows of the next task of `workers`, which have `left` rows to share: fewer from
 * task to task, so that all workers end at about the same time.
 */
export function rowsOfTask(
  left: number,
  { workers, rowMs }: Share,
  partMs: number,
): number {
  if (workers === 1) return left;
  const least = Math.max(TASK_MS, TASK_TIMES * partMs) / rowMs;
  const fair = Math.max(1, least, left / (1.5 * workers));
  const even = left > least ? left / workers : left;
  return Math.min(left, aligned(fair * workers < left ? fair : even));
}
