// The list of ropes that there are to choose.

import { known } from 'virtual:known-ropes';
import { freshId, h } from '../../shell/dom.js';
import { type KnownRope, plainRope } from './ropes.js';
import { plainName } from './state.js';

/** Their names in addresses. */
export const ropeNames = [plainName, ...known.map(({ name }) => name)];

/** The rope of a name; the plain one where there is none such. */
export const ropeOf = (name: string): KnownRope =>
  known.find((one) => one.name === name) ?? plainRope;

export function createPicker(choose: (name: string) => void) {
  const id = freshId('rope');
  const list = h(
    'select',
    { id, 'data-ropes': '' },
    h('option', { value: plainName }, 'none: a plain rope'),
    h(
      'optgroup',
      { label: 'Known models' },
      ...known.map(({ name }) => h('option', { value: name }, name)),
    ),
  );
  list.addEventListener('change', () => choose(list.value));
  return {
    element: h(
      'div',
      { class: 'control', 'data-param': 'pick' },
      h('label', { for: id }, 'Rope of a model'),
      list,
    ),
    show(name: string): void {
      list.value = ropeNames.includes(name) ? name : plainName;
    },
  };
}
