// One axis of a heat map: a border of light and dark stretches, as around a
// nautical chart, and labels as text of the page, which can be selected and
// found. Places are percentages of the axis, so they hold at every size.

import { h } from '../shell/dom.js';

export type Side = 'top' | 'left';

export interface Mark {
  /** The cell that the mark names. */
  readonly cell: number;
  readonly label: string;
}

export interface AxisLook {
  readonly name: string;
  /** The cells that are shown, and the first of them. Defaults to 0. */
  readonly cells: number;
  readonly from?: number;
  readonly marks: readonly Mark[];
}

/** A small arrow at a cell, in the colour of the line drawn from it. */
export interface Pointer {
  readonly cell: number;
  readonly colour: string;
}

/** The place of the middle of a cell along an axis, from 0 to 1. */
export function placeOf(
  { from = 0, cells }: Pick<AxisLook, 'from' | 'cells'>,
  cell: number,
): number {
  return (cell - from + 0.5) / cells;
}

export interface Axis {
  readonly element: HTMLElement;
  draw(look: AxisLook): void;
  point(pointers: readonly Pointer[]): void;
}

function percent(part: number): string {
  return `${(100 * part).toFixed(4)}%`;
}

/** Labels are numbers, or words, which are longer and stand at each cell. */
export type MarkKind = 'numbers' | 'words';

export function createAxis(side: Side, kind: MarkKind): Axis {
  const name = h('span', { class: 'axis-name' });
  const labels = h('div', { class: 'axis-labels' });
  const border = h('div', { class: 'axis-border' });
  const pointers = h('div', { class: 'axis-pointers' });
  const element = h(
    'div',
    { class: `axis axis-${side} axis-${kind}`, 'aria-hidden': 'true' },
    name,
    labels,
    pointers,
    border,
  );
  const start = side === 'top' ? 'left' : 'top';
  const extent = side === 'top' ? 'width' : 'height';
  let cells = 0;
  let drawn = '';
  let first = 0;
  let pointed: readonly Pointer[] = [];

  function place(item: HTMLElement, from: number, to?: number): HTMLElement {
    item.style[start] = percent(from);
    if (to !== undefined) item.style[extent] = percent(to - from);
    return item;
  }

  function stretches(marks: readonly Mark[]): HTMLElement[] {
    const edges = [0, ...marks.map((m) => (m.cell - first) / cells), 1];
    return edges
      .slice(1)
      .map((edge, i) => place(h('i'), edges[i] as number, edge));
  }

  function placePointers(): void {
    pointers.replaceChildren(
      ...pointed
        .filter(({ cell }) => cell >= first && cell < first + cells)
        .map(({ cell, colour }) => {
          const pointer = place(h('i'), placeOf({ from: first, cells }, cell));
          pointer.style.color = colour;
          return pointer;
        }),
    );
  }

  return {
    element,
    draw(look) {
      // While a value is dragged, axes mostly stay.
      const wanted = JSON.stringify(look);
      if (wanted === drawn) return;
      drawn = wanted;
      cells = look.cells;
      first = look.from ?? 0;
      name.textContent = look.name;
      border.replaceChildren(...stretches(look.marks));
      labels.replaceChildren(
        ...look.marks.map(({ cell, label }) =>
          place(h('span', {}, label), placeOf(look, cell)),
        ),
      );
      placePointers();
    },
    point(wanted) {
      pointed = wanted;
      // The number of cells is not known before the axis is first drawn.
      if (cells > 0) placePointers();
    },
  };
}
