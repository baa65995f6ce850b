/** Frequencies of ropes over a plane. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();
const dtype = 'float64';

describe('perpendicular directions', () => {
  it.each([
    [4, 1, 10],
    [16, 3, 100],
    [64, 12, 1],
    [20, 2, 1e4],
  ])('of %i components and %i heads, theta %f', (rotaryDim, heads, theta) => {
    const angles = Float32Array.from(
      { length: heads },
      (_, h) => 0.7 + 2.3 * h,
    );
    const directions = { type: 'perpendicular', theta, angles } as const;
    const { data, shape } = pe.mixedFrequencies({
      ...{ heads, rotaryDim, directions, dtype },
    });
    const pairs = rotaryDim / 2;
    expect(shape).toEqual([2, heads, pairs]);
    const half = pairs / 2;
    data.forEach((value, n) => {
      const [axis, rest] = [
        Math.floor(n / (heads * pairs)),
        n % (heads * pairs),
      ];
      const [h, k] = [Math.floor(rest / pairs), rest % pairs];
      const length = theta ** ((-4 * (k % half)) / rotaryDim);
      const angle = (angles[h] ?? NaN) + (k < half ? 0 : Math.PI / 2);
      const want = length * (axis === 0 ? Math.cos(angle) : Math.sin(angle));
      expect(Math.abs(value - want)).toBeLessThanOrEqual(1e-14 * length);
    });
  });

  it('are uniform random ones of a seed', () => {
    const options = { heads: 4000, rotaryDim: 4 };
    const of = (seed: number) =>
      pe.mixedFrequencies({
        ...options,
        directions: { type: 'perpendicular', seed },
      }).data;
    expect(of(1)).toEqual(of(1));
    expect(of(2)).not.toEqual(of(1));
    expect(of(0)).toEqual(
      pe.mixedFrequencies({ ...options, directions: { type: 'perpendicular' } })
        .data,
    );
    // Each quarter of the circle has a quarter of the heads, within 5 deviations.
    const quarters = [0, 0, 0, 0];
    const data = of(3);
    for (let h = 0; h < options.heads; ++h) {
      const [x = 0, y = 0] = [data[2 * h], data[2 * (options.heads + h)]];
      const at = (y < 0 ? 2 : 0) + (x < 0 ? 1 : 0);
      quarters[at] = (quarters[at] ?? 0) + 1;
    }
    for (const count of quarters) {
      expect(Math.abs(count - 1000)).toBeLessThan(5 * Math.sqrt(750));
    }
  });
});

describe('golden directions', () => {
  it.each([
    [8, 2, 0.8, 20, 0],
    [64, 12, 1, 100, 8],
    [2, 3, 5, 5, 0],
    [6, 1, 2, 3, 3],
  ])(
    'of %i components and %i heads',
    (rotaryDim, heads, least, most, zeros) => {
      const directions = { type: 'golden', least, most, zeros } as const;
      const { data } = pe.mixedFrequencies({
        ...{ heads, rotaryDim, directions, dtype },
      });
      const pairs = rotaryDim / 2;
      const steps = pairs - zeros - 1;
      data.forEach((value, n) => {
        const [axis, rest] = [
          Math.floor(n / (heads * pairs)),
          n % (heads * pairs),
        ];
        const k = (rest % pairs) - zeros;
        if (k < 0) {
          expect(value).toBe(0);
          return;
        }
        const length = least * (most / least) ** (steps > 0 ? k / steps : 0);
        const angle = rest * Math.PI * ((Math.sqrt(5) - 1) / 2);
        const want = length * (axis === 0 ? Math.cos(angle) : Math.sin(angle));
        expect(Math.abs(value - want)).toBeLessThanOrEqual(1e-12 * length);
      });
    },
  );

  it('are farther from each other than random ones', () => {
    const heads = 3;
    const directions = { type: 'golden', least: 1, most: 1 } as const;
    const options = { heads, rotaryDim: 64, directions, dtype } as const;
    const { data } = pe.mixedFrequencies(options);
    const count = data.length / 2;
    // A direction and its opposite turn a pair alike.
    const angles = Array.from({ length: count }, (_, n) => {
      const angle = Math.atan2(data[count + n] ?? NaN, data[n] ?? NaN);
      return (angle + Math.PI) % Math.PI;
    }).sort((a, b) => a - b);
    const gaps = angles.map((angle, n) => (angles[n + 1] ?? Math.PI) - angle);
    // Multiples of the golden ratio leave gaps of three sizes at most, the largest
    // below 2.7 times the mean.
    expect(Math.max(...gaps)).toBeLessThan((2.7 * Math.PI) / count);
  });
});

it('turn the pairs of a rope over a grid', () => {
  const frequencies = pe.mixedFrequencies({
    ...{ heads: 2, rotaryDim: 8 },
    directions: { type: 'golden', least: 1, most: 4 },
  });
  const axes = { type: 'mixed', frequencies, lastAxisFirst: true } as const;
  const rope = pe.rope({ headDim: 8, axes });
  const { cos } = rope.cosSin({ grid: [2, 3], dtype });
  cos.data.forEach((value, n) => {
    const [row, head, k] = [Math.floor(n / 8), Math.floor(n / 4) % 2, n % 4];
    const [y, x] = [Math.floor(row / 3), row % 3];
    const at = (axis: number) =>
      frequencies.data[(axis * 2 + head) * 4 + k] ?? NaN;
    expect(value).toBeCloseTo(Math.cos(x * at(0) + y * at(1)), 12);
  });
});

const golden = { type: 'golden', least: 1, most: 2 };
it.each<[object, string, string]>([
  [{ rotaryDim: 8, directions: golden }, 'heads', 'ERR_MISSING'],
  [{ heads: 1, directions: golden }, 'rotaryDim', 'ERR_MISSING'],
  [{ heads: 1, rotaryDim: 8 }, 'directions', 'ERR_MISSING'],
  [
    { heads: 1, rotaryDim: 6, directions: { type: 'perpendicular' } },
    ...(['rotaryDim', 'ERR_RANGE'] as const),
  ],
  [
    { heads: 1, rotaryDim: 8, directions: { ...golden, most: 0.5 } },
    ...(['directions.most', 'ERR_RANGE'] as const),
  ],
  [
    { heads: 1, rotaryDim: 8, directions: { ...golden, zeros: 5 } },
    ...(['directions.zeros', 'ERR_RANGE'] as const),
  ],
  [
    {
      ...{ heads: 2, rotaryDim: 8 },
      directions: { type: 'perpendicular', angles: [1] },
    },
    ...(['directions.angles.length', 'ERR_SHAPE'] as const),
  ],
  [
    {
      ...{ heads: 1, rotaryDim: 8 },
      directions: { type: 'perpendicular', angles: [1], seed: 3 },
    },
    ...(['directions.seed', 'ERR_CONFLICT'] as const),
  ],
  ...[2 ** 52, -3e38, NaN, Infinity].map((angle): [object, string, string] => [
    {
      ...{ heads: 2, rotaryDim: 8 },
      directions: { type: 'perpendicular', angles: [1, angle] },
    },
    ...(['directions.angles[1]', 'ERR_RANGE'] as const),
  ]),
])('refuses %o', (options, param, code) => {
  const run = () => pe.mixedFrequencies(options as never);
  expect(thrown(run)).toMatchObject({ param, code });
});
