/** Biases by features of the distance. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { testGradients, testMaps } from './bias-maps.js';
import { thrown } from './thrown.js';

const pe = await load();

const heads = 2;
const dim = 6;
const table = [0.5, -1, 2, 0.25, 0, 3, -0.75, 1, 1.5, -2, 0.125, 1];

describe.each([
  { method: 'enformer', seqLength: 16, dim },
  { method: 'sinusoidal', dim },
  { method: 'radial', dim, span: 8 },
] as const)('%o', (basis) => {
  const bias = { method: 'basisBias', heads, basis, table };
  testMaps(bias, (h, i, j) => {
    const { data } = pe.make({
      ...{ ...basis, positions: [j - i], dtype: 'float64' },
    });
    return data.reduce(
      (sum, feature, f) => sum + feature * (table[f * heads + h] as number),
      0,
    );
  });
  testGradients({ table }, (weights) => ({ ...bias, ...weights }));
});

const basis = { method: 'sinusoidal', dim };
it.each<[object, string, string]>([
  [{ table }, 'basis', 'ERR_MISSING'],
  [{ table, basis: {} }, 'basis.method', 'ERR_TYPE'],
  [{ table, basis: { method: 'alibi' } }, 'basis.method', 'ERR_CHOICE'],
  [{ table, basis: { method: 'sinusoidl' } }, 'basis.method', 'ERR_CHOICE'],
  [{ table, basis: { method: 'sinusoidal' } }, 'basis.dim', 'ERR_MISSING'],
  [{ basis, table: [1, 2] }, 'table.length', 'ERR_SHAPE'],
  [
    { table, basis: { ...basis, length: 4 } },
    ...(['basis.length', 'ERR_CONFLICT'] as const),
  ],
])('refuses %o', (options, param, code) => {
  const all = { heads, queries: 1, ...options };
  const call = () => pe.basisBias(all as never);
  expect(thrown(call)).toMatchObject({ param, code });
});
