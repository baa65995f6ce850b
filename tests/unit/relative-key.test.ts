/** One table that several heads share, with and without its length. */

import { load, type Posenc } from 'posenc';
import { beforeAll, expect, it } from 'vitest';

const [heads, headDim, queries, maxPosition] = [3, 2, 4, 5];
const table = Float32Array.from({ length: 9 * headDim }, (_, i) => i - 8);
const q = Float32Array.from({ length: queries * heads * headDim }, (_, i) =>
  Math.fround(Math.sin(i)),
);
let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

it.each([{}, { maxPosition }])('serves every head with %o', (given) => {
  const { data } = pe.relativeKey({
    ...{ q, heads, headDim, table, ...given },
  }) as { data: Float32Array };
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < queries; i++) {
      for (let j = 0; j < queries; j++) {
        const row = i - j + maxPosition - 1;
        let sum = 0;
        for (let c = 0; c < headDim; c++) {
          const x = q[(i * heads + h) * headDim + c] as number;
          sum += x * (table[row * headDim + c] as number);
        }
        const found = data[(h * queries + i) * queries + j] as number;
        expect(Math.abs(found - sum)).toBeLessThan(1e-5);
      }
    }
  }
});
