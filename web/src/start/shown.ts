// A screen on the page: words, figure and controls, and the state between them.

import { firstNumbers } from 'virtual:lesson';
import { h, setText, svg } from '../shell/dom.js';
import { createLiveLine } from '../shell/live.js';
import { narrow } from '../shell/narrow.js';
import { decode, encode } from '../state/hash.js';
import { begin } from '../state/pending.js';
import { createControl } from './controls.js';
import { show } from './drawing.js';
import { askAll } from './engine.js';
import { listenToGrips } from './grips.js';
import { createGuess } from './guess.js';
import { createLessonKeep } from './kept.js';
import { lightMarks, marked } from './marks.js';
import {
  type AnyScreen,
  firstState,
  type Instances,
  type Room,
  seeded,
} from './screen.js';
import { createTerms } from './terms.js';
import { createTries } from './tries.js';

type State = Readonly<Record<string, unknown>>;

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
  const first: State = firstState(screen);
  let state = first;
  let use: Instances | null = null;
  let numbers: unknown = firstNumbers[screen.name];
  let drawn: State = first;
  /** Whether the reader led to this state, and not an address. */
  let touched = false;
  let room: Room = 'wide';
  /** A printer's page is narrow as a phone, and has room for the wide figure. */
  let onPaper = false;

  const figure = svg('svg', {
    role: 'group',
    class: 'start-figure',
    // As on paper, the figure begins where the words and controls below begin.
    preserveAspectRatio: 'xMinYMin meet',
    'data-figure': true,
  });
  const tries = createTries(screen.tries);
  const beside = h('div', { class: 'start-show' });
  const said = h('p', { class: 'said' });
  const live = createLiveLine();
  const lead = h('a', { class: 'lead' });

  const query = () =>
    new URLSearchParams(encode(screen.fields, state)).toString();

  function paint(): void {
    room = narrow.matches && !onPaper ? 'narrow' : 'wide';
    const drawing = screen.draw(drawn, numbers, room);
    show(figure, drawing);
    element.style.setProperty('--aspect', `${drawing.width / drawing.height}`);
    const words = screen.say(drawn, numbers);
    setText(said, words);
    live.say(words);
    tries.look(drawn, numbers, touched);
    relight();
  }

  /** Computes the numbers of the state; the package may have to come first. */
  async function compute(): Promise<void> {
    const wanted = state;
    if (query() === '') numbers = firstNumbers[screen.name];
    else {
      if (!use) {
        const done = begin('picture');
        try {
          use = await askAll(screen.parts);
        } catch (error) {
          setText(said, `The numbers could not be loaded: ${error}`);
          return;
        } finally {
          done();
        }
        // The reader has gone on meanwhile.
        if (wanted !== state) return;
      }
      numbers = screen.compute(use, wanted);
    }
    drawn = wanted;
    paint();
  }

  function put(next: State): void {
    state = next;
    for (const control of controls) control.set(state);
    const { text, href } = screen.lead(state);
    setText(lead, text);
    lead.href = href;
    void compute();
    changed();
  }

  function change(next: State): void {
    touched = true;
    put(next);
  }

  const get = () => state;
  const controls = screen.controls.map((control) =>
    createControl(control, get, change),
  );

  listenToGrips(figure, {
    at: (grip, point) => screen.at?.(state, grip, point, room) ?? Number.NaN,
    move(grip, value) {
      if (screen.drag) change(screen.drag(state, grip, value));
    },
  });
  narrow.addEventListener('change', paint);

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
  const buttons = h(
    'div',
    { class: 'start-controls' },
    ...controls.map((control) => control.element),
  );
  const notes = h(
    'div',
    { class: 'notes' },
    ...[screen.hint ?? '', screen.seeded ? seeded : '']
      .filter((note) => note !== '')
      .map((note) => h('p', { class: 'note' }, note)),
  );
  const keep = createLessonKeep(screen, () => ({ state: drawn, numbers }));
  const below = h('div', { class: 'start-below' }, said, keep);
  beside.append(h('figure', {}, figure), buttons, below, live.element);
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
    restore(given) {
      touched = false;
      put(decode(screen.fields, given));
    },
    query,
    leave() {
      for (const control of controls) control.leave?.();
    },
    print(isOnPaper) {
      onPaper = isOnPaper;
      // What the reader opened stays open.
      if (isOnPaper && !more.open) more.dataset.paper = '';
      const isOpened = more.dataset.paper !== undefined;
      if (isOpened) more.open = isOnPaper;
      if (!isOnPaper) delete more.dataset.paper;
      paint();
    },
  };
}
