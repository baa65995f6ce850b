// A list of the models whose options are known, to choose one by its name.

import type { MethodDescription } from 'posenc/descriptions';
import { freshId, h } from '../../shell/dom.js';
import { isRecord, type Options } from '../../state/spec.js';

export interface Models {
  readonly element: HTMLElement;
  /** Chooses the first model for which `holds` is true. */
  show(holds: (name: string) => boolean): void;
}

/** The presets by the schedules of their frequencies, those without one first. */
export function bySchedule({ presets }: MethodDescription) {
  const groups = new Map<string, string[]>([['not scaled', []]]);
  for (const [name, options] of Object.entries(presets)) {
    const { scaling } = options as Options;
    const type = scaling !== undefined && isRecord(scaling) && scaling.type;
    const label = typeof type === 'string' ? type : 'not scaled';
    groups.set(label, [...(groups.get(label) ?? []), name]);
  }
  return groups;
}

/** `choose` is called with null for the choice of no model. */
export function createModels(
  method: MethodDescription,
  choose: (name: string | null) => void,
): Models {
  const id = freshId('model');
  const groups = [...bySchedule(method)];
  const list = h(
    'select',
    { id, 'data-models': true },
    h('option', { value: '' }, 'none of these'),
    ...groups.map(([label, names]) =>
      h(
        'optgroup',
        { label },
        ...names.map((name) => h('option', { value: name }, name)),
      ),
    ),
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
      list.value = groups.flatMap(([, names]) => names).find(holds) ?? '';
    },
  };
}
