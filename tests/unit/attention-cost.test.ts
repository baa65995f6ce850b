/** The cost that plans of attention name: operations that are carried out. */

import { load, type Spec } from 'posenc';
import { describe, expect, it } from 'vitest';

const pe = await load();
const [count, width] = [400, 8];
const q = new Float32Array(count * width);
const given = { q, k: q, heads: 1, headDim: width };
const all = { ...given, v: q };
/** Operations of all scores, and of all sums of values. */
const scores = 2 * count * count * width;
const values = scores;

const costOf = (method: 'attention' | 'attentionMap', options: object) =>
  pe.plan({ method, ...options } as unknown as Spec & { outputs?: undefined })
    .cost;

describe('attention counts', () => {
  it.each<[string, object, number]>([
    ['scores without values', given, scores],
    ['values', all, scores + values],
    ['no values that are not wanted', { ...all, outputs: ['scores'] }, scores],
    ['whole maps', { ...given, causal: true }, scores],
    ['an output', { ...all, outputs: ['output'] }, scores + values],
  ])('%s', (_, options, cost) => {
    expect(costOf('attention', options)).toBe(cost);
  });

  it.each<[string, object, number]>([
    ['behind queries', { causal: true }, (count + 1) / (2 * count)],
    ['in a window', { window: [39, 0] }, (40 - (40 * 39) / 2 / count) / count],
    [
      'below a prefix',
      { causal: true, prefix: count / 2 },
      (count / 2 + (count / 2) * 0.25) / count,
    ],
    [
      'of positions in a list',
      { causal: true, keyPositions: Array.from(q.subarray(0, count)) },
      1,
    ],
    [
      'of positions that fall',
      {
        causal: true,
        keyPositions: Array.from({ length: count }, (_, j) => -j),
        queryPositions: Array.from({ length: count }, () => -count),
      },
      1,
    ],
  ])('keys %s', (_, options, share) => {
    const whole = scores + values;
    const cost = costOf('attention', {
      ...{ ...all, ...options, outputs: ['output'] },
    });
    expect(cost / whole).toBeCloseTo(share, 2);
  });
});

describe('a picture counts', () => {
  it.each<[string, object, number]>([
    ['every score', {}, 1],
    ['no values', { v: q }, 1],
    ['the queries that it shows', { queryRange: [100, 200] }, 0.25],
    ['the keys that it shows', { keyRange: [0, 10] }, 10 / count],
    ['the rows that are wanted', { height: 4, rows: [1, 2] }, 0.25],
    ['all keys for weights', { keyRange: [0, 10], of: 'weights' }, 1],
    ['keys that are seen', { causal: true }, (count + 1) / (2 * count)],
    [
      'keys that are seen of those that it shows',
      { causal: true, keyRange: [200, 400] },
      0.125,
    ],
  ])('%s', (_, options, share) => {
    const cost = costOf('attentionMap', { ...given, ...options });
    expect(cost / scores).toBeCloseTo(share, 2);
  });
});

it('no queries cost nothing', () => {
  const none = new Float32Array(0);
  const options = { ...all, q: none, outputs: ['output'], causal: true };
  expect(costOf('attention', options)).toBe(0);
});
