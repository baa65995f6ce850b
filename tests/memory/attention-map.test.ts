/** Pictures of long attention: their memory, and their cells one by one. */

import { create, type Posenc } from 'posenc/compat';
import { expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { deep } from '../support/sample.mjs';

const headDim = 8;
const inputs = (length: number) =>
  ({
    q: noise(length * headDim, 1),
    k: noise(length * headDim, 2),
    ...{ heads: 1, headDim, causal: true },
    rotary: { method: 'rope', headDim },
    bias: { method: 'alibi' },
  }) as const;

/** Scores of some queries and keys alone, at their own positions. */
function scoresOf(
  pe: Posenc,
  { q, k, ...options }: ReturnType<typeof inputs>,
  [i, rows]: readonly [number, number],
  [j, columns]: readonly [number, number],
): Float32Array {
  const { scores } = pe.attention({
    ...options,
    q: q.subarray(i * headDim, (i + rows) * headDim),
    k: k.subarray(j * headDim, (j + columns) * headDim),
    ...{ queryStart: i, keyStart: j },
  });
  return scores.data;
}

const LENGTH = deep ? 100_000 : 20_000;

it(`a picture of ${LENGTH} × ${LENGTH} scores needs memory for a tile`, async () => {
  const pe = await create();
  const before = pe.heapBytes;
  const options = inputs(LENGTH);
  const cells = 20;
  const picture = pe.attentionMap({ ...options, width: cells, height: cells });
  // Copies of q and k, before and after rotation, the two lines of the bias, a
  // tile, and what the memory grows by at a time.
  const copies = 4 * LENGTH * headDim * 4 + 2 * LENGTH * 24;
  expect(pe.heapBytes - before).toBeLessThan(1.25 * copies + 24 * 2 ** 20);
  const each = LENGTH / cells;
  for (const [y, x] of [
    [0, 0],
    [7, 2],
    [19, 0],
    [19, 19],
  ] as const) {
    // In parts, as a map of a whole cell may be large.
    let most = -Infinity;
    for (let row = 0; row < each; row += 100) {
      const from = [y * each + row, 100] as const;
      for (const score of scoresOf(pe, options, from, [x * each, each])) {
        most = Math.max(most, score);
      }
    }
    expect(picture.data[y * cells + x]).toBe(most);
  }
  expect(picture.data[cells - 1]).toBe(-Infinity);
});

it('a window of weights of long sequences is that of the whole rows', async () => {
  const pe = await create();
  const before = pe.heapBytes;
  const options = inputs(LENGTH);
  const queryRange = [LENGTH - 30, LENGTH - 10] as const;
  const keyRange = [LENGTH - 100, LENGTH - 20] as const;
  const window = { queryRange, keyRange, of: 'weights' } as const;
  const picture = pe.attentionMap({ ...options, ...window });
  const copies = 4 * LENGTH * headDim * 4 + 2 * LENGTH * 24;
  expect(pe.heapBytes - before).toBeLessThan(1.25 * copies + 48 * 2 ** 20);
  const { q, ...rest } = options;
  const { weights } = pe.attention({
    ...rest,
    q: q.subarray(queryRange[0] * headDim, queryRange[1] * headDim),
    queryStart: queryRange[0],
  });
  expect(picture.shape).toEqual([1, 20, 80]);
  picture.data.forEach((value, n) => {
    const [i, j] = [Math.floor(n / 80), (n % 80) + keyRange[0]];
    const masked = j > queryRange[0] + i;
    expect(value).toBe(masked ? -Infinity : weights.data[i * LENGTH + j]);
  });
});
