// The figure of each question, in the states that its control leads to: what it draws
// lies inside the drawing, and its grips move.

import { load } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { questions } from '../start/questions.js';
import {
  type AnyFigure,
  type Control,
  firstState,
  type Instances,
} from '../start/screen.js';
import { check, gripsOf, textsOf } from '../start/testing.js';
import { figures } from './figures/index.js';

let use: Instances;

beforeAll(async () => {
  const pe = await load();
  use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
});

const rooms = ['wide', 'narrow'] as const;

/** Values to which a control leads. */
function valuesOf(control: Control<Record<string, unknown>>): unknown[] {
  if (control.kind === 'choice') return control.options.map(([value]) => value);
  if (control.kind !== 'range') return [];
  const { min, max, ticks = [], stops = [] } = control;
  return [...new Set([min, max, ...ticks, ...stops])];
}

const statesOf = (figure: AnyFigure) =>
  figure.controls.flatMap((control) =>
    valuesOf(control).map((value) => ({
      ...firstState(figure),
      ...('field' in control ? { [control.field]: value } : {}),
    })),
  );

describe.each(questions)('$question', ({ name }) => {
  it('has one control, whose states it draws and says', async () => {
    const { figure } = await figures[name]();
    expect(figure.controls).toHaveLength(1);
    const states = statesOf(figure);
    expect(states.length).toBeGreaterThan(1);
    const said = states.map((state) => {
      const numbers = figure.compute(use, state);
      expect(JSON.parse(JSON.stringify(numbers))).toEqual(numbers);
      for (const room of rooms) {
        const drawing = figure.draw(state, numbers, room);
        check(drawing);
        for (const grip of drawing.shapes.flatMap(gripsOf)) {
          const at = figure.at?.(state, grip.key, [grip.x, grip.y], room);
          expect(at).toBeCloseTo(grip.value, 6);
          for (const value of [grip.min, grip.max]) {
            const next = figure.drag?.(state, grip.key, value);
            check(figure.draw(next, figure.compute(use, next), room));
          }
        }
      }
      const words = figure.say(state, numbers);
      expect(words.split(/\s+/).length, words).toBeLessThanOrEqual(40);
      expect(words).not.toMatch(/NaN|undefined/);
      return words;
    });
    expect(new Set(said).size).toBe(said.length);
  });

  it('loads one part of the package, so that the page stays small', async () => {
    const { figure } = await figures[name]();
    expect(new Set(figure.parts).size).toBe(1);
  });
});

it('draws the waves of the columns that are chosen', async () => {
  const { figure } = await figures['each-dimension']();
  for (const hand of [0, 50, 255]) {
    const { sine, cosine, turns } = figure.compute(use, { hand });
    const speed = 10000 ** ((-2 * hand) / 512);
    expect(turns[hand]).toBeCloseTo((2 * Math.PI) / speed, 1);
    for (const word of [0, 1, 77, 128]) {
      expect(sine[word]).toBeCloseTo(Math.sin(word * speed), 5);
      expect(cosine[word]).toBeCloseTo(Math.cos(word * speed), 5);
    }
    const said = figure.say({ hand }, { sine, cosine, turns });
    expect(said).toContain(`Columns ${2 * hand} and ${2 * hand + 1} are`);
  }
});

it('says that a table has ended where the package refuses its row', async () => {
  const { figure } = await figures['gpt-without-sines']();
  for (const position of [0, 1, 1022, 1023, 1024, 1199]) {
    const numbers = figure.compute(use, { position });
    const isThere = position < 1024;
    expect(numbers.learned !== null).toBe(isThere);
    expect(numbers.sines.values[-numbers.sines.from]).toBe(1);
    const texts = figure
      .draw({ position }, numbers, 'wide')
      .shapes.flatMap(textsOf);
    expect(texts.some((text) => text.startsWith('no row'))).toBe(!isThere);
  }
});

it('finds one similarity a distance, unless two orders are mixed', async () => {
  const { figure } = await figures['order-of-columns']();
  const spread = (order: string) => {
    const { min, max } = figure.compute(use, { order });
    return Math.max(...max.map((most: number, i: number) => most - min[i]));
  };
  expect(spread('pairs')).toBeLessThan(0.001);
  expect(spread('blocks')).toBeLessThan(0.001);
  expect(spread('mixed')).toBeGreaterThan(0.3);
});

it('counts hands beyond training as the angles of the package have it', async () => {
  const { figure } = await figures['rope-beyond-training']();
  for (const words of [4096, 8192, 131072]) {
    const said = figure.say({ words }, figure.compute(use, { words }));
    const slowest = 10000 ** (-126 / 128);
    const angle = Math.round((slowest * words * 180) / Math.PI);
    expect(said).toContain(`${angle}°`);
    expect(said).toMatch(words === 4096 ? /no hand meets/ : /18 of 64 hands/);
  }
});
