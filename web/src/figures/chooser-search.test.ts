import { expect, it } from 'vitest';
import { tables } from '../methods/table-methods.js';
import { hasWords, likeliest, searchTextOf } from './chooser-search.js';

const entries = tables.map((method) => ({
  method,
  text: searchTextOf(method),
}));

/** The method that a search and Enter lead to. */
function chosen(search: string): string | undefined {
  const found = entries.filter(({ text }) => hasWords(text, search));
  return likeliest(found, search)?.method.name;
}

it.each([
  ['sin', 'sinusoidal'],
  ['attention is all you need', 'sinusoidal'],
  ['2d', 'sinusoidalGrid'],
  ['learned', 'learned'],
  ['gpt-2', 'learned'],
  ['gpt2', 'learned'],
  ['one hot', 'code'],
  ['onehot', 'code'],
  ['binary', 'code'],
  ['rbf', 'radial'],
  ['NeRF', 'fourierFeatures'],
  ['normalized', 'normalised'],
  ['bicubic', 'resample'],
  ['longformer', 'tile'],
  ['neural ode', 'floater'],
  ['chebyshev', 'polynomial'],
])('%s leads to %s', (search, name) => {
  expect(chosen(search)).toBe(name);
});

it('finds nothing by words that no method has', () => {
  expect(chosen('zebra')).toBeUndefined();
  expect(chosen('sinusoidal zebra')).toBeUndefined();
});

it('leads to every method by its title and by its name', () => {
  for (const { method } of entries) {
    expect(chosen(method.title)).toBe(method.name);
    expect(chosen(method.name)).toBe(method.name);
  }
});
