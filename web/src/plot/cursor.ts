// The cursor of a heat map: a cell chosen by pointer or by keyboard. The
// element takes the focus of the heat map: arrow keys move by one cell, PageUp
// and PageDown by a tenth of the rows, Home and End along the row (with Ctrl:
// to the corners), Enter or Space picks the column. A click picks a cell; a tap
// reads it, and another tap there picks it.

import { freshId, h, setText } from '../shell/dom.js';
import { around, type Crop, sameCrop, wholeOf } from './crop.js';
import { type Cells, cellAt } from './grid.js';

export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface CursorEvents {
  /** The cursor moved to a cell, or to none when the pointer left. */
  move(cell: Cell | null): void;
  pick?(cell: Cell): void;
  /** A key led to a cell that is not shown: it is in this crop. */
  reveal?(crop: Crop): void;
}

export interface Cursor {
  readonly element: HTMLElement;
  /**
   * Sets the number of cells and those of them that are shown, and moves the
   * cursor inside if need be.
   */
  resize(cells: Cells, crop?: Crop): void;
  show(cell: Cell | null): void;
  /** Writes what the cell holds beside it; nothing for an empty text. */
  tell(text: string): void;
  name(label: string): void;
}

const hint =
  'Arrow keys move by one cell, Page Up and Page Down by a tenth of the ' +
  'rows, Home and End along the row.';

/** The cell to which a key leads; null for a key that moves nothing. */
export function stepped(
  { row, column }: Cell,
  key: string,
  ctrl: boolean,
  rows: number,
  columns: number,
): Cell | null {
  const page = Math.max(1, Math.round(rows / 10));
  const clampRow = (r: number) => Math.min(rows - 1, Math.max(0, r));
  const clampColumn = (c: number) => Math.min(columns - 1, Math.max(0, c));
  switch (key) {
    case 'ArrowUp':
      return { row: clampRow(row - 1), column };
    case 'ArrowDown':
      return { row: clampRow(row + 1), column };
    case 'ArrowLeft':
      return { row, column: clampColumn(column - 1) };
    case 'ArrowRight':
      return { row, column: clampColumn(column + 1) };
    case 'PageUp':
      return { row: clampRow(row - page), column };
    case 'PageDown':
      return { row: clampRow(row + page), column };
    case 'Home':
      return { row: ctrl ? 0 : row, column: 0 };
    case 'End':
      return { row: ctrl ? rows - 1 : row, column: columns - 1 };
    default:
      return null;
  }
}

/** How near two taps are to be at one place, in CSS pixels: a finger is wide. */
const fingerPixels = 22;

export interface CursorForm {
  /** What its element is, for those who hear the page. */
  readonly kind?: string;
  /** Every press, tap and key picks its cell: there is nothing else to read. */
  readonly direct?: boolean;
}

