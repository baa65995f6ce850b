/**
 * Records which resident tensor owns a view of the instance's memory. As long
 * as a view is reachable, its tensor is not collected; once the tensor is
 * disposed, the view can no longer be used, even if another tensor has got its
 * memory.
 */

import type { DType } from '../base/dtype.js';

/** A resident tensor, or the memory of one. */
interface Owner {
  readonly disposed: boolean;
}

/** The memory of a resident tensor that has not been disposed of. */
export interface Extent extends Owner {
  readonly pointer: number;
  readonly bytes: number;
}

const owners = new WeakMap<ArrayBufferView, Owner>();

/** The extents of an instance, by the buffer in which they lie. */
const memories = new WeakMap<ArrayBufferLike, ReadonlySet<Extent>>();

/** What is known of a resident tensor, whatever its public members say. */
export interface Live {
  readonly shape: readonly number[];
  readonly dtype: DType;
  /** Its numbers as they lie now; undefined once it is disposed. */
  readonly view: () => ArrayBufferView | undefined;
}

const lives = new WeakMap<object, Live>();

/** The resident tensor that owns a view, if any. */
export function ownerOf(view: ArrayBufferView): Owner | undefined {
  return owners.get(view);
}

/**
 * Makes a view, and the results of its `subarray`, keep its tensor alive;
 * returns the view.
 */
export function ownedBy<V extends ArrayBufferView>(
  owner: Owner | undefined,
  view: V,
): V {
  if (!owner) return view;
  owners.set(view, owner);
  return Object.defineProperty(view, 'subarray', { value: ownedSubarray });
}

function ownedSubarray(
  this: Float32Array,
  ...range: Parameters<Float32Array['subarray']>
): Float32Array {
  const { subarray } = Object.getPrototypeOf(this) as Float32Array;
  return ownedBy(ownerOf(this), subarray.apply(this, range));
}

/** Says which tensors live in the memory that callers can see by a buffer. */
export function knowMemory(
  buffer: ArrayBufferLike,
  extents: ReadonlySet<Extent>,
): void {
  memories.set(buffer, extents);
}

/** Whether a buffer is the memory of an instance that has resident tensors. */
export function isMemory(buffer: ArrayBufferLike): boolean {
  return memories.has(buffer);
}

/** Whether a view shows memory that has been taken from its tensor. */
export function isDisposed(view: ArrayBufferView): boolean {
  const owner = owners.get(view) ?? adopt(view);
  return owner ? owner.disposed : false;
}

/** Finds the owner of a view that a caller made of a buffer. */
function adopt(view: ArrayBufferView): Owner | undefined {
  const { byteOffset, byteLength } = view;
  const extents = byteLength > 0 && memories.get(view.buffer);
  if (!extents) return undefined;
  for (const extent of extents) {
    const { pointer, bytes } = extent;
    const inside =
      byteOffset >= pointer && byteOffset + byteLength <= pointer + bytes;
    if (!inside) continue;
    owners.set(view, extent);
    return extent;
  }
  return { disposed: true };
}

/** Registers a resident tensor. */
export function isLive(tensor: object, live: Live): void {
  lives.set(tensor, live);
}

/** What is known of a resident tensor; undefined if the value is none. */
export function liveOf(value: unknown): Live | undefined {
  return lives.get(value as object);
}
