// A message over the pictures that says why they are not those of the current
// values. The control of the wrong value may be out of sight.

import { h, setText } from './dom.js';

export interface Problem {
  readonly text: string;
  /** The parameter with the wrong value; null where it has no control. */
  readonly param: string | null;
  /** Tries again, where that may help. */
  readonly retry: (() => void) | null;
}

export interface Banner {
  readonly element: HTMLElement;
  show(problem: Problem | null): void;
}

/**
 * The control of a parameter, or the nearest around it: an option in a wrong
 * place, such as `scaling.factor`, may have none of its own.
 */
function controlAt(view: Element | null, param: string): Element | null {
  const found = view?.querySelector(`[data-param="${CSS.escape(param)}"]`);
  const outer = param.replace(/[.[][^.[]*$/, '');
  return found ?? (outer === param ? null : controlAt(view, outer));
}

/**
 * Puts the focus on the control of a parameter, in the middle of the screen.
 */
function leadTo(view: Element | null, param: string): void {
  const control = controlAt(view, param);
  const input =
    control?.querySelector<HTMLElement>('input:checked') ??
    control?.querySelector<HTMLElement>('input, textarea, button');
  input?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: 'center' });
}

/** The name of a control for people, without that of its option beneath it. */
function nameOf(view: Element | null, param: string): string {
  const label = controlAt(view, param)?.querySelector('label, legend');
  const word = label?.querySelector('.word') ?? label;
  const own = [...(word?.childNodes ?? [])].filter(
    ({ nodeType }) => nodeType === Node.TEXT_NODE,
  );
  return (
    own
      .map(({ textContent }) => textContent)
      .join('')
      .trim() || param
  );
}

/** The banner is no alert, because the line beside the control is one. */
export function createBanner(): Banner {
  const words = h('p');
  const button = h('button', { type: 'button' });
  const card = h('div', { class: 'problem' }, words, button);
  const element = h('div', { class: 'banner', hidden: true }, card);
  let param: string | null = null;
  let retry: (() => void) | null = null;
  /** What the button says while it leads to a control. */
  const leading = () =>
    param === null ? '' : `Go to “${nameOf(element.closest('.view'), param)}”`;
  button.addEventListener('click', () => {
    if (retry !== null) retry();
    else if (param !== null) leadTo(element.closest('.view'), param);
  });
  return {
    element,
    show(problem) {
      element.hidden = problem === null;
      param = problem?.param ?? null;
      retry = problem?.retry ?? null;
      button.hidden = param === null && retry === null;
      setText(words, problem?.text ?? '');
      setText(button, retry === null ? leading() : 'Try again');
    },
  };
}
