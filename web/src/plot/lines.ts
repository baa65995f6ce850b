// A line chart, drawn by uPlot in the colours of the page.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { createDataTable } from '../shell/data-table.js';
import { cssColour, h } from '../shell/dom.js';
import type { LinesLook } from './lines-look.js';
import { speakPoint, tabulate } from './lines-words.js';
import { placeAfter } from './place-after.js';
import { writeCount, writeTick } from './ticks.js';

export interface Lines {
  /** The chart, whose points the arrow keys lead through. */
  readonly element: HTMLElement;
  /** Its numbers as a table, folded away. */
  readonly table: HTMLElement;
  draw(look: LinesLook): void;
  /** Draws everything again, in new colours of the page. */
  refresh(): void;
  /** Draws a vertical line at the point with this index; null removes it. */
  mark(index: number | null): void;
}

/** The same colour, faint. */
function faint(colour: string): string {
  return colour.replace(/^rgb\((.*)\)$/, 'rgb($1 / 16%)');
}

/** A series of bars, which touch where there are many. */
function barsOf(colour: string): Partial<uPlot.Series> {
  const paths = uPlot.paths.bars?.({ size: [0.8, 24] });
  return { fill: colour, width: 0, ...(paths ? { paths } : {}) };
}

/** The colours of envelopes, by the series of their upper ends. */
function envelopesOf({ lines }: LinesLook): ReadonlyMap<number, string> {
  const envelopes = new Map<number, string>();
  let series = 1;
  for (const { upTo, colour } of lines) {
    if (upTo) envelopes.set(series + 1, faint(colour));
    series += upTo ? 2 : 1;
  }
  return envelopes;
}

/**
 * Fills the space between a series and the one before it by a rectangle for each
 * point. As a band, uPlot would cut it out by a jagged path, for which browsers
 * hold the page's thread: 57 ms for three envelopes of 884 points.
 */
function fillEnvelope(chart: uPlot, series: number, colour: string): void {
  const [xs, low, high] = [0, series - 1, series].map((i) => chart.data[i]);
  if (!xs || !low || !high) return;
  const { ctx: pen, bbox } = chart;
  const across = (x: number) => Math.round(chart.valToPos(x, 'x', true));
  pen.save();
  pen.fillStyle = colour;
  let left = across(xs[0] ?? 0);
  for (let i = 0; i < xs.length; i++) {
    const next = xs[i + 1];
    const right = next == null ? bbox.left + bbox.width : across(next);
    const [top = 0, bottom = 0] = [high[i] ?? 0, low[i] ?? 0].map((value) =>
      chart.valToPos(value, 'y', true),
    );
    pen.fillRect(left, top, right - left, bottom - top);
    left = right;
  }
  pen.restore();
}

/** How much larger the letters of the page are than usual. */
const letterUnit = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

function options(
  look: LinesLook,
  { width, height }: { width: number; height: number },
  endsNow: () => LinesLook['ends'],
  onHover: (index: number | null) => void,
): uPlot.Options {
  const envelopes = envelopesOf(look);
  const unit = letterUnit();
  const font = `${12 * unit}px ${getComputedStyle(document.body).fontFamily}`;
  const ink = cssColour('--ink-soft');
  const rule = cssColour('--rule');
  const axis = {
    stroke: ink,
    font,
    labelFont: font,
    labelSize: 18 * unit,
    grid: { stroke: rule, width: 1 },
    ticks: { stroke: rule, width: 1, size: 4 },
  };
  return {
    width,
    height,
    legend: { show: false },
    padding: look.edge === undefined ? [8, 12, 0, 0] : [6, 1, 6, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      x: {
        time: false,
        // Asked for with each values, so that other ends need no other chart.
        ...(look.ends && {
          range: (_: uPlot, min: number, max: number): uPlot.Range.MinMax => {
            const [from = min, to = max] = endsNow() ?? [];
            return [from, to];
          },
        }),
      },
      y: {
        ...(look.range ? { range: [look.range[0], look.range[1]] } : {}),
        ...(look.logarithmic ? { distr: 3 } : {}),
      },
    },
    axes: [
      {
        ...axis,
        show: look.edge === undefined,
        label: look.xName,
        size: 30 * unit,
        values: (_, splits) => splits.map(writeCount),
      },
      {
        ...axis,
        label: look.yName,
        size: look.edge === undefined ? 46 * unit : look.edge - axis.labelSize,
        values: (_, splits) =>
          // A logarithmic axis gives null for ticks without a label.
          splits.map((value) => (value === null ? '' : writeTick(value))),
      },
    ],
    series: [
      {},
      ...look.lines.flatMap((line) => {
        const { label, colour, width = 1.5, dots = false, upTo, bars } = line;
        const points = dots
          ? { show: true, size: 4, fill: colour }
          : { show: false };
        const series = {
          ...{ label, points, stroke: colour },
          width: upTo ? 0.75 : width,
          ...(dots ? { paths: () => null } : {}),
          ...(bars ? barsOf(colour) : {}),
        };
        return upTo ? [series, series] : [series];
      }),
    ],
    bands: look.band ? [{ series: [1, 2], fill: look.band }] : [],
    hooks: {
      drawSeries: [
        (chart, series) => {
          const colour = envelopes.get(series);
          if (colour !== undefined) fillEnvelope(chart, series, colour);
        },
      ],
      setCursor: [({ cursor: { idx } }) => onHover(idx ?? null)],
    },
  };
}

