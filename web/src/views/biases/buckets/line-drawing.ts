// Distances above, the rows of the table below. Both strips are sliders: arrow keys
// and presses choose another distance, or another row.

import { placeAfter } from '../../../plot/place-after.js';
import { writeCount } from '../../../plot/ticks.js';
import { h, setText, svg } from '../../../shell/dom.js';
import { distanceAt, linePaths } from './line-paths.js';
import type { LineLook } from './look-up.js';

/** The distance nearest to the query that reads a row; undefined for none. */
export function nearestOf(
  { rowAt, span }: Pick<LineLook, 'rowAt' | 'span'>,
  row: number,
): number | undefined {
  let best: number | undefined;
  rowAt.forEach((own, i) => {
    const distance = i - span;
    if (own !== row) return;
    if (best === undefined || Math.abs(distance) < Math.abs(best))
      best = distance;
  });
  return best;
}

/** The rows that any of the distances reads, from low to high. */
export const readRows = ({ rowAt }: Pick<LineLook, 'rowAt'>): number[] =>
  [...new Set(rowAt)].filter((row) => row >= 0).sort((a, b) => a - b);

export function createLineDrawing(choose: (distance: number) => void) {
  const paths = {
    ...{ evenStretches: svg('path', { class: 'row-even' }) },
    ...{ oddStretches: svg('path', { class: 'row-odd' }) },
    ...{ evenRows: svg('path', { class: 'row-even' }) },
    ...{ oddRows: svg('path', { class: 'row-odd' }) },
    ...{ joined: svg('path', { class: 'row-joined' }) },
    ...{ lit: svg('path', { class: 'row-lit' }) },
    ...{ mark: svg('path', { class: 'row-mark' }) },
  };
  const drawing = svg(
    'svg',
    {
      ...{ class: 'row-drawing', viewBox: '0 0 1 1' },
      ...{ preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    },
    ...Object.values(paths),
  );
  const slider = (name: string, label: string) =>
    h('div', {
      ...{ class: `row-slider row-${name}`, role: 'slider', tabindex: 0 },
      'aria-label': label,
    });
  const distances = slider('distances', 'Distance of the key from the query');
  const table = slider('table', 'Row of the table');
  const label = h('span', { class: 'row-label numbers', 'aria-hidden': true });
  const ends = ['low', 'middle', 'high'].map(() => h('span'));
  const rowEnds = ['low', 'high'].map(() => h('span'));
  const element = h(
    'div',
    { class: 'row-line' },
    h('p', { class: 'hint' }, 'Distances from the query to the key'),
    h('div', { class: 'row-ends numbers', 'aria-hidden': true }, ...ends),
    h('div', { class: 'row-field' }, drawing, distances, table, label),
    h('div', { class: 'row-ends numbers', 'aria-hidden': true }, ...rowEnds),
    h('p', { class: 'hint' }, 'Rows of the table'),
  );
  let look: LineLook | null = null;

  function under({ clientX }: PointerEvent): number {
    const { left, width } = drawing.getBoundingClientRect();
    return (clientX - left) / width;
  }

  function take(distance: number): void {
    if (look === null) return;
    const { query, rowAt, span } = look;
    // The next key counts from here, though it may come before the next frame.
    look = {
      ...look,
      key: query + distance,
      row: rowAt[Math.round(distance) + span] ?? -1,
    };
    choose(distance);
  }

  function chooseRow(row: number | undefined): void {
    if (look === null || row === undefined) return;
    const distance = nearestOf(look, row);
    if (distance !== undefined) take(distance);
  }

  distances.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || look === null) return;
    take(distanceAt(look.span, under(event)));
  });
  table.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || look === null) return;
    const wanted = Math.floor(under(event) * look.rows);
    // Some tables have rows that no distance reads.
    const near = readRows(look).sort(
      (a, b) => Math.abs(a - wanted) - Math.abs(b - wanted),
    );
    chooseRow(near[0]);
  });
  distances.addEventListener('keydown', (event) => {
    if (look === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const { span, key, query } = look;
    const next = placeAfter(
      event.key,
      Math.round(key - query) + span,
      2 * span + 1,
    );
    if (next === null) return;
    event.preventDefault();
    take(next - span);
  });
  table.addEventListener('keydown', (event) => {
    if (look === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = readRows(look);
    const next = placeAfter(event.key, rows.indexOf(look.row), rows.length);
    if (next === null) return;
    event.preventDefault();
    chooseRow(rows[next]);
  });

  return {
    element,
    drawing,
    draw(next: LineLook): void {
      look = next;
      const { span, row, rows, key, query } = next;
      const made = linePaths(next);
      const d: Readonly<Record<keyof typeof paths, string>> = {
        ...{
          evenStretches: made.stretches[0],
          oddStretches: made.stretches[1],
        },
        ...{ evenRows: made.rows[0], oddRows: made.rows[1] },
        ...{ joined: made.joined, lit: made.lit, mark: made.mark },
      };
      for (const name of Object.keys(d) as (keyof typeof d)[]) {
        paths[name].setAttribute('d', d[name]);
      }
      const words = [-span, 0, span].map(writeCount);
      ends.forEach((end, i) => {
        setText(end, words[i] ?? '');
      });
      rowEnds.forEach((end, i) => {
        setText(end, writeCount(i === 0 ? 0 : rows - 1));
      });
      const set = (
        slider: HTMLElement,
        at: number,
        low: number,
        high: number,
        text: string,
      ) => {
        slider.setAttribute('aria-valuemin', String(low));
        slider.setAttribute('aria-valuemax', String(high));
        slider.setAttribute('aria-valuenow', String(at));
        slider.setAttribute('aria-valuetext', text);
      };
      const middle = Math.min(0.88, Math.max(0.12, (row + 0.5) / rows));
      label.style.left = `${100 * middle}%`;
      label.hidden = row < 0;
      setText(label, `row ${writeCount(row)}`);
      const distance = key - query;
      const read = row < 0 ? 'no row' : `row ${row}`;
      set(distances, distance, -span, span, `distance ${distance}, ${read}`);
      set(table, Math.max(0, row), 0, rows - 1, read);
    },
  };
}
