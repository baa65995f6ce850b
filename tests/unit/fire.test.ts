/** FIRE. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { testGradients, testMaps } from './bias-maps.js';
import { thrown } from './thrown.js';

const pe = await load();

const heads = 2;
const weights = {
  c: [0.25],
  thresholdFactor: [-1.5],
  hiddenWeight: [1, -2, 0.5, 0, -0.75],
  hiddenBias: [-0.25, 1.125, 0.0625, 0.5, 0.5],
  outWeight: [0.5, -1, 2, 1, -0.25, 1, 0.75, -0.5, 3, -2],
  outBias: [0.5, -0.25],
};
const threshold = 2;

const biasWith = ({ c, thresholdFactor, ...rest }: typeof weights) => ({
  ...{ method: 'fire', heads, threshold, ...rest },
  ...{ c: c[0], thresholdFactor: thresholdFactor[0] },
});

describe('the network', () => {
  const { hiddenWeight, hiddenBias, outWeight, outBias } = weights;
  testMaps(biasWith(weights), (h, i, j) => {
    const x =
      Math.log1p(0.25 * Math.abs(i - j)) /
      (Math.log1p(0.25 * Math.max(i, 3)) + 1e-6);
    const units = hiddenWeight.map((w, k) =>
      Math.max(0, w * x + (hiddenBias[k] as number)),
    );
    return units.reduce(
      (sum, unit, k) => sum + (outWeight[h * 5 + k] as number) * unit,
      outBias[h] as number,
    );
  });
  testGradients(weights, (changed) => biasWith(changed as typeof weights));
});

it('depends on the query besides the distance', () => {
  const { method: _, ...options } = biasWith(weights);
  const { data } = pe.fire({ ...options, queries: 9 } as never);
  expect(data[3]).toBe(data[3 * 9]); // of queries 0 and 3, up to the threshold
  expect(data[3]).not.toBe(data[8 * 9 + 5]);
});

const valid = {
  ...{ heads: 1, queries: 1, hiddenWeight: [1, 2], hiddenBias: [0, 1] },
  ...{ outWeight: [[1, 1]], outBias: [0] },
};
it.each<[object, string, string]>([
  [{ hiddenWeight: undefined }, 'hiddenWeight', 'ERR_MISSING'],
  [{ hiddenWeight: [] }, 'hiddenWeight.length', 'ERR_SHAPE'],
  [{ hiddenBias: [1] }, 'hiddenBias.length', 'ERR_SHAPE'],
  [{ outWeight: [1] }, 'outWeight.length', 'ERR_SHAPE'],
  [{ outBias: [1, 2] }, 'outBias.length', 'ERR_SHAPE'],
  [{ threshold: -1 }, 'threshold', 'ERR_RANGE'],
  [{ c: Number.NaN }, 'c', 'ERR_RANGE'],
])('refuses %o', (options, param, code) => {
  const call = () => pe.fire({ ...valid, ...options } as never);
  expect(thrown(call)).toMatchObject({ param, code });
});
