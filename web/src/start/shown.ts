// A screen on the page: words, figure and controls, and the state between them.

import { firstNumbers } from 'virtual:lesson';
import { h, setText } from '../shell/dom.js';
import { narrow } from '../shell/narrow.js';
import { decode } from '../state/hash.js';
import { createGuess } from './guess.js';
import { createLessonKeep } from './kept.js';
import { createLive } from './live.js';
import { lightMarks, marked } from './marks.js';
import { type AnyScreen, seeded } from './screen.js';
import { createTerms } from './terms.js';
import { createTries } from './tries.js';

export interface Shown {
  readonly element: HTMLElement;
  readonly heading: HTMLElement;
  restore(query: URLSearchParams): void;
  query(): string;
  leave(): void;
  /** Before it is printed, and after: paper has room for the wide figure and all
   *  words, and no use for what is pressed. */
  print(isOnPaper: boolean): void;
}

/** The same condition as in the style sheet: the screen has no room for a guess
 *  before the control. */
const least = matchMedia('(max-width: 23rem)');

/** What the package calls what the controls change; nothing if it has no names. */
function namesInCode({ controls }: AnyScreen): string[] {
  const names = controls.flatMap((control) =>
    'api' in control ? [`“${control.label}” is \`${control.api}\``] : [],
  );
  return names.length === 0 ? [] : [`In code, ${names.join(', ')}.`];
}

export function createShown(
  screen: AnyScreen,
  place: string,
  changed: () => void,
): Shown {
  /** Whether the reader led to this state, and not an address. */
  let touched = false;
  const tries = createTries(screen.tries);
  const lead = h('a', { class: 'lead' });
  const live = createLive(screen, firstNumbers[screen.name], {
    changed(state, byHand) {
      touched = byHand;
      const { text, href } = screen.lead(state);
      setText(lead, text);
      lead.href = href;
      changed();
    },
    painted({ state, numbers }, aspect) {
      element.style.setProperty('--aspect', `${aspect}`);
      tries.look(state, numbers, touched);
      relight();
    },
  });
  const { figure, said, controls: buttons } = live;

  const heading = h('h2', { tabindex: -1 }, screen.title);
  const more = h(
    'details',
    {},
    h('summary', {}, 'More'),
    ...[...screen.more, ...namesInCode(screen)].map((text) =>
      h('p', {}, ...marked(text)),
    ),
    h('p', {}, lead),
  );
  more.addEventListener('toggle', () => {
    // Its first words are seen; where they are, nothing moves under the pointer.
    const [, first] = more.children;
    if (more.open) first?.scrollIntoView({ block: 'nearest' });
  });
  const notes = h(
    'div',
    { class: 'notes' },
    ...[screen.hint ?? '', screen.seeded ? seeded : '']
      .filter((note) => note !== '')
      .map((note) => h('p', { class: 'note' }, note)),
  );
  const keep = createLessonKeep(screen, live.drawn);
  const below = h('div', { class: 'start-below' }, said, keep);
  const beside = h(
    'div',
    { class: 'start-show' },
    h('figure', {}, figure),
    ...[buttons, below, live.spoken],
  );
  const guess = screen.guess ? [createGuess(screen.guess)] : [];
  const element = h(
    'article',
    { class: 'screen', 'data-screen': screen.name },
    h(
      'header',
      {},
      h('p', { class: 'place' }, place),
      heading,
      h('p', { class: 'start-claim' }, ...marked(screen.claim)),
    ),
    beside,
    h(
      'div',
      { class: 'start-words' },
      ...createTerms(screen.terms),
      ...guess,
      tries.element,
      notes,
      more,
    ),
  );
  /** On a phone, too, a guess comes first, then the control, then what was found. */
  function arrange(): void {
    const before = narrow.matches && !least.matches ? buttons : tries.element;
    if (narrow.matches) buttons.after(tries.element);
    else notes.before(tries.element);
    before.before(...guess);
  }
  arrange();
  for (const room of [narrow, least]) room.addEventListener('change', arrange);
  const relight = lightMarks(element);
  return {
    element,
    heading,
    restore: (given) => live.put(decode(screen.fields, given)),
    query: live.query,
    leave: live.leave,
    print(isOnPaper) {
      // What the reader opened stays open.
      if (isOnPaper && !more.open) more.dataset.paper = '';
      const isOpened = more.dataset.paper !== undefined;
      if (isOpened) more.open = isOnPaper;
      if (!isOnPaper) delete more.dataset.paper;
      live.print(isOnPaper);
    },
  };
}
