// The choice of a way: a list in two groups, and what the chosen one does.

import { createNote } from '../../controls/control.js';
import { freshId, h } from '../../shell/dom.js';
import { type WayName, wayNames, wayOf } from './ways.js';

const groups = {
  added: 'Added to each patch',
  turned: 'Turning queries and keys',
} as const;

export function createWayControl(
  param: 'method' | 'with',
  word: string,
  choose: (way: WayName) => void,
) {
  const id = freshId(param);
  const note = createNote('');
  const options = Object.entries(groups).map(([group, label]) =>
    h(
      'optgroup',
      { label },
      ...wayNames
        .filter((name) => wayOf(name).group === group)
        .map((name) => h('option', { value: name }, wayOf(name).title)),
    ),
  );
  const select = h(
    'select',
    { id, 'aria-describedby': note.element.id },
    ...options,
  );
  select.addEventListener('change', () => choose(select.value as WayName));
  return {
    element: h(
      'div',
      { class: 'control way', 'data-param': param },
      h(
        'label',
        { for: id },
        h('span', { class: 'word' }, word),
        h('small', { class: 'api' }, param),
      ),
      select,
      note.element,
    ),
    show(way: WayName): void {
      select.value = way;
      note.explain(wayOf(way).words);
    },
  };
}
