// A strip of numbers to choose the head that is shown.

import { createStrip, type Strip } from '../../../controls/segments.js';
import { h } from '../../../shell/dom.js';

export function createHeadChoice(choose: (head: number) => void) {
  const element = h('div', { class: 'heads' });
  let strip: Strip<string> | null = null;
  let count = 0;
  return {
    element,
    show(heads: number, head: number): void {
      if (heads !== count) {
        count = heads;
        const words = Array.from({ length: heads }, (_, i) => String(i));
        strip = createStrip('head', words, (word) => choose(Number(word)));
        element.replaceChildren(strip.element);
      }
      strip?.set(String(head));
    },
  };
}
