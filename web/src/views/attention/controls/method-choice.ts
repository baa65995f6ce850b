// One list of all methods of all families, from which a configuration gets a
// single part.

import { firstSpec } from '../../../methods/learned.js';
import { h } from '../../../shell/dom.js';
import { methodIn, type Side, slots } from '../state/slots.js';
import { familyNames } from './families.js';

/** What stands in the list for a configuration of several parts. */
const several = '+';

/** The single method of a configuration; '' for none. */
function nameOf(side: Side): string {
  const specs = Object.values(side);
  const [spec] = specs;
  return specs.length > 1 ? several : (spec?.method ?? '');
}

export function createMethodChoice(id: string, set: (side: Side) => void) {
  const more = h('option', { value: several, hidden: true }, 'several parts');
  const list = h(
    'select',
    { id, class: 'method-choice' },
    h('option', { value: '' }, 'No position'),
    more,
    ...slots.map((slot) =>
      h(
        'optgroup',
        { label: familyNames[slot.family] },
        ...slot.methods.map(({ name, title }) => {
          return h('option', { value: name }, title);
        }),
      ),
    ),
  );
  list.addEventListener('change', () => {
    const { value } = list;
    if (value === '') set({});
    for (const slot of slots) {
      const method = methodIn(slot, value);
      if (method) set({ [slot.family]: firstSpec(method) });
    }
  });
  return {
    element: list,
    show(side: Side): void {
      const name = nameOf(side);
      more.hidden = name !== several;
      list.value = name;
    },
  };
}
