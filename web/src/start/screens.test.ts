// Every screen of the lesson in every state that it names: what it draws lies
// inside the drawing, what it says is short, where it leads is there.

import { load } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { readAddress } from '../state/hash.js';
import {
  type AnyScreen,
  firstState,
  type Instances,
  type Term,
} from './screen.js';
import { screens } from './screens/index.js';
import type { Shape } from './shape.js';
import { check, gripsOf, textsOf } from './testing.js';
import { unmarked } from './unmarked.js';

let use: Instances;

beforeAll(async () => {
  const pe = await load();
  use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
});

const rooms = ['wide', 'narrow'] as const;
const wordsIn = (text: string): number => text.split(/\s+/).length;

/** All that is read before the figure is touched. */
const faceOf = ({ claim, terms, guess, tries }: AnyScreen): string =>
  unmarked(
    [
      claim,
      ...terms.map(({ word, means }: Term) => `${word} ${means}`),
      ...(guess ? [guess.question] : []),
      ...tries.map(({ words }: { words: string }) => words),
    ].join(' '),
  );

function marksOf(shape: Shape): string[] {
  const own = 'mark' in shape && shape.mark ? [shape.mark] : [];
  return 'shapes' in shape ? [...own, ...shape.shapes.flatMap(marksOf)] : own;
}

it('gives each screen names of its own', () => {
  for (const key of ['name', 'title'] as const) {
    const all = screens.map((screen) => screen[key]);
    expect(new Set(all).size, all.join()).toBe(all.length);
  }
});

it('answers the eight questions of a newcomer, each once', () => {
  const asked = screens.flatMap(({ name, answers }) =>
    answers.map(([question]: readonly [string, string]) => [name, question]),
  );
  expect(asked).toEqual([
    ['order', 'Why do transformers need positions?'],
    ['waves', 'What is one row?'],
    ['pairs', 'Why sine and cosine?'],
    ['pairs', 'Why does similarity depend on distance?'],
    ['add', 'Add or concatenate?'],
    ['turn', 'What does RoPE turn, and why does the score stay?'],
    ['charge', 'What do ALiBi and T5 do?'],
    ['beyond', 'What does extending the context change?'],
  ]);
});

it('begins each reply to a guess with whether it is right, once a screen', () => {
  for (const { name, guess } of screens) {
    const replies = (guess?.answers ?? []).map(
      ([, reply]: readonly [string, string]) => reply,
    );
    const right = replies.filter((reply: string) => /^Right: /.test(reply));
    expect(right, name).toHaveLength(1);
    const wrong = replies.filter((reply: string) => /^No[:,] /.test(reply));
    expect(wrong, name).toHaveLength(replies.length - 1);
  }
});

/** All that stands on a screen at first, in its words, controls and figure. */
function inSight(screen: AnyScreen): string {
  const first = firstState(screen);
  const numbers = screen.compute(use, first);
  return [
    ...[screen.title, faceOf(screen), screen.say(first, numbers)],
    ...screen.controls.flatMap((control) => [
      ...(typeof control.label === 'string' ? [control.label] : []),
      ...('options' in control ? control.options.flat() : []),
    ]),
    ...screen.draw(first, numbers, 'wide').shapes.flatMap(textsOf),
  ].join(' ');
}

it.each([
  ['order', /\brows?\b/i, /Row a word that asks/],
  ['waves', /\bsines?\b/i, /Sine how far right the tip of a hand lies/],
  ['add', /\bdirections?\b/i, /Directions independent ways in which 32 rows/],
  ['turn', /\bRoPE\b/, /RoPE turns query and key by their positions/],
  ['charge', /\bheads?\b/i, /Each head, one of several readers, takes/],
  ['charge', /\bALiBi\b/, /ALiBi by a fixed line/],
  ['charge', /\bT5\b/, /T5 by learned steps/],
  ['beyond', /\bNTK\b/, /NTK slower hands more/],
  ['beyond', /\bYaRN\b/, /YaRN those that turned little in training/],
] as const)(
  'explains on %s, in sight, a word first met there: %s',
  (name, word, meaning) => {
    const met = screens.find((screen) => word.test(inSight(screen)));
    expect(met?.name).toBe(name);
    expect(met && faceOf(met)).toMatch(meaning);
  },
);