function dataOf({ x, lines, logarithmic }: LinesLook): uPlot.AlignedData {
  if (!logarithmic) {
    return [
      x,
      ...lines.flatMap(({ values, upTo }) =>
        upTo ? [values, upTo] : [values],
      ),
    ];
  }
  const gapped = lines.map(({ values }) =>
    Array.from(values, (value) => (value > 0 ? value : null)),
  );
  return [x, ...gapped];
}

/** True when the chart of `a` shows `b` once it has the values of `b`. */
function sameFrame(a: LinesLook | null, b: LinesLook): boolean {
  return (
    a !== null &&
    a.xName === b.xName &&
    a.yName === b.yName &&
    a.range?.join() === b.range?.join() &&
    !a.ends === !b.ends &&
    a.edge === b.edge &&
    a.band === b.band &&
    a.logarithmic === b.logarithmic &&
    a.lines.length === b.lines.length &&
    a.lines.every(
      ({ colour, upTo, bars }, i) =>
        colour === b.lines[i]?.colour &&
        !upTo === !b.lines[i]?.upTo &&
        !bars === !b.lines[i]?.bars,
    )
  );
}

/** `onHover` gets the index of the point nearest to the pointer, or null. */
export function createLines(
  label: string,
  onHover: (index: number | null) => void,
): Lines {
  const element = h('div', {
    class: 'lines',
    role: 'slider',
    tabindex: 0,
    'aria-label': label,
    'aria-valuemin': 0,
  });
  const table = createDataTable(() => look && tabulate(look, label));
  /** The point that the keys have led to. */
  let at = 0;
  let chart: uPlot | null = null;
  let look: LinesLook | null = null;
  let size = { width: 0, height: 0 };
  /** The letters of the chart, in those that are usual. */
  let unit = letterUnit();

  function make(): void {
    chart?.destroy();
    chart = null;
    if (look === null || size.width === 0) return;
    unit = letterUnit();
    const ends = () => look?.ends;
    chart = new uPlot(
      options(look, size, ends, onHover),
      dataOf(look),
      element,
    );
  }

  new ResizeObserver(([entry]) => {
    if (entry === undefined) return;
    const { width, height } = entry.contentRect;
    size = { width: Math.floor(width), height: Math.floor(height) };
    if (chart && size.width > 0 && unit === letterUnit()) chart.setSize(size);
    else make();
  }).observe(element);

  function mark(index: number | null): void {
    if (chart === null || look === null) return;
    const x = index === null ? undefined : look.x[index];
    const left = x === undefined ? -10 : chart.valToPos(x, 'x');
    chart.setCursor({ left, top: 0 }, false);
  }

  /** Says at which point the keys are, to those who hear the page. */
  function tell(): void {
    const count = look?.x.length ?? 0;
    at = Math.max(0, Math.min(at, count - 1));
    element.setAttribute('aria-valuemax', String(Math.max(0, count - 1)));
    element.setAttribute('aria-valuenow', String(at));
    const text = look && count > 0 ? speakPoint(look, at) : 'no points';
    element.setAttribute('aria-valuetext', text);
  }

  function point(): void {
    mark(at);
    onHover(look && look.x.length > 0 ? at : null);
  }

  element.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = placeAfter(event.key, at, look?.x.length ?? 0);
    if (next === null) return;
    event.preventDefault();
    at = next;
    tell();
    point();
  });
  element.addEventListener('focus', () => {
    if (element.matches(':focus-visible')) point();
  });
  element.addEventListener('blur', () => {
    mark(null);
    onHover(null);
  });
  tell();

  return {
    element,
    table: table.element,
    draw(next) {
      const same = sameFrame(look, next);
      look = next;
      if (same && chart) chart.setData(dataOf(next));
      else make();
      tell();
      table.refresh();
    },
    refresh: make,
    mark,
  };
}
