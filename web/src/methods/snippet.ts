// Programs to copy, which call the package as the page does.

import { literalOf, type MethodDescription } from 'posenc/descriptions';
import { h, setText } from '../shell/dom.js';
import { createCopyButton } from '../shell/save.js';
import { optionsOf, type Spec } from '../state/spec.js';
import { lean } from './defaults.js';

/** The call of the package that a spec stands for. */
export function callOf(method: MethodDescription, spec: Spec): string {
  const options = optionsOf(lean(method, spec));
  const none = Object.keys(options).length === 0;
  return `pe.${spec.method}(${none ? '' : literalOf(options)})`;
}

/** A whole program from lines that use `pe`. */
export function program(...lines: readonly string[]): string {
  return [
    "import { load } from 'posenc';",
    '',
    'const pe = await load();',
    ...lines,
  ].join('\n');
}

export interface Snippet {
  readonly element: HTMLElement;
  show(text: string): void;
}

/** A program on the page, with a button that copies it, and other buttons. */
export function createSnippet(...buttons: readonly HTMLElement[]): Snippet {
  const text = h('code');
  const frame = h('pre', { tabindex: 0, 'aria-label': 'Code' }, text);
  const copy = createCopyButton('Copy code', () => text.textContent);
  return {
    element: h(
      'div',
      { class: 'code' },
      frame,
      h('div', { class: 'actions' }, copy, ...buttons),
    ),
    show: (program) => setText(text, program),
  };
}
