/**
 * Numbers in all the forms in which libraries hand them out, for tests that
 * compare what comes of them.
 */

import { bitsOfHalf, type Half } from '../../bindings/src/base/half.js';

/** A tensor of onnxruntime or transformers.js: members are getters. */
export class ForeignTensor {
  readonly #of: readonly [data: object, dims: number[], type: string];
  /** How often each member was read. */
  readonly reads = { data: 0, dims: 0, type: 0 };

  constructor(data: object, dims: readonly number[], type: string) {
    this.#of = [data, [...dims], type];
  }

  get data(): object {
    this.reads.data += 1;
    return this.#of[0];
  }

  get dims(): readonly number[] {
    this.reads.dims += 1;
    return this.#of[1];
  }

  get type(): string {
    this.reads.type += 1;
    return this.#of[2];
  }
}

/**
 * A tensor of transformers.js: a proxy that gives its rows by number, and all
 * other members of the object below.
 */
export function indexable(tensor: ForeignTensor): ForeignTensor {
  return new Proxy(tensor, {
    get: (of, key) => {
      if (typeof key !== 'string') return Reflect.get(of, key, of);
      const index = Number(key);
      if (Number.isInteger(index)) throw new Error(`row ${index} was read`);
      return Reflect.get(of, key, of);
    },
  });
}

/**
 * Stands for the `Float16Array` of engines that have none: the same tag over
 * the same bits.
 */
class StandIn extends Uint16Array {
  override get [Symbol.toStringTag](): 'Uint16Array' {
    return 'Float16Array' as 'Uint16Array';
  }
}

/** What a test needs of the class. */
interface Float16Maker {
  new (
    buffer: ArrayBuffer,
  ): ArrayBufferView & {
    readonly length: number;
    readonly [Symbol.toStringTag]: 'Float16Array';
  };
}

const { Float16Array: own } = globalThis as { Float16Array?: Float16Maker };

/** The engine's `Float16Array`, or one that stands for it. */
const Float16 = own ?? (StandIn as unknown as Float16Maker);

/** A `Float16Array` of these bits, in the same memory. */
export const float16Of = (bits: Uint16Array) =>
  new Float16(bits.buffer as ArrayBuffer);

/** The bits of numbers that a 16-bit type has. */
export const halves = (half: Half, values: Iterable<number>): Uint16Array =>
  Uint16Array.from(values, (value) => bitsOfHalf(half, value));

/** Lists in lists, with the lengths of a shape. */
export function nested<T>(
  list: readonly T[],
  shape: readonly number[],
): unknown {
  const [length = 0, ...inner] = shape;
  if (inner.length === 0) return [...list];
  const size = list.length / length;
  return Array.from({ length }, (_, i) =>
    nested(list.slice(i * size, (i + 1) * size), inner),
  );
}

/** The bytes of all arrays in a result, with their classes and their places. */
export function bitsOf(result: unknown, at = ''): string[] {
  if (ArrayBuffer.isView(result)) {
    const { buffer, byteOffset, byteLength } = result;
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    return [`${at} ${result.constructor.name} ${bytes.join()}`];
  }
  if (typeof result !== 'object' || result === null) {
    return typeof result === 'function' ? [] : [`${at} ${String(result)}`];
  }
  return Object.entries(result).flatMap(([name, part]) =>
    bitsOf(part, `${at}.${name}`),
  );
}
