// The search of the documents, on an index of three pages.

import { expect, it } from 'vitest';
import { find, type Index } from './search.js';

const index: Index = {
  pages: [
    ['methods/alibi/', 'ALiBi: alibi'],
    ['rotary/', 'Rotary embeddings'],
    ['which/', 'Which encoding should I use?'],
  ],
  sections: [
    [0, '', '', 'Lowers each score', 'lowers each score slope distance'],
    [0, 'pitfalls', 'Pitfalls', 'Where the number', 'heads slope yarn'],
    [1, '', '', 'Schedules', 'schedules layouts yarn'],
    [1, 'yarn', 'YaRN', 'Blends', 'blends slow hands yarn'],
    [2, 'why-alibi-forgets', 'Why ALiBi forgets', 'Take 8 heads', 'heads far'],
  ],
};

const addresses = (sought: string) =>
  find(index, sought).map(({ address }) => address);

it('puts titles before headings, and headings before words', () => {
  expect(addresses('alibi')).toEqual([
    'methods/alibi/',
    'methods/alibi/#pitfalls',
    'which/#why-alibi-forgets',
  ]);
  expect(addresses('yarn')[0]).toBe('rotary/#yarn');
});

it('takes beginnings of words, and needs all that are sought', () => {
  expect(addresses('alib forg')).toEqual(['which/#why-alibi-forgets']);
  expect(addresses('sched')).toEqual(['rotary/']);
  expect(addresses('alibi zebra')).toEqual([]);
  // Not the middle of a word.
  expect(addresses('edules')).toEqual([]);
});

it('takes any text', () => {
  expect(addresses('')).toEqual([]);
  expect(addresses('  ?! ')).toEqual([]);
  expect(addresses('(YARN')).toEqual(addresses('yarn'));
});