describe.each(screens.map((screen) => [screen.name, screen] as const))(
  '%s',
  (_, screen) => {
    const first = firstState(screen);
    const states = [{}, ...screen.examples].map((patch) => ({
      ...first,
      ...patch,
    }));

    it('draws and says each of its states', () => {
      for (const state of states) {
        const numbers = screen.compute(use, state);
        for (const room of rooms) check(screen.draw(state, numbers, room));
        const said = screen.say(state, numbers);
        expect(wordsIn(said), said).toBeLessThanOrEqual(32);
        expect(said).not.toMatch(/NaN|undefined/);
      }
    });

    it('keeps its numbers as JSON, and computes them again the same', () => {
      for (const state of states) {
        const numbers = screen.compute(use, state);
        expect(JSON.parse(JSON.stringify(numbers))).toEqual(numbers);
        expect(screen.compute(use, state)).toEqual(numbers);
      }
    });

    it('writes each state into its address and reads it again', () => {
      for (const state of states) {
        for (const [name, field] of Object.entries<{
          format(value: unknown): string;
          parse(text: string): unknown;
        }>(screen.fields)) {
          const value = Reflect.get(state, name);
          expect(field.parse(field.format(value))).toEqual(value);
          // Whatever an address says, the screen has a state for it.
          const odd = ['', 'NaN', '-1', '1e99', '9.9.9', '<b>'].map(
            field.parse,
          );
          for (const taken of odd) {
            const state = { ...first, [name]: taken };
            for (const room of rooms) {
              check(screen.draw(state, screen.compute(use, state), room));
            }
          }
        }
      }
    });

    it('moves its grips to both ends', () => {
      for (const state of states) {
        const drawing = screen.draw(state, screen.compute(use, state), 'wide');
        for (const grip of drawing.shapes.flatMap(gripsOf)) {
          for (const value of [grip.min, grip.max]) {
            const next = screen.drag?.(state, grip.key, value);
            expect(next).toBeDefined();
            check(screen.draw(next, screen.compute(use, next), 'narrow'));
          }
          const at = screen.at?.(state, grip.key, [grip.x, grip.y], 'wide');
          expect(at).toBeCloseTo(grip.value, 6);
        }
      }
    });

    it('is short, and says what to try', () => {
      expect(wordsIn(unmarked(screen.claim))).toBeLessThanOrEqual(25);
      expect(screen.tries.length).toBeGreaterThan(0);
      for (const [question, answer] of screen.answers) {
        expect(question).toMatch(/\?$/);
        expect(wordsIn(answer), answer).toBeLessThanOrEqual(25);
      }
      const face = faceOf(screen);
      expect(wordsIn(face), face).toBeLessThanOrEqual(60);
      const all = [face, ...screen.answers.flat(), ...screen.more];
      expect(all.join(' ')).not.toMatch(
        /simply|obvious|magic|understands|\bclick|see above/i,
      );
    });

    it('notices what was tried, in any order', () => {
      for (const { done, found, words } of screen.tries) {
        // The first state is nothing that the reader tried.
        expect(done(first, screen.compute(use, first), first)).toBe(false);
        const after = states.filter((state) =>
          done(state, screen.compute(use, state), first),
        );
        expect(after, words).not.toHaveLength(0);
        for (const state of after) {
          const told = found(state, screen.compute(use, state));
          expect(told).toMatch(/^[A-Z0-9].*\.$/);
          expect(told).not.toMatch(/NaN|undefined/);
          expect(wordsIn(told), told).toBeLessThanOrEqual(25);
        }
      }
    });

    it('marks words for which there are shapes', () => {
      const texts = [
        ...[screen.claim, ...screen.more],
        ...screen.tries.map(({ words }: { words: string }) => words),
        ...screen.terms.map(({ word, means }: Term) => word + means),
      ].join(' ');
      const numbers = screen.compute(use, first);
      for (const room of rooms) {
        const there = screen.draw(first, numbers, room).shapes.flatMap(marksOf);
        for (const [, mark] of texts.matchAll(/\]\(#([\w-]+)\)/g)) {
          expect(there).toContain(mark);
        }
      }
    });

    it('leads into a view, with its state', () => {
      for (const state of states) {
        const { text, href } = screen.lead(state);
        expect(text).not.toBe('');
        const { view } = readAddress(href);
        expect(['encodings', 'attention', 'rope']).toContain(view);
      }
    });
  },
);
