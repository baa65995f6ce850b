/**
 * The scratch arena, over an allocator that keeps books. It has no public
 * door: all that callers see of it is that nothing leaks.
 */

import { describe, expect, it } from 'vitest';
import { Heap, size } from '../../bindings/src/core/memory.js';
import type { RawModule } from '../../bindings/src/core/wasm/raw.js';
import { thrown } from './thrown.js';

/** An allocator of a small memory that notes what is asked of it. */
function bookkeeper(bytes = 1024) {
  const live = new Map<number, number>();
  const log: string[] = [];
  let next = 16;
  const raw = {
    HEAPU8: new Uint8Array(bytes),
    _memalign(_: number, wanted: number) {
      log.push(`malloc ${wanted}`);
      if (next + wanted > bytes) return 0;
      const pointer = next;
      next += Math.ceil(wanted / 16) * 16;
      live.set(pointer, wanted);
      return pointer;
    },
    _free(pointer: number) {
      log.push(`free ${pointer}`);
      if (!live.delete(pointer)) throw new Error(`freed twice: ${pointer}`);
    },
  };
  const heap = new Heap(raw as Partial<RawModule> as RawModule);
  return { heap, live, log };
}

describe('a scope', () => {
  it('gives back what it took, and its result', () => {
    const { heap, live } = bookkeeper();
    const result = heap.scope('test', (scratch) => {
      const pointer = scratch.copy(Float64Array.of(1, 2, 3));
      scratch.bytes(100);
      expect(live.size).toBe(2);
      return Array.from(new Float64Array(heap.buffer, pointer, 3));
    });
    expect(result).toEqual([1, 2, 3]);
    expect(live.size).toBe(0);
  });

  it('gives back what it took when something throws', () => {
    const { heap, live } = bookkeeper();
    const mine = new Error('mine');
    const run = () =>
      heap.scope('test', (scratch) => {
        scratch.bytes(100);
        scratch.bytes(200);
        throw mine;
      });
    expect(thrown(run)).toBe(mine);
    expect(live.size).toBe(0);
  });

  it('deletes objects before the memory they were made in', () => {
    const { heap, log } = bookkeeper();
    heap.scope('test', (scratch) => {
      scratch.bytes(8);
      scratch.own({ delete: () => log.push('delete') });
    });
    expect(log).toEqual(['malloc 8', 'delete', 'free 16']);
  });

  it('turns a status into an error', () => {
    const { heap } = bookkeeper();
    const run = (status: number) => () =>
      heap.scope('test', (scratch) => scratch.check(status));
    expect(run(0)).not.toThrow();
    expect(thrown(run(1))).toMatchObject({ code: 'ERR_INTERNAL', value: 1 });
    expect(thrown(run(2))).toMatchObject({ code: 'ERR_INTERNAL', value: 2 });
    expect(thrown(run(3))).toMatchObject({ code: 'ERR_MEMORY' });
    const asked = () =>
      heap.scope('test', (scratch) => scratch.check(3, 3 * 2 ** 20));
    expect(thrown(asked).message).toMatch(/^test: needs 3\.0 MiB of /);
  });

  it('calls the module only where it has room for the call', () => {
    const small = bookkeeper();
    const run = ({ heap }: typeof small) =>
      heap.scope('test', (scratch) => scratch.call(() => 'called'));
    expect(thrown(() => run(small))).toMatchObject({ code: 'ERR_MEMORY' });
    const large = bookkeeper(2 ** 16);
    expect(run(large)).toBe('called');
    expect(large.live.size).toBe(0);
  });
});

describe('more than there is', () => {
  it('is an error with what was asked for', () => {
    const { heap, live } = bookkeeper();
    const run = () =>
      heap.scope('test', (scratch) => {
        scratch.bytes(500);
        scratch.bytes(600);
      });
    const error = thrown(run);
    expect(error).toMatchObject({ code: 'ERR_MEMORY', value: 600 });
    expect(error.message).toBe(
      'test: needs 600 B of WebAssembly memory; at most 2.0 GiB is possible, ' +
        'and 1.0 KiB are taken',
    );
    expect(live.size).toBe(0);
  });

  it.each([2 ** 31, 2 ** 32, 2 ** 32 + 8, 2 ** 53, Infinity])(
    '%d is not even asked for, since it would wrap round',
    (bytes) => {
      const { heap, log } = bookkeeper();
      expect(thrown(() => heap.allocate('test', bytes)).code).toBe(
        'ERR_MEMORY',
      );
      expect(log).toEqual([]);
    },
  );

  it('none at all is still a place of its own', () => {
    const { heap } = bookkeeper();
    expect(heap.allocate('test', 0)).not.toBe(heap.allocate('test', 0));
  });
});

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [1.5 * 2 ** 30, '1.5 GiB'],
  [2 ** 41, '2.0 TiB'],
  [2 ** 80, '1.0 YiB'],
  [2 ** 93, '8192.0 YiB'],
  [4e200, 'about 10^201 B'],
  [Infinity, 'more than 10^308 B'],
])('%d bytes are %s', (bytes, text) => {
  expect(size(bytes)).toBe(text);
});
