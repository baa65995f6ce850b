// What all controls share: how they are set, and the line below each that
// explains the option or shows the package's error.

import { freshId, h, prose } from '../shell/dom.js';
import type { SpecValue } from '../state/spec.js';

export interface Control {
  readonly element: HTMLElement;
  /** Shows a value; undefined when the option is left out. */
  set(value: SpecValue | undefined): void;
  /** Shows an error in place of the explanation; null removes the error. */
  fail(message: string | null): void;
}

export interface NoteLine {
  readonly element: HTMLElement;
  /** Changes the explanation, which is shown while there is no error. */
  explain(text: string): void;
  fail(message: string | null, inputs: readonly Element[]): void;
}

/** The line below a control: an explanation, or an error in its place. */
export function createNote(doc: string): NoteLine {
  const element = h('p', { class: 'note', id: freshId('note') }, ...prose(doc));
  let explanation = doc;
  let shown: string | null = null;

  function draw(): void {
    element.replaceChildren(...(shown === null ? prose(explanation) : [shown]));
  }

  return {
    element,
    explain(text) {
      if (text === explanation) return;
      explanation = text;
      draw();
    },
    fail(message, inputs) {
      if (message === shown) return;
      shown = message;
      const wrong = message !== null;
      element.classList.toggle('wrong', wrong);
      if (wrong) element.setAttribute('role', 'alert');
      else element.removeAttribute('role');
      draw();
      for (const input of inputs) {
        if (wrong) input.setAttribute('aria-invalid', 'true');
        else input.removeAttribute('aria-invalid');
      }
    },
  };
}
