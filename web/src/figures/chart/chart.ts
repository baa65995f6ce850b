// A chart of dots and lines, as a drawing whose axes, labels and legend are
// text. It is a slider: arrow keys and the pointer read its points.

import './chart.css';
import { columnsOf } from '../../plot/keep/columns.js';
import type { KeptFigure } from '../../plot/keep/figure.js';
import { createKeep } from '../../plot/keep/keep.js';
import { placeAfter } from '../../plot/place-after.js';
import { marksOn, nearestTo, placeOn } from '../../plot/scales.js';
import { writeCount, writeSmall } from '../../plot/ticks.js';
import { createDataTable, type TableText } from '../../shell/data-table.js';
import { h, setText, svg } from '../../shell/dom.js';
import { entriesOf, swatchOf } from './legend.js';
import type { ChartLook, Series } from './look.js';
import { writeMark } from './mark-words.js';
import { pathsOf } from './paths.js';
import { createPins } from './pins.js';

export interface Chart {
  readonly element: HTMLElement;
  /** The line that says what is read. */
  readonly reading: HTMLElement;
  /** The field with its axes. */
  readonly frame: HTMLElement;
  /** What has the focus of the keys. */
  readonly field: HTMLElement;
  draw(look: ChartLook): void;
  /** Reads another point, in other words if they are given; draws no line anew. */
  mark(index: number, read?: ChartLook['read']): void;
}

function writeNumber(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '\u2013';
  return Number.isFinite(value) ? writeSmall(value, 5, 5) : 'none';
}

/** The value of a point in the table, or the least and the most of a band. */
function writeCell({ values, upTo }: Series, index: number): string {
  const [low, high] = [values[index], upTo?.[index]];
  if (high === undefined || Object.is(low, high)) return writeNumber(low);
  return `${writeNumber(low)} \u2026 ${writeNumber(high)}`;
}

/** The x of a point in the table; both ends of a stretch. */
function writePlace({ x, xTo }: ChartLook, index: number): string {
  const [from = 0, to = from] = [x[index], xTo?.[index]];
  if (from === to) return writeCount(from);
  return `${writeCount(from)} \u2026 ${writeCount(to)}`;
}

/** The columns of a series in a file of numbers. */
function columnsIn({ label, values, upTo }: Series) {
  if (upTo === undefined) return [[label, values] as const];
  return [
    [`${label} least`, values] as const,
    [`${label} most`, upTo] as const,
  ];
}

function keptOf(look: ChartLook): KeptFigure {
  const { x, xTo, xName, series, caption, told } = look;
  return {
    ...told,
    title: caption,
    numbers: async () =>
      columnsOf([
        [xName, x],
        ...(xTo ? [[`${xName} last`, xTo] as const] : []),
        ...series.flatMap(columnsIn),
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
  const pins = createPins();
  const cursor = svg('path', { class: 'chart-cursor' });
  const drawing = svg(
    'svg',
    {
      class: 'chart-drawing',
      viewBox: '0 0 1 1',
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    },
    ...[grid, marks, pins.drawing, cursor],
  );
  const field = h(
    'div',
    { class: 'chart-field', role: 'slider', tabindex: 0, 'aria-label': label },
    drawing,
    pins.words,
  );
  const left = h('div', { class: 'chart-left numbers', 'aria-hidden': true });
  const right = h('div', { class: 'chart-right numbers', 'aria-hidden': true });
  const below = h('div', { class: 'chart-below numbers', 'aria-hidden': true });
  const [yName, xName, besideName] = ['y', 'x', 'beside'].map((part) =>
    h('span', { class: `chart-name chart-${part}`, 'aria-hidden': true }),
  ) as [HTMLElement, HTMLElement, HTMLElement];
  const frame = h(
    'div',
    { class: 'chart-frame' },
    ...[yName, besideName, left, field, right, below, xName],
  );
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
    const own = look;
    const { x, series, caption, xName } = own;
    return {
      caption,
      heads: [xName],
      columns: series.map(({ label }) => label),
      count: x.length,
      row: (i) => [
        writePlace(own, i),
        ...series.map((one) => writeCell(one, i)),
      ],
    };
  }

  /** Numbers at heights of the field. */
  function labelRows(
    element: HTMLElement,
    rows: readonly number[],
    up: ChartLook['up'],
    write: (value: number) => string,
  ): void {
    element.replaceChildren(
      ...rows.map((value) => {
        const mark = h('span', {}, write(value));
        mark.style.top = `${100 * (1 - placeOn(up, value))}%`;
        return mark;
      }),
    );
  }

  function drawAxes({ across, up, beside }: ChartLook): void {
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
    labelRows(left, rows, up, writeMark);
    frame.classList.toggle('two-sided', beside !== undefined);
    labelRows(right, beside ? rows : [], up, beside?.write ?? writeMark);
    setText(besideName, beside?.name ?? '');
  }

  function drawSeries(own: ChartLook): void {
    marks.replaceChildren(
      ...own.series.flatMap((series) =>
        pathsOf(own, series).map(({ mark, d }) => {
          const path = svg('path', { class: `mark mark-${mark}`, d });
          path.style.color = series.colour;
          return path;
        }),
      ),
    );
    legend.replaceChildren(
      ...entriesOf(own).map((entry) =>
        h('li', {}, swatchOf(entry), entry.label),
      ),
    );
  }

  return {
    reading,
    frame,
    field,
    element: h(
      'div',
      { class: 'points' },
      legend,
      frame,
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
      pins.draw(next);
      field.setAttribute('aria-valuemin', String(x[0] ?? 0));
      field.setAttribute('aria-valuemax', String(x[x.length - 1] ?? 0));
      const held = document.activeElement === field && at < x.length;
      read(held ? at : next.chosen);
      table.refresh();
    },
    mark(index, words) {
      if (look === null) return;
      look = { ...look, chosen: index, ...(words && { read: words }) };
      read(index);
    },
  };
}
