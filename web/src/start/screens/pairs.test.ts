// What the screen of sines and cosines says holds for every pair that it shows,
// and is what the package computes.

import { load, type Posenc } from 'posenc';
import { beforeAll, expect, it } from 'vitest';
import { firstState, type Instances } from '../screen.js';
import type { Shape } from '../shape.js';
import { textsOf } from '../testing.js';
import { pairs } from './pairs.js';

let pe: Posenc;
let use: Instances;
let table: Float32Array;

beforeAll(async () => {
  pe = await load();
  use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
  table = pe.sinusoidal({ length: 64, dim: 16, base: 256 }).data;
});

const first = firstState(pairs);
const plain = (text: string) => text.replaceAll('−', '-');

function shownBy(patch: Partial<typeof first>) {
  const state = { ...first, ...patch };
  const numbers = pairs.compute(use, state);
  const [shapes, few] = (['wide', 'narrow'] as const).map(
    (room) => pairs.draw(state, numbers, room).shapes,
  ) as [readonly Shape[], readonly Shape[]];
  return {
    ...{ state, numbers, said: plain(pairs.say(state, numbers)) },
    texts: shapes.flatMap(textsOf).map(plain),
    narrow: few.flatMap(textsOf).map(plain),
  };
}

const at = (row: number, column: number) => table[16 * row + column] ?? 0;

/** The product of two rows of the first columns, or of every second one. */
function product(one: number, other: number, step: number): number {
  let sum = 0;
  for (let c = 0; c < 16; c += step) sum += at(one, c) * at(other, c);
  return sum / 8;
}

const starts = Array.from({ length: 16 }, (_, i) => i);
const distances = Array.from({ length: 48 }, (_, i) => i + 1);

it('opens where one shadow takes two positions for one', () => {
  const { said, texts } = shownBy({});
  expect(said).toMatch(/0\.000 at 0 and -0\.009 at 22: as good as one place\./);
  expect(at(22, 0).toFixed(3)).toBe('-0.009');
  expect(texts).toContain('as good as one place');
  expect(texts).toContain('left out');
  const both = shownBy({ shadows: 'both' });
  expect(both.texts).toEqual(
    expect.arrayContaining(['1.000', '-1.000', 'two places']),
  );
  expect(both.said).toMatch(/0 and 22 as two places/);
  // The cosines, which the guess asks for, are left out until then.
  expect(`${texts} ${said}`).not.toMatch(/1\.000|two places/);
  const right = pairs.guess?.answers.find(([, reply]) => /^Right/.test(reply));
  expect(right?.[0]).toBe('They are opposite');
  expect([at(0, 1).toFixed(3), at(22, 1).toFixed(3)]).toEqual([
    ...['1.000', '-1.000'],
  ]);
});

it('says that 44 matches in both shadows of the fastest hand', () => {
  const { said, texts } = shownBy({ apart: 44, shadows: 'both' });
  expect(said).toMatch(/0 and 44 as one place; slower hands do not/);
  expect(texts).toContain(at(44, 0).toFixed(3));
  expect(texts).toContain(at(44, 1).toFixed(3));
});

it('prints the numbers of both positions', () => {
  for (const from of starts) {
    for (const apart of distances) {
      const { texts, narrow, said, numbers } = shownBy({
        ...{ from, apart, shadows: 'both' },
      });
      const to = from + apart;
      for (const column of [0, 1]) {
        for (const row of [from, to]) {
          const value = at(row, column);
          const words = Math.abs(value) < 0.0005 ? '0.000' : value.toFixed(3);
          expect(texts).toContain(words);
        }
      }
      const off = (hand: number) =>
        Math.hypot(
          at(from, 2 * hand) - at(to, 2 * hand),
          at(from, 2 * hand + 1) - at(to, 2 * hand + 1),
        );
      // Where the fastest hand is the same, some other one is not.
      const same = /as one place; slower hands do not/.test(said);
      expect(same).toBe(off(0) < 0.06);
      expect(texts.includes('both agree; slower hands do not')).toBe(same);
      expect(narrow.includes('both agree; slower do not')).toBe(same);
      expect(texts).not.toContain('as good as one place');
      if (same) {
        expect(Math.max(...starts.slice(1, 8).map(off))).toBeGreaterThan(0.5);
      }
      expect(numbers.pair.both).toBeCloseTo(product(from, to, 1), 3);
      expect(numbers.pair.sine).toBeCloseTo(product(from, to, 2), 3);
    }
  }
});

