/** A table larger than any memory that is used for it, in parts of its rows. */

import { create, type Posenc, type TableSpec } from 'posenc/compat';
import { describe, expect, it } from 'vitest';

const MIB = 2 ** 20;
const DIM = 128;

/** A million rows: 488 MiB, of which each part has 4 MiB. */
const million: TableSpec = { method: 'sinusoidal', length: 1e6, dim: DIM };

/** Bytes outside of JavaScript's heap that typed arrays hold. */
const held = () => process.memoryUsage().arrayBuffers;

/** Computes the parts one after another into the same array. */
function* partsOf(pe: Posenc, out: Float32Array<ArrayBuffer>) {
  for (const part of pe.plan(million).cut(out.byteLength)) {
    const rows = (part as { rows?: readonly number[] }).rows ?? [];
    const [from = 0, to = 0] = rows;
    const numbers = out.subarray(0, (to - from) * DIM);
    pe.make({ ...part, out: numbers } as TableSpec);
    yield { from, to, numbers };
  }
}

describe.each([{ simd: true }, { simd: false }])('simd: $simd', ({ simd }) => {
  it('1 000 000 × 128 in parts of 4 MiB, in constant memory', async () => {
    const pe = await create({ simd });
    const out = new Float32Array(MIB);
    const far = 765_432;
    const row = pe.sinusoidal({ start: far, length: 1, dim: DIM }).data;
    let found: Float32Array | undefined;
    let next = 0;
    let heapBytes = 0;
    let before = 0;
    let most = 0;
    for (const { from, to, numbers } of partsOf(pe, out)) {
      // The first part makes the room that the others use again.
      if (from === 0) [heapBytes, before] = [pe.heapBytes, held()];
      expect(from).toBe(next);
      expect(pe.heapBytes).toBe(heapBytes);
      most = Math.max(most, held());
      if (from <= far && far < to) {
        const at = (far - from) * DIM;
        found = numbers.slice(at, at + DIM);
      }
      next = to;
    }
    expect(next).toBe(1e6);
    expect(found).toEqual(row);
    expect(heapBytes).toBeLessThanOrEqual(16 * MIB);
    expect(most - before).toBeLessThanOrEqual(4 * MIB);
  });
});
