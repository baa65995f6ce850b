// A control for a list of sets of options: a row of controls for each, and
// buttons that add a row or remove one.

import { h, setText } from '../shell/dom.js';
import {
  isList,
  isRecord,
  type Options,
  type SpecValue,
  withValue,
} from '../state/spec.js';
import {
  type Control,
  type ControlKind,
  createFieldset,
  createNote,
  type Group,
  type Of,
  type OnInput,
  type Place,
} from './control.js';

type Records = Of<'records'>;

/** What is no record has none of the options. */
function recordOf(value: SpecValue | undefined): Options {
  return value !== undefined && isRecord(value) ? value : {};
}

/** The list with a copy of its last record; a new list has the fewest. */
export function withMore(
  { least = 0 }: Records,
  list: readonly SpecValue[],
  first: Options,
): readonly SpecValue[] {
  const more = [...list, list.at(-1) ?? first];
  while (more.length < least) more.push(first);
  return more;
}

/**
 * The list without a record; undefined for a list that is left out, because
 * fewer records are not allowed.
 */
export function withLess(
  { least = 0, optional }: Records,
  list: readonly SpecValue[],
  index: number,
): readonly SpecValue[] | undefined {
  const rest = list.filter((_, i) => i !== index);
  return optional && (rest.length < least || rest.length === 0)
    ? undefined
    : rest;
}

interface Row {
  readonly element: HTMLElement;
  readonly legend: HTMLElement;
  readonly remove: HTMLButtonElement;
  readonly group: Group;
}

function create(
  { name, word, path, doc, parameter, inside }: Place<Records>,
  onInput: OnInput,
): Control {
  const { of, least = 0, most = Infinity, optional } = parameter;
  const note = createNote(doc);
  const rows: Row[] = [];
  const box = h('ol', { class: 'inside', hidden: true });
  const add = h(
    'button',
    { type: 'button', 'aria-label': `Add to ${name}` },
    'Add',
  );
  let list: readonly SpecValue[] = [];

  function change(next: readonly SpecValue[] | undefined): void {
    set(next);
    onInput(next);
  }

  function changeRow(index: number, option: string, given?: SpecValue): void {
    const record = withValue(recordOf(list[index]), option, given);
    change(list.map((other, i) => (i === index ? record : other)));
  }

  function createRow(index: number): Row {
    const group = inside.group(of, `${path}[${index}]`, (option, given) =>
      changeRow(index, option, given),
    );
    const legend = h('legend');
    const remove = h(
      'button',
      { type: 'button', 'aria-label': `Remove ${name} ${index + 1}` },
      'Remove',
    );
    remove.addEventListener('click', () => {
      change(withLess(parameter, list, index));
      // The button that had the focus may be gone, or disabled.
      const next = rows[Math.min(index, rows.length - 1)]?.remove ?? add;
      (next.disabled ? add : next).focus();
    });
    const element = h(
      'li',
      {},
      h('fieldset', { class: 'row' }, legend, ...group.elements, remove),
    );
    return { element, legend, remove, group };
  }

  function set(next: SpecValue | undefined): void {
    list = next !== undefined && isList(next) ? next : [];
    while (rows.length > list.length) rows.pop()?.element.remove();
    while (rows.length < list.length) {
      const row = createRow(rows.length);
      rows.push(row);
      box.append(row.element);
    }
    rows.forEach(({ legend, remove, group }, i) => {
      setText(legend, `${name} ${i + 1} of ${list.length}`);
      remove.disabled = list.length <= least && !optional;
      group.show(recordOf(list[i]));
    });
    box.hidden = rows.length === 0;
    add.disabled = list.length >= most;
  }

  add.addEventListener('click', () => {
    const index = list.length;
    change(withMore(parameter, list, inside.first(of)));
    rows[index]?.element.querySelector<HTMLElement>('input, button')?.focus();
  });

  return {
    element: createFieldset({ name, word, path }, note, note.element, box, add),
    set,
    fail(failure) {
      const placed = rows.map(({ group }) => group.fail(failure));
      note.fail(placed.includes(true) ? null : failure, []);
    },
  };
}

export const records: ControlKind<Records> = {
  create,
  first: ({ least = 0, of }, first) =>
    Array.from({ length: least }, () => first(of)),
  within: ({ of }, value, convert) =>
    isList(value)
      ? value.map((item) => (isRecord(item) ? convert(of, item) : item))
      : value,
};
