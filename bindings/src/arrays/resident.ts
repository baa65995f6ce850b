/** Tensors in the instance's memory, which calls use without a copy. */

import {
  bytesOf,
  type DataOf,
  DTYPES,
  type DType,
  type GivenArrayOf,
  viewArray,
} from '../base/dtype.js';
import { PosencTypeError, wrongValue } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import { checkOptions } from '../describe/checks.js';
import { operandOf } from './operand.js';
import { type Extent, isLive, knowMemory, ownedBy } from './owners.js';
import { checkShape, frozen, product, readArray, shapeText } from './tensor.js';

declare global {
  interface SymbolConstructor {
    /** Known to TypeScript from 5.2 on, to `lib` from `esnext.disposable` on. */
    readonly dispose: unique symbol;
  }
}

// In engines without the symbol, compilers of `using` look for this one.
const dispose: typeof Symbol.dispose =
  Symbol.dispose ?? Symbol.for('Symbol.dispose');

/** Options of `resident`. */
export interface ResidentOptions<D extends DType = 'float32'> {
  /** Lengths of the axes, slowest first; integers ≥ 0. Required. */
  readonly shape: readonly number[];
  /** Type of the numbers. Defaults to `'float32'`. */
  readonly dtype?: D | undefined;
  /** Initial numbers, which are copied. Defaults to zeros. */
  readonly data?: GivenArrayOf[D] | undefined;
}

/**
 * A tensor in the memory of its WebAssembly instance, for loops that should not
 * copy: methods of the same instance read it as an input and write it as `out`
 * in place.
 *
 * It has the members of a `Tensor`, with two differences. `data` is a view that
 * is made anew when the memory has grown, which detaches the one before: do not
 * keep it across calls. And the tensor must be freed with `dispose()` or
 * `using`; if it becomes unreachable, together with its views, the garbage
 * collector frees it at some time, where the environment has a
 * `FinalizationRegistry`.
 *
 * @example
 * ```ts
 * using q = pe.resident({ shape: [L, heads, headDim], data });
 * rope.rotate(q, { heads, out: q });
 * ```
 */
export class ResidentTensor<D extends DType = DType> {
  /** Lengths of the axes, slowest first. */
  readonly shape: number[];
  /** Type of the numbers. */
  readonly dtype: D;
  readonly #store: Store;
  readonly #length: number;
  #lastView: DataOf[D] | undefined;

  /** @internal Made by `Posenc.resident`. */
  constructor(store: Store, shape: readonly number[], dtype: D) {
    this.shape = frozen(shape);
    this.dtype = dtype;
    this.#store = store;
    this.#length = product(shape);
    isLive(this, {
      shape: this.shape,
      dtype,
      view: () => (this.#store.disposed ? undefined : this.#view()),
    });
  }

  /** The numbers, as a view that is valid until the next call. */
  get data(): DataOf[D] {
    if (this.#store.disposed) {
      throw new PosencTypeError('ResidentTensor: used after dispose()', {
        code: 'ERR_DISPOSED',
        param: 'data',
      });
    }
    return this.#view();
  }

  #view(): DataOf[D] {
    const { heap, pointer, all } = this.#store;
    const { buffer } = heap;
    if (this.#lastView?.buffer === buffer) return this.#lastView;
    knowMemory(buffer, all);
    const view = viewArray(this.dtype, buffer, pointer, this.#length);
    this.#lastView = ownedBy(this, view);
    return this.#lastView;
  }

  /** Whether its memory has been freed. */
  get disposed(): boolean {
    return this.#store.disposed;
  }

  /** Frees the memory. Later calls do nothing. */
  dispose(): void {
    this.#store.free();
  }

  /** Frees the memory at the end of a `using` declaration's scope. */
  [dispose](): void {
    this.dispose();
  }
}

/** A block of the instance's memory that is freed once. */
class Store implements Extent {
  readonly heap: Heap;
  readonly bytes: number;
  /** The stores of the instance that have not been freed. */
  readonly all: Set<Store>;
  pointer: number;

  constructor(heap: Heap, bytes: number, all: Set<Store>) {
    this.heap = heap;
    this.bytes = bytes;
    this.all = all;
    this.pointer = heap.allocate('resident', bytes, 'shape');
    all.add(this);
  }

  get disposed(): boolean {
    return this.pointer === 0;
  }

  free(): void {
    if (this.pointer !== 0) this.heap.free(this.pointer);
    this.pointer = 0;
    this.all.delete(this);
  }
}

const parameters = {
  shape: { kind: 'other' },
  dtype: {
    kind: 'choice',
    choices: DTYPES,
    default: 'float32',
  },
  data: { kind: 'other', optional: true },
} as const;

/**
 * What calls `free` when an object has been collected. Not every environment
 * has one: edge workers of older dates have not. There, memory that nobody
 * disposes of stays taken until its instance goes.
 */
function registryOf<T>(free: (held: T) => void) {
  return typeof FinalizationRegistry === 'undefined'
    ? undefined
    : new FinalizationRegistry(free);
}

/** Makes resident tensors of one instance. */
export function residentMaker(heap: Heap) {
  // A store has no reference to its tensor, so that the tensor can be
  // collected.
  const forgotten = registryOf<Store>((store) => store.free());
  const stores = new Set<Store>();
  return <D extends DType>(options: ResidentOptions<D>): ResidentTensor<D> => {
    const method = 'resident';
    const checked = checkOptions(method, parameters, options);
    const { shape, dtype } = checked;
    const lengths = checkShape(method, 'shape', shape);
    const count = product(lengths);
    const data =
      checked.data === undefined
        ? undefined
        : readArray(method, 'data', checked.data, dtype);
    if (data && data.length !== count) {
      const rule = `${count}, as shape is ${shapeText(lengths)}`;
      const { length } = data;
      throw wrongValue(method, 'data.length', rule, length, 'ERR_SHAPE');
    }
    const source = data && operandOf(heap, dtype, data);
    const store = new Store(heap, count * bytesOf(dtype), stores);
    const viewAt = (pointer: number) =>
      viewArray(dtype, heap.buffer, pointer, count);
    const view = viewAt(store.pointer);
    if (source === undefined) view.fill(0);
    // If the memory has grown meanwhile, the source's view is detached.
    else if (source.pointer !== undefined) view.set(viewAt(source.pointer));
    else view.set(source.array);
    const made = new ResidentTensor(store, lengths, dtype as D);
    forgotten?.register(made, store);
    return made;
  };
}
