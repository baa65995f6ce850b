/**
 * Allocates memory: JavaScript arrays for results, and scratch in the
 * instance's memory, which is freed however a call ends.
 */

import { product, tensorBytes } from '../arrays/tensor.js';
import {
  type AnyDType,
  bytesOf,
  type DataOf,
  makeArray,
} from '../base/dtype.js';
import { PosencRangeError } from '../base/errors.js';
import { makeCalls } from './call.js';
import type { Calls, CoreObject, Failure, Status } from './wasm/calls.js';
import type { WasmModule } from './wasm/module.js';

/** Bytes that one module can address: the limit it is built with. */
const HEAP_LIMIT = 2 ** 31;

/**
 * Size of a cache line. Data begins at one, so that no vector straddles two.
 */
const LINE_BYTES = 64;

/**
 * Size of a page. Large data begins at one: so rows of whole pages touch no page
 * twice, which makes stores of several rows at a time faster by a sixth.
 */
const PAGE_BYTES = 4096;

/** Bytes from which data are large. */
const LARGE_BYTES = 2 ** 18;

/** Bytes that a function of the core needs at least, if it allocates at all. */
const LEAST_BYTES = 2 ** 12;

/** Answers a question of the core, whose numbers stand in the list of calls. */
export type Answer = (question: ArrayLike<number>) => void;

/** An instance of the module, and the only user of its allocator. */
export class Heap {
  readonly #module: WasmModule;
  readonly #spare: (() => boolean)[] = [];
  /** The functions of the core. */
  readonly core: Calls;

  constructor(module: WasmModule) {
    this.#module = module;
    this.core = makeCalls(module);
  }

  /** The current buffer of the memory; after growth it is another object. */
  get buffer(): ArrayBuffer {
    return this.#module.HEAPU8.buffer;
  }

  /**
   * Allocates `bytes` bytes, which the caller must free; gives a pointer. `param`
   * is the option that asks for them, for the error.
   */
  allocate(method: string, bytes: number, param?: string): number {
    let pointer = this.#find(bytes);
    if (pointer === 0 && this.giveUp()) pointer = this.#find(bytes);
    if (pointer === 0) {
      throw outOfHeap(method, bytes, this.buffer.byteLength, param);
    }
    return pointer;
  }

  /** Pointer to `bytes` bytes, or 0 if there is no room. */
  #find(bytes: number): number {
    // Beyond the limit, a pointer-sized integer would wrap round to a small
    // request, which would succeed. Alignment only serves speed: if memory is
    // short, there may be room for the bytes without alignment.
    if (bytes >= HEAP_LIMIT) return 0;
    const wanted = bytes || 1;
    const large = wanted >= LARGE_BYTES;
    const { _memalign: take, _free: free } = this.#module;
    // The allocator grows the memory by the bytes alone, and by as many again
    // if these begin at no page: so it is made to grow by a page more first.
    const room = large ? take(8, wanted + PAGE_BYTES) : 0;
    if (room) free(room);
    return take(large ? PAGE_BYTES : LINE_BYTES, wanted) || take(8, wanted);
  }

  /**
   * Registers memory that is held only for speed: `free` is called when memory
   * is short, and returns whether it freed something.
   */
  spare(free: () => boolean): void {
    this.#spare.push(free);
  }

  /**
   * Frees memory that is held only for speed; returns whether there was any.
   */
  giveUp(): boolean {
    return this.#spare.map((free) => free()).includes(true);
  }

  free(pointer: number): void {
    this.#module._free(pointer);
  }

  /**
   * Runs a call of the core, whose questions `answer` answers. If that throws,
   * the core ends its call, and the error is thrown here: it must not pass
   * through the core, which would free nothing.
   */
  asking<T>(answer: Answer, call: () => T): T {
    const module = this.#module;
    const { ask } = module;
    let failure: { readonly error: unknown } | undefined;
    module.ask = () => {
      try {
        answer(new Float64Array(this.buffer, module.list));
        return 0;
      } catch (error) {
        // The first one: others follow from it.
        failure ??= { error };
        return 1;
      }
    };
    try {
      const result = call();
      if (failure) throw failure.error;
      return result;
    } finally {
      module.ask = ask;
    }
  }

  /**
   * Runs `body` with scratch memory, and frees it even if `body`
   * throws.
   */
  scope<T>(method: string, body: (scratch: Scratch) => T): T {
    const scratch = new Scratch(this, method);
    try {
      return body(scratch);
    } finally {
      scratch.release();
    }
  }
}

/** Scratch memory: allocations that are freed together. */
export class Scratch {
  readonly heap: Heap;
  readonly #method: string;
  readonly #releases: (() => void)[] = [];

