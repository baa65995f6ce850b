// The controls of one configuration: a list of all methods and, folded away, a
// list for each family, for configurations of several parts.

import { loadWords } from '../../../methods/late.js';
import { freshId, h, setText } from '../../../shell/dom.js';
import type { Failure } from '../../../shell/failure.js';
import { type Side, slots, titleOf } from '../state/slots.js';
import type { SideName } from '../state/state.js';
import { createMethodChoice } from './method-choice.js';
import { createSlot } from './slot-control.js';

export function createSide(name: SideName, set: (side: Side) => void) {
  let side: Side = {};
  const title = h('span', { class: 'spoken' });
  const id = freshId(`method-${name}`);
  const choice = createMethodChoice(id, set);
  const letter = name.toUpperCase();
  const controls = slots.map((slot) => ({
    slot,
    control: createSlot(name, slot, (spec) => {
      const { [slot.family]: _, ...rest } = side;
      set(spec === undefined ? rest : { ...side, [slot.family]: spec });
    }),
  }));
  const parts = h(
    'details',
    { class: 'parts' },
    h('summary', {}, `Options and parts of ${letter}`),
    ...controls.map(({ control }) => control.element),
  );
  // The texts of options are one fold further in.
  parts.addEventListener('toggle', loadWords, { once: true });
  return {
    element: h(
      'fieldset',
      { class: 'configuration', 'data-side': name },
      h('legend', { class: 'spoken' }, `${letter}: `, title),
      h('label', { for: id }, letter),
      choice.element,
      parts,
    ),
    show(next: Side): void {
      side = next;
      setText(title, titleOf(next));
      choice.show(next);
      for (const { slot, control } of controls) control.show(next[slot.family]);
    },
    fail: (failure: Failure | null) =>
      controls.map(({ control }) => control.fail(failure)).includes(true),
  };
}
