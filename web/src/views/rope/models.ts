// A list of the models whose options are known, to choose one by its name.

import type { MethodDescription } from 'posenc/descriptions';
import { freshId, h } from '../../shell/dom.js';
import { isRecord, type Options } from '../../state/spec.js';

export interface Models {
  readonly element: HTMLElement;
  /** Shows a name that there is to choose. */
  show(name: string): void;
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

export interface ModelsForm {
  readonly label: string;
  /** What the list is for, to be found by. */
  readonly name: string;
  /** What there is to choose besides the models, by its value. */
  readonly others: Readonly<Record<string, string>>;
  /** Called with the name of a model, or with another value. */
  choose(name: string): void;
}

export function createModels(
  method: MethodDescription,
  { label: asked, name, others, choose }: ModelsForm,
): Models {
  const id = freshId('model');
  const groups = [...bySchedule(method)];
  const list = h(
    'select',
    { id, 'data-models': name },
    ...Object.entries(others).map(([value, text]) =>
      h('option', { value }, text),
    ),
    ...groups.map(([label, names]) =>
      h(
        'optgroup',
        { label },
        ...names.map((name) => h('option', { value: name }, name)),
      ),
    ),
  );
  list.addEventListener('change', () => choose(list.value));
  return {
    element: h(
      'div',
      { class: 'presets' },
      h('label', { for: id }, asked),
      list,
    ),
    show(chosen) {
      list.value = chosen;
    },
  };
}
