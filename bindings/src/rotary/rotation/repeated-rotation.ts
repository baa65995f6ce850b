/**
 * Turns heads in place in an array that was turned before.
 *
 * When a model generates text, the queries and keys of every layer are turned
 * at each token: a few thousand numbers in an array that is always the same. To
 * check options and array anew takes longer than to turn them. So a call that
 * differs from the one before in its position alone is recognised.
 */

import { isMemory, type Live, liveOf } from '../../arrays/owners.js';
import { LARGEST_POSITION } from '../../arrays/positions.js';
import type { Tensor } from '../../arrays/tensor.js';
import { type ArrayOf, viewArray } from '../../base/dtype.js';
import { numbersOf } from '../../core/call.js';
import { keptBefore } from '../../core/kept.js';
import { KEPT_BYTES, keptScratch } from '../../core/kept-scratch.js';
import type { Heap } from '../../core/memory.js';
import type {
  RotateOptions as CoreOptions,
  Turns,
} from '../../core/wasm/calls.js';
import type { RopeCore } from '../core.js';
import { rotationOperations } from './rotate.description.js';
import type { HeadsData, RotaryDType } from './rotated-heads.js';

const { parameters } = rotationOperations.rotate;
const names: ReadonlySet<string> = new Set(Object.keys(parameters));

/** Options of `rotate` as the caller gave them, each read once. */
type Read = { readonly [N in keyof typeof parameters]: unknown };

/** Reads the options of `rotate`; undefined if others are among them. */
export function readOptions(options: unknown): Read | undefined {
  if (typeof options !== 'object' || options === null) return undefined;
  if (Array.isArray(options)) return undefined;
  for (const name of Object.keys(options)) {
    if (!names.has(name)) return undefined;
  }
  // Written out: with names in variables, engines take ten times as long.
  const given = options as Partial<Read>;
  return {
    heads: given.heads,
    headsFirst: given.headsFirst,
    batch: given.batch,
    dtype: given.dtype,
    start: given.start,
    step: given.step,
    positions: given.positions,
    grid: given.grid,
    prefix: given.prefix,
    side: given.side,
    inverse: given.inverse,
    out: given.out,
  };
}

/** What is known of an array that was turned in place. */
interface Known {
  /** The options with which it was turned. */
  readonly with: Read;
  /** Rows of a sequence. */
  readonly rows: number;
  readonly options: CoreOptions;
  /** Set if it is a resident tensor. */
  readonly live: Live | undefined;
  readonly length: number;
  readonly dtype: RotaryDType;
  readonly shape: readonly number[];
  /**
   * A view of the scratch to which an array of the caller's was copied. The
   * memory may have been replaced meanwhile.
   */
  copy: Numbers | undefined;
}

type Numbers = ArrayOf[RotaryDType];

const arrays = new WeakMap<RopeCore, WeakMap<object, Known>>();

/**
 * Turns an array in place as a call before did, at another position. Gives
 * undefined, and has done nothing, if anything else is different.
 */
export function rotateAgain(
  heap: Heap,
  core: RopeCore,
  method: string,
  x: unknown,
  read: Read,
): Tensor<RotaryDType> | undefined {
  if (read.out !== x) return undefined;
  const known = arrays.get(core)?.get(x as object);
  if (!known || !isSame(known.with, read)) return undefined;
  const { rows, options, live, length } = known;
  const { start = 0 } = read;
  if (typeof start !== 'number') return undefined;
  // False for NaN, too.
  const near = start >= -LARGEST_POSITION && start + rows <= LARGEST_POSITION;
  const turns = near && keptBefore<Turns>(heap, core.turns);
  if (!turns) return undefined;
  const array = (live ? live.view() : x) as Numbers | undefined;
  if (array?.length !== length) return undefined;
  const copy = live ? undefined : copyTo(heap, method, known, array);
  const at = (copy ?? array).byteOffset;
  const where = { start, first: 0, positions: 0, apart: 0 };
  const call = { turns, options, where, rows, x: at, out: at };
  const status = heap.core.rotate(call);
  if (status !== 'ok') heap.scope(method, (scratch) => scratch.check(status));
  if (!copy) return x as Tensor<RotaryDType>;
  array.set(copy);
  const { shape, dtype } = known;
  return { data: array, shape, dtype } as Tensor<RotaryDType>;
}

/** Copies an array of the caller's to the instance's memory. */
function copyTo(
  heap: Heap,
  method: string,
  known: Known,
  array: Numbers,
): Numbers {
  const tile = keptScratch(heap, method);
  let { copy } = known;
  if (copy?.buffer !== heap.buffer || copy.byteOffset !== tile) {
    copy = viewArray(known.dtype, heap.buffer, tile, array.length);
    known.copy = copy;
  }
  copy.set(array);
  return copy;
}

/** Whether options are the same, but for the position and the output. */
function isSame(a: Read, b: Read): boolean {
  return (
    a.heads === b.heads &&
    a.headsFirst === b.headsFirst &&
    a.batch === b.batch &&
    a.dtype === b.dtype &&
    a.step === b.step &&
    a.positions === b.positions &&
    a.grid === b.grid &&
    a.prefix === b.prefix &&
    a.side === b.side &&
    a.inverse === b.inverse
  );
}

/**
 * Notes an array that was turned in place, if it is a resident tensor or a
 * short array of the caller's, and if its positions need no check but that of
 * their range.
 */
export function remember(
  core: RopeCore,
  x: object,
  read: Read,
  { at, dtype, to }: HeadsData,
  inverse: boolean,
): void {
  const { step = 1, positions } = read;
  const usual = positions === undefined && (step === 1 || step === 0);
  const plain = core.maxFrequency <= 1 && !core.axes && !core.keyTurns;
  if (read.out !== x || !usual || !plain || core.pairs === 0) return;
  // A tensor of another instance is copied, as arrays are.
  const live = to.pointer === undefined ? undefined : liveOf(x);
  const { length, byteLength, buffer } = to.array;
  // The bits of a Float16Array are another view of its memory.
  const short = to.array === x && byteLength <= KEPT_BYTES;
  if (length === 0 || !(live || (short && !isMemory(buffer)))) return;
  const { heads, headDim, headsFirst, sequences, shape } = at;
  const { rotaryStart, layout, outLayout } = core;
  const known = {
    with: { ...read, out: undefined },
    rows: at.length,
    options: numbersOf('RotateOptions', {
      at: { heads, headDim, headsFirst, sequences, length: at.length, dtype },
      ...{ rotaryStart, layout, outLayout, inverse },
      constant: step === 0,
    }),
    ...{ live, length, dtype, copy: undefined },
    shape: Object.freeze([...shape]),
  };
  const all = arrays.get(core) ?? new WeakMap<object, Known>();
  arrays.set(core, all);
  all.set(x, known);
}
