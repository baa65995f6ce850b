// Listeners of a store are called at changes, and only then.

import { expect, it } from 'vitest';
import { createStore } from './store.js';

it('merges, tells once, and keeps quiet when nothing changed', () => {
  const store = createStore({ a: 1, b: Number.NaN });
  const heard: number[] = [];
  store.subscribe(({ a }) => heard.push(a));
  store.set({ a: 2 });
  store.set({ a: 2, b: Number.NaN });
  store.set({});
  store.set({ a: 3, b: 4 });
  expect(heard).toEqual([2, 3]);
  expect(store.get()).toEqual({ a: 3, b: 4 });
});
