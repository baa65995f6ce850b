// What the screen of waves prints and draws is what the package computes.

import { load, type Posenc } from 'posenc';
import { beforeAll, expect, it } from 'vitest';
import { firstState, type Instances } from '../screen.js';
import type { Path, Rect, Shape } from '../shape.js';
import { textsOf } from '../testing.js';
import { waves } from './waves.js';

let pe: Posenc;
let use: Instances;

beforeAll(async () => {
  pe = await load();
  use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
});

const all = Array.from({ length: 64 }, (_, position) => position);
const places = Array.from({ length: 8 }, (_, i) => i);

function shownBy(position: number) {
  const numbers = waves.compute(use, { position });
  const { shapes } = waves.draw({ position }, numbers, 'wide');
  return {
    ...{ numbers, shapes, said: waves.say({ position }, numbers) },
    texts: shapes.flatMap(textsOf),
  };
}

const digitsOf = (position: number) => [
  ...pe.code({ positions: [position], kind: 'binary', dim: 8 }).data,
];

it('shows the rows of the table so far', () => {
  const table = pe.sinusoidal({ length: 64, dim: 16, base: 256 });
  for (const position of all) {
    const { numbers } = shownBy(position);
    expect(numbers.table).toEqual([
      ...table.data.subarray(0, 16 * (position + 1)),
    ]);
  }
});

it('says which bits jump, in every step', () => {
  for (const position of all.slice(1)) {
    const [before, now] = [digitsOf(position - 1), digitsOf(position)];
    const flips = places.filter((bit) => before[bit] !== now[bit]);
    const { numbers, said, texts } = shownBy(position);
    expect(numbers.flips).toEqual(flips);
    expect(said).toContain(
      `From ${position - 1} to ${position}, ` +
        (flips.length === 1 ? 'one bit jumps.' : `${flips.length} bits jump`),
    );
    const printed = texts.filter((text) => /^[01]$/.test(text));
    // The first row of the table has a number, too.
    expect(
      printed
        .slice(-8 - Number(position === 1))
        .slice(0, 8)
        .map(Number),
    ).toEqual(now);
  }
  expect(shownBy(0).said).toMatch(/every bit is 0, and every hand stands at/);
});

/** The rectangles and paths of a shape, each with what it looks like. */
function areas(shape: Shape): (Rect | Path)[] {
  if (shape.kind === 'rect' || shape.kind === 'path') return [shape];
  return 'shapes' in shape ? shape.shapes.flatMap(areas) : [];
}

it('rings the bits that flip in ink, each of them and no other', () => {
  for (const position of all) {
    const { shapes, numbers } = shownBy(position);
    const ringed = shapes.flatMap((shape) => {
      const { key = '' } = shape.kind === 'group' ? shape : {};
      const ring = areas(shape).some(
        ({ kind, stroke }) => kind === 'rect' && stroke === 'ink',
      );
      return ring ? [Number(key.replace('hand-', ''))] : [];
    });
    expect(ringed).toEqual(numbers.flips);
  }
});

it.each(['wide', 'narrow'] as const)(
  'tells what its shades mean: %s',
  (room) => {
    const state = { position: 63 };
    const { shapes } = waves.draw(state, waves.compute(use, state), room);
    const isKey = (shape: Shape) => textsOf(shape).includes('+1');
    const keys = shapes.filter(isKey);
    expect(keys.flatMap(textsOf)).toContain('−1');
    // The key goes from the palest to the strongest shade of the table.
    const strengths = (part: readonly Shape[], kind: string) =>
      part
        .flatMap(areas)
        .filter((area) => area.kind === kind && area.fill === 'place')
        .flatMap(({ opacity }) => (opacity === undefined ? [] : [opacity]));
    const shown = strengths(keys, 'rect');
    const drawn = strengths(shapes, 'path');
    expect(Math.min(...shown)).toBeCloseTo(Math.min(...drawn), 6);
    expect(Math.max(...shown)).toBeCloseTo(Math.max(...drawn), 6);
  },
);

