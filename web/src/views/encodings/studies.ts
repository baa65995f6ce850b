// Pictures and facts that hold for any table: its rows against each other,
// what they have in common by distance, and the waves of its columns.
//
// They follow the table in every frame while that is quick, and otherwise
// once its controls have rested.

import { h } from '../../shell/dom.js';
import { whenQuiet } from '../../state/frame.js';
import type { Analysis, Waves } from './analysis.js';
import { createCurveFigure } from './curve.js';
import { createFacts } from './facts.js';
import { findingsOf } from './findings.js';
import { createGramFigure } from './gram.js';
import { createGridFigure } from './over-grid.js';
import { everyRow, firstRows } from './part.js';
import { createSpectrumFigure } from './spectrum.js';
import type { Drawing } from './state.js';
import type { Table } from './table.js';
import { createWavelengthFigure } from './wavelengths.js';
import type { Wave } from './waves.js';

/** What may be spent in a frame, and when input counts as rested. */
const budgetMs = 12;
const restMs = 150;

interface Shown {
  readonly table: Table;
  readonly cosine: boolean;
  readonly waves: Waves | null;
}

export interface StudiesEvents {
  set(patch: Partial<Drawing>): void;
  /** What is known of the table has come after it. */
  found(): void;
}

export function createStudies(analysis: Analysis, events: StudiesEvents) {
  const gram = createGramFigure((cosine) => events.set({ cosine }));
  const curve = createCurveFigure();
  const spectrum = createSpectrumFigure();
  const wavelengths = createWavelengthFigure();
  const image = createGridFigure();
  const facts = createFacts();
  const figures = [gram, curve, spectrum, wavelengths];
  let now: { table: Table; state: Drawing } | null = null;
  let shown: Shown | null = null;
  let slow = false;

  function drawPictures({ table, state: { cosine } }: NonNullable<typeof now>) {
    const begin = performance.now();
    const some = everyRow(table.values, table.rows);
    const pairs = analysis.pairs(some.table, cosine);
    const first = firstRows(table.values, table.rows);
    const waves = analysis.waves(first.table);
    // What the analysis refuses has no picture, not that of another table.
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

  const rest = whenQuiet('studies', restMs, () => {
    if (now === null) return;
    const { table, state } = now;
    if (shown?.table !== table || shown.cosine !== state.cosine) {
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
    /** `column`: the one that is looked at. */
    draw(table: Table, state: Drawing, column: number | undefined): void {
      now = { table, state };
      image.draw(table, column);
      if (shown?.table === table && shown.cosine === state.cosine) return;
      const other = shown?.table !== table;
      if (other) facts.outdate(shown?.table.method !== table.method);
      if (!other || !slow) drawPictures(now);
      rest();
    },
    /** Undefined while it is not known. */
    waveOf(column: number): Wave | undefined {
      const waves = shown?.table === now?.table ? shown?.waves : null;
      const length = waves?.wavelengths[column];
      if (!waves || length === undefined) return undefined;
      return { length, rows: waves.rows };
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
