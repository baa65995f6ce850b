// The landing: what the page is for, doors into it, and for who has been here
// the way back to where he was.

import { readAddress, writeAddress } from '../state/hash.js';
import { lastVisit } from '../state/memory.js';
import { h } from './dom.js';
import type { Door, Route, View } from './view.js';
import { createWaves } from './waves.js';

function createDoor({ view, title, words }: Door): HTMLElement {
  return h(
    'a',
    { class: 'door', href: writeAddress(view, '') },
    h('b', {}, title),
    h('span', {}, words),
  );
}

/** The way back to the last address, if its view is still there. */
function createWayBack(routes: readonly Route[]): HTMLElement | null {
  const { address, heading } = lastVisit();
  const { view } = readAddress(address);
  const route = routes.find(({ name }) => name === view && name !== '');
  if (!route) return null;
  return h(
    'p',
    { class: 'way-back' },
    h(
      'a',
      { href: address },
      `Go on where you were: ${heading === '' ? route.title : `“${heading}”`}`,
    ),
  );
}

/** Shows of `doors` the first two whose view is one of `routes`. */
export function createLanding(
  routes: readonly Route[],
  doors: readonly Door[],
): View {
  const heading = h('h2', { tabindex: -1 }, 'How transformers know word order');
  const open = doors.filter((door) =>
    routes.some(({ name }) => name === door.view),
  );
  const back = h('div');
  return {
    element: h(
      'section',
      { class: 'landing' },
      h(
        'header',
        {},
        heading,
        h(
          'p',
          {},
          'Attention sees a set of words, in no order. A positional encoding ' +
            'tells each word its place: by waves that are added, by turning, ' +
            'or by a price for distance.',
        ),
        h(
          'nav',
          { class: 'doors', 'aria-label': 'Ways in' },
          ...open.slice(0, 2).map(createDoor),
        ),
        back,
      ),
      createWaves(),
    ),
    heading: () => heading,
    restore: () => [],
    query: () => '',
    enter() {
      back.replaceChildren(
        ...[createWayBack(routes)].filter((e) => e !== null),
      );
    },
    leave() {},
  };
}
