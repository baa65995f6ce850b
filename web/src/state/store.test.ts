// Listeners of a store are called at changes, and only then.

import { expect, it } from 'vitest';
import { createStore, type Store } from './store.js';

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

it('leaves the old state at each step, and at nothing else', () => {
  const left: number[] = [];
  const store: Store<{ a: number }> = createStore({ a: 1 }, () => {
    left.push(store.get().a);
  });
  store.set({ a: 2 });
  store.step({ a: 3 });
  store.step({ a: 3 });
  store.step({ a: 4 });
  expect(left).toEqual([2, 3]);
  expect(store.get()).toEqual({ a: 4 });
});
