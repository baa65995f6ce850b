// A control for a parameter that is a number.

import {
  type Control,
  type ControlKind,
  type Of,
  type OnInput,
  type Place,
  unsetWords,
} from './control.js';
import { createNumberField } from './number-field.js';

type NumberParameter = Of<'number'>;

function create(
  { name, word, path, doc, parameter, range }: Place<NumberParameter>,
  onInput: OnInput,
): Control {
  const { element, set, fail } = createNumberField({
    param: path,
    name,
    word,
    look: 'control',
    // An empty field stands for the default.
    unset: unsetWords(parameter),
    range: range(path, parameter),
    even: parameter.even,
    doc,
    onInput,
  });
  return {
    element,
    set: (value) => set(value === undefined ? undefined : Number(value)),
    fail,
  };
}

export const number: ControlKind<NumberParameter> = {
  create,
  first: ({ even, max = Infinity, min }) => min ?? Math.min(even ? 2 : 1, max),
  settle: (value) => (typeof value === 'number' ? value : Number.NaN),
};
