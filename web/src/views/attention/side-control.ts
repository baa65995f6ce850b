// The controls of one configuration: a list for each family of methods.

import { h, setText } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import { createSlot } from './slot-control.js';
import { type Side, slots, titleOf } from './slots.js';
import type { SideName } from './state.js';

export function createSide(name: SideName, set: (side: Side) => void) {
  let side: Side = {};
  const title = h('span');
  const controls = slots.map((slot) => ({
    slot,
    control: createSlot(name, slot, (spec) => {
      const { [slot.family]: _, ...rest } = side;
      set(spec === undefined ? rest : { ...side, [slot.family]: spec });
    }),
  }));
  return {
    element: h(
      'fieldset',
      { class: 'configuration', 'data-side': name },
      h('legend', {}, `${name.toUpperCase()}: `, title),
      ...controls.map(({ control }) => control.element),
    ),
    show(next: Side): void {
      side = next;
      setText(title, titleOf(next));
      for (const { slot, control } of controls) control.show(next[slot.family]);
    },
    fail: (failure: Failure | null) =>
      controls.map(({ control }) => control.fail(failure)).includes(true),
  };
}
