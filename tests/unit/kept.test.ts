/**
 * The objects that a rope keeps in the core between calls change no bit and
 * take little memory.
 */

import { create } from 'posenc';
import { describe, expect, it } from 'vitest';
import { keptObject } from '../../bindings/src/core/kept.js';
import { Heap, type Scratch } from '../../bindings/src/core/memory.js';
import type { Oscillators } from '../../bindings/src/core/wasm/calls.js';
import type { WasmModule } from '../../bindings/src/core/wasm/module.js';
import { Random } from '../oracle/random.js';
import { expectSame } from '../support/same.js';

const MIB = 2 ** 20;

const x = new Random(5).float32(3 * 2 * 48);

describe('a rope that is used again', () => {
  it('gives the same as a new one, whatever it computed before', async () => {
    const pe = await create();
    const random = Random.today('kept');
    // More ropes than the instance keeps, used in any order.
    const all = Array.from({ length: 20 }, (_, i) => ({
      headDim: 48,
      theta: 100 + 1000 * i,
      precision: (['exact', 'torch', 'ggml'] as const)[i % 3] ?? 'exact',
    }));
    const used = all.map((options) => pe.rope(options));
    for (let step = 0; step < 300; ++step) {
      const at = random.integer(0, all.length - 1);
      const start = random.of([
        ...[0, 255, 256, 1e6, -7, 2 ** 31, 0.5],
        random.integer(-5000, 5000),
      ]);
      const options = { heads: 2, start, inverse: step % 2 === 0 };
      const fresh = pe.rope(all[at] as (typeof all)[0]);
      const old = used[at] as (typeof used)[0];
      expectSame(old.rotate(x, options).data, fresh.rotate(x, options).data);
      const where = { start, length: 3, dtype: 'float64' } as const;
      expectSame(old.cosSin(where).cos.data, fresh.cosSin(where).cos.data);
    }
  });

  it('takes memory for a few ropes, however many ropes there are', async () => {
    const pe = await create();
    const use = (theta: number) =>
      pe.rope({ headDim: 48, theta }).rotate(x, { heads: 2 });
    for (let i = 0; i < 20; ++i) use(100 + i);
    const { heapBytes } = pe;
    // In one turn, so that the garbage collector does not run.
    for (let i = 0; i < 5000; ++i) use(1000 + i);
    expect(pe.heapBytes).toBe(heapBytes);
  });
});

/**
 * A module with `room` bytes of memory and banks of 100 bytes each; the n-th
 * bank is at address n.
 */
function moduleOf(room: number) {
  const ended: number[] = [];
  let [next, left, made] = [1024, room, 0];
  const sizes = new Map<number, number>();
  const HEAPU8 = new Uint8Array(2 ** 20);
  const list = new Float64Array(HEAPU8.buffer, 0, 32);
  const module = {
    HEAPU8,
    list: 0,
    _memalign(_: number, bytes: number) {
      if (bytes > left) return 0;
      left -= bytes;
      sizes.set(next, bytes);
      next += 2 ** 13;
      return next - 2 ** 13;
    },
    _free(pointer: number) {
      left += sizes.get(pointer) ?? Number.NaN;
    },
    makeOscillators() {
      left -= 100;
      list[0] = ++made;
      return 0;
    },
    dispose() {
      left += 100;
      ended.push(list[0] ?? Number.NaN);
      return 0;
    },
  };
  const heap = new Heap(module as Partial<WasmModule> as WasmModule);
  return { heap, ended };
}

/** What a bank is made from. */
const source = () => ({});

/** The bank of a source, whose making takes 24 bytes more for a while. */
const keptBank = (scratch: Scratch, from: object) =>
  keptObject<Oscillators>(scratch, from, 100, () => {
    const words = scratch.bytes(24);
    const given = {
      words,
      count: 1,
      precision: 'exact',
      scale: 1,
      scaleRest: 0,
    } as const;
    return scratch.make((core) => core.makeOscillators(given), 100);
  });

describe('where memory is short', () => {
  it('kept banks are dropped, oldest first, but not those of the current call', () => {
    // While a bank is made, its words take 24 bytes more.
    const { heap, ended } = moduleOf(3 * 100 + 24);
    const [a, b, c] = [source(), source(), source()];
    for (const each of [a, b, c]) {
      heap.scope('test', (scratch) => keptBank(scratch, each));
    }
    expect(ended).toEqual([]);
    heap.scope('test', (scratch) => {
      keptBank(scratch, b);
      scratch.bytes(24 + 100);
      expect(ended).toEqual([1, 3]);
      expect(() => scratch.bytes(2 ** 12)).toThrow('memory');
      expect(ended).toEqual([1, 3]);
    });
    // No call uses the bank any more.
    heap.scope('test', (scratch) => scratch.bytes(24 + 3 * 100));
    expect(ended).toEqual([1, 3, 2]);
  });

  it('eight banks are kept, and a ninth replaces the oldest', () => {
    const { heap, ended } = moduleOf(2 ** 20);
    const all = Array.from({ length: 9 }, source);
    const use = (each = source()) =>
      heap.scope('test', (scratch) => keptBank(scratch, each));
    for (const each of all.slice(0, 8)) use(each);
    const first = use(all[0]);
    expect(use(all[0])).toBe(first);
    use(all[8]);
    expect(ended).toEqual([2]);
  });

  it('every call works again once there is memory', async () => {
    const pe = await create();
    const wide = new Float32Array(480 * 40).fill(1);
    const ropes = Array.from({ length: 8 }, (_, i) =>
      pe.rope({ headDim: 480, theta: 100 + i }),
    );
    const turn = () =>
      ropes.map((rope) => rope.rotate(wide, { heads: 1 }).data);
    const before = turn();
    const taken = [];
    for (let bytes = 1024 * MIB; bytes >= 2 ** 12; bytes /= 2) {
      try {
        for (;;) taken.push(pe.resident({ shape: [bytes / 4] }));
      } catch (error) {
        expect(error).toMatchObject({ code: 'ERR_MEMORY' });
      }
    }
    expect(turn).toThrow('memory');
    for (const resident of taken) resident.dispose();
    turn().forEach((data, i) => {
      expectSame(data, before[i] ?? []);
    });
  });
});
