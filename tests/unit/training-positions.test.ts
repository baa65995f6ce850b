/** Positions that are drawn for training. */

import { load, type TrainingPositionsOptions } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

const made = (options: TrainingPositionsOptions) => {
  const { positions, tokens } = pe.trainingPositions(options);
  return { positions: [...positions.data], tokens: [...tokens.data] };
};

/** Seeds for which rules are checked. */
const seeds = Array.from({ length: 200 }, (_, seed) => seed);

it('the same seed gives the same positions, another one others', () => {
  const sampling = { type: 'randomised', most: 1000 } as const;
  const first = made({ sampling, length: 20, seed: 4 });
  expect(made({ sampling, length: 20, seed: 4 })).toEqual(first);
  expect(made({ sampling, length: 20, seed: 5 })).not.toEqual(first);
});

describe('randomised', () => {
  it('is sorted, distinct and even', () => {
    const counts = Array(10).fill(0);
    for (const seed of seeds) {
      const sampling = { type: 'randomised', most: 10 } as const;
      const { positions } = made({ sampling, length: 4, seed });
      expect(new Set(positions).size).toBe(4);
      expect(positions).toEqual([...positions].sort((a, b) => a - b));
      for (const position of positions) counts[position] += 1;
    }
    // 80 each, with a deviation of about 7.
    for (const count of counts) expect(Math.abs(count - 80)).toBeLessThan(35);
  });

  it('is all positions where there are no more', () => {
    const sampling = { type: 'randomised', most: 5 } as const;
    expect(made({ sampling, length: 5 }).positions).toEqual([0, 1, 2, 3, 4]);
  });
});

it('PoSE has two chunks with a gap, within the target', () => {
  const sampling = { type: 'pose', context: 16, target: 64 } as const;
  for (const seed of seeds) {
    const { positions, tokens } = made({ sampling, length: 40, seed });
    expect(positions).toHaveLength(16);
    const steps = (list: number[]) =>
      list.slice(1).filter((p, i) => p !== (list[i] as number) + 1).length;
    expect(steps(positions)).toBeLessThanOrEqual(1);
    expect(steps(tokens)).toBeLessThanOrEqual(1);
    expect([positions[0], tokens[0]]).toEqual([0, 0]);
    expect(positions[15]).toBeLessThan(64);
    expect(tokens[15]).toBeLessThan(40);
  }
});

it('SHAPE shifts all positions alike', () => {
  const found = new Set<number>();
  for (const seed of seeds) {
    const sampling = { type: 'shape', most: 3 } as const;
    const [start = -1, ...rest] = made({ sampling, length: 4, seed }).positions;
    expect(rest).toEqual([start + 1, start + 2, start + 3]);
    found.add(start);
  }
  expect([...found].sort()).toEqual([0, 1, 2, 3]);
});

it('CAPE shifts and scales within its limits', () => {
  const sampling = { type: 'cape', globalShift: 3, scale: 1.5 } as const;
  for (const seed of seeds) {
    const { positions } = made({ sampling, length: 5, seed });
    const factor = (positions[1] as number) - (positions[0] as number);
    expect(factor).toBeGreaterThanOrEqual(1 / 1.5);
    expect(factor).toBeLessThanOrEqual(1.5);
    const middle = (positions[2] as number) / factor;
    expect(Math.abs(middle)).toBeLessThanOrEqual(3);
  }
  const plain = { type: 'cape' } as const;
  expect(made({ sampling: plain, length: 3 }).positions).toEqual([-1, 0, 1]);
});

const sampling = { type: 'randomised', most: 9 };

it.each([
  [{ sampling, length: 10 }, 'ERR_RANGE', 'length'],
  [{ sampling, length: 2, draws: [1] }, 'ERR_SHAPE', 'draws.length'],
  [{ sampling, length: 2, draws: [1, 9] }, 'ERR_RANGE', 'draws[1]'],
  [{ sampling, length: 2, draws: [1, 1] }, 'ERR_RANGE', 'draws[1]'],
  [{ sampling, length: 1, draws: [0.5] }, 'ERR_RANGE', 'draws[0]'],
  [{ sampling }, 'ERR_MISSING', 'length'],
  [
    { sampling: { type: 'pose', context: 8, target: 4 }, length: 8 },
    'ERR_RANGE',
    'sampling.target',
  ],
  [
    { sampling: { type: 'cape', scale: 0.5 }, length: 1 },
    'ERR_RANGE',
    'sampling.scale',
  ],
])('%j is refused', (options, code, param) => {
  const run = () => pe.trainingPositions(options as never);
  expect(thrown(run)).toMatchObject({ code, param });
});
