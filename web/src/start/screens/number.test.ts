// What the screen of labels prints is what the package computes.

import { load, type Posenc } from 'posenc';
import { beforeAll, expect, it } from 'vitest';
import { embedWords } from '../../figures/words/words.js';
import type { Instances } from '../screen.js';
import { textsOf } from '../testing.js';
import { number } from './number.js';

let pe: Posenc;
let use: Instances;

beforeAll(async () => {
  pe = await load();
  use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
});

function shownBy(length: number) {
  const numbers = number.compute(use, { length });
  const { shapes } = number.draw({ length }, numbers, 'wide');
  const plain = (text: string) => text.replaceAll('\u202f', '');
  return {
    said: plain(number.say({ length }, numbers)),
    texts: shapes.flatMap(textsOf).map(plain),
  };
}

/** The digits of a position, the lowest first. */
const digitsOf = (position: number): number[] => [
  ...pe.code({ positions: [position], kind: 'binary', dim: 11 }).data,
];

const lengths = [2, 5, 17, 129, 130, 1024, 1025, 1500, 2048];

it.each(lengths)('counts and divides as the package does: %i', (length) => {
  const { said, texts } = shownBy(length);
  const last = pe.code({ positions: [length - 1], kind: 'integer', dim: 1 });
  const word = embedWords(pe, ['dog'], 16, 0.4);
  const reach = Math.max(...word.map(Math.abs)).toFixed(1);
  expect(texts).toContain(`${last.data[0]} beside ±${reach}`);
  expect(said).toContain(`the count reaches ${last.data[0]},`);
  const [, step, third = step] = pe.normalised({
    positions: length === 2 ? [0, 1] : [0, 1, 2],
    span: length,
  }).data;
  const [, printed] = /a step is 1\/(\d+)/.exec(said) ?? [];
  expect(Math.fround(1 / Number(printed))).toBe(step);
  const digits = Number(third) < 0.01 ? 4 : 2;
  expect(texts.join('\n')).toContain(`${length}: ${third?.toFixed(digits)}`);
});

it.each(lengths)('names the step that flips most bits: %i', (length) => {
  const flips = Array.from({ length: length - 1 }, (_, i) => {
    const [before, after] = [digitsOf(i), digitsOf(i + 1)];
    return before.filter((digit, bit) => digit !== after[bit]).length;
  });
  const most = Math.max(...flips);
  const { said, texts } = shownBy(length);
  const flip = most === 1 ? 'bit flips' : 'bits flip';
  expect(said).toContain(`, ${most} ${flip} at once`);
  expect(texts).toContain(String(flips.lastIndexOf(most) + 1));
});

it('ends its table where the package refuses a row', () => {
  const table = (position: number) =>
    pe.learned({ positions: [position], dim: 1, tableLength: 1024 });
  expect(table(1023).shape).toEqual([1, 1]);
  expect(() => table(1024)).toThrow(RangeError);
  expect(shownBy(1024).said).toMatch(/still has a row for each/);
  expect(shownBy(1025).said).toMatch(/table has ended/);
  expect(shownBy(1025).texts).toContain('no row for position 1024');
});
