// A control for an option that is on or off.

import { h } from '../shell/dom.js';
import {
  type Control,
  type ControlKind,
  createNote,
  labelOf,
  type Of,
  type OnInput,
  type Place,
} from './control.js';

function create(
  { name, word, path, doc }: Place<Of<'boolean'>>,
  onInput: OnInput,
): Control {
  const note = createNote(doc);
  const input = h('input', {
    type: 'checkbox',
    'aria-describedby': note.element.id,
  });
  input.addEventListener('change', () => onInput(input.checked));
  const element = h(
    'div',
    { class: 'control flag', 'data-param': path },
    h('label', {}, input, ...labelOf({ name, word })),
    note.element,
  );
  return {
    element,
    set(value) {
      input.checked = value === true;
    },
    fail: (failure) => note.fail(failure, [input]),
  };
}

export const switchKind: ControlKind<Of<'boolean'>> = {
  create,
  first: () => false,
};
