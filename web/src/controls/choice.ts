// A control for a choice among a few words.

import { h } from '../shell/dom.js';
import { type Control, createNote } from './control.js';
import { createSegments } from './segments.js';

export interface ChoiceSpec {
  readonly name: string;
  readonly doc: string;
  readonly choices: readonly string[];
  /** The option may be left out, which is one more choice. */
  readonly optional?: boolean;
}

export function createChoice(
  spec: ChoiceSpec,
  onInput: (value: string | undefined) => void,
): Control {
  const note = createNote(spec.doc);
  const words = spec.optional ? ['', ...spec.choices] : spec.choices;
  const segments = createSegments(spec.name, words, (word) =>
    onInput(word === '' ? undefined : word),
  );
  const element = h(
    'fieldset',
    {
      class: 'control',
      'data-param': spec.name,
      'aria-describedby': note.element.id,
    },
    h('legend', {}, spec.name),
    segments.element,
    note.element,
  );
  return {
    element,
    set: (value) => segments.set(String(value ?? '')),
    fail: (message) => note.fail(message, segments.inputs),
  };
}
