/** The gradient of long attention: its memory, and some of its numbers. */

import { create } from 'posenc/compat';
import { expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { deep } from '../support/sample.mjs';

const LENGTH = deep ? 65_536 : 16_384;
const WIDTH = 64;

it(`the gradient of ${LENGTH} positions needs memory for inputs, not for maps`, async () => {
  const pe = await create();
  const before = pe.heapBytes;
  const [q, k, v, upstream] = [1, 2, 3, 4].map((n) =>
    noise(LENGTH * WIDTH, n),
  ) as [Float32Array, Float32Array, Float32Array, Float32Array];
  const options = { k, v, heads: 1, headDim: WIDTH, causal: true };
  const by = pe.attentionGradient({ ...options, q, upstream });
  // Copies of q, k and v and their gradients, k packed twice and v once; the
  // maps of 32 queries; a tile, and what the memory grows by at a time.
  const copies = 9 * LENGTH * WIDTH * 4;
  const maps = 2 * 32 * LENGTH * 4;
  expect(pe.heapBytes - before).toBeLessThan(1.25 * (copies + maps) + 2 ** 23);

  // The weights of a query sum to 1.
  const sums = (x: Float32Array | undefined) => {
    const columns = new Float64Array(WIDTH);
    x?.forEach((y, i) => {
      columns[i % WIDTH] = (columns[i % WIDTH] as number) + y;
    });
    return columns;
  };
  const [found, wanted] = [sums(by.v?.data), sums(upstream)];
  found.forEach((sum, c) => {
    expect(Math.abs(sum - (wanted[c] as number))).toBeLessThan(0.01);
  });
  for (const row of [0, 77, LENGTH - 1]) {
    const [from, end] = [row * WIDTH, (row + 1) * WIDTH];
    const alone = pe.attentionGradient({
      ...{ ...options, q: q.subarray(from, end) },
      ...{ upstream: upstream.subarray(from, end), queryStart: row },
    });
    expect(alone.q?.data).toEqual(by.q?.data.slice(from, end));
  }
});