  constructor(heap: Heap, method: string) {
    this.heap = heap;
    this.#method = method;
  }

  /** Allocates `bytes` bytes until the scratch ends; gives a pointer. */
  bytes(bytes: number): number {
    const pointer = this.heap.allocate(this.#method, bytes);
    this.#releases.push(() => this.heap.free(pointer));
    return pointer;
  }

  /** Copies an array into the scratch; gives a pointer. */
  copy({ buffer, byteOffset, byteLength }: ArrayBufferView): number {
    const pointer = this.bytes(byteLength);
    const source = new Uint8Array(buffer, byteOffset, byteLength);
    new Uint8Array(this.heap.buffer, pointer, byteLength).set(source);
    return pointer;
  }

  /** Runs `work` when the scratch ends. */
  finally(work: () => void): void {
    this.#releases.push(work);
  }

  /** The functions of the core. */
  get core(): Calls {
    return this.heap.core;
  }

  /**
   * An object of the core that `run` makes and the caller must dispose of;
   * `bytes` is its approximate size. If memory is short, memory that is held
   * only for speed is freed first.
   */
  make<T extends CoreObject>(
    run: (core: Calls) => T | Failure,
    bytes: number,
  ): T {
    let made = run(this.core);
    if (made === 'no-memory' && this.heap.giveUp()) made = run(this.core);
    if (typeof made === 'string') throw this.#failed(made, bytes);
    return made;
  }

  /** Disposes of an object of the core when the scratch ends. */
  own<T extends CoreObject>(object: T): T {
    this.#releases.push(() => this.core.dispose({ object }));
    return object;
  }

  /**
   * Throws unless the core's status is `ok`; `bytes` is about what the core
   * allocates, for the error.
   */
  check(status: Status, bytes = LEAST_BYTES): void {
    if (status !== 'ok') throw this.#failed(status, bytes);
  }

  #failed(status: Failure, bytes: number): PosencRangeError {
    if (status === 'no-memory') {
      return outOfHeap(this.#method, bytes, this.heap.buffer.byteLength);
    }
    return new PosencRangeError(
      `${this.#method}: the core refused checked arguments (${status}); this ` +
        'is a defect of posenc',
      { code: 'ERR_INTERNAL', param: 'options', value: status },
    );
  }

  /** Ends the scratch, last allocation first. */
  release(): void {
    for (let next = this.#releases.pop(); next; next = this.#releases.pop()) {
      next();
    }
  }
}

function outOfHeap(
  method: string,
  bytes: number,
  held: number,
  param = 'options',
): PosencRangeError {
  return new PosencRangeError(
    `${method}: needs ${size(bytes)} of WebAssembly memory; at most ` +
      `${size(HEAP_LIMIT)} is possible, and ${size(held)} are taken`,
    { code: 'ERR_MEMORY', param, value: bytes },
  );
}

/**
 * An array for a result. If there is no room, the RangeError says how much was
 * asked for, by which option, and how much this engine gives.
 */
export function allocateResult<D extends AnyDType>(
  method: string,
  dtype: D,
  shape: readonly number[],
  param = 'options',
): DataOf[D] {
  try {
    return makeArray(dtype, product(shape));
  } catch (cause) {
    const bytes = tensorBytes(dtype, shape);
    const what = `${shape.join(' × ')} ${dtype}`;
    throw new PosencRangeError(
      `${method}: the result needs ${size(bytes)} (${what}); at most ` +
        `${size(largestPossible(bytes))} is possible`,
      { code: 'ERR_MEMORY', param, value: bytes, cause },
    );
  }
}

/**
 * The largest power of two below `bytes` for which an array can be made now.
 */
function largestPossible(bytes: number): number {
  let possible = 2 ** Math.ceil(Math.log2(bytes) - 1);
  for (; possible > 1; possible /= 2) {
    try {
      // Engines do not touch the pages of a new array, so this costs nothing.
      makeArray('float64', possible / bytesOf('float64'));
      break;
    } catch {}
  }
  return possible;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'];

/** A number of bytes in words: `1.5 GiB`. */
export function size(bytes: number): string {
  // Products of shapes may exceed all units, and even the range of float64.
  if (bytes === Infinity) return 'more than 10^308 B';
  if (bytes >= 2 ** 100) return `about 10^${Math.round(Math.log10(bytes))} B`;
  const steps = bytes < 1024 ? 0 : Math.floor(Math.log2(bytes) / 10);
  const unit = Math.min(steps, UNITS.length - 1);
  const count = bytes / 1024 ** unit;
  return `${count.toFixed(unit === 0 ? 0 : 1)} ${UNITS[unit]}`;
}
