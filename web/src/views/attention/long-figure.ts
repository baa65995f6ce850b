// Attention over a long sequence, as a picture of both configurations. A worker
// draws it row by row; a chosen cell is looked at more closely.

import { createGroup } from '../../controls/group.js';
import { createColorbar } from '../../plot/colorbar.js';
import { colormap } from '../../plot/colormap.js';
import type { Cell } from '../../plot/cursor.js';
import { type Grid, isEmpty, valueAt } from '../../plot/grid.js';
import { createHeatmap } from '../../plot/heatmap.js';
import { speakValue, writeCount, writeValue } from '../../plot/ticks.js';
import { h, setText } from '../../shell/dom.js';
import { describeFailure, type Failure } from '../../shell/failure.js';
import { createLiveLine } from '../../shell/live.js';
import { theme } from '../../shell/theme.js';
import { whenQuiet } from '../../state/schedule.js';
import { askOf, type LongAnswer, type LongAsk, windowAt } from './long-ask.js';
import { axisOf, coloured, rangeOf, writeEnds } from './long-look.js';
import { createLongWork } from './long-work.js';
import {
  type AttentionState,
  pageParameters,
  type SideName,
  sides,
} from './state.js';

type Shown = Pick<AttentionState, 'length' | 'window' | 'map' | 'pool'>;

/** How much closer or farther a step of the zoom looks. */
const step = 4;

/** Milliseconds without input before the worker begins. */
const restMs = 200;

const names = ['length', 'map', 'pool'] as const;

