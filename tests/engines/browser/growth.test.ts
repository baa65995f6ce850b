/** The instance's memory grows without changing results that callers hold. */

import { create } from 'posenc/compat';
import { expect, it } from 'vitest';

const MIB = 2 ** 20;

it.each([true, false])('simd: %s', async (simd) => {
  const pe = await create({ simd });
  const owned = pe.sinusoidal({ length: 3, dim: 4 });
  const rope = pe.rope({ headDim: 8 });
  const small = pe.resident({ shape: [2], data: Float32Array.of(5, 6) });
  const view = small.data;
  const before = pe.heapBytes;
  const large = pe.resident({ shape: [64 * MIB] }); // 256 MiB
  expect(pe.heapBytes).toBeGreaterThan(before + 200 * MIB);
  // The old view is empty; the tensor fetches a new one.
  expect(view.length).toBe(0);
  expect(Array.from(small.data)).toEqual([5, 6]);
  expect(owned.data[4]).toBe(Math.fround(Math.sin(1)));
  expect(rope.cosSin({ start: 1, length: 1 }).cos.data[0]).toBe(
    Math.fround(Math.cos(1)),
  );
  expect(large.data.length).toBe(64 * MIB);
  large.dispose();
  small.dispose();
});
