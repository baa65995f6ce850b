// The way through the lesson: Back, Next, a dot a screen, arrow keys, and the
// full screen for a class.

import { h } from '../shell/dom.js';
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

export function createSteps(stops: readonly Stop[], whole: Element): Steps {
  let now = 0;
  const go = (by: number) => {
    const stop = stops[now + by];
    if (stop) location.hash = addressOf(stop.name);
  };
  const button = (label: string, by: number) => {
    const made = h('button', { type: 'button', class: 'turn' }, label);
    made.addEventListener('click', () => go(by));
    return made;
  };
  const back = button('Back', -1);
  const next = button('Next', 1);
  next.classList.add('next');
  const dots = stops.map(({ name, title }, i) =>
    h(
      'a',
      { href: addressOf(name), title },
      h('span', { class: 'spoken' }, `${i + 1}. ${title}`),
    ),
  );
  const full = h('button', { type: 'button', class: 'full' }, 'Full screen');
  full.hidden = !document.fullscreenEnabled;
  full.addEventListener('click', () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void whole.requestFullscreen();
  });

  return {
    element: h(
      'nav',
      { class: 'steps', 'aria-label': 'Screens of the lesson' },
      back,
      h('ol', {}, ...dots.map((dot) => h('li', {}, dot))),
      full,
      next,
    ),
    set(place) {
      now = place;
      back.disabled = place === 0;
      next.disabled = place === stops.length - 1;
      dots.forEach((dot, i) => {
        if (i === place) dot.setAttribute('aria-current', 'step');
        else dot.removeAttribute('aria-current');
        dot.classList.toggle('passed', i < place);
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
