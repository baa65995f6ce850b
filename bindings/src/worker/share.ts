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

/** Milliseconds that several workers save, at least, or one serves. */
const SAVED_MS = 20;

/**
 * Milliseconds of a task of some rows, at least, and how many times as long it
 * takes, at least, as what every part does anew. The last task of a worker may
 * end so much later than those of the others.
 */
const TASK_MS = 5;
const TASK_TIMES = 8;

/**
 * Bytes of a task, at most, where the client copies its rows: they are in the
 * caches then, and the copy keeps nobody else waiting.
 */
const TASK_BYTES = 2 ** 23;

/** Operations a number, at most, of what only writes. */
const WRITTEN = 2;

/** Bytes that are copied in a millisecond, about. */
const COPIED = 8e6;

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
  const fresh = bytes / FRESH;
  const all = count * rowMs + partMs + fresh;
  // What is not shared is copied by the client, while workers compute in memory
  // that was in use before.
  const copied = shared ? 0 : fresh + bytes / COPIED;
  const work = shared ? all : all - fresh + copied;
  const saved = all - Math.max(copied, work / size);
  return { workers: saved > SAVED_MS ? size : 1, rowMs: all / count };
}

/**
 * Rows of the next task of `workers`, which have `left` rows to share: fewer from
 * task to task, so that all workers end at about the same time. The client copies
 * `rowBytes` of each row; 0 if it copies nothing.
 */
export function rowsOfTask(
  left: number,
  { workers, rowMs }: Share,
  partMs: number,
  rowBytes = 0,
): number {
  if (workers === 1) return left;
  const parts = (TASK_TIMES * partMs) / rowMs;
  const minRows = Math.max(TASK_MS / rowMs, parts);
  const maxRows = Math.max(TASK_BYTES / rowBytes, parts);
  const fair = Math.max(
    1,
    Math.min(Math.max(minRows, left / (1.5 * workers)), maxRows),
  );
  const even = Math.min(left > minRows ? left / workers : left, maxRows);
  return Math.min(left, aligned(fair * workers < left ? fair : even));
}
