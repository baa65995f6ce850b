// A chart of dots and lines, as a drawing whose axes, labels and legend are
// text. It is a slider: arrow keys and the pointer read its points.

import './chart.css';
import { columnsOf } from '../../../plot/keep/columns.js';
import type { KeptFigure } from '../../../plot/keep/figure.js';
import { createKeep } from '../../../plot/keep/keep.js';
import { placeAfter } from '../../../plot/place-after.js';
import { marksOn, nearestTo, placeOn } from '../../../plot/scales.js';
import { writeCount, writeSmall } from '../../../plot/ticks.js';
import { createDataTable, type TableText } from '../../../shell/data-table.js';
import { h, setText, svg } from '../../../shell/dom.js';
import type { ChartLook } from './look.js';
import { writeMark } from './mark-words.js';
import { markPath, swatchOf } from './marks.js';

export interface Chart {
  readonly element: HTMLElement;
  /** The line that says what is read. */
  readonly reading: HTMLElement;
  /** What has the focus of the keys. */
  readonly field: HTMLElement;
  draw(look: ChartLook): void;
}

/** A value in the table. */
function writeCell(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '\u2013';
  return Number.isFinite(value) ? writeSmall(value, 5, 5) : 'none';
}

function keptOf(look: ChartLook): KeptFigure {
  const { x, xName, series, caption, told } = look;
  return {
    ...told,
    title: caption,
    numbers: async () =>
      columnsOf([
        [xName, x],
        ...series.map(({ label, values }) => [label, values] as const),
      ]),
    picture: () => ({
      parts: [
        {
          async panel(box, inks) {
            const { chartShapes } = await import('./panel.js');
            return chartShapes(look, box, inks);
          },
        },
      ],
    }),
  };
}

/** `choose` is called with the point that a press or a key leads to. */
export function createChart(
  label: string,
  choose: (index: number) => void = () => {},
): Chart {
  const grid = svg('path', { class: 'chart-grid' });
  const marks = svg('g');
  const cursor = svg('path', { class: 'chart-cursor' });
  const drawing = svg(
    'svg',
    {
      class: 'chart-drawing',
      viewBox: '0 0 1 1',
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    },
    ...[grid, marks, cursor],
  );
  const field = h(
    'div',
    { class: 'chart-field', role: 'slider', tabindex: 0, 'aria-label': label },
    drawing,
  );
  const left = h('div', { class: 'chart-left numbers', 'aria-hidden': true });
  const below = h('div', { class: 'chart-below numbers', 'aria-hidden': true });
  const [yName, xName] = ['chart-y', 'chart-x'].map((part) =>
    h('span', { class: `chart-name ${part}`, 'aria-hidden': true }),
  ) as [HTMLElement, HTMLElement];
  const legend = h('ul', { class: 'chart-legend' });
  const reading = h('p', { class: 'hint numbers reading' });
  const table = createDataTable(tabulate);
  const keep = createKeep(() => look && keptOf(look));
  let look: ChartLook | null = null;
  let at = 0;

  function read(index: number): void {
    if (look === null) return;
    at = index;
    const place = placeOn(look.across, look.x[index] as number);
    cursor.setAttribute('d', `M${place} 0V1`);
    const text = look.read(index);
    setText(reading, text);
    field.setAttribute('aria-valuenow', String(look.x[index]));
    field.setAttribute('aria-valuetext', text);
  }

  function under({ clientX }: PointerEvent): number {
    if (look === null) return 0;
    const { left, width } = field.getBoundingClientRect();
    return nearestTo(look.across, look.x, (clientX - left) / width);
  }

  function take(index: number): void {
    read(index);
    choose(index);
  }

  field.addEventListener('pointermove', (event) => read(under(event)));
  field.addEventListener('pointerleave', () => {
    if (look && document.activeElement !== field) read(look.chosen);
  });
  field.addEventListener('pointerdown', (event) => {
    if (event.button === 0) take(under(event));
  });
  field.addEventListener('keydown', (event) => {
    // A key that zooms reads no other point.
    if (look === null || event.defaultPrevented) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = placeAfter(event.key, at, look.x.length);
    if (next === null) return;
    event.preventDefault();
    take(next);
  });

  function tabulate(): TableText | null {
    if (look === null) return null;
    const { x, series, caption, xName } = look;
    return {
      caption,
      heads: [xName],
      columns: series.map(({ label }) => label),
      count: x.length,
      row: (i) => [
        writeCount(x[i] as number),
        ...series.map(({ values }) => writeCell(values[i])),
      ],
    };
  }

  function drawAxes({ across, up }: ChartLook): void {
    const columns = marksOn(across, 7);
    const rows = marksOn(up, 6);
    const x = (value: number) => placeOn(across, value);
    const y = (value: number) => 1 - placeOn(up, value);
    grid.setAttribute(
      'd',
      [
        ...columns.map((value) => `M${x(value)} 0V1`),
        ...rows.map((value) => `M0 ${y(value)}H1`),
      ].join(''),
    );
    below.replaceChildren(
      ...columns.map((value) => {
        const mark = h('span', {}, writeMark(value));
        mark.style.left = `${100 * x(value)}%`;
        return mark;
      }),
    );
    left.replaceChildren(
      ...rows.map((value) => {
        const mark = h('span', {}, writeMark(value));
        mark.style.top = `${100 * y(value)}%`;
        return mark;
      }),
    );
  }

  function drawSeries({ x, across, up, series }: ChartLook): void {
    const point = (value: number, i: number) => {
      const place = placeOn(across, x[i] as number);
      // After a zoom, there may still be points beyond the ends.
      const there = place >= -1e-9 && place <= 1 + 1e-9;
      return [there ? place : Number.NaN, 1 - placeOn(up, value)] as const;
    };
    marks.replaceChildren(
      ...series.map(({ mark, colour, values }) => {
        const path = svg('path', {
          class: `mark mark-${mark}`,
          d: markPath(mark, Array.from(values, point)),
        });
        path.style.color = colour;
        return path;
      }),
    );
    legend.replaceChildren(
      ...series.map(({ label, mark, colour }) =>
        h('li', {}, swatchOf(mark, colour), label),
      ),
    );
  }

  return {
    reading,
    field,
    element: h(
      'div',
      { class: 'points' },
      legend,
      h('div', { class: 'chart-frame' }, yName, left, field, below, xName),
      table.element,
      keep.element,
    ),
    draw(next) {
      look = next;
      const { x } = next;
      setText(yName, next.yName);
      setText(xName, next.xName);
      drawAxes(next);
      drawSeries(next);
      field.setAttribute('aria-valuemin', String(x[0] ?? 0));
      field.setAttribute('aria-valuemax', String(x[x.length - 1] ?? 0));
      const held = document.activeElement === field && at < x.length;
      read(held ? at : next.chosen);
      table.refresh();
    },
  };
}
