// The sentence: its text, its words to rearrange, where it stands, how much its
// scores change by that, and their maps.

import { createNumberField } from '../../controls/number-field.js';
import { createSeeded } from '../../figures/words/seeded.js';
import { createText } from '../../figures/words/text.js';
import type { Cell } from '../../plot/cursor.js';
import { h } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import { createLedger } from './ledger.js';
import { createMaps } from './maps.js';
import { type Sentence, shownOrder } from './sentence.js';
import type { RopeState } from './state.js';

/** The arrows go where the sentence has its words. */
const own = { queryAt: undefined, keyAt: undefined } as const;

export function createSentenceFigure(
  get: () => RopeState,
  set: (patch: Partial<RopeState>) => void,
) {
  const text = createText((patch) => {
    // Another text, and another order, put the words elsewhere.
    const moved = patch.text !== undefined || patch.order !== undefined;
    set(moved ? { ...patch, ...own } : patch);
  });
  const start = createNumberField({
    param: 'start',
    name: 'First word at position',
    look: 'number-field',
    doc: 'Move the whole sentence: scores with RoPE do not change.',
    range: { low: 0, high: 100_000, spacing: 'decades', integer: true },
    onInput: (value) => set({ start: value ?? Number.NaN, ...own }),
  });
  const ledger = createLedger();
  const maps = createMaps(set, ({ row, column }: Cell) => {
    const order = shownOrder(get());
    const [query, key] = [order[row] ?? row, order[column] ?? column];
    set({ query, key, ...own });
  });
  return {
    element: h(
      'figure',
      { class: 'whole' },
      h('h3', {}, 'The whole sentence'),
      h('div', { class: 'whole-head' }, text.element, start.element),
      ledger.element,
      maps.element,
      createSeeded(),
    ),
    fail: (failure: Failure | null) =>
      [text.fail(failure), start.fail(failure)].includes(true),
    /** Shows the controls of a state; `drawn`: it could be drawn. */
    show(state: RopeState, drawn: boolean): void {
      start.set(state.start);
      text.show(state, drawn ? shownOrder(state) : undefined);
    },
    draw(sentence: Sentence, state: RopeState): void {
      ledger.draw(sentence, state.start);
      maps.draw(sentence, state);
    },
  };
}
