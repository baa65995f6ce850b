/**
 * A module without memory left: every call works or throws ERR_MEMORY with a
 * number, and the instance lives on. C++ would end it where `new` finds no room,
 * so nothing on the way into the core and inside it may use that.
 */

import { create, type Posenc, type ResidentTensor } from 'posenc/compat';
import { describe, expect, it } from 'vitest';
import { oneIn } from '../support/sample.mjs';

/** Takes all memory, in ever smaller pieces of which the last has 2 bytes. */
function fill(pe: Posenc): ResidentTensor[] {
  const taken: ResidentTensor[] = [];
  for (let bytes = 2 ** 30; bytes >= 2; bytes /= 2) {
    try {
      for (;;) {
        taken.push(pe.resident({ shape: [bytes / 2], dtype: 'float16' }));
      }
    } catch (error) {
      expect(error).toMatchObject({ code: 'ERR_MEMORY' });
    }
  }
  return taken;
}

/** The outcome of a call: true, or the error that it may throw. */
function outcome(run: () => unknown): true | { message: string } {
  try {
    run();
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'ERR_MEMORY' });
    const { message } = error as Error;
    expect(message).toMatch(/needs \d+(\.\d)? [KMG]?i?B of WebAssembly memory/);
    return { message };
  }
}

// Both builds have the same allocator and the same bindings.
describe.each(oneIn(2, [{ simd: true }, { simd: false }], 'full memory'))(
  'simd: $simd',
  ({ simd }) => {
    it('calls in a full memory', async () => {
      const pe = await create({ simd });
      const rope = pe.rope({ headDim: 8 });
      const x = new Float32Array(64).fill(1);
      const calls = {
        sinusoidal: () => pe.sinusoidal({ length: 4, dim: 8 }),
        rope: () => pe.rope({ headDim: 16 }),
        cosSin: () => rope.cosSin({ length: 4 }),
        rotate: () => rope.rotate(x, { heads: 2 }),
        attention: () =>
          pe.attention({ q: x, k: x, v: x, heads: 2, headDim: 8 }),
        resident: () => pe.resident({ shape: [64] }).dispose(),
        wide: () => pe.sinusoidal({ length: 1, dim: 2 ** 20 }),
      };
      const taken = fill(pe);
      // From no free byte up to enough for the smaller calls.
      const seen = new Set<string>();
      for (let freed = 0; freed < 2 ** 18; ) {
        for (const [name, run] of Object.entries(calls)) {
          seen.add(`${name} ${outcome(run) === true}`);
        }
        const smallest = taken.pop();
        freed += smallest?.data.byteLength ?? Infinity;
        smallest?.dispose();
      }
      for (const name of Object.keys(calls)) {
        expect(seen).toContain(`${name} false`);
        if (name !== 'wide') expect(seen).toContain(`${name} true`);
      }
      for (const resident of taken) resident.dispose();
      for (const run of Object.values(calls)) expect(outcome(run)).toBe(true);
    });

    it('what the core cannot have is said in bytes', async () => {
      const pe = await create({ simd });
      const dim = 2 ** 20;
      const table = pe.resident({ shape: [1, dim] });
      const wide = () => pe.sinusoidal({ length: 1, dim, out: table });
      // The frequencies fit, the oscillators made of them do not.
      const taken = [2 ** 30, 2 ** 29, 2 ** 28, 2 ** 27].map((bytes) =>
        pe.resident({ shape: [bytes / 4] }),
      );
      const rest = outcome(wide);
      expect(rest).toMatchObject({ message: /needs 1\d\d\.\d MiB/ });
      for (const resident of taken) resident.dispose();
      expect(outcome(wide)).toBe(true);
      expect(table.data[1]).toBe(1);
    });
  },
);

it('the widest row needs what is documented', async () => {
  const pe = await create();
  const dim = 2 ** 20;
  const { data } = pe.sinusoidal({ length: 3, dim, start: 5 });
  expect(data[2 * dim]).toBe(Math.fround(Math.sin(7)));
  // Memory grows by at least a fifth.
  expect(pe.heapBytes).toBeLessThan(1.2 * (200 * dim + 2 ** 24) + 2 ** 24);
  expect(() => pe.sinusoidal({ length: 1, dim: dim + 1 })).toThrow(
    'dim must be an integer ≤ 2^20, got 1048577',
  );
});
