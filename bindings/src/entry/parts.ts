/** Runs long work in parts, with progress and abort. */

import { product, readArray } from '../arrays/tensor.js';
import type { AnyDType, ArrayOf } from '../base/dtype.js';
import { wrongKind, wrongValue } from '../base/errors.js';
import { allocateResult } from '../core/memory.js';
import { checkOptions } from '../describe/checks.js';
import type {
  Arrays,
  Place,
  Prepared,
  Rows,
  Work,
} from '../describe/method.js';
import {
  joinPart,
  type Outputs,
  outputsOfRows,
  sharesOf,
  wholeResult,
} from './joined.js';
import { type PartRows, rowsByCost, rowsByTime } from './part-rows.js';

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
  /**
   * Those of the plan's `rows` that are computed: `[from, to]`, without `to`.
   * The result has these alone. Defaults to all.
   */
  readonly rows?: readonly [from: number, to: number] | undefined;
  /**
   * Arrays to write the result into, by the names of `outputs`, such as those of
   * a `SharedArrayBuffer`. Each has as many numbers as the rows that are
   * computed. Defaults to new ones.
   */
  readonly into?: Readonly<Record<string, ArrayBufferView>> | undefined;
}

const name = 'plan.runInParts';

/** The options of {@link InParts}, as they are checked. */
const partParameters = {
  signal: { kind: 'other', optional: true },
  onProgress: { kind: 'other', optional: true },
  cost: { kind: 'other', optional: true },
  rows: { kind: 'rows', optional: true },
  into: { kind: 'other', optional: true },
} as const;

/** The names of what only a run in parts can take. */
export const partOptions: readonly string[] = ['signal', 'onProgress'];

/** What a worker knows of its part of a call. */
export interface Parted {
  /** How many rows a part of its part has. */
  readonly sizes: PartRows;
  /** Where its rows go in `into`. Defaults to all of it. */
  readonly place?: Place | undefined;
  /** What `prepare` of the plan gave. */
  readonly prepared?: Prepared | undefined;
}

/** Checks the options of a run in parts. */
function readParts(
  options: unknown,
  { rows, outputs }: CuttableWork,
  place: Place | undefined,
) {
  const { signal, onProgress, cost, into, ...checked } = checkOptions(
    ...([name, partParameters, options] as const),
  );
  if (signal !== undefined && !canAbort(signal)) {
    throw wrongKind(name, 'signal', 'an AbortSignal', signal);
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw wrongKind(name, 'onProgress', 'a function', onProgress);
  }
  const [first, end] = rows ?? [0, 0];
  const [from, to] = checked.rows ?? [first, end];
  const rule = rows
    ? `between ${first} and ${end}, the rows of the plan`
    : 'left out, as this result is not cut';
  if (from < first) throw wrongValue(name, 'rows[0]', rule, from);
  if (to > end) throw wrongValue(name, 'rows[1]', rule, to);
  const wanted =
    to - from === end - first
      ? outputs
      : outputsOfRows(outputs, end - first, [from, to]);
  return {
    ...{ signal, onProgress, cost: readCost(cost) },
    rows: [from, to] as const,
    outputs: place ? outputs : wanted,
    into: readInto(into, place ? outputs : wanted),
  };
}

