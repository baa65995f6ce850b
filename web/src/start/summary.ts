// The last card of the lesson: each question with its answer in a line.

import { h } from '../shell/dom.js';
import { writeAddress } from '../state/hash.js';
import type { AnyScreen } from './screen.js';
import { addressOf } from './steps.js';

/** The views in which a reader goes on alone. */
const instruments = [
  ['encodings', 'tables'],
  ['rope', 'rotation'],
  ['attention', 'attention'],
] as const;

export function createSummary(screens: readonly AnyScreen[]) {
  const heading = h('h2', { tabindex: -1 }, 'What you know now');
  const lines = screens.flatMap(({ name, answers }) =>
    answers.map(([question, answer]: readonly [string, string]) =>
      h(
        'li',
        {},
        h('a', { href: addressOf(name) }, question),
        h('p', {}, answer),
      ),
    ),
  );
  const onward = instruments.flatMap(([view, title]) => [
    ' · ',
    h('a', { href: writeAddress(view, '') }, title),
  ]);
  const element = h(
    'article',
    { class: 'screen summary' },
    h('header', {}, h('p', { class: 'place' }, 'The end'), heading),
    h('ol', {}, ...lines),
    h('p', {}, 'Go on alone', ...onward),
  );
  return { element, heading };
}