export function createLongFigure(set: (patch: Partial<Shown>) => void) {
  const live = createLiveLine();
  const reading = h('p', { class: 'numbers reading' });
  const progress = h('p', { class: 'hint numbers', 'data-long': 'progress' });
  const bar = createColorbar();
  const maps = sides.map((side) => {
    const title = h('span');
    const value = h('output', { class: 'numbers' });
    const failure = h('p', { class: 'hint missing', hidden: true });
    const heatmap = createHeatmap({ move, pick });
    const element = h(
      'figure',
      { class: 'map', 'data-map': `${side}-long` },
      h('figcaption', {}, title, value),
      heatmap.element,
      failure,
    );
    return { side, title, value, failure, heatmap, element };
  });
  const group = createGroup({
    parameters: {
      length: pageParameters.length,
      map: pageParameters.map,
      pool: pageParameters.pool,
    },
    names,
    range: () => ({
      ...{ low: 64, high: 100_000, spacing: 'decades', integer: true },
    }),
    onInput(name, value) {
      if (name === 'length')
        set({ length: Number(value ?? Number.NaN), window: [] });
      else if (value !== undefined) set({ [name]: value });
    },
  });
  const out = h('button', { type: 'button' }, 'Zoom out');
  const whole = h('button', { type: 'button' }, 'Show all');
  out.addEventListener('click', () => zoom(null, step));
  whole.addEventListener('click', () => set({ window: [] }));
  const element = h(
    'figure',
    { class: 'chart long' },
    h(
      'div',
      { class: 'chart-head' },
      h('h3', {}, 'Long sequences, as pictures'),
      progress,
    ),
    h('div', { class: 'long-controls' }, ...group.elements),
    h('div', { class: 'long-head' }, reading, out, whole, bar.element),
    live.element,
    h('div', { class: 'maps' }, ...maps.map((map) => map.element)),
  );

  /** What is drawn, or will be once the figure is in sight. */
  let wanted: LongAsk | undefined;
  let key = '';
  let begun = '';
  let titles: Readonly<Record<SideName, string>> = { a: '', b: '' };
  let grids: Partial<Record<SideName, Grid>> = {};
  let done = 0;
  let near = false;

  const work = createLongWork({
    answered(answer: LongAnswer) {
      if (answer.failure) fail(answer.side, answer.failure);
      else receive(answer.side, answer.rows, answer.values);
    },
    broken: () => setText(progress, 'The worker could not be started.'),
  });
  const rest = whenQuiet('studies', restMs, start);

  const observer = new IntersectionObserver(
    ([entry]) => {
      near = entry?.isIntersecting ?? false;
      if (near) ask();
    },
    { rootMargin: '25%' },
  );
  observer.observe(element);

  /** Asks the worker, if the figure can be seen and shows something else. */
  function ask(): void {
    if (near && wanted !== undefined && key !== begun) rest();
  }

  function start(): void {
    if (wanted === undefined) return;
    begun = key;
    done = 0;
    element.dataset.state = 'drawing';
    const { cells } = wanted;
    const blank = () => ({
      values: new Float32Array(cells * cells).fill(Number.NaN),
      ...{ rows: cells, columns: cells },
    });
    grids = { a: blank(), b: blank() };
    for (const { failure, heatmap } of maps) {
      failure.hidden = true;
      heatmap.element.hidden = false;
    }
    work.ask(wanted);
    paint();
  }

  function fail(side: SideName, failure: Failure): void {
    const map = maps.find((one) => one.side === side);
    delete grids[side];
    if (!map) return;
    map.failure.hidden = false;
    map.heatmap.element.hidden = true;
    setText(map.failure, describeFailure(failure));
    done++;
    paint();
  }

  function receive(
    side: SideName,
    [from, to]: readonly [number, number],
    values: Float32Array,
  ): void {
    const grid = grids[side];
    if (!grid) return;
    grid.values.set(values, from * grid.columns);
    done += (to - from) / grid.rows;
    paint();
  }

  function paint(): void {
    if (wanted === undefined || begun === '') return;
    const { window, of } = wanted;
    const kind = of === 'scores' ? 'diverging' : 'sequential';
    const map = colormap(kind, theme());
    const range = rangeOf(wanted, Object.values(grids));
    bar.draw(map, range, (value) =>
      writeValue(of === 'scores' ? value : 10 ** value, 2),
    );
    for (const { side, title, heatmap } of maps) {
      const name = `${side.toUpperCase()}: ${titles[side]}`;
      setText(title, name);
      title.title = name;
      const grid = grids[side];
      if (!grid) continue;
      heatmap.draw({
        grid: coloured(grid, wanted, range),
        ...{ map, range, pool: 'nearest' },
        rows: axisOf('query', wanted, window.query),
        columns: axisOf('key', wanted, window.key),
        label: `${of} of ${name}, long sequence, queries down, keys across`,
      });
    }
    const share = Math.floor((100 * done) / sides.length + 1e-6);
    const pairs = `${writeCount(window.span)} × ${writeCount(window.span)} pairs`;
    setText(progress, share < 100 ? `${pairs}, ${share} % drawn` : pairs);
    if (share >= 100) element.dataset.state = 'drawn';
  }

  function move(cell: Cell | null): void {
    for (const { heatmap } of maps) heatmap.cursor.show(cell);
    read(cell);
  }

  function read(cell: Cell | null): void {
    if (wanted === undefined || cell === null) {
      setText(reading, 'choose a cell to look at it more closely');
      for (const { value } of maps) setText(value, '');
      return;
    }
    const { window, pool } = wanted;
    const queries = writeEnds(cell.row, wanted, window.query);
    const keys = writeEnds(cell.column, wanted, window.key);
    setText(reading, `queries ${queries} · keys ${keys}`);
    const spoken = maps.map(({ side, value }) => {
      const grid = grids[side];
      const number = grid ? valueAt(grid, cell.row, cell.column) : Number.NaN;
      const text = Number.isNaN(number) ? '' : writeValue(number, 5);
      setText(value, text);
      return isEmpty(number)
        ? `nothing in ${side.toUpperCase()}`
        : speakValue(number, 4);
    });
    live.say(`queries ${queries}, keys ${keys}, ${pool} ${spoken.join(', ')}`);
  }

  /** Looks closer at a cell, or at the middle from farther away. */
  function zoom(cell: Cell | null, factor: number): void {
    if (wanted === undefined) return;
    const { window, cells, length } = wanted;
    const at = (place: number) => ((place + 0.5) * window.span) / cells;
    const middle = window.span / 2;
    set({
      window: windowAt(
        length,
        window.query + (cell ? at(cell.row) : middle),
        window.key + (cell ? at(cell.column) : middle),
        window.span * factor,
      ),
    });
  }

  function pick(cell: Cell): void {
    zoom(cell, 1 / step);
  }

  read(null);
  return {
    element,
    fail: (failure: Failure | null) => group.fail(failure),
    /** Shows the controls of a state, which may be wrong. */
    show({ length, map, pool, window }: Shown): void {
      group.show({ length, map, pool });
      out.disabled = whole.disabled = window.length === 0;
    },
    draw(
      state: AttentionState,
      head: number,
      names: Readonly<Record<SideName, string>>,
    ): void {
      titles = names;
      wanted = askOf(state, head);
      const next = JSON.stringify(wanted);
      if (next !== key) {
        key = next;
        begun = '';
        element.dataset.state = 'waiting';
        work.stop();
        read(null);
      }
      ask();
      paint();
    },
    /** Gives up what is not drawn yet. */
    leave(): void {
      rest.cancel();
      work.stop();
      begun = '';
      element.dataset.state = 'waiting';
    },
  };
}
