// Figures and facts that every table has: products of its rows, by pairs and by
// distance, and the waves of its columns.
//
// They are drawn with the table while that is quick, and otherwise once the
// reader has stopped changing it.

import './figures.css';
import type { Table } from '../methods/table.js';
import { h } from '../shell/dom.js';
import { whenQuiet } from '../state/schedule.js';
import type { Analysis, Waves } from './analysis.js';
import { createColumnImage } from './column-image.js';
import { createCurveFigure } from './curve.js';
import { createFacts } from './facts.js';
import { findingsOf } from './findings.js';
import { createGramFigure } from './gram.js';
import { everyRow, firstRows } from './part.js';
import { createSpectrumFigure } from './spectrum.js';
import { createWavelengthFigure } from './wavelengths.js';
import type { Wave } from './waves.js';

/** Slower figures are drawn once there was no input for `restMs`. */
const budgetMs = 12;
const restMs = 150;

interface Shown {
  readonly table: Table;
  readonly cosine: boolean;
  readonly waves: Waves | null;
}

export interface StudiesEvents {
  /** Whether rows are divided by their lengths before they are multiplied. */
  set(patch: { readonly cosine: boolean }): void;
  /** The waves of a table were found after the table was drawn. */
  found(): void;
}

export function createStudies(analysis: Analysis, events: StudiesEvents) {
  const gram = createGramFigure((cosine) => events.set({ cosine }));
  const curve = createCurveFigure();
  const spectrum = createSpectrumFigure();
  const wavelengths = createWavelengthFigure();
  const image = createColumnImage();
  const facts = createFacts();
  const figures = [gram, curve, spectrum, wavelengths];
  let now: { table: Table; cosine: boolean } | null = null;
  let shown: Shown | null = null;
  let slow = false;
  /** Whether pictures or facts of the table are still to follow. */
  let owed = false;

  function drawPictures({ table, cosine }: NonNullable<typeof now>) {
    const begin = performance.now();
    const some = everyRow(table.values, table.rows);
    const pairs = analysis.pairs(some.table, cosine);
    const first = firstRows(table.values, table.rows);
    const waves = analysis.waves(first.table);
    // A table that the analysis refuses must not keep the picture of another.
    for (const { element } of [gram, curve]) element.hidden = pairs === null;
    for (const { element } of [spectrum, wavelengths]) {
      element.hidden = waves === null;
    }
    if (pairs !== null) {
      gram.draw(pairs.gram, some, cosine);
      curve.draw(pairs.curve, some, cosine ? 'cosine' : 'dot product');
    }
    if (waves !== null) {
      spectrum.draw(waves, first);
      wavelengths.draw(waves, first);
    }
    shown = { table, cosine, waves };
    slow = performance.now() - begin > budgetMs;
  }

  function isShown({ table, cosine }: NonNullable<typeof now>): boolean {
    return shown?.table === table && shown.cosine === cosine;
  }

  const rest = whenQuiet('studies', restMs, () => {
    if (now === null) return;
    owed = false;
    const { table } = now;
    if (!isShown(now)) {
      drawPictures(now);
      events.found();
    }
    const findings = findingsOf(analysis, table);
    facts.draw(findings.toeplitz.value === null ? null : findings);
  });

  return {
    element: h(
      'section',
      { class: 'studies', 'aria-label': 'Analysis' },
      facts.element,
      ...figures.map(({ element }) => element),
    ),
    image: image.element,
    /** `column` is the one that the reader looks at. */
    draw(table: Table, cosine: boolean, column: number | undefined): void {
      now = { table, cosine };
      image.draw(table, column);
      if (!isShown(now)) {
        const other = shown?.table !== table;
        if (other) facts.outdate(shown?.table.method !== table.method);
        if (!other || !slow) drawPictures(now);
        owed = true;
      }
      if (owed) rest();
    },
    /**
     * Puts nothing off any more: the figures were taken off the page. What they
     * lack follows the next call of `draw`.
     */
    leave: rest.cancel,
    /** The wave of a column of the drawn table; undefined until it is found. */
    waveOf(column: number): Wave | undefined {
      const waves = shown?.table === now?.table ? shown?.waves : null;
      const length = waves?.lengths[column];
      if (!waves || length === undefined) return undefined;
      const exact = waves.exact[column] ?? false;
      return { length, exact, rows: waves.rows };
    },
    point(column: number | undefined): void {
      if (now !== null) image.draw(now.table, column);
    },
    /** Draws everything anew at the next call: the colours have changed. */
    refresh(): void {
      shown = null;
      curve.refresh();
      wavelengths.refresh();
    },
  };
}
