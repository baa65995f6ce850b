// The last card of the lesson: each question with its answer in a line, and doors
// into the views in which a reader goes on alone.

import { h } from '../shell/dom.js';
import type { Place } from '../shell/view.js';
import { writeAddress } from '../state/hash.js';
import { questions } from './questions.js';
import type { AnyScreen } from './screen.js';
import { addressOf } from './steps.js';

/** What the bar below and the pages without scripts call the card. */
export const card = { name: 'end', title: 'Summary' } as const;

export function createSummary(
  screens: readonly AnyScreen[],
  onward: readonly Place[],
) {
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
  const doors = onward.map(({ name, title, words }) =>
    h(
      'a',
      { class: 'onward', href: writeAddress(name, '') },
      h('b', {}, title),
      h('span', {}, words),
    ),
  );
  const asked = questions.map(({ name, question }) =>
    h('li', {}, h('a', { href: `./why/${name}/` }, question)),
  );
  const element = h(
    'article',
    { class: 'screen summary' },
    h('header', {}, heading),
    h('ol', { class: 'questions' }, ...lines),
    h(
      'nav',
      { class: 'doors-on', 'aria-label': 'Go on alone' },
      h('b', {}, 'Go on alone'),
      ...doors,
    ),
    h(
      'section',
      { class: 'asked' },
      h('h3', {}, h('a', { href: './why/' }, 'Questions that people ask')),
      h('ul', {}, ...asked),
    ),
    h(
      'p',
      { class: 'note' },
      `Print this page, and all ${screens.length} screens are on paper with their answers.`,
    ),
  );
  return { element, heading };
}
