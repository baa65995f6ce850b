// A view is a folder and a line: neither is there without the other.

import { expect, it } from 'vitest';
import { views } from './index.js';

const files = import.meta.glob('./*/view.ts');

it('lists every folder once, and nothing else', () => {
  const folders = Object.keys(files).map((file) => file.split('/')[1]);
  expect(views.map(({ name }) => name).sort()).toEqual(
    [...folders, 'start'].sort(),
  );
});

it('gives each view names of its own', () => {
  for (const key of ['name', 'title'] as const) {
    const names = views.map((view) => view[key]);
    expect(new Set(names).size, names.join()).toBe(names.length);
  }
});
