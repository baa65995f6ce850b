// A part for those who want more, folded away under its name.

import { h } from '../../shell/dom.js';

export function createFold(
  name: string,
  ...content: readonly HTMLElement[]
): HTMLDetailsElement {
  return h(
    'details',
    { class: 'fold' },
    h('summary', {}, name),
    h('div', { class: 'fold-content' }, ...content),
  );
}
