// What the first screen prints is what the package computes, called directly.

import { load, type Posenc } from 'posenc';
import { beforeAll, expect, it } from 'vitest';
import { embedWords } from '../../figures/words/words.js';
import { firstState } from '../screen.js';
import type { Rect, Shape } from '../shape.js';
import { textsOf } from '../testing.js';
import { order } from './order.js';

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

const first = firstState(order);
const shownBy = (patch: Partial<typeof first>) => {
  const state = { ...first, ...patch };
  const use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
  const numbers = order.compute(use, state);
  return {
    numbers,
    said: order.say(state, numbers),
    texts: order.draw(state, numbers, 'wide').shapes.flatMap(textsOf),
  };
};

function attend(sentence: string, causal: boolean, positions: boolean) {
  const words = sentence.split(' ');
  const plain = embedWords(pe, words, 16, 0.4);
  const table = pe.sinusoidal({ length: words.length, dim: 16 });
  const x = positions ? pe.addTo(plain, table).data : plain;
  const heads = { heads: 1, headDim: 16 };
  return pe.attention({ q: x, k: x, v: x, ...heads, causal });
}

const swap = [0, 4, 2, 3, 1];
const [before, after] = ['the dog bites the man', 'the man bites the dog'];

it.each([
  ['nothing', false, false],
  ['positions', false, true],
  ['mask', true, false],
] as const)('prints the weights in percent: %s', (knows, causal, positions) => {
  for (const [sentence, places] of [
    [before, [0, 1, 2, 3, 4]],
    [after, swap],
  ] as const) {
    const { texts } = shownBy({ knows, order: places });
    const { weights } = attend(sentence, causal, positions);
    const printed = [...weights.data]
      .filter((_, i) => !causal || i % 5 <= Math.floor(i / 5))
      .map((weight) => (100 * weight).toFixed(0));
    expect(texts.filter((text) => /^\d+$/.test(text))).toEqual(printed);
  }
});

it('says that nothing changes without positions, and shows it', () => {
  const { numbers, said, texts } = shownBy({ order: swap });
  const [one, other] = [before, after].map(
    (sentence) => attend(sentence, false, false).output.data,
  );
  swap.forEach((word, place) => {
    for (let c = 0; c < 16; c++) {
      expect(other?.[place * 16 + c]).toBeCloseTo(
        Number(one?.[word * 16 + c]),
        6,
      );
    }
  });
  expect(Math.max(...numbers.changes)).toBeLessThan(1e-6);
  expect(said).toMatch(/No number changed/);
  expect(texts.filter((text) => text === 'same')).toHaveLength(5);
});

it.each([
  ['positions', false, true],
  ['mask', true, false],
] as const)('says how much changes: %s', (knows, causal, positions) => {
  const { said, texts } = shownBy({ knows, order: swap });
  const [one, other] = [before, after].map(
    (sentence) => attend(sentence, causal, positions).output.data,
  );
  const changes = swap.map((word, place) =>
    Math.max(
      ...Array.from({ length: 16 }, (_, c) =>
        Math.abs(
          Number(other?.[place * 16 + c]) - Number(one?.[word * 16 + c]),
        ),
      ),
    ),
  );
  const changed = changes.filter((change) => change > 1e-5).length;
  expect(changed).toBeGreaterThan(0);
  expect(said).toContain(`${changed} of 5 outputs changed`);
  expect(said).toContain(Math.max(...changes).toFixed(2));
  expect(texts.filter((text) => text === 'changed')).toHaveLength(changed);
});

/** The rectangles of a row of the figure, by its word. */
function rectsOf(
  state: typeof first,
  room: 'wide' | 'narrow',
  word: number,
): { filled: Rect[]; outlined: Rect[] } {
  const use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
  const { shapes } = order.draw(state, order.compute(use, state), room);
  const within = (shape: Shape): Rect[] => {
    if (shape.kind === 'rect') return [shape];
    return shape.kind === 'group' ? shape.shapes.flatMap(within) : [];
  };
  const row = shapes.find(
    (shape) => shape.kind === 'group' && shape.key === `row-${word}`,
  );
  const rects = row ? within(row) : [];
  return {
    filled: rects.filter(({ fill }) => fill !== 'none'),
    outlined: rects.filter(({ fill }) => fill === 'none'),
  };
}

const rooms = ['wide', 'narrow'] as const;

it.each(rooms)(
  'draws each output as bars, as long as its numbers: %s',
  (room) => {
    const { output } = attend(before, false, false);
    const bars = [0, 1, 2, 3, 4].flatMap((word) => {
      const { filled, outlined } = rectsOf(first, room, word);
      expect(outlined).toHaveLength(0);
      // After the squares of five weights.
      return filled.slice(5);
    });
    expect(bars).toHaveLength(5 * 16);
    const most = Math.max(...[...output.data].map(Math.abs));
    const unit = Math.max(...bars.map(({ h }) => h)) / most;
    // They can be seen: the longest is about half a row, and none is a hair.
    expect(unit * most).toBeGreaterThan(14);
    bars.forEach(({ y, w, h }, i) => {
      const value = Number(output.data[i]);
      expect(h).toBeCloseTo(unit * Math.abs(value), 4);
      expect(value > 0 ? y + h : y).toBeCloseTo(0, 6);
      expect(w).toBeGreaterThan(3.5);
    });
  },
);

it.each(rooms)('outlines what the words had before they moved: %s', (room) => {
  for (const knows of ['nothing', 'positions', 'mask'] as const) {
    for (const [place, word] of swap.entries()) {
      const start = rectsOf({ ...first, knows }, room, word).filled;
      const { filled, outlined } = rectsOf({ knows, order: swap }, room, word);
      const long = ({ h }: Rect) => h.toFixed(3);
      const side = (rects: Rect[], count: number) =>
        rects.slice(0, count).map(long).sort();
      // The squares moved along with their columns, so that their order is another.
      const count = start.length - 16;
      expect(side(outlined, count)).toEqual(side(start, count));
      expect(outlined.slice(count).map(long)).toEqual(
        start.slice(count).map(long),
      );
      const moved = filled
        .slice(-16)
        .some(
          (bar, i) => Math.abs(bar.h - (outlined.at(i - 16)?.h ?? 0)) > 0.5,
        );
      // Without positions, what is filled is what is outlined.
      if (knows === 'nothing') expect(moved, `${place}`).toBe(false);
      // With them, the bars of the two leave their outlines.
      if (knows === 'positions' && [1, 4].includes(word)) {
        expect(moved, `${place}`).toBe(true);
      }
    }
  }
});

it('offers the way back once dog and man are swapped', () => {
  const control = order.controls[0];
  if (control?.kind !== 'press' || typeof control.label === 'string') {
    throw new Error('the first control is a button');
  }
  const { label, to } = control;
  const there = to(first);
  expect(there.order).toEqual(swap);
  expect([first, there, to(there)].map(label)).toEqual([
    ...['Swap dog and man', 'Swap back', 'Swap dog and man'],
  ]);
  expect(to(there).order).toEqual(first.order);
  expect(label({ ...first, order: [4, 3, 2, 1, 0] })).toBe('Swap dog and man');
});

it('heads the column of outputs on a narrow page', () => {
  const state = { ...first, order: swap };
  const use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
  const numbers = order.compute(use, state);
  const { shapes } = order.draw(state, numbers, 'narrow');
  expect(shapes.flatMap(textsOf)).toContain('output');
});
