// What is said of the maps of a sentence.

import { load, type Posenc } from 'posenc';
import { beforeAll, expect, it } from 'vitest';
import { numbersIn } from '../../plot/read-numbers.js';
import {
  cellValues,
  cellWords,
  differenceCaption,
  speakCell,
} from './map-words.js';
import { computeSentence } from './sentence.js';
import { type RopeState, readState, ways } from './state.js';

const initial = readState(new URLSearchParams());
let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

it('names the words of a cell, equal ones apart, and their values', () => {
  const state: RopeState = { ...initial, start: 100, way: 'added' };
  const sentence = computeSentence(pe, state);
  const { words } = sentence;
  const cell = { row: 1, column: 9 };
  expect(cellWords(cell, words, 100)).toBe(
    'query cat, 2nd word, at 101 · key cat, 10th word, at 109 · distance 8',
  );
  const at = 1 * words.length + 9;
  const added = Number(sentence.added.scores.values[at]);
  const plain = Number(sentence.plain.scores.values[at]);
  const values = cellValues(sentence, state, cell);
  expect(numbersIn(values.value)).toEqual([Number(added.toPrecision(4))]);
  const change = Math.fround(added - plain);
  expect(numbersIn(values.difference)).toEqual([Number(change.toPrecision(4))]);
  const said = speakCell(sentence, state, { row: 1, column: 5 });
  expect(said).toMatch(/^query cat, 2nd word, key dog, distance 4, score /);
});

it('says where a difference can be seen', () => {
  const order = [...'0123456789'].map(Number);
  const typed = { order };
  const caption = (patch: Partial<RopeState>, sentence = typed) =>
    differenceCaption({ ...initial, ...patch }, sentence);
  for (const way of ways) {
    expect(caption({ way, other: 'moved' })).toMatch(/move it to see/);
    const moved = caption({ way, other: 'moved', start: 4000 });
    expect(numbersIn(moved)).toEqual([4000]);
    expect(caption({ way, other: 'reordered' })).toMatch(/swap two to see/);
    const swapped = { order: order.toReversed() };
    const text = caption({ way, other: 'reordered' }, swapped);
    expect(text).toMatch(/the order typed/);
  }
  expect(caption({ way: 'plain' })).toMatch(/nothing to compare/);
  expect(caption({ way: 'rotary' })).toMatch(/with RoPE, minus without/);
});
