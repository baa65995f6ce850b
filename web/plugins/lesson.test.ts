// What the page is built with is what the package computes now.

import { load } from 'posenc';
import { expect, it } from 'vitest';
import { firstState } from '../src/start/screen.js';
import { screens } from '../src/start/screens/index.js';
import { firstNumbers } from './lesson.js';

it('holds the numbers of the first state of each screen', async () => {
  const file = (entry: string) =>
    new URL(
      `../../bindings/dist/${entry.replace('posenc/', '')}.js`,
      import.meta.url,
    ).pathname;
  const held = await firstNumbers(async (entry) => file(entry));
  const pe = await load();
  const use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
  for (const screen of screens) {
    expect(held[screen.name]).toEqual(screen.compute(use, firstState(screen)));
  }
  expect(Object.keys(held)).toEqual(screens.map(({ name }) => name));
});
