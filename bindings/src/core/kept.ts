/**
 * Keeps objects of the core between calls. A rope is used again and again with
 * the same frequencies, and making its turns takes longer than turning the
 * heads of one position. Parts of a sinusoidal table share a bank.
 *
 * Each instance keeps a few objects and drops the least recently used one for a
 * new one. So memory does not grow while ropes come and go, however late the
 * garbage collector runs. When memory is short, all objects that no call is
 * using are dropped.
 */

import type { Heap, Scratch } from './memory.js';
import type { CoreObject } from './wasm/calls.js';

/**
 * Largest number of kept objects. Models with several kinds of layers have two
 * or three ropes.
 */
const MOST = 8;

/**
 * A larger object is not kept: making it takes little time compared to its use.
 */
const LARGEST_BYTES = 2 ** 18;

/** What an object is made from: an object, or all its numbers as a text. */
type Source = object | string;

interface Kept {
  readonly object: CoreObject;
  /**
   * Number of calls that are using the object; it must stay until there are
   * none.
   */
  users: number;
}

interface Store {
  /** By what they are made from; the most recently used object is the last. */
  readonly objects: Map<Source, Kept>;
  /** What the most recently used object was made from. */
  newest: Source | undefined;
}

const stores = new WeakMap<Heap, Store>();

/**
 * Drops objects that no call is using, least recently used first, until `most`
 * are left. Returns whether it dropped one.
 */
function shrink(heap: Heap, store: Store, most: number): boolean {
  const { objects } = store;
  const before = objects.size;
  for (const [source, { object, users }] of objects) {
    if (objects.size <= most) break;
    if (users > 0) continue;
    heap.core.dispose({ object });
    objects.delete(source);
  }
  return objects.size < before;
}

function find(heap: Heap): Store {
  const known = stores.get(heap);
  if (known) return known;
  const store: Store = { objects: new Map(), newest: undefined };
  stores.set(heap, store);
  heap.spare(() => shrink(heap, store, 0));
  return store;
}

/**
 * The object that `make` makes from `source`, or the one that an earlier call
 * made from the same `source`. It lives at least as long as the scratch.
 * `bytes` is its approximate size.
 */
export function keptObject<T extends CoreObject>(
  scratch: Scratch,
  source: Source,
  bytes: number,
  make: () => T,
): T {
  if (bytes > LARGEST_BYTES) return scratch.own(make());
  const store = find(scratch.heap);
  const kept = store.objects.get(source) ?? { object: make(), users: 0 };
  kept.users += 1;
  scratch.finally(() => {
    kept.users -= 1;
  });
  if (store.newest !== source || !store.objects.has(source)) {
    moveToEnd(store, source, kept);
    shrink(scratch.heap, store, MOST);
  }
  return kept.object as T;
}

/**
 * The object that an earlier call made from `source`, if it is still kept. It
 * lives until the core is called for something else.
 */
export function keptBefore<T extends CoreObject>(
  heap: Heap,
  source: Source,
): T | undefined {
  const store = stores.get(heap);
  const kept = store?.objects.get(source);
  if (!store || !kept) return undefined;
  if (store.newest !== source) moveToEnd(store, source, kept);
  return kept.object as T;
}

/** Makes an object the most recently used one. */
function moveToEnd(store: Store, source: Source, kept: Kept): void {
  store.objects.delete(source);
  store.objects.set(source, kept);
  store.newest = source;
}
