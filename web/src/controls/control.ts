// The frame around every control: name, the control itself, and one line
// that says what it is, or what the package said about its value.

import { freshId, h, prose } from '../shell/dom.js';

export type Value = number | string | boolean;

export interface Control {
  readonly element: HTMLElement;
  /** Shows a value that came from somewhere else. */
  set(value: Value): void;
  /** Shows an error in place of the explanation; null takes it away. */
  fail(message: string | null): void;
}

export interface NoteLine {
  readonly element: HTMLElement;
  fail(message: string | null, inputs: readonly Element[]): void;
}

/** The line below a control. An error takes the place of the explanation. */
export function createNote(doc: string): NoteLine {
  const element = h('p', { class: 'note', id: freshId('note') }, ...prose(doc));
  let shown: string | null = null;
  return {
    element,
    fail(message, inputs) {
      if (message === shown) return;
      shown = message;
      const wrong = message !== null;
      element.classList.toggle('wrong', wrong);
      if (wrong) element.setAttribute('role', 'alert');
      else element.removeAttribute('role');
      element.replaceChildren(...(wrong ? [message] : prose(doc)));
      for (const input of inputs) {
        if (wrong) input.setAttribute('aria-invalid', 'true');
        else input.removeAttribute('aria-invalid');
      }
    },
  };
}
