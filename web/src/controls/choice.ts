// A control for a choice among a few words.

import {
  type Control,
  type ControlKind,
  createFieldset,
  createNote,
  type Of,
  type OnInput,
  type Place,
  unsetWords,
} from './control.js';
import { createSegments } from './segments.js';

function create(
  { name, word, path, doc, parameter }: Place<Of<'choice'>>,
  onInput: OnInput,
): Control {
  const { choices } = parameter;
  const note = createNote(doc);
  // The option may be left out, which is one more choice.
  const optional =
    parameter.default === undefined && unsetWords(parameter) !== undefined;
  const words = optional ? ['', ...choices] : choices;
  const segments = createSegments(name, words, (word) =>
    onInput(word === '' ? undefined : word),
  );
  const parts = [segments.element, note.element];
  return {
    element: createFieldset({ name, word, path }, note, ...parts),
    set: (value) => segments.set(String(value ?? '')),
    fail: (failure) => note.fail(failure, segments.inputs),
  };
}

export const choice: ControlKind<Of<'choice'>> = {
  create,
  first: ({ choices }) => choices[0] ?? '',
};
