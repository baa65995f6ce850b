// A drawing of all pairs beside each other, from fast to slow, as a slider: arrow
// keys and a press choose a pair, and the pointer reads one.

import { placeAfter } from '../../plot/place-after.js';
import { h } from '../../shell/dom.js';

export interface PairFieldLook {
  readonly pairs: number;
  /** The columns of the drawing: one for each pair, and maybe more after them. */
  readonly columns: number;
  /** The pair that is chosen, and what it says to those who do not see it. */
  readonly chosen: number;
  readonly spoken: string;
}

export interface PairFieldEvents {
  choose(pair: number): void;
  /** The pointer came to a pair, or left. A finger chooses what it is on. */
  point?(pair: number | null): void;
}

export interface PairField {
  readonly element: HTMLElement;
  show(look: PairFieldLook): void;
}

export function createPairField(
  { name, label }: { readonly name: string; readonly label: string },
  drawing: SVGElement,
  { choose, point }: PairFieldEvents,
): PairField {
  const element = h(
    'div',
    { class: name, role: 'slider', tabindex: 0, 'aria-label': label },
    drawing,
  );
  let { pairs, columns, chosen } = { pairs: 1, columns: 1, chosen: 0 };

  function go(next: number | null): void {
    if (next === null || next === chosen) return;
    chosen = next;
    choose(next);
  }

  function under({ clientX }: PointerEvent): number {
    const { left, width } = element.getBoundingClientRect();
    const column = Math.floor(((clientX - left) / width) * columns);
    return Math.min(pairs - 1, Math.max(0, column));
  }

  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    go(under(event));
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener('pointermove', (event) => {
    if (element.hasPointerCapture(event.pointerId)) go(under(event));
    else if (event.pointerType !== 'touch') point?.(under(event));
  });
  element.addEventListener('pointerleave', () => point?.(null));
  element.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = placeAfter(event.key, chosen, pairs);
    if (next === null) return;
    event.preventDefault();
    // What is chosen is read, wherever the pointer lies.
    point?.(null);
    go(next);
  });

  return {
    element,
    show(look) {
      ({ pairs, columns, chosen } = look);
      element.setAttribute('aria-valuemin', '0');
      element.setAttribute('aria-valuemax', String(pairs - 1));
      element.setAttribute('aria-valuenow', String(chosen));
      element.setAttribute('aria-valuetext', look.spoken);
    },
  };
}
