/** Sandwich. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { frequency } from '../support/frequency.mjs';
import { testMaps } from './bias-maps.js';
import { thrown } from './thrown.js';

const pe = await load();

describe.each([
  { form: 'paper', dim: 128, base: 10000, bidirectional: true },
  { form: 'paper', dim: 6, base: 100, bidirectional: false },
  { form: 'nemo', dim: 64, base: 10000, bidirectional: true },
  { form: 'nemo', dim: 10, base: 500, bidirectional: false },
])('%o', (options) => {
  const { form, dim, base, bidirectional } = options;
  const heads = 3;
  const compression = 5;
  const bias = { method: 'sandwich', heads, compression, ...options };
  testMaps(bias, (h, i, j) => {
    const d = bidirectional ? Math.abs(j - i) : Math.max(i - j, 0);
    let sum = 0;
    for (let k = 0; k < dim / 2; ++k) {
      const own = frequency(base, form === 'nemo' ? k + 1 : k, dim);
      sum += Math.cos(d * own) - (form === 'nemo' ? 1 : 0);
    }
    return sum / ((compression * (h + 1)) / heads);
  });
});

it('is the number of frequencies at distance 0, divided for each head', () => {
  const { data } = pe.sandwich({ heads: 8, queries: 1 });
  expect(data).toEqual(
    Float32Array.from({ length: 8 }, (_, h) => 64 / (h + 1)),
  );
});

it.each<[object, string, string]>([
  [{ queries: 1 }, 'heads', 'ERR_MISSING'],
  [{ heads: 1, queries: 1, dim: 3 }, 'dim', 'ERR_RANGE'],
  [{ heads: 1, queries: 1, base: 0.5 }, 'base', 'ERR_RANGE'],
  [{ heads: 1, queries: 1, compression: 0 }, 'compression', 'ERR_RANGE'],
  [{ heads: 1, queries: 1, form: 'log' }, 'form', 'ERR_CHOICE'],
])('refuses %o', (options, param, code) => {
  const call = () => pe.sandwich(options as never);
  expect(thrown(call)).toMatchObject({ param, code });
});
