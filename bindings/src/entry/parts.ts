/** Runs long work in parts, with progress and abort. */

import { isTensor } from '../arrays/operand.js';
import { makeTensor, type Tensor } from '../arrays/tensor.js';
import type { AnyDType } from '../base/dtype.js';
import { wrongKind } from '../base/errors.js';
import { allocateResult } from '../core/memory.js';
import { checkOptions } from '../describe/checks.js';
import type { Planned } from '../describe/method.js';

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
   * Arithmetic operations of a part, about, 1 or more; a part has one row at
   * least.
   * Defaults to 2^31, which takes a fraction of a second.
   */
  readonly cost?: number | undefined;
}

const name = 'plan.runInParts';

/** The options of {@link InParts}, as they are checked. */
const partParameters = {
  signal: { kind: 'other', optional: true },
  onProgress: { kind: 'other', optional: true },
  cost: { kind: 'number', min: 1, default: 2 ** 31 },
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
  return { signal, onProgress, cost };
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

/** Lets the tasks run that wait for their turn. */
const turn = () => new Promise((go) => setTimeout(go));

/** Runs all parts as {@link InParts} say, and joins what they give. */
export async function runInParts(
  options: unknown,
  work: Divided,
): Promise<unknown> {
  const { signal, onProgress, cost } = readParts(options);
  const [first, end] = work.rows;
  const total = end - first;
  const fitting = Math.max(1, Math.floor((total * cost) / work.cost));
  const join = joiner(work);
  let result: unknown;
  for (let from = first; from < end; ) {
    await turn();
    signal?.throwIfAborted();
    const to = Math.min(end, from + fitting);
    const part = work.run(from, to);
    const alone = to - from === total;
    result = alone ? part : join(part, from - first);
    onProgress?.({ done: to - first, total, rows: [from, to], part });
    from = to;
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
