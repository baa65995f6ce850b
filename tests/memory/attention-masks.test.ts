/** Masks of long attention: memory for the keys that are near, not for pairs. */

import { create } from 'posenc/compat';
import { expect, it } from 'vitest';

const LENGTH = 2 ** 15;
const near = { window: [127, 0] as const };

/** Bytes that the output of attention with masks needs, and the output. */
async function attend(masks: object) {
  const pe = await create();
  const before = pe.heapBytes;
  const q = Float32Array.from({ length: LENGTH }, (_, i) => (i % 7) - 3);
  const { output } = pe.attention({
    ...{ q, k: q, v: q, heads: 1, headDim: 1, outputs: ['output'] },
    ...masks,
  });
  return { bytes: pe.heapBytes - before, output };
}

it.each<[string, object]>([
  ['a key mask', { keyMask: new Uint8Array(LENGTH).fill(1) }],
  [
    'rising positions',
    { keyPositions: Float64Array.from({ length: LENGTH }, (_, i) => i) },
  ],
])('%s in a window needs no byte for a pair', async (_, masks) => {
  const [plain, masked] = [
    await attend(near),
    await attend({ ...near, ...masks }),
  ];
  expect(masked.output).toEqual(plain.output);
  // The mask, the positions, and what the memory grows by at a time.
  expect(masked.bytes - plain.bytes).toBeLessThan(2 ** 21);
});

it('documents in a window need bytes for a few queries', async () => {
  const documents = new Int32Array(LENGTH);
  const [plain, masked] = [
    await attend(near),
    await attend({ ...near, documents }),
  ];
  expect(masked.output).toEqual(plain.output);
  expect(masked.bytes - plain.bytes).toBeLessThan(256 * LENGTH + 2 ** 21);
});
