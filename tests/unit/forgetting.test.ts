/** The forgetting bias. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { testGradients, testMaps } from './bias-maps.js';
import { thrown } from './thrown.js';

const pe = await load();

const heads = 2;
const gates = [1, -2, 0.5, 3, -0.25, 8, 2, 0, -4, 1.5, 6, -0.5, 1, 2];
const bias = { method: 'forgetting', heads, gates };

describe('the sums of gates', () => {
  testMaps(bias, (h, i, j) => {
    let sum = 0;
    for (let t = j + 1; t <= i; ++t) {
      sum -= Math.log1p(Math.exp(-(gates[t * heads + h] as number)));
    }
    return sum;
  });
  testGradients({ gates }, (weights) => ({ ...bias, ...weights }));
});

it('counts the rows of gates from a position', () => {
  const options = { heads, queries: 3, keys: 5 };
  const first = pe.forgetting({ ...options, gates });
  const later = pe.forgetting({
    ...{ ...options, gates, gateStart: 100, keyStart: 100 },
  });
  expect(later.data).toEqual(first.data);
});

it.each<[object, string, string]>([
  [{ queries: 1 }, 'gates', 'ERR_MISSING'],
  [{ queries: 1, gates: [1, 2, 3] }, 'gates.length', 'ERR_SHAPE'],
  [{ queries: 1, gates: [] }, 'gates.length', 'ERR_SHAPE'],
  [{ queries: 8, gates }, 'gates', 'ERR_SHAPE'],
  [{ queries: 1, gates, gateStart: 1 }, 'gates', 'ERR_SHAPE'],
  [{ queries: 1, gates, gateStart: 0.5 }, 'gateStart', 'ERR_RANGE'],
])('refuses %o', (options, param, code) => {
  const call = () => pe.forgetting({ heads, ...options } as never);
  expect(thrown(call)).toMatchObject({ param, code });
});
