// Attention over a long sequence: its controls, and the place of its pictures,
// which are loaded when the fold is first opened: zooming takes a library.

import { createGroup } from '../../../controls/group.js';
import type { Desk } from '../../../engine/desk.js';
import { h } from '../../../shell/dom.js';
import type { Failure } from '../../../shell/failure.js';
import { loadWhenOpen } from '../../../shell/when-open.js';
import type { BySide } from '../state/state.js';
import {
  type AttentionState,
  pageParameters,
  pageWords,
} from '../state/state.js';
import type { LongJobs } from './ask.js';
import type { LongEvents, LongFigure } from './figure.js';

const names = ['length', 'of', 'pool'] as const;

type Shown = Pick<AttentionState, (typeof names)[number]>;

interface Look {
  readonly state: AttentionState;
  readonly head: number;
  readonly titles: BySide<string>;
}

function createControls({ set }: LongEvents) {
  const { length, of, pool } = pageParameters;
  return createGroup({
    parameters: { length, of, pool },
    names,
    words: pageWords,
    range: () => ({
      ...{ low: 64, high: 100_000, spacing: 'decades', integer: true },
    }),
    onInput(name, value) {
      if (name === 'length')
        set({ length: Number(value ?? Number.NaN), zoom: [] });
      else if (value !== undefined) set({ [name]: value });
    },
  });
}

/** @param desk has the pictures drawn, and nothing else */
export function createLateLong(desk: Desk<LongJobs>, events: LongEvents) {
  const controls = createControls(events);
  const words = h('p', { class: 'hint', role: 'status' });
  const element = h(
    'figure',
    { class: 'chart long' },
    h('div', { class: 'long-controls' }, ...controls.elements),
    words,
  );
  let figure: LongFigure | null = null;
  let look: Look | null = null;

  loadWhenOpen(element, words, 'The pictures', async () => {
    const { createLongFigure } = await import('./figure.js');
    words.remove();
    figure = createLongFigure(element, desk, events);
    if (look !== null) figure.draw(look.state, look.head, look.titles);
  });

  return {
    element,
    fail: (failure: Failure | null) => controls.fail(failure),
    /** Shows the controls of a state, which may be wrong. */
    show: ({ length, of, pool }: Shown) => controls.show({ length, of, pool }),
    draw(state: AttentionState, head: number, titles: BySide<string>): void {
      look = { state, head, titles };
      figure?.draw(state, head, titles);
    },
    /** Gives up what is not drawn yet. */
    leave: (): void => figure?.leave(),
  };
}
