/**
 * Scratch memory, over an allocator that records its calls. It is internal:
 * callers only notice that nothing leaks.
 */

import { describe, expect, it } from 'vitest';
import { Heap, size } from '../../bindings/src/core/memory.js';
import type { CoreObject, Status } from '../../bindings/src/core/wasm/calls.js';
import type { WasmModule } from '../../bindings/src/core/wasm/module.js';
import { thrown } from './thrown.js';

/** A small module whose allocator records every call. */
function bookkeeper(bytes = 1536) {
  const live = new Map<number, number>();
  const log: string[] = [];
  let next = 512;
  const HEAPU8 = new Uint8Array(bytes);
  const module = {
    HEAPU8,
    list: 0,
    ask: (() => 1) as WasmModule['ask'],
    dispose() {
      log.push(`dispose ${new Float64Array(HEAPU8.buffer, 0)[0]}`);
      return 0;
    },
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
  const heap = new Heap(module as Partial<WasmModule> as WasmModule);
  /** Asks as the core does. */
  const ask = (...question: readonly number[]) => {
    new Float64Array(HEAPU8.buffer, 0).set(question);
    return module.ask();
  };
  return { heap, live, log, ask };
}

describe('a scope', () => {
  it('frees its memory and gives its result', () => {
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

  it('frees its memory when something throws', () => {
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

  it('disposes of objects before it frees the memory they use', () => {
    const { heap, log } = bookkeeper();
    heap.scope('test', (scratch) => {
      scratch.bytes(8);
      scratch.own(4096 as CoreObject);
    });
    expect(log).toEqual(['malloc 8', 'dispose 4096', 'free 512']);
  });

  it('frees spare memory for an object, once', () => {
    const { heap, log } = bookkeeper();
    heap.spare(() => log.push('give up') === 1);
    const results = ['no-memory', 8 as CoreObject, 'no-memory'] as const;
    let made = 0;
    const make = () =>
      heap.scope('test', (scratch) =>
        scratch.make(() => results[made++] ?? 'no-memory', 2 ** 20),
      );
    expect(make()).toBe(8);
    expect(log).toEqual(['give up']);
    expect(thrown(make).message).toMatch(/^test: needs 1\.0 MiB of /);
    expect(log).toEqual(['give up', 'give up']);
  });

  it('turns a status into an error', () => {
    const { heap } = bookkeeper();
    const run = (status: Status) => () =>
      heap.scope('test', (scratch) => scratch.check(status));
    expect(run('ok')).not.toThrow();
    for (const value of ['bad-size', 'bad-value'] as const) {
      const error = thrown(run(value));
      expect(error).toMatchObject({ code: 'ERR_INTERNAL', value });
    }
    expect(thrown(run('no-memory'))).toMatchObject({ code: 'ERR_MEMORY' });
    const asked = () =>
      heap.scope('test', (scratch) => scratch.check('no-memory', 3 * 2 ** 20));
    expect(thrown(asked).message).toMatch(/^test: needs 3\.0 MiB of /);
  });
});

describe('a call that asks', () => {
  it('gets answers, also within an answer', () => {
    const { heap, ask } = bookkeeper();
    const got: (readonly number[])[] = [];
    const result = heap.asking(
      (question) => {
        got.push([question[0] as number, question[1] as number]);
        if (got.length === 1) expect(ask(7, 8)).toBe(0);
      },
      () => ask(1, 2),
    );
    expect(result).toBe(0);
    expect(got).toEqual([
      [1, 2],
      [7, 8],
    ]);
    expect(ask(4)).toBe(1);
  });

  it('ends with the first error of its answers', () => {
    const { heap, ask } = bookkeeper();
    const mine = new Error('mine');
    const codes: number[] = [];
    const run = () =>
      heap.asking(
        (question) => {
          throw question[0] === 1 ? mine : new Error('another one');
        },
        () => codes.push(ask(1), ask(2)),
      );
    expect(thrown(run)).toBe(mine);
    expect(codes).toEqual([1, 1]);
    expect(
      heap.asking(
        () => {},
        () => ask(3),
      ),
    ).toBe(0);
  });
});

describe('more memory than there is', () => {
  it('is an error with the requested size', () => {
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
        'and 1.5 KiB are taken',
    );
    expect(live.size).toBe(0);
  });

  it.each([2 ** 31, 2 ** 32, 2 ** 32 + 8, 2 ** 53, Infinity])(
    '%d is not requested, because it would wrap round',
    (bytes) => {
      const { heap, log } = bookkeeper();
      expect(thrown(() => heap.allocate('test', bytes)).code).toBe(
        'ERR_MEMORY',
      );
      expect(log).toEqual([]);
    },
  );

  it('zero bytes still get an address of their own', () => {
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
