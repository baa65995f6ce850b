// The fold with the program that computes the numbers of the curves.

import { h, setText } from '../../../shell/dom.js';
import { createFold } from '../../../shell/fold.js';
import { createCopyButton } from '../../../shell/save.js';

export function createCurveProgram() {
  const code = h('code');
  const copy = createCopyButton('Copy', () => code.textContent);
  return {
    element: createFold(
      'curves-code',
      'These numbers in JavaScript',
      h(
        'div',
        { class: 'code' },
        h('pre', { tabindex: 0, 'aria-label': 'Program' }, code),
        h('div', { class: 'actions' }, copy),
      ),
    ),
    show: (text: string) => setText(code, text),
  };
}
