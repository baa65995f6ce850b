// The dial of the lesson: a hand stands where its two numbers say.

import { load } from 'posenc';
import { expect, it } from 'vitest';
import { angleOf, type Face, pairAt, swept, tipOf, turn } from './dial.js';

const face: Face = { x: 100, y: 60, r: 50 };

it('starts at the top, and turns as a clock does', () => {
  const quarter = turn / 4;
  const tips = [0, 1, 2, 3].map((n) =>
    tipOf(face, pairAt(n * quarter)).map((at) => Math.round(at)),
  );
  expect(tips).toEqual([
    [100, 10],
    [150, 60],
    [100, 110],
    [50, 60],
  ]);
});

it('draws the pairs of the package as they are', async () => {
  const pe = await load();
  const { data } = pe.sinusoidal({ length: 6, dim: 2 });
  for (let position = 0; position < 6; position++) {
    const pair = [
      data[2 * position] ?? 0,
      data[2 * position + 1] ?? 0,
    ] as const;
    const [x, y] = tipOf(face, pair);
    expect(Math.hypot(x - face.x, y - face.y)).toBeCloseTo(face.r, 4);
    expect(Math.cos(angleOf(pair) - position)).toBeCloseTo(1, 6);
  }
});

it('sweeps to where the hand comes', () => {
  for (const [from, by] of [
    [0.3, 1],
    [2, 4],
    [5, -1],
    [0, -4],
  ] as const) {
    const shape = swept(face, pairAt(from), by);
    expect(shape.kind).toBe('path');
    const numbers = 'd' in shape ? (shape.d.match(/-?[\d.]+/g) ?? []) : [];
    const [x, y] = tipOf(face, pairAt(from + by));
    expect(Number(numbers.at(-2))).toBeCloseTo(x, 1);
    expect(Number(numbers.at(-1))).toBeCloseTo(y, 1);
    // The long way round, and its direction.
    expect(numbers.slice(-4, -2)).toEqual([
      Math.abs(by) > Math.PI ? '1' : '0',
      by > 0 ? '1' : '0',
    ]);
  }
  expect(swept(face, [0, 1], turn).kind).toBe('circle');
});