it('answers its guess: five bits jump from 15 to 16', () => {
  expect(shownBy(16).said).toMatch(/5 bits jump at once/);
  expect(digitsOf(15).slice(0, 5)).toEqual([1, 1, 1, 1, 0]);
  expect(digitsOf(16).slice(0, 5)).toEqual([0, 0, 0, 0, 1]);
  // It begins at the step before, at which one bit jumps.
  expect(firstState(waves)).toEqual({ position: 15 });
  expect(shownBy(15).said).toMatch(/one bit jumps/);
});

it('prints by how much each hand turns, half as much as the one before', () => {
  const { numbers, said, texts } = shownBy(8);
  const table = pe.sinusoidal({ length: 64, dim: 16, base: 256 }).data;
  places.forEach((hand) => {
    const speed = numbers.speeds[hand] ?? 0;
    expect(speed).toBeCloseTo(2 ** -hand, 6);
    for (const position of all) {
      const at = 16 * position + 2 * hand;
      expect(table[at]).toBeCloseTo(Math.sin(speed * position), 4);
      expect(table[at + 1]).toBeCloseTo(Math.cos(speed * position), 4);
    }
    const degrees = 180 / Math.PI / 2 ** hand;
    expect(texts).toContain(`${degrees.toFixed(degrees < 10 ? 1 : 0)}°`);
  });
  expect(said).toContain('the fastest 57°, the slowest 0.4°');
});

it('shows hands that never jump, and bits that do', () => {
  const table = pe.sinusoidal({ length: 64, dim: 16, base: 256 }).data;
  for (const position of all.slice(1)) {
    places.forEach((hand) => {
      const [now, before] = [position, position - 1].map((row) =>
        [0, 1].map((shadow) => table[16 * row + 2 * hand + shadow] ?? 0),
      );
      const moves = [0, 1].map((i) =>
        Math.abs((now?.[i] ?? 0) - (before?.[i] ?? 0)),
      );
      // A shadow moves by less than its hand turns; a bit by all that it can.
      expect(Math.max(...moves)).toBeLessThanOrEqual(2 ** -hand);
    });
  }
});

it('says how slow the slowest hand of the first Transformer is', () => {
  const { data } = pe.sinusoidal({
    ...{ positions: [1], dim: 512, dtype: 'float64' },
  });
  const words = (2 * Math.PI) / Math.asin(data[510] ?? 0);
  expect(Math.round(words / 100) * 100).toBe(60600);
  expect(waves.more.join()).toContain('60 600 words');
});

it('names how often the hands went round, and which bits jumped', () => {
  const [on, play] = waves.tries;
  const at = (position: number) => {
    const state = { position };
    return [state, waves.compute(use, state)] as const;
  };
  // From wherever the reader stands, and by a step alone.
  for (const [before, after] of [
    [15, 16],
    [40, 41],
  ] as const) {
    expect(on?.done(...at(after), { position: before })).toBe(true);
  }
  expect(on?.done(...at(16), { position: 3 })).toBe(false);
  expect(on?.found(...at(16))).toBe(
    '5 bits jumped. All eight hands turned a little.',
  );
  const flipped = digitsOf(15).filter((bit, i) => bit !== digitsOf(16)[i]);
  expect(flipped).toHaveLength(5);
  // Whole turns, counted where the angle passes the top.
  const table = pe.sinusoidal({ length: 64, dim: 16, base: 256 }).data;
  const round = (hand: number) => {
    let sum = 0;
    for (const row of all.slice(1)) {
      const [s = 0, c = 0, s0 = 0, c0 = 0] = [
        ...table.subarray(16 * row + 2 * hand, 16 * row + 2 * hand + 2),
        ...table.subarray(16 * row - 16 + 2 * hand, 16 * row - 14 + 2 * hand),
      ];
      sum += Math.atan2(s * c0 - c * s0, c * c0 + s * s0);
    }
    return (sum / 2 / Math.PI).toFixed(1);
  };
  expect(play?.found(...at(63))).toBe(
    `In 63 steps the fastest hand turned ${round(0)} times round, the slowest ${round(7)}.`,
  );
});
