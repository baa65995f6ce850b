/** Factors of queries by position. */

import { load, toFloat32 } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

/** The formulas of Llama 4's and Ministral 3's code. */
const formula = {
  llama4: (p: number, s: number, floor: number) =>
    s * Math.log(Math.floor((p + 1) / floor) + 1) + 1,
  mistral: (p: number, s: number, floor: number) =>
    1 + s * Math.log(1 + Math.floor(p / floor)),
};

describe.each(['llama4', 'mistral'] as const)('%s', (form) => {
  it.each([
    [0.1, 8192],
    [0.1, 16384],
    [0.25, 3],
    [1.7, 1],
    [0, 5],
  ])('scale %d, floorScale %d', (scale, floorScale) => {
    const near = Array.from({ length: 400 }, (_, i) => i);
    const far = near.map((i) => 8191 + 8192 * i + (i % 3));
    const positions = [...near, ...far, 2.5, 2 ** 31, 2 ** 50];
    const options = { positions, scale, floorScale, form };
    const expected = positions.map((p) => formula[form](p, scale, floorScale));
    const { data, shape } = pe.queryScale({ ...options, dtype: 'float64' });
    expect(shape).toEqual([positions.length]);
    for (const [i, value] of data.entries()) {
      const exact = expected[i] as number;
      expect(Math.abs(value - exact)).toBeLessThanOrEqual(exact * 2 ** -51);
    }
    const single = pe.queryScale(options).data;
    expect(single).toEqual(Float32Array.from(expected));
    const half = toFloat32(pe.queryScale({ ...options, dtype: 'bfloat16' }));
    for (const [i, value] of half.entries()) {
      const exact = expected[i] as number;
      expect(Math.abs(value - exact)).toBeLessThanOrEqual(exact * 2 ** -8);
    }
  });
});

// Sample points of Mistral-Small-4, Ministral-3-8B and Devstral-2, read off the
// models that Hugging Face transformers 5.16 builds from their configurations.
it.each<[string, number, number, [number, number][]]>([
  [
    'Mistral-Small-4',
    ...([8192, 0.1] as const),
    [
      [8191, 1],
      [8192, 1.0693147180559945],
      [1048575, 1.4852030263919618],
    ],
  ],
  [
    'Ministral-3-8B',
    ...([16384, 0.1] as const),
    [
      [0, 1],
      [16383, 1],
      [16384, 1.0693147180559945],
      [32768, 1.109861228866811],
      [131072, 1.219722457733622],
    ],
  ],
  ['Devstral-2-123B', 4096, 0, [[100000, 1]]],
])('%s', (_, floorScale, scale, points) => {
  const positions = points.map(([position]) => position);
  const options = { floorScale, scale, form: 'mistral', positions } as const;
  const { data } = pe.queryScale({ ...options, dtype: 'float64' });
  for (const [i, [, factor]] of points.entries()) {
    expect(Math.abs((data[i] as number) - factor)).toBeLessThan(2 ** -51);
  }
});

it('takes its first step where the form says', () => {
  const steps = (form: 'llama4' | 'mistral') => {
    const { data } = pe.queryScale({ length: 30, floorScale: 10, form });
    return [...data.keys()].filter((p) => p > 0 && data[p] !== data[p - 1]);
  };
  expect(steps('llama4')).toEqual([9, 19, 29]);
  expect(steps('mistral')).toEqual([10, 20]);
});

it('has the same rows alone', () => {
  const options = { length: 5000, floorScale: 7 };
  const { data } = pe.queryScale(options);
  const part = pe.queryScale({ ...options, rows: [777, 4001] });
  expect(part.data).toEqual(data.subarray(777, 4001));
});

it.each<[object, string]>([
  [{ positions: [0, -1] }, 'positions[1]'],
  [{ length: 3, start: -1 }, 'start'],
  [{ length: 3, scale: -0.1 }, 'scale'],
  [{ length: 3, floorScale: 0 }, 'floorScale'],
])('refuses %o', (options, param) => {
  const error = thrown(() => pe.queryScale(options as never));
  expect(error).toBeInstanceOf(RangeError);
  expect(error).toMatchObject({ param });
});
