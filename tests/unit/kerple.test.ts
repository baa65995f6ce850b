/** KERPLE. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { testGradients, testMaps } from './bias-maps.js';
import { thrown } from './thrown.js';

const pe = await load();

const learned = {
  scale: [0.25, 1.5, 0.75],
  rate: [1.5, 0.125, 3],
  exponent: [0.5, 1, 1.75],
};
const { scale, rate, exponent } = learned;
const heads = 3;

describe.each([true, false])('bidirectional: %s', (bidirectional) => {
  const power = (h: number, i: number, j: number) =>
    (bidirectional ? Math.abs(j - i) : Math.max(i - j, 0)) **
    (exponent[h] as number);
  const own = { method: 'kerple', heads, bidirectional };

  describe('the logarithm', () => {
    const bias = { ...own, form: 'log', ...learned };
    testMaps(bias, (h, i, j) => {
      const inner = (rate[h] as number) * power(h, i, j);
      return -(scale[h] as number) * Math.log1p(inner);
    });
    testGradients(learned, (weights) => ({ ...bias, ...weights }));
  });

  const two = { scale, exponent };
  describe('the power', () => {
    const bias = { ...own, form: 'power', ...two };
    testMaps(bias, (h, i, j) => -(scale[h] as number) * power(h, i, j));
    testGradients(two, (weights) => ({ ...bias, ...weights }));
  });

  describe('the factor', () => {
    const bias = { ...own, form: 'factor', ...two };
    testMaps(bias, (h, i, j) =>
      Math.exp(-(scale[h] as number) * power(h, i, j)),
    );
    testGradients(two, (weights) => ({ ...bias, ...weights }));
  });
});

it('has gradients of the given parameters alone', () => {
  const bias = { method: 'kerple', rate: [0.5] } as const;
  const found = pe.biasGradient({ bias, upstream: [1, 2, 3, 4], queries: 2 });
  expect(Object.keys(found)).toEqual(['rate']);
});

it('raises parameters to the minimum', () => {
  const options = { heads: 1, scale: [-2], queries: 2 } as const;
  const { data } = pe.kerple({ ...options, form: 'power', minimum: 0.5 });
  expect([...data]).toEqual([0, -0.5, -0.5, 0]);
});

it.each<[object, string, string]>([
  [{ heads: 2, queries: 1, scale: [1] }, 'scale.length', 'ERR_SHAPE'],
  [{ heads: 2, queries: 1, exponent: [1] }, 'exponent.length', 'ERR_SHAPE'],
  [{ heads: 1, queries: 1, form: 'power', rate: [1] }, 'rate', 'ERR_RANGE'],
  [{ heads: 1, queries: 1, form: 'root' }, 'form', 'ERR_CHOICE'],
  [{ heads: 1, queries: 1, minimum: -1 }, 'minimum', 'ERR_RANGE'],
])('refuses %o', (options, param, code) => {
  const call = () => pe.kerple(options as never);
  expect(thrown(call)).toMatchObject({ param, code });
});
