/** Runs long work in parts, with progress and abort. */

import { isTensor } from '../arrays/operand.js';
import { makeTensor, type Tensor } from '../arrays/tensor.js';
import type { AnyDType } from '../base/dtype.js';
import { wrongKind, wrongValue } from '../base/errors.js';
import { allocateResult } from '../core/memory.js';
import { checkOptions } from '../describe/checks.js';
import type { Planned } from '../describe/method.js';
import { rowsByCost, rowsByTime } from './part-rows.js';

/**
 * What work asks whether it is aborted: an `AbortSignal`, which not every
 * environment declares.
 */
export interface Abortable {
  /** Throws if the work is aborted. */
  throwIfAborted(): void;
}

/** How work is run in parts. */
export interface InParts<Result = unknown> {
  /** Aborts the work: parts that have not begun are not computed. Optional. */
  readonly signal?: Abortable | undefined;
  /** Called after each part. Optional. */
  readonly onProgress?: ((progress: Progress<Result>) => void) | undefined;
  /**
   * Arithmetic operations of a part, about: any positive number. A part has one
   * row at least.
   * Defaults to what takes about 8 ms, measured as the parts run. Parts take
   * longer where one row does, or where the inputs that each part copies take
   * longer than 4 ms; resident inputs are not copied.
   */
  readonly cost?: number | undefined;
}

const name = 'plan.runInParts';

/** The options of {@link InParts}, as they are checked. */
const partParameters = {
  signal: { kind: 'other', optional: true },
  onProgress: { kind: 'other', optional: true },
  cost: { kind: 'other', optional: true },
} as const;

/** The names of what only a run in parts can take. */
export const partOptions: readonly string[] = ['signal', 'onProgress'];

/** Checks the options of a run in parts. */
function readParts(options: unknown) {
  const { signal, onProgress, cost } = checkOptions(
    ...([name, partParameters, options] as const),
  );
  if (signal !== undefined && !canAbort(signal)) {
    throw wrongKind(name, 'signal', 'an AbortSignal', signal);
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw wrongKind(name, 'onProgress', 'a function', onProgress);
  }
  return { signal, onProgress, cost: readCost(cost) };
}

/** Any number of operations but none. */
function readCost(cost: unknown): number | undefined {
  if (cost === undefined) return undefined;
  const rule = 'a number > 0';
  if (typeof cost !== 'number') throw wrongKind(name, 'cost', rule, cost);
  if (!(cost > 0)) throw wrongValue(name, 'cost', rule, cost);
  return cost;
}

/** Whether a value is what {@link Abortable} says. */
const canAbort = (value: unknown): value is Abortable =>
  typeof (value as Partial<Abortable> | null)?.throwIfAborted === 'function';

/** What is done of work in parts. */
export interface Progress<Result = unknown> {
  /** Rows that are done, and rows in all. */
  readonly done: number;
  readonly total: number;
  /** The rows of the part that was computed last, and its result. */
  readonly rows: readonly [from: number, to: number];
  readonly part: Result;
}

/** Work that can be cut. */
interface Divided {
  readonly outputs: Readonly<Record<string, Planned>>;
  /** Arithmetic operations of all rows, about. */
  readonly cost: number;
  readonly rows: readonly [from: number, to: number];
  /** Number of pictures of which each array consists, one after another. */
  readonly pictures: number;
  /** Computes some of the rows of each picture. */
  run(from: number, to: number): unknown;
}

/**
 * Lets the tasks run that wait for their turn. Browsers make timers wait 4 ms
 * after a few of them, half as long as a part takes; messages do not wait. In
 * Node messages pass before timers, so that these would never have their turn.
 */
function makeTurns() {
  const { setImmediate } = globalThis as {
    setImmediate?: (run: () => void) => unknown;
  };
  const turnBy = (later: (run: () => void) => unknown) => () =>
    new Promise<void>((go) => {
      later(go);
    });
  const end = () => {};
  if (setImmediate) return { turn: turnBy(setImmediate), end };
  if (typeof MessageChannel === 'undefined') {
    return { turn: turnBy(setTimeout), end };
  }
  const { port1, port2 } = new MessageChannel();
  const send = (run: () => void) => {
    port1.onmessage = run;
    port2.postMessage(undefined);
  };
  return { turn: turnBy(send), end: () => port1.close() };
}

/** Milliseconds since some moment. */
const now = () =>
  typeof performance === 'undefined' ? Date.now() : performance.now();

/** Runs all parts as {@link InParts} say, and joins what they give. */
export async function runInParts(
  options: unknown,
  work: Divided,
): Promise<unknown> {
  const { signal, onProgress, cost } = readParts(options);
  const [first, end] = work.rows;
  const total = end - first;
  const rowCost = work.cost / total;
  const size = cost ? rowsByCost(cost, rowCost) : rowsByTime(rowCost);
  const join = joiner(work);
  const turns = makeTurns();
  let result: unknown;
  try {
    for (let from = first; from < end; ) {
      await turns.turn();
      signal?.throwIfAborted();
      const begin = now();
      const to = Math.min(end, from + size.next());
      const part = work.run(from, to);
      const alone = to - from === total;
      result = alone ? part : join(part, from - first);
      size.took(to - from, now() - begin);
      onProgress?.({ done: to - first, total, rows: [from, to], part });
      from = to;
    }
  } finally {
    turns.end();
  }
  return result;
}

type Tensors = Readonly<Record<string, Tensor<AnyDType>>>;

/** Makes the function that copies a part into the whole result, and gives it. */
function joiner({ outputs, rows, pictures }: Divided) {
  const names = Object.keys(outputs);
  let whole: Tensors | undefined;
  const make = () =>
    Object.fromEntries(
      Object.entries(outputs).map(([name, { shape, dtype }]) => {
        const data = allocateResult(name, dtype, shape);
        return [name, makeTensor(data, shape, dtype)];
      }),
    );
  return (part: unknown, row: number): unknown => {
    whole ??= make();
    for (const [name, { data }] of Object.entries(whole)) {
      const from = isTensor(part) ? part : (part as Tensors)[name];
      const own = (from as Tensor<AnyDType>).data;
      const size = own.length / pictures;
      const length = data.length / pictures;
      const at = (length / (rows[1] - rows[0])) * row;
      for (let n = 0; n < pictures; ++n) {
        const some = own.subarray(n * size, (n + 1) * size);
        data.set(some as never, n * length + at);
      }
    }
    return isTensor(part) ? whole[names[0] as string] : whole;
  };
}
