// The lesson: one screen at a time, each at an address of its own:
//   #/start/NAME?state

import './start.css';
import './controls.css';
import './steps.css';
import './figure.css';
import './print.css';
import { h } from '../shell/dom.js';
import type { View, ViewContext } from '../shell/view.js';
import { screens } from './screens/index.js';
import { createShown, type Shown } from './shown.js';
import { createSteps, isOwnKey, placeOf, turnOf } from './steps.js';
import { card, createSummary } from './summary.js';

export function create({ changed, others }: ViewContext): View {
  const names = [...screens.map(({ name }) => name), card.name];
  const summary = createSummary(screens, others);
  const made = new Map<string, Shown>();
  let name = screens[0].name;
  let heading: HTMLElement | null = null;
  let onPage = false;

  const room = h('div', { class: 'room' });
  const element = h(
    'section',
    { class: 'start', 'aria-label': 'Lesson' },
    room,
  );
  const steps = createSteps(screens, card, element);
  element.append(steps.element);

  function shownOf(wanted: string): Shown | undefined {
    const place = screens.findIndex((screen) => screen.name === wanted);
    const screen = screens[place];
    if (!screen) return undefined;
    const shown =
      made.get(wanted) ??
      createShown(screen, placeOf(place, screens.length), changed);
    made.set(wanted, shown);
    return shown;
  }

  function turn(event: KeyboardEvent): void {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isOwnKey(event.target)
    ) {
      return;
    }
    const by = turnOf(event.key, document.fullscreenElement !== null);
    if (by === 0) return;
    event.preventDefault();
    steps.go(by);
  }

  /** A screen is printed alone, and behind the last card the whole lesson. */
  function print(isOnPaper: boolean): void {
    const isWhole = name === card.name;
    const all = isWhole ? screens.map((screen) => screen.name) : [name];
    for (const one of all) {
      const shown = shownOf(one);
      if (isWhole && isOnPaper) room.append(shown?.element ?? '');
      if (isWhole && !isOnPaper) shown?.element.remove();
      shown?.print(isOnPaper);
    }
  }
  const prints = [
    ['beforeprint', () => print(true)],
    ['afterprint', () => print(false)],
  ] as const;

  return {
    element,
    heading: () => heading ?? summary.heading,
    restore(query, place) {
      const before = heading;
      made.get(name)?.leave();
      name = names.includes(place) ? place : screens[0].name;
      const shown = shownOf(name);
      const { element: next, heading: title } = shown ?? summary;
      if (title !== before) {
        room.replaceChildren(next);
        heading = title;
        // The first screen leaves the focus where it is.
        if (before && onPage) {
          scrollTo(0, 0);
          element.scrollTo(0, 0);
          title.focus({ preventScroll: true });
        }
      }
      steps.set(names.indexOf(name));
      shown?.restore(query);
      return [];
    },
    place: () => name,
    places: names,
    query: () => made.get(name)?.query() ?? '',
    enter() {
      onPage = true;
      addEventListener('keydown', turn);
      for (const [event, task] of prints) addEventListener(event, task);
    },
    leave() {
      onPage = false;
      removeEventListener('keydown', turn);
      for (const [event, task] of prints) removeEventListener(event, task);
      made.get(name)?.leave();
    },
  };
}
