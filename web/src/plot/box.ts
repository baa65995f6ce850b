// A box that the mouse or a pen draws on an element. A press without a drag
// stays a press, and Escape takes the box back.
//
// It is not d3-brush (3.0.0 was weighed), though d3-zoom makes the other gestures.
// What speaks for d3-brush: others have tested it, its box can be moved and widened
// by handles before it is used, and a key draws it from its middle. What decides:
//   - its rectangle lies over the whole element and takes every press, also one that
//     moves nothing. The element below reads the cell under the pointer and picks the
//     one that is pressed, so both would have to be handed on;
//   - it lies in an SVG, and a map is a canvas;
//   - a drag of a pixel is a box, and Escape does not take one back;
//   - a box here is gone once it was let go, since it fills the map then, and the
//     address has it. So there is nothing left for handles to move.
// With all of that written around it, more would be left of ours than of it. Its size,
// 3.1 kB compressed beside 0.6 of this file, decides nothing.

import { h } from '../shell/dom.js';

type Ends = readonly [first: number, last: number];

/** Places on the element from 0 to 1. */
export interface Box {
  readonly rows: Ends;
  readonly columns: Ends;
}

/** A pointer that moves less, in CSS pixels, presses. */
const leastDrag = 5;

/**
 * Calls `drawn` with each box.
 * @param shaped the box that is meant by one that is drawn: of a chart, the
 *   whole height
 */
export function createBox(
  element: HTMLElement,
  drawn: (box: Box) => void,
  shaped: (box: Box) => Box = (box) => box,
): void {
  const mark = h('div', { class: 'zoom-box', hidden: true });
  element.append(mark);
  let from: PointerEvent | null = null;
  let box: Box | null = null;

  function ends(a: number, b: number, start: number, length: number): Ends {
    const [first, last] = [Math.min(a, b), Math.max(a, b)].map((at) =>
      Math.min(1, Math.max(0, (at - start) / length)),
    );
    return [first ?? 0, last ?? 1];
  }

  function draw({ rows, columns }: Box): void {
    const { style } = mark;
    style.top = `${100 * rows[0]}%`;
    style.height = `${100 * (rows[1] - rows[0])}%`;
    style.left = `${100 * columns[0]}%`;
    style.width = `${100 * (columns[1] - columns[0])}%`;
    mark.hidden = false;
  }

  function forget(): void {
    from = null;
    box = null;
    mark.hidden = true;
  }

  element.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch' || event.button !== 0) return;
    if (event.shiftKey || event.ctrlKey || event.metaKey) return;
    from = event;
  });
  element.addEventListener('pointermove', (event) => {
    // The button was let go elsewhere.
    if (event.buttons === 0) forget();
    if (from === null) return;
    const dx = event.clientX - from.clientX;
    const dy = event.clientY - from.clientY;
    if (box === null && Math.hypot(dx, dy) < leastDrag) return;
    if (box === null) element.setPointerCapture(event.pointerId);
    const { left, top, width, height } = element.getBoundingClientRect();
    box = shaped({
      rows: ends(from.clientY, event.clientY, top, height),
      columns: ends(from.clientX, event.clientX, left, width),
    });
    draw(box);
  });
  element.addEventListener('pointerup', () => {
    const done = box;
    forget();
    if (done === null) return;
    // The press that ends a drag is none.
    const stop = (event: Event) => event.stopImmediatePropagation();
    element.addEventListener('click', stop, { capture: true, once: true });
    setTimeout(() => element.removeEventListener('click', stop, true));
    drawn(done);
  });
  element.addEventListener('pointercancel', forget);
  element.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') forget();
  });
}