/** Checks the arrays to write into. */
function readInto(into: unknown, outputs: Outputs): Arrays | undefined {
  if (into === undefined) return undefined;
  const names = Object.keys(outputs);
  if (typeof into !== 'object' || into === null) {
    const rule = `an object with ${names.join(', ')}`;
    throw wrongKind(name, 'into', rule, into);
  }
  const arrays = Object.entries(outputs).map(([output, { shape, dtype }]) => {
    const param = `into.${output}`;
    const given = (into as Readonly<Record<string, unknown>>)[output];
    const array: ArrayOf[AnyDType] = readArray(name, param, given, dtype);
    const count = product(shape);
    if (array.length === count) return [output, array] as const;
    const rule = `${count}, as many as the rows have numbers`;
    const { length } = array;
    throw wrongValue(name, `${param}.length`, rule, length, 'ERR_SHAPE');
  });
  return Object.fromEntries(arrays);
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
interface CuttableWork {
  readonly method: string;
  readonly outputs: Outputs;
  /** Arithmetic operations of all rows, about. */
  readonly cost: number;
  /** The rows that it can be cut into; none if it is one part. */
  readonly rows: Rows | undefined;
  /** Whether `run` can write all arrays of a part into others. */
  readonly writes: boolean;
  /** Computes some of the rows; all of them as one without `some`. */
  run(some: Rows | undefined, into?: Arrays): unknown;
  readonly write: Work['write'];
}

/**
 * Lets the tasks run that wait for their turn. Browsers make timers wait 4 ms
 * after a few of them, half as long as a part takes; messages do not wait. In
 * Node messages pass before timers, so that these would never have their turn.
 */
function makePauses() {
  const { setImmediate } = globalThis as {
    setImmediate?: (run: () => void) => unknown;
  };
  const pauseBy = (later: (run: () => void) => unknown) => () =>
    new Promise<void>((go) => {
      later(go);
    });
  const end = () => {};
  if (setImmediate) return { pause: pauseBy(setImmediate), end };
  if (typeof MessageChannel === 'undefined') {
    return { pause: pauseBy(setTimeout), end };
  }
  const { port1, port2 } = new MessageChannel();
  const send = (run: () => void) => {
    port1.onmessage = run;
    port2.postMessage(undefined);
  };
  return { pause: pauseBy(send), end: () => port1.close() };
}

/** Milliseconds since some moment. */
const now = () =>
  typeof performance === 'undefined' ? Date.now() : performance.now();

/** Runs all parts as {@link InParts} say, and joins what they give. */
export async function runInParts(
  options: unknown,
  work: CuttableWork,
  parted?: Parted,
): Promise<unknown> {
  const { signal, onProgress, cost, outputs, ...checked } = readParts(
    ...([options, work, parted?.place] as const),
  );
  const [first, end] = work.rows ? checked.rows : ([0, 1] as const);
  const total = end - first;
  const [from0, end0] = work.rows ?? [0, 1];
  const rowCost = work.cost / (end0 - from0);
  const size = cost
    ? rowsByCost(cost, rowCost)
    : (parted?.sizes ?? rowsByTime(rowCost));
  const { row, count } = parted?.place ?? { row: 0, count: total };
  // Where the first axis is cut, the rows of a part are one piece of the whole.
  const firsts = Object.values(outputs).every(({ axis }) => !axis);
  let whole = checked.into;
  const pauses = makePauses();
  let result: unknown;
  try {
    for (let from = first; from < end || result === undefined; ) {
      await pauses.pause();
      signal?.throwIfAborted();
      const begin = now();
      const to = Math.min(end, from + size.next(end - from));
      const some = [from, to] as const;
      const place = { row: row + from - first, count };
      const alone = to - from === count;
      let part: unknown;
      const write =
        parted?.prepared?.write ?? (firsts ? undefined : work.write);
      if (parted && whole && write) {
        // Nobody sees the part of a worker, so that it needs no array of its own.
        part = result = write(some, whole, place);
      } else {
        const own =
          whole && work.writes && (alone || firsts)
            ? sharesOf(whole, place, to - from)
            : undefined;
        part = work.run(work.rows && some, own);
        if (alone && !whole) result = part;
        else {
          whole ??= newArrays(work.method, outputs);
          if (!own) joinPart(outputs, whole, place, part);
          result = wholeResult(outputs, whole, part);
        }
      }
      size.took(to - from, now() - begin);
      onProgress?.({ done: to - first, total, rows: some, part });
      from = to;
    }
  } finally {
    pauses.end();
  }
  return result;
}

/** New arrays for all outputs. */
function newArrays(method: string, outputs: Outputs): Arrays {
  const arrays = Object.entries(outputs).map(([name, { shape, dtype }]) => {
    return [name, allocateResult(method, dtype, shape)] as const;
  });
  return Object.fromEntries(arrays);
}