it('shows a line with cosines, and a band without, at every distance', () => {
  const { numbers } = shownBy({});
  for (const apart of distances) {
    const rows = Array.from({ length: 64 - apart }, (_, i) => i);
    const both = rows.map((row) => product(row, row + apart, 1));
    const sines = rows.map((row) => product(row, row + apart, 2));
    expect(numbers.both.min[apart]).toBeCloseTo(Math.min(...both), 3);
    expect(numbers.both.max[apart]).toBeCloseTo(Math.min(...both), 3);
    expect(numbers.sine.min[apart]).toBeCloseTo(Math.min(...sines), 3);
    expect(numbers.sine.max[apart]).toBeCloseTo(Math.max(...sines), 3);
    expect(Math.max(...sines) - Math.min(...sines)).toBeGreaterThan(0.3);
    const words = (value: number) => value.toFixed(2).replace('-0.00', '0.00');
    const low = words(Math.min(...sines));
    const high = words(Math.max(...sines));
    expect(shownBy({ apart }).said).toContain(
      `similarity ${low} to ${high}, by place.`,
    );
    const line = words(both[0] ?? 0);
    for (const from of [0, 15]) {
      expect(shownBy({ apart, from, shadows: 'both' }).said).toContain(
        `similarity ${line}, wherever they stand.`,
      );
    }
  }
});

it('turns every hand by the same angle for the same distance', () => {
  for (const from of starts) {
    const { numbers } = shownBy({ from, apart: 9 });
    numbers.one.forEach(([sine, cosine], hand) => {
      const [s = 0, c = 0] = numbers.other[hand] ?? [];
      const angle = 9 * 2 ** -hand;
      expect(s * cosine - c * sine).toBeCloseTo(Math.sin(angle), 4);
      expect(c * cosine + s * sine).toBeCloseTo(Math.cos(angle), 4);
    });
  }
});

it('has one matrix for a shift with both shadows, and none with sines', () => {
  const sines = table.filter((_, i) => i % 2 === 0);
  for (const shift of [1, 7, 22]) {
    const [both, alone] = [
      { data: table, shape: [64, 16] },
      { data: sines, shape: [64, 8] },
    ].map((rows) => pe.analysis.shiftMatrix(rows, { shift }).residual);
    expect(both).toBeLessThan(1e-5);
    expect(alone).toBeGreaterThan(0.01);
  }
});

it('names what each try shows', () => {
  const told = (place: number, patch: Partial<typeof first>) => {
    const { state, numbers } = shownBy(patch);
    return plain(pairs.tries[place]?.found(state, numbers) ?? '');
  };
  expect(told(0, { shadows: 'both' })).toBe(
    `The cosine of 0 is ${at(0, 1).toFixed(3)}, that of 22 ${at(22, 1).toFixed(3)}.`,
  );
  for (const from of starts.slice(1)) {
    const [near, far] = [5, 44].map((apart) => product(0, apart, 1));
    expect(Math.abs(Number(near) - Number(far))).toBeGreaterThan(0.2);
    expect(told(2, { shadows: 'both', apart: 5, from })).toBe(
      'All hands turned alike, and each adds cos(a\u00a0-\u00a0b): 5 apart, ' +
        `similarity stays ${near?.toFixed(2)}. At 44 it is ${far?.toFixed(2)}.`,
    );
  }
});

it('calls similarity what it is: a mean of cosines of angles', () => {
  for (const apart of distances) {
    const { numbers } = shownBy({ apart, shadows: 'both' });
    const cosines = Array.from({ length: 8 }, (_, hand) => {
      const [one, other] = [at(0, 2 * hand + 1), at(apart, 2 * hand + 1)];
      const [s, t] = [at(0, 2 * hand), at(apart, 2 * hand)];
      // Hands of equal length.
      expect(Math.hypot(other, t)).toBeCloseTo(Math.hypot(one, s), 6);
      return Math.cos(Math.atan2(t, other) - Math.atan2(s, one));
    });
    const mean = cosines.reduce((sum, cosine) => sum + cosine) / 8;
    expect(numbers.pair.both).toBeCloseTo(mean, 5);
  }
});
