// The text of a configuration, to be read and changed.

import { createNote } from '../../../controls/control.js';
import { freshId, h } from '../../../shell/dom.js';
import type { Failure } from '../../../shell/failure.js';

export interface FieldForm {
  readonly label: string;
  readonly note: string;
  readonly rows: number;
  edit(text: string): void;
}

export function createConfigField({ label, note: doc, rows, edit }: FieldForm) {
  const id = freshId('config');
  const note = createNote(doc);
  const area = h('textarea', {
    ...{ id, rows, spellcheck: 'false' },
    ...{ autocomplete: 'off', autocapitalize: 'off', wrap: 'off' },
    'aria-describedby': note.element.id,
  });
  area.addEventListener('input', () => edit(area.value));
  const elements = [h('label', { for: id }, label), area, note.element];
  return {
    elements,
    show(text: string): void {
      if (area.value !== text) area.value = text;
    },
    hide(hidden: boolean): void {
      for (const element of elements) element.hidden = hidden;
    },
    fail: (failure: Failure | null) => note.fail(failure, [area]),
  };
}