export function createCursor(
  events: CursorEvents,
  { kind = 'heat map', direct = false }: CursorForm = {},
): Cursor {
  const lines = ['row', 'column', 'cell'].map((part) =>
    h('div', { class: `cursor cursor-${part}`, hidden: true }),
  );
  // What it says stands in the words of the figure, too.
  const tip = h('div', { class: 'tip numbers', 'aria-hidden': 'true' });
  tip.hidden = true;
  const help = h('p', { class: 'spoken', id: freshId('keys') }, hint);
  const element = h(
    'div',
    {
      class: 'field',
      role: 'application',
      'aria-roledescription': kind,
      'aria-describedby': help.id,
      tabindex: 0,
    },
    help,
    ...lines,
    tip,
  );
  let bounds: Cells = { rows: 1, columns: 1 };
  let shown: Crop = wholeOf(bounds);
  let at: Cell | null = null;
  let pinned: Cell = { row: 0, column: 0 };
  /** Whether somebody put it there: a drag gives the focus, too. */
  let placed = false;
  /** Where the last tap read a cell. */
  let tapped: { readonly x: number; readonly y: number } | null = null;

  function draw(): void {
    for (const line of lines) line.hidden = at === null;
    if (at === null) tip.hidden = true;
    if (at === null) return;
    const { rows, columns } = shown;
    const down = (at.row - rows.from) / rows.count;
    const along = (at.column - columns.from) / columns.count;
    tip.classList.toggle('low', down > 0.5);
    tip.classList.toggle('right', along > 0.5);
    tip.classList.toggle('high', down < 0.3);
    element.style.setProperty('--row', `${100 * down}%`);
    element.style.setProperty('--column', `${100 * along}%`);
    element.style.setProperty('--cell-height', `${100 / rows.count}%`);
    element.style.setProperty('--cell-width', `${100 / columns.count}%`);
  }

  function go(cell: Cell | null): void {
    at = cell;
    draw();
    events.move(at);
  }

  function under(event: PointerEvent | MouseEvent): Cell {
    const box = element.getBoundingClientRect();
    const { rows, columns } = shown;
    const down = (event.clientY - box.top) / box.height;
    const along = (event.clientX - box.left) / box.width;
    return {
      row: rows.from + cellAt(down, rows.count),
      column: columns.from + cellAt(along, columns.count),
    };
  }

  // What a cell holds stands beside a mouse, and at an edge away from a finger.
  for (const type of ['pointerdown', 'pointermove'] as const) {
    element.addEventListener(type, ({ pointerType }) => {
      tip.classList.toggle('touched', pointerType === 'touch');
    });
  }
  element.addEventListener('pointermove', (event) => go(under(event)));
  element.addEventListener('pointerleave', () => {
    go(placed && document.activeElement === element ? pinned : null);
  });
  element.addEventListener('click', (event) => {
    const { clientX: x, clientY: y } = event;
    const last = tapped;
    // Only pointer events know what pressed; older browsers send others here.
    const isTap = 'pointerType' in event && event.pointerType === 'touch';
    const again =
      isTap &&
      last !== null &&
      Math.hypot(x - last.x, y - last.y) < fingerPixels;
    tapped = isTap && !again ? { x, y } : null;
    if (!again) pinned = under(event);
    placed = true;
    go(pinned);
    if (!isTap || again || direct) events.pick?.(pinned);
  });
  element.addEventListener('focus', () => {
    // A click sets the cursor itself; the Tab key brings the last one back.
    if (!element.matches(':focus-visible')) return;
    placed = true;
    go(pinned);
  });
  element.addEventListener('blur', () => {
    tapped = null;
    go(null);
  });
  element.addEventListener('keydown', (event) => {
    // A key that moves what is shown moves no cursor.
    if (event.defaultPrevented || event.altKey || event.metaKey) return;
    const { rows, columns } = bounds;
    if (event.key === 'Enter' || event.key === ' ') {
      if (events.pick) events.pick(pinned);
      event.preventDefault();
      return;
    }
    const next = stepped(pinned, event.key, event.ctrlKey, rows, columns);
    if (next === null) return;
    event.preventDefault();
    pinned = next;
    placed = true;
    const crop = around(shown, bounds, next);
    if (!sameCrop(crop, shown)) events.reveal?.(crop);
    go(pinned);
    if (direct) events.pick?.(pinned);
  });

  return {
    element,
    resize({ rows, columns }, crop) {
      bounds = { rows: Math.max(1, rows), columns: Math.max(1, columns) };
      shown = crop ?? wholeOf(bounds);
      const clamp = ({ row, column }: Cell): Cell => ({
        row: Math.min(bounds.rows - 1, row),
        column: Math.min(bounds.columns - 1, column),
      });
      pinned = clamp(pinned);
      if (at !== null) at = clamp(at);
      draw();
    },
    show(cell) {
      at = cell;
      if (cell !== null) pinned = cell;
      draw();
    },
    tell(text) {
      setText(tip, text);
      tip.hidden = text === '' || at === null;
    },
    name: (label) => element.setAttribute('aria-label', label),
  };
}
