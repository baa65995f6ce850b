// Two models beside each other, fact by fact.

import type { Layer } from 'posenc/models';
import { expect, it } from 'vitest';
import { factsOf } from '../facts/fact-words.js';
import { allRead, numbersIn, readingNamed } from '../testing.js';
import { differWords, rowsOf } from './beside.js';

const factsIn = (name: string, at = 0) =>
  factsOf(readingNamed(name).model.layers[at] as Layer);

it('has every fact of both layers once, in its own column', () => {
  const first = factsIn('Gemma 3 27B');
  for (const { name, reading } of allRead) {
    const second = factsOf(reading.model.layers[0] as Layer);
    const rows = rowsOf(first, second);
    for (const [i, facts] of [first, second].entries()) {
      const told = rows.flatMap(({ api, texts }) =>
        texts[i] === '' ? [] : [`${api} ${texts[i]}`],
      );
      expect(told.toSorted(), name).toEqual(
        facts.map(({ api, text }) => `${api} ${text}`).toSorted(),
      );
    }
    for (const { texts, differs } of rows) {
      expect(differs, name).toBe(texts[0] !== texts[1]);
    }
  }
});

it('finds what tells two models apart', () => {
  const differing = (a: string, b: string) =>
    rowsOf(factsIn(a), factsIn(b))
      .filter(({ differs }) => differs)
      .map(({ api }) => api);
  // The same model, whose schedule has another factor.
  expect(differing('Llama 3.1 8B', 'Llama 3.2 3B')).toEqual([
    ...['heads', 'keyHeads', 'spec.scaling.factor'],
  ]);
  expect(differing('Phi-2', 'Phi-2')).toEqual([]);
  expect(differing('Phi-2', 'MPT 7B')).toContain('positions[0].method');
});

it('counts the facts that differ', () => {
  const rows = rowsOf(factsIn('Llama 3.1 8B'), factsIn('Llama 3.2 3B'));
  expect(numbersIn(differWords(rows))).toEqual([3, rows.length]);
  const same = factsIn('Phi-2');
  expect(differWords(rowsOf(same, same))).toBe('Both layers do the same.');
});
