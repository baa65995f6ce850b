// The examples as buttons.

import { h } from '../../../shell/dom.js';
import type { AttentionState } from '../state/state.js';
import { type Example, exampleGroups } from './examples.js';

type Typed = Pick<AttentionState, 'text' | 'order' | 'beside'>;

export function createExamples(choose: (typed: Typed) => void) {
  const buttons: { example: Example; button: HTMLButtonElement }[] = [];
  const groups = exampleGroups.map(({ title, examples }) =>
    h(
      'li',
      {},
      h('span', { class: 'hint' }, title),
      ...examples.map((example) => {
        const { label, text, order, beside } = example;
        const button = h('button', { type: 'button' }, label);
        button.addEventListener('click', () => choose({ text, order, beside }));
        buttons.push({ example, button });
        return button;
      }),
    ),
  );
  return {
    element: h(
      'ul',
      { class: 'examples', 'aria-label': 'Examples' },
      ...groups,
    ),
    /** Marks the example that is shown. */
    show({ text, order, beside }: Typed): void {
      for (const { example, button } of buttons) {
        const same =
          example.text === text &&
          example.beside === beside &&
          example.order.join() === order.join();
        button.setAttribute('aria-pressed', String(same));
      }
    },
  };
}
