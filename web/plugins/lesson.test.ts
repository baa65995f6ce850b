// What the page is built with is what the package computes now.

import { load } from 'posenc';
import { expect, it } from 'vitest';
import { firstState } from '../src/start/screen.js';
import { screens } from '../src/start/screens/index.js';
import { unmarked } from '../src/start/unmarked.js';
import { firstNumbers, plain, plainCard } from './lesson.js';

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

/** The words of a page, without its tags and with what they stand for. */
const readIn = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

it('tells readers without scripts what the screens tell', async () => {
  const pe = await load();
  const use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
  screens.forEach((screen, i) => {
    const state = firstState(screen);
    const numbers = screen.compute(use, state);
    const html = plain(screen, numbers, i + 1);
    const words = readIn(html);
    for (const text of [
      ...[`${i + 1}. ${screen.title}`, screen.claim],
      ...screen.terms.flatMap((term: { word: string; means: string }) => [
        term.word,
        term.means,
      ]),
      ...[screen.say(state, numbers), ...screen.more],
    ]) {
      const wanted = unmarked(text).replaceAll('`', ' ');
      expect(words.replace(/ /g, '')).toContain(wanted.replace(/\s/g, ''));
    }
    for (const file of [`${screen.name}.svg`, `${screen.name}-narrow.svg`]) {
      expect(html).toContain(`"./start/${file}"`);
    }
  });
  const card = readIn(plainCard(screens));
  for (const answer of screens.flatMap(({ answers }) => answers.flat())) {
    expect(card).toContain(answer);
  }
});
