// The way through the lesson: Back, Next, a dot a screen and a door to the last
// card, arrow keys, and the full screen for a class.

import { h, setText } from '../shell/dom.js';
import { writeAddress } from '../state/hash.js';

export interface Stop {
  readonly name: string;
  readonly title: string;
}

export interface Steps {
  readonly element: HTMLElement;
  /** Marks where the reader is. */
  set(place: number): void;
  /** Goes a number of screens on or back, if there are so many. */
  go(by: number): void;
}

export const addressOf = (name: string): string =>
  writeAddress(`start/${name}`, '');

/** Where a screen stands among so many. */
export const placeOf = (place: number, count: number): string =>
  `${place + 1} of ${count}`;

/** The card after the screens is not one of them. */
export function createSteps(
  screens: readonly Stop[],
  card: Stop,
  whole: Element,
): Steps {
  const stops = [...screens, card];
  let now = 0;
  const go = (by: number) => {
    const stop = stops[now + by];
    if (!stop) return;
    // The page hears of the address later: another press may come before.
    now += by;
    location.hash = addressOf(stop.name);
  };
  const button = (label: string, by: number) => {
    const made = h('button', { type: 'button', class: 'turn' }, label);
    made.addEventListener('click', () => go(by));
    return made;
  };
  const back = button('Back', -1);
  const next = button('Next', 1);
  next.classList.add('next');
  const dots = screens.map(({ name, title }, i) =>
    h(
      'a',
      { href: addressOf(name), title },
      h('span', { class: 'spoken' }, `${i + 1}. ${title}`),
    ),
  );
  const last = h(
    'a',
    { class: 'card', href: addressOf(card.name) },
    card.title,
  );
  const links = [...dots, last];
  // Where there is no room for dots.
  const count = h('span', { class: 'count', 'aria-hidden': 'true' });
  const full = h('button', { type: 'button', class: 'full' }, 'Full screen');
  full.hidden = !document.fullscreenEnabled;
  full.addEventListener('click', () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void whole.requestFullscreen();
  });
  document.addEventListener('fullscreenchange', () =>
    setText(full, document.fullscreenElement ? 'Leave' : 'Full screen'),
  );

  return {
    element: h(
      'nav',
      { class: 'steps', 'aria-label': 'Screens of the lesson' },
      back,
      h('ol', {}, ...links.map((link) => h('li', {}, link))),
      count,
      full,
      next,
    ),
    set(place) {
      now = place;
      back.disabled = place === 0;
      next.disabled = place === screens.length;
      setText(next, place === screens.length - 1 ? card.title : 'Next');
      setText(
        count,
        place < screens.length ? placeOf(place, screens.length) : card.title,
      );
      links.forEach((link, i) => {
        if (i === place) link.setAttribute('aria-current', 'step');
        else link.removeAttribute('aria-current');
        link.classList.toggle('passed', i < place);
      });
    },
    go,
  };
}

/** Whether a key belongs to what has the focus, and not to the lesson. */
export function isOwnKey(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, select, textarea, summary, [role="slider"]') !== null
  );
}

/**
 * By how many screens a key turns. In the full screen, the keys of a presenter's
 * remote do, too; else they scroll.
 */
export function turnOf(key: string, isFull: boolean): number {
  if (key === 'ArrowRight' || (isFull && key === 'PageDown')) return 1;
  if (key === 'ArrowLeft' || (isFull && key === 'PageUp')) return -1;
  return 0;
}
