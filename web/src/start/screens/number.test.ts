// What the screen of labels prints is what the package computes.

import { load, type Posenc } from 'posenc';
import { beforeAll, expect, it } from 'vitest';
import { embedWords } from '../../figures/words/words.js';
import { firstState, type Instances } from '../screen.js';
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
    ...{ shapes },
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
  expect(texts.map((text) => text.replace('✕ ', ''))).toContain(
    `${last.data[0]} beside numbers up to ${reach}`,
  );
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

/** The titles of the labels whose notes say that they fail. */
function failing(length: number): string[] {
  return shownBy(length).shapes.flatMap((shape) => {
    const notes = 'shapes' in shape ? shape.shapes : [];
    const [title = ''] = notes.flatMap(textsOf);
    const fails = notes.some(
      (note) => note.kind === 'text' && note.fill === 'wrong',
    );
    return fails ? [title] : [];
  });
}

it('marks a label from where it fails', () => {
  const word = embedWords(pe, ['dog'], 16, 0.4);
  const whole = word.reduce((sum, value) => sum + Math.abs(value), 0);
  const step = (length: number) =>
    pe.normalised({ positions: [1], span: length }).data[0];
  for (const length of [2, 3, 4, 5, 6, ...lengths, 12, 13, 14, 15, 16]) {
    const flips = Array.from({ length: length - 1 }, (_, i) => {
      const [before, after] = [digitsOf(i), digitsOf(i + 1)];
      return before.filter((digit, bit) => digit !== after[bit]).length;
    });
    expect(failing(length), `${length}`).toEqual([
      ...(length - 1 > whole ? ['Count'] : []),
      ...(step(length) === step(5) ? [] : ['Fraction of the length']),
      ...(Math.max(...flips) > 1 ? ['Bits'] : []),
      ...(length > 1024 ? ['Learned table'] : []),
    ]);
  }
  expect(failing(5)).toEqual(['Bits']);
  const last = number.guess?.answers.at(-1);
  expect(failing(2048)).toHaveLength(4);
  expect(last).toEqual(['None of them', expect.stringMatching(/^Right: each/)]);
});

it('ends its table where the package refuses a row', () => {
  const table = (position: number) =>
    pe.learned({ positions: [position], dim: 1, tableLength: 1024 });
  expect(table(1023).shape).toEqual([1, 1]);
  expect(() => table(1024)).toThrow(RangeError);
  expect(shownBy(1024).said).toMatch(/still has a row for each/);
  expect(shownBy(1025).said).toMatch(/table has ended/);
  expect(shownBy(1025).texts).toContain('✕ no row for position 1024');
});

/** What the page names once a try was done. */
const found = (place: number, length: number) =>
  number.tries[place]?.found({ length }, number.compute(use, { length }));

it('begins where its guess is open, and counts the labels that fail', () => {
  const { length } = firstState(number);
  expect(failing(length)).toEqual(['Bits']);
  const word = embedWords(pe, ['dog'], 16, 0.4);
  const whole = word.reduce((sum, value) => sum + Math.abs(value), 0);
  for (const longer of [17, 129]) {
    expect(failing(longer)).toHaveLength(3);
    expect(longer - 1).toBeGreaterThan(whole);
    expect(found(0, longer)).toBe(
      `3 of 4 fail by now: the count of ${longer - 1} outgrew the word’s own numbers.`,
    );
  }
  for (const longest of [1025, 2048]) {
    expect(failing(longest)).toHaveLength(4);
    expect(found(0, longest)).toBe('All 4 fail by now.');
    expect(found(1, longest)).toMatch('All 4 fail, the table last:');
  }
});
