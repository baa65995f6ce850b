// Figures and facts that every table has: products of its rows, by pairs and by
// distance, and the waves of its columns. They are computed by the worker that
// holds the table, once the reader has stopped changing it if they take long,
// and folded away until the reader asks for them.

import './figures.css';
import { createNewest } from '../engine/newest.js';
import { h } from '../shell/dom.js';
import { whenQuiet } from '../state/schedule.js';
import type { Waves } from './analysis.js';
import { createColumnImage } from './column-image.js';
import { createCurveFigure } from './curve.js';
import type { Table, Tables } from './desk/tables.js';
import { createFacts } from './facts.js';
import { createGramFigure } from './gram.js';
import { createSpectrumFigure } from './spectrum.js';
import { createWavelengthFigure } from './wavelengths.js';
import type { Wave } from './waves.js';

/** Slower figures are drawn once there was no input for `restMs`. */
const budgetMs = 20;
const restMs = 150;

/** What is to be drawn of a table. */
export interface StudiesLook {
  readonly table: Table;
  /** Whether rows are divided by their lengths before they are multiplied. */
  readonly cosine: boolean;
  /** The column that the reader looks at. */
  readonly column: number | undefined;
  /** Whether the fold with the figures is open. */
  readonly open: boolean;
}

export interface StudiesEvents {
  set(patch: { readonly cosine?: boolean; readonly analysis?: boolean }): void;
  /** The waves of a table were found after the table was drawn. */
  found(): void;
  /** A worker failed. */
  failed(error: unknown): void;
}

/** What the facts mean for a model. */
const meaning =
  'Where products depend on distance alone, a model can find "three words ' +
  'back" in the same way everywhere. Rows that collide cannot be told apart.';

export function createStudies(tables: Tables, events: StudiesEvents) {
  const gram = createGramFigure(tables, (cosine) => events.set({ cosine }));
  const curve = createCurveFigure();
  const spectrum = createSpectrumFigure(tables);
  const wavelengths = createWavelengthFigure();
  const image = createColumnImage(tables, events.failed);
  const facts = createFacts();
  const figures = [gram, curve, spectrum, wavelengths];
  const work = createNewest('studies');
  let look: StudiesLook | null = null;
  let wanted = '';
  /** What the waves, the pairs and the facts that are drawn are of. */
  let waved: { table: Table; waves: Waves | null } | null = null;
  let paired = '';
  let known: Table | null = null;
  let slow = false;

  async function drawWaves(table: Table, signal: AbortSignal): Promise<void> {
    if (waved?.table === table) return;
    const { rows } = table;
    const { waves, part } = await tables.ask(table, 'waves', { rows }, signal);
    waved = { table, waves };
    // A table that the analysis refuses must not keep the picture of another.
    for (const { element } of [spectrum, wavelengths]) {
      element.hidden = waves === null;
    }
    if (waves !== null) {
      spectrum.draw(table, waves, part);
      wavelengths.draw(table, waves, part);
    }
    events.found();
  }

  async function drawPairs(
    { table, cosine }: StudiesLook,
    signal: AbortSignal,
  ): Promise<void> {
    const now = `${table.held} ${cosine}`;
    if (paired === now) return;
    const ask = { rows: table.rows, cosine };
    const { pairs, part } = await tables.ask(table, 'pairs', ask, signal);
    paired = now;
    for (const { element } of [gram, curve]) element.hidden = pairs === null;
    if (pairs === null) return;
    gram.draw(table, pairs.gram, { ...part, cosine });
    const measure = cosine ? 'cosine' : 'dot product';
    curve.draw(table, pairs.curve, { ...part, measure });
  }

  async function drawFacts(table: Table, signal: AbortSignal): Promise<void> {
    if (known === table) return;
    const { rows, dtype } = table;
    const ask = { rows, dtype };
    const found = await tables.ask(table, 'findings', ask, signal);
    known = table;
    facts.draw(found.toeplitz.value === null ? null : found);
  }

  async function follow(signal: AbortSignal, all: boolean): Promise<void> {
    if (look === null) return;
    const { table, open } = look;
    const begin = performance.now();
    try {
      await drawWaves(table, signal);
      if (open) await drawPairs(look, signal);
      slow = performance.now() - begin > budgetMs;
      if (open && all) await drawFacts(table, signal);
    } catch (error) {
      if (!signal.aborted) events.failed(error);
    }
  }

  const rest = whenQuiet('studies', restMs, () =>
    work.want((signal) => follow(signal, true)),
  );

  const fold = h(
    'details',
    { class: 'analysis' },
    h('summary', {}, 'Analysis: what a model can tell from these rows'),
    h(
      'section',
      { class: 'studies', 'aria-label': 'Analysis' },
      h('p', { class: 'means' }, meaning),
      facts.element,
      ...figures.map(({ element }) => element),
    ),
  );
  fold.addEventListener('toggle', () => {
    if (look !== null && fold.open !== look.open) {
      events.set({ analysis: fold.open });
    }
  });

  return {
    element: fold,
    image: image.element,
    draw(next: StudiesLook): void {
      const { table, cosine, column, open } = next;
      const before = look?.table;
      look = next;
      fold.open = open;
      image.draw(table, column);
      const now = `${table.held} ${cosine} ${open}`;
      if (now === wanted) return;
      wanted = now;
      const other = before !== table;
      if (other) facts.outdate(known?.method !== table.method);
      if (!other || !slow) work.want((signal) => follow(signal, false));
      rest();
    },
    /**
     * Puts nothing off any more: the figures were taken off the page. What they
     * lack follows the next call of `draw`.
     */
    leave(): void {
      rest.cancel();
      work.stop();
      wanted = '';
    },
    /** The waves of the drawn table; undefined until they are found. */
    waves: () => (waved?.table === look?.table ? waved?.waves : undefined),
    /** The wave of a column of the drawn table; undefined until it is found. */
    waveOf(column: number): Wave | undefined {
      const waves = waved?.table === look?.table ? waved?.waves : null;
      const length = waves?.lengths[column];
      if (!waves || length === undefined) return undefined;
      const exact = waves.exact[column] ?? false;
      return { length, exact, rows: waves.rows };
    },
    point(column: number | undefined): void {
      if (look !== null) image.draw(look.table, column);
    },
    /** Draws everything anew at the next call: the colours have changed. */
    refresh(): void {
      waved = null;
      paired = '';
      wanted = '';
      image.refresh();
      curve.refresh();
      wavelengths.refresh();
    },
  };
}
