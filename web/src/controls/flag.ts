// A control for an option that is on or off.

import { h } from '../shell/dom.js';
import { type Control, createNote } from './control.js';

export interface FlagSpec {
  readonly name: string;
  readonly doc: string;
}

export function createFlag(
  spec: FlagSpec,
  onInput: (value: boolean) => void,
): Control {
  const note = createNote(spec.doc);
  const input = h('input', {
    type: 'checkbox',
    'aria-describedby': note.element.id,
  });
  input.addEventListener('change', () => onInput(input.checked));
  const element = h(
    'div',
    { class: 'control flag', 'data-param': spec.name },
    h('label', {}, input, spec.name),
    note.element,
  );
  return {
    element,
    set(value) {
      input.checked = value === true;
    },
    fail: (message) => note.fail(message, [input]),
  };
}
