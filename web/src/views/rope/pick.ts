// A choice in a figure, as a list with its name before it.

import { freshId, h } from '../../shell/dom.js';

export interface Pick<Name extends string> {
  readonly element: HTMLElement;
  set(name: Name): void;
}

export function createPick<Name extends string>(
  label: string,
  names: Readonly<Record<Name, string>>,
  choose: (name: Name) => void,
): Pick<Name> {
  const id = freshId('pick');
  const list = h(
    'select',
    { id },
    ...(Object.keys(names) as Name[]).map((name) =>
      h('option', { value: name }, names[name]),
    ),
  );
  list.addEventListener('change', () => choose(list.value as Name));
  return {
    element: h('p', { class: 'pick' }, h('label', { for: id }, label), list),
    set(name) {
      list.value = name;
    },
  };
}
