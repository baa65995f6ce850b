// Some columns of a table as lines over the positions.

import './figures.css';
import { nameRow, positionOf, type Rows } from '../methods/rows.js';
import { columnOf, type Subject, type Table } from '../methods/table.js';
import { createLegendEntry } from '../plot/legend.js';
import { createLines } from '../plot/lines.js';
import { lineColour } from '../plot/palette.js';
import { writeCount, writeSmall, writeValue } from '../plot/ticks.js';
import { h, setText } from '../shell/dom.js';
import { theme } from '../shell/theme.js';
import { limitsOf, roundUp } from './colour-range.js';

export interface ColumnLinesEvents {
  /** The reader pressed the button of a column. */
  drop(column: number): void;
}

interface Shown {
  readonly subject: Subject;
  readonly rows: Rows;
  readonly lines: readonly {
    readonly column: number;
    readonly colour: string;
    readonly values: Float64Array;
  }[];
  readonly entries: readonly { show(text: string): void }[];
}

const help = 'Click the map, or press Enter on it, to add or drop a column.';

/** Ends of the value axis: round, so that small changes do not move them. */
function rangeOf(lines: Shown['lines']): readonly [number, number] {
  const limits = lines.map(({ values }) => limitsOf(values));
  const high = roundUp(
    Math.max(0, ...limits.map((l) => Math.max(-l.low, l.high))),
  );
  const signed = limits.some(({ low }) => low < 0);
  return [(signed ? -1.05 : -0.05) * high, 1.05 * high];
}

export function createColumnLines(events: ColumnLinesEvents) {
  const lines = createLines('Chosen columns over the positions', read);
  const chips = h('ul', { class: 'chips' });
  const hint = h('p', { class: 'hint numbers' }, help);
  let shown: Shown | null = null;

  function read(row: number | null): void {
    if (shown === null) return;
    const { subject, rows, entries, lines: drawn } = shown;
    const write = subject === 'values' ? writeValue : writeSmall;
    entries.forEach((entry, i) => {
      const value = row === null ? undefined : drawn[i]?.values[row];
      entry.show(value === undefined ? '' : write(value, 3));
    });
    setText(hint, row === null ? help : `at ${nameRow(rows, row, writeCount)}`);
  }

  function drop(column: number, button: HTMLButtonElement): void {
    const held = document.activeElement === button;
    const index = [...chips.children].indexOf(button.parentElement as Element);
    events.drop(column);
    if (!held) return;
    // The button goes with its line, and the focus to the next button.
    requestAnimationFrame(() => {
      const rest = chips.querySelectorAll('button');
      rest[Math.min(index, rest.length - 1)]?.focus();
    });
  }

  function createChip({ column, colour }: Shown['lines'][number]) {
    const entry = createLegendEntry({ label: String(column), colour });
    const name = `Drop column ${column}`;
    const button = h(
      'button',
      { type: 'button', 'aria-label': name },
      ...entry.parts,
    );
    button.addEventListener('click', () => drop(column, button));
    chips.append(h('li', {}, button));
    return entry;
  }

  return {
    element: h(
      'figure',
      { class: 'chart' },
      h('div', { class: 'chart-head' }, h('h3', {}, 'Columns'), chips, hint),
      lines.element,
    ),
    mark(row: number | null): void {
      lines.mark(row);
      read(row);
    },
    draw({ grid, rows, subject }: Table, columns: readonly number[]) {
      const drawn = columns.map((column, i) => ({
        column,
        colour: lineColour(i, theme()),
        values: columnOf(grid, column),
      }));
      chips.replaceChildren();
      const entries = drawn.map(createChip);
      shown = { subject, rows, lines: drawn, entries };
      // A chart needs rising positions; otherwise it shows row numbers.
      const rising = rows.step > 0 && rows.grid.length === 0;
      lines.draw({
        x: Float64Array.from({ length: grid.rows }, (_, row) =>
          rising ? positionOf(rows, row) : row,
        ),
        lines: drawn.map((line) => ({ ...line, label: String(line.column) })),
        xName: rising ? 'position' : 'row',
        yName: subject === 'values' ? 'value' : 'error',
        range: rangeOf(drawn),
      });
    },
    refresh: lines.refresh,
  };
}
