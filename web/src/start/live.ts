// A figure that follows a state, with its controls and its sentence. Each screen of
// the lesson shows one, and each page of a question.

import { h, setText, svg } from '../shell/dom.js';
import { createLiveLine } from '../shell/live.js';
import { narrow } from '../shell/narrow.js';
import { encode } from '../state/hash.js';
import { begin } from '../state/pending.js';
import { createControl } from './controls.js';
import { show } from './drawing.js';
import { askAll } from './engine.js';
import { listenToGrips } from './grips.js';
import {
  type AnyFigure,
  firstState,
  type Instances,
  type Room,
} from './screen.js';

type State = Readonly<Record<string, unknown>>;

/** What is drawn: a state, and its numbers. */
export interface Drawn {
  readonly state: State;
  readonly numbers: unknown;
}

export interface Live {
  /** The drawing, the controls, the sentence, and a line that is spoken. */
  readonly figure: SVGSVGElement;
  readonly controls: HTMLElement;
  readonly said: HTMLElement;
  readonly spoken: HTMLElement;
  /** What is drawn now: the numbers of a new state may have to come first. */
  drawn(): Drawn;
  /** The state as the query of an address. */
  query(): string;
  /** Shows a state that no control led to. */
  put(state: State): void;
  leave(): void;
  /** Paper is narrow as a phone, and has room for the wide figure. */
  print(isOnPaper: boolean): void;
}

export interface LiveEvents {
  /** The state changed; by hand, or else by `put`. */
  changed(state: State, byHand: boolean): void;
  /** A picture was drawn that is so many times as wide as it is high. */
  painted(drawn: Drawn, aspect: number): void;
}

/** `first` are the numbers of the first state, made while the page was built. */
export function createLive(
  model: AnyFigure,
  first: unknown,
  { changed, painted }: LiveEvents,
): Live {
  let state: State = firstState(model);
  let drawn: Drawn = { state, numbers: first };
  let use: Instances | null = null;
  let room: Room = 'wide';
  let onPaper = false;

  const figure = svg('svg', {
    role: 'group',
    class: 'start-figure',
    // As on paper, the figure begins where the words and controls below begin.
    preserveAspectRatio: 'xMinYMin meet',
    'data-figure': true,
  });
  const said = h('p', { class: 'said' });
  const live = createLiveLine();

  const query = () =>
    new URLSearchParams(encode(model.fields, state)).toString();

  function paint(): void {
    room = narrow.matches && !onPaper ? 'narrow' : 'wide';
    const drawing = model.draw(drawn.state, drawn.numbers, room);
    show(figure, drawing);
    const words = model.say(drawn.state, drawn.numbers);
    setText(said, words);
    live.say(words);
    painted(drawn, drawing.width / drawing.height);
  }

  /** Computes the numbers of the state; the package may have to come first. */
  async function compute(): Promise<void> {
    const wanted = state;
    if (query() === '') drawn = { state: wanted, numbers: first };
    else {
      if (!use) {
        const done = begin('picture');
        try {
          use = await askAll(model.parts);
        } catch (error) {
          setText(said, `The numbers could not be loaded: ${error}`);
          return;
        } finally {
          done();
        }
        // The reader has gone on meanwhile.
        if (wanted !== state) return;
      }
      drawn = { state: wanted, numbers: model.compute(use, wanted) };
    }
    paint();
  }

  function put(next: State, byHand: boolean): void {
    state = next;
    for (const control of controls) control.set(state);
    changed(state, byHand);
    void compute();
  }
  const change = (next: State) => put(next, true);

  const controls = model.controls.map((control) =>
    createControl(control, () => state, change),
  );
  listenToGrips(figure, {
    at: (grip, point) => model.at?.(state, grip, point, room) ?? Number.NaN,
    move(grip, value) {
      if (model.drag) change(model.drag(state, grip, value));
    },
  });
  narrow.addEventListener('change', paint);

  return {
    ...{ figure, said, spoken: live.element, query },
    controls: h(
      'div',
      { class: 'start-controls' },
      ...controls.map(({ element }) => element),
    ),
    drawn: () => drawn,
    put: (next) => put(next, false),
    leave() {
      for (const control of controls) control.leave?.();
    },
    print(isOnPaper) {
      onPaper = isOnPaper;
      paint();
    },
  };
}
