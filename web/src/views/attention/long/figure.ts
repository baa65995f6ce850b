// Attention over a long sequence, as a picture of both configurations. A worker
// draws it row by row; a chosen cell is looked at more closely.

import { createGroup } from '../../../controls/group.js';
import type { Desk } from '../../../engine/desk.js';
import { createNewest } from '../../../engine/newest.js';
import { persist } from '../../../engine/persist.js';
import { WorkerTrouble } from '../../../engine/trouble.js';
import type { Cell } from '../../../plot/cursor.js';
import { createKeep } from '../../../plot/keep/keep.js';
import { createDataTable } from '../../../shell/data-table.js';
import { h, setText } from '../../../shell/dom.js';
import type { Failure } from '../../../shell/failure.js';
import { perFrame, whenQuiet } from '../../../state/schedule.js';
import { type Saved, savedOf } from '../state/saved.js';
import type { BySide } from '../state/state.js';
import {
  type AttentionState,
  pageParameters,
  pageWords,
} from '../state/state.js';
import { askOf, type LongAnswer, type LongJobs } from './ask.js';
import { writeProgress } from './look.js';
import { createLongMaps } from './maps.js';
import { LongModel } from './model.js';
import { zoomFrom } from './zoom.js';

const names = ['length', 'of', 'pool'] as const;

type Shown = Pick<AttentionState, (typeof names)[number] | 'zoom'>;
type Set = (patch: Partial<Shown>) => void;

/** How much closer or farther a step of the zoom looks. */
const step = 4;

/** Milliseconds without input before the worker begins. */
const restMs = 100;

function createControls(set: Set) {
  const { length, of, pool } = pageParameters;
  return createGroup({
    parameters: { length, of, pool },
    names,
    words: pageWords,
    range: () => ({
      ...{ low: 64, high: 100_000, spacing: 'decades', integer: true },
    }),
    onInput(name, value) {
      if (name === 'length')
        set({ length: Number(value ?? Number.NaN), zoom: [] });
      else if (value !== undefined) set({ [name]: value });
    },
  });
}

function createButton(text: string, press: () => void) {
  const button = h('button', { type: 'button' }, text);
  button.addEventListener('click', press);
  return button;
}

/** @param desk has the pictures drawn, and nothing else */
export function createLongFigure(desk: Desk<LongJobs>, set: Set) {
  const model = new LongModel();
  const maps = createLongMaps(model, (cell) => zoom(cell, 1 / step));
  const controls = createControls(set);
  const progress = h('p', { class: 'hint numbers', 'data-long': 'progress' });
  const again = createButton('Try again', start);
  const out = createButton('Zoom out', () => zoom(null, step));
  const whole = createButton('Show all', () => set({ zoom: [] }));
  const table = createDataTable(maps.table);
  const keep = createKeep(() => (saved ? maps.kept(titles, saved) : null));
  const element = h(
    'figure',
    { class: 'chart long' },
    h('div', { class: 'chart-head' }, progress),
    h('div', { class: 'long-controls' }, ...controls.elements),
    h('div', { class: 'long-head' }, maps.reading, again, out, whole, maps.bar),
    maps.live,
    h('div', { class: 'maps' }, ...maps.elements),
    h('div', { class: 'more-of-figure' }, table.element, keep.element),
  );
  let titles: BySide<string> = { a: '', b: '' };
  let saved: Saved | null = null;
  let near = false;

  // Answers come faster than frames.
  const repaint = perFrame(paint);
  const work = createNewest('studies');
  const rest = whenQuiet('studies', restMs, start);

  const observer = new IntersectionObserver(
    ([entry]) => {
      near = entry?.isIntersecting ?? false;
      ask();
    },
    { rootMargin: '25%' },
  );
  observer.observe(element);

  /** Asks the worker, if the figure can be seen and lacks something. */
  function ask(): void {
    if (near && model.due) rest();
  }

  function start(): void {
    const wanted = model.begin();
    paint();
    if (wanted === undefined) return;
    work.want(async (signal) => {
      const told = (answer: LongAnswer | null) => {
        if (answer !== null && !signal.aborted) model.take(answer);
        repaint();
      };
      const draw = () => desk.ask('long', wanted, { signal, told });
      try {
        await persist(draw, () => model.replace());
      } catch (error) {
        if (!(error instanceof WorkerTrouble)) throw error;
        model.breakOff();
      }
      repaint();
    });
  }

  function paint(): void {
    const { wanted, state } = model;
    element.dataset.state = state;
    again.hidden = state !== 'broken';
    setText(progress, wanted === undefined ? '' : writeProgress(wanted, model));
    // Until new pictures begin, those before stay.
    if (state !== 'waiting') maps.draw(titles);
    // A table that grew with each row would be written anew for each.
    if (state === 'drawn') table.refresh();
  }

  /** Looks closer at a cell, or at the middle from farther away. */
  function zoom(cell: Cell | null, factor: number): void {
    if (model.wanted) set({ zoom: zoomFrom(model.wanted, cell, factor) });
  }

  paint();
  return {
    element,
    fail: (failure: Failure | null) => controls.fail(failure),
    /** Shows the controls of a state, which may be wrong. */
    show({ length, of, pool, zoom }: Shown): void {
      controls.show({ length, of, pool });
      out.disabled = whole.disabled = zoom.length === 0;
    },
    draw(state: AttentionState, head: number, names: BySide<string>): void {
      titles = names;
      saved = savedOf(state, head);
      if (model.want(askOf(state, head))) {
        work.stop();
        maps.clear();
      }
      ask();
      paint();
    },
    /** Gives up what is not drawn yet. */
    leave(): void {
      rest.cancel();
      work.stop();
      desk.close();
      model.giveUp();
      paint();
    },
  };
}
