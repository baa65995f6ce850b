// The last card of the lesson: each question with its answer in a line.

import { h } from '../shell/dom.js';
import type { AnyScreen } from './screen.js';
import { addressOf } from './steps.js';

export function createSummary(screens: readonly AnyScreen[]) {
  const heading = h('h2', { tabindex: -1 }, 'What you know now');
  const lines = screens.map(({ name, question, answer }) =>
    h(
      'li',
      {},
      h('a', { href: addressOf(name) }, question),
      h('p', {}, answer),
    ),
  );
  const element = h(
    'article',
    { class: 'screen summary' },
    h('header', {}, h('p', { class: 'place' }, 'The end'), heading),
    h('ol', {}, ...lines),
  );
  return { element, heading };
}
