// The scaffold that all views share. It keeps the state of a view, draws it at
// most once a frame while the view is on the page, follows the theme, places
// controls beside pictures, and shows why a state could not be drawn.

import type { Theme } from '../plot/colormap.js';
import { mendNames, type Naming } from '../state/names.js';
import { perFrame } from '../state/schedule.js';
import { createStore, type Store } from '../state/store.js';
import { freshId, h, setText } from './dom.js';
import { describeFailure, type Failure } from './failure.js';
import { type Age, createLayout, type LayoutParts } from './layout.js';
import { onThemeChange, theme } from './theme.js';
import type { View, ViewContext } from './view.js';

/** The reason why a state could not be drawn, and what the reader sees. */
export interface Refusal {
  readonly failure: Failure;
  readonly age: Exclude<Age, 'current'>;
  /** A sentence that says what the pictures show instead. */
  readonly seen: string;
  /** Tries again, where the reader can do nothing else about it. */
  readonly retry?: () => void;
}

/**
 * What the pictures show: the state; earlier values, because the state is not
 * computed yet; or what a refusal says.
 */
export type Drawn = Refusal | 'outdated' | null;

export interface ViewParts<State> extends LayoutParts {
  /**
   * What else stands above the controls and the pictures, such as the sentence
   * that they are about. It is short: the first picture and its main control
   * stand on the first screen, at 1280 × 720 and on a phone.
   */
  readonly head?: readonly HTMLElement[];
  /** Makes what the first call of `draw` needs, in tasks of its own. */
  prepare?(state: State): Promise<void>;
  /** Draws a state; null when it could be drawn. */
  draw(state: State): Drawn;
  /**
   * Puts a failure beside the control of its parameter, and takes earlier ones
   * away. False when the parameter has no control, or there is no failure.
   */
  place(failure: Failure | null): boolean;
  /** Forgets the old colours of the page; a call of `draw` follows. */
  refresh(): void;
  /**
   * Takes back what `draw` has put off, because the view was taken off the
   * page. A call of `draw` follows when it is put there again.
   */
  leave?(): void;
}

export interface ViewForm<State extends object> {
  /** The class of its element. */
  readonly name: string;
  /** Its heading, which takes the focus when the reader comes to the view. */
  readonly title: string;
  /** One sentence under the heading: what the pictures show in this state. */
  claim?(state: State): string;
  /** Which entries of an address are names, such as that of a method. */
  readonly namings?: readonly Naming[];
  /**
   * The state that an address names; an empty one names the first state. Names
   * in it are known ones.
   */
  read(query: URLSearchParams): State;
  write(state: State): string;
  /** `redraw` asks for a call of `draw`, because something was computed. */
  build(store: Store<State>, redraw: () => void): ViewParts<State>;
}

export function createView<State extends object>(
  { name, title, claim, namings = [], read, write, build }: ViewForm<State>,
  { changed, step }: ViewContext,
): View {
  const store = createStore(read(new URLSearchParams()), step);
  const redraw = perFrame(draw);
  const parts = build(store, redraw);
  const heading = h('h2', { tabindex: -1, id: freshId('view') }, title);
  const claimed = h('p', { class: 'view-claim' });
  const head = h('header', { class: 'view-head' }, heading, claimed);
  const status = h('p', { class: 'note wrong', role: 'alert', hidden: true });
  const layout = createLayout({
    ...parts,
    controls: [...parts.controls, status],
  });
  let onPage = false;
  /** The theme whose colours the pictures have; null when their letters are old. */
  let colours: Theme | null = theme();

  function show(drawn: Drawn): void {
    const refusal = typeof drawn === 'string' ? null : drawn;
    const failure = refusal?.failure ?? null;
    const placed = parts.place(failure);
    const message = failure && describeFailure(failure);
    status.hidden = failure === null || placed;
    setText(status, message ?? '');
    layout.show(
      refusal?.age ?? (drawn === 'outdated' ? drawn : 'current'),
      refusal && {
        text: `${refusal.seen} ${message}`,
        param: placed ? refusal.failure.param : null,
        retry: refusal.retry ?? null,
      },
    );
  }

  function draw(): void {
    if (!onPage) return;
    if (colours !== theme()) {
      colours = theme();
      parts.refresh();
    }
    setText(claimed, claim?.(store.get()) ?? '');
    try {
      show(parts.draw(store.get()));
    } catch (error) {
      // This is a defect of the page, so half of the pictures may be new.
      const text = `This view could not be drawn: ${error}`;
      layout.show('empty', { text, param: null, retry: null });
      throw error;
    }
  }

  store.subscribe(() => {
    redraw();
    changed();
  });
  onThemeChange(redraw);
  // Letters on a canvas stay as they were painted until the fonts are there.
  document.fonts.addEventListener('loadingdone', () => {
    colours = null;
    redraw();
  });

  return {
    element: h(
      'section',
      { class: `view ${name}`, 'aria-labelledby': heading.id },
      head,
      ...(parts.head ?? []),
      layout.element,
    ),
    heading: () => heading,
    restore(given) {
      const { query, misnamed } = mendNames(given, namings);
      store.set(read(query));
      return misnamed;
    },
    async prepare(given) {
      await parts.prepare?.(read(mendNames(given, namings).query));
    },
    query: () => write(store.get()),
    enter() {
      onPage = true;
      redraw();
    },
    leave() {
      onPage = false;
      parts.leave?.();
    },
  };
}
