// A list of the models whose options are known, to choose one by its name.

import type { MethodDescription } from 'posenc/descriptions';
import { freshId, h } from '../../shell/dom.js';

export interface Models {
  readonly element: HTMLElement;
  /** Chooses the first model for which `holds` is true. */
  show(holds: (name: string) => boolean): void;
}

/** `choose` is called with null for the choice of no model. */
export function createModels(
  { presets }: MethodDescription,
  choose: (name: string | null) => void,
): Models {
  const id = freshId('model');
  const names = Object.keys(presets);
  const list = h(
    'select',
    { id, 'data-models': true },
    h('option', { value: '' }, 'none of these'),
    ...names.map((name) => h('option', { value: name }, name)),
  );
  list.addEventListener('change', () =>
    choose(list.value === '' ? null : list.value),
  );
  return {
    element: h(
      'div',
      { class: 'presets' },
      h('label', { for: id }, 'Options of a model'),
      list,
    ),
    show(holds) {
      list.value = names.find(holds) ?? '';
    },
  };
}
