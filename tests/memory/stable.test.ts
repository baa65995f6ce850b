/** Nothing leaks: many calls need no more memory than the first ones. */

import { create, type Posenc } from 'posenc/compat';
import { describe, expect, it } from 'vitest';
import { Random } from '../oracle/random.js';
import { oneIn, seedFor, times } from '../support/sample.mjs';

const CALLS = times(5000, 100_000);

/** One call of a random kind, right or wrong. */
function call(pe: Posenc, random: Random, x: Float32Array) {
  const length = random.integer(0, 40);
  const dim = random.integer(1, 24);
  switch (random.integer(0, 7)) {
    case 0:
      return pe.sinusoidal({ length, dim, start: random.integer(-99, 99) });
    case 1:
      return pe.sinusoidal({ positions: [1, 0.5, -3], dim, dtype: 'float16' });
    case 2:
      return pe.rope({ headDim: 2 * dim }).cosSin({ length, full: true });
    case 3:
      return pe.rope({ headDim: 8 }).rotate(x, { heads: 4, out: x });
    case 4:
      return pe.attention({ q: x, k: x, v: x, heads: 4, headDim: 8 });
    case 5: {
      const resident = pe.resident({ shape: [length + 1, 8], data: undefined });
      pe.rope({ headDim: 8 }).rotate(resident, { heads: 1, out: resident });
      return resident.dispose();
    }
    case 6:
      return expect(() => pe.sinusoidal({ length, dim: -dim })).toThrow();
    default:
      return expect(() =>
        pe.rope({ headDim: 8 }).rotate(x, { heads: 5 }),
      ).toThrow();
  }
}

const builds = oneIn(2, [{ simd: true }, { simd: false }], 'stable memory');
describe.each(builds)('simd: $simd', ({ simd }) => {
  it(`the heap is as large after ${CALLS} calls as after a few`, async () => {
    const pe = await create({ simd });
    const random = new Random(seedFor('stable'));
    const x = random.float32(12 * 32);
    for (let i = 0; i < 1000; ++i) call(pe, random, x);
    const { heapBytes } = pe;
    for (let i = 0; i < CALLS; ++i) call(pe, random, x);
    expect(pe.heapBytes).toBe(heapBytes);
  });

  it('a result needs no memory of the instance, however large', async () => {
    const pe = await create({ simd });
    pe.sinusoidal({ length: 2000, dim: 256 });
    const { heapBytes } = pe;
    expect(heapBytes).toBeLessThanOrEqual(16 * 2 ** 20);
    pe.sinusoidal({ length: 40_000, dim: 256 });
    const out = new Float32Array(40_000 * 256);
    pe.sinusoidal({ length: 40_000, dim: 256, out });
    pe.rope({ headDim: 256 }).rotate(out, { heads: 1, out });
    expect(pe.heapBytes).toBe(heapBytes);
  });

  it('the output of attention needs no map of queries and keys', async () => {
    const pe = await create({ simd });
    const [length, headDim] = [65_536, 64];
    const x = new Random(seedFor('stream')).float32(length * headDim);
    const { output } = pe.attention({
      ...{ q: x, k: x, v: x, heads: 1, headDim, outputs: ['output'] },
      ...{ rotary: { method: 'rope', headDim }, bias: { method: 'alibi' } },
      ...{ causal: true, window: [200, 0] },
    });
    expect(output?.shape).toEqual([length, 1, headDim]);
    // Copies of q, k and v, what is rotated and packed of them, and the line of
    // the bias. A map would have 16 GiB.
    const bytes = length * (8 * headDim * 4 + 2 * 20);
    expect(pe.heapBytes).toBeLessThan(bytes + 32 * 2 ** 20);
  });
});
