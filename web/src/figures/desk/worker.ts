// The worker of tables: it holds tables that the package has made, and does with
// them what the figures ask for. It computes no table; the package's own worker
// does.

import { load } from 'posenc/absolute';
import { needed, serveDesk, type Turn } from '../../engine/serve.js';
import { wholeOf } from '../../plot/crop.js';
import { type Grid, isCrowded } from '../../plot/grid.js';
import { resampleInSteps } from '../../plot/resample.js';
import { createAnalysis } from '../analysis.js';
import { rangeOf } from '../colour-range.js';
import { differenceOf } from '../compare/difference.js';
import { findingsOf } from '../findings.js';
import { everyRow, firstRows } from '../part.js';
import { alikeTo } from './alike.js';
import type { PaintAsk, Source, TableJobs } from './jobs.js';
import { limitsOfColumn, lineOf } from './lines.js';
import { columnOf, numbersOfTable, type TableNumbers } from './numbers.js';

/** A picture of more cells than this comes coarsely first. */
const manyCells = 2 ** 22;
/** Rows of a table that a pixel of a coarse picture is made of. */
const coarseRows = 8;

const tables = new Map<number, TableNumbers>();
const analysis = needed(load()).then(createAnalysis);

function heldTable(held: number): TableNumbers {
  const found = tables.get(held);
  if (found === undefined) throw new Error(`no table ${held} is held`);
  return found;
}

function gridOf(source: Source, across: number | undefined): Grid {
  if ('grid' in source) return source.grid;
  const { drawn } = heldTable(source.held);
  if (!('column' in source)) return drawn;
  const values = columnOf(drawn, source.column).subarray(source.extra);
  const columns = across ?? 1;
  return { values, rows: values.length / columns, columns };
}

async function painted(
  grid: Grid,
  { width, height, look }: PaintAsk,
  mostRows: number,
  turn: Turn<Uint32Array<ArrayBuffer>>,
): Promise<Uint32Array<ArrayBuffer>> {
  const pixels = new Uint32Array(width * height);
  const raster = { width, height, pixels };
  for (const _ of resampleInSteps(grid, raster, look, mostRows)) {
    await turn.pause();
  }
  return pixels;
}

serveDesk<TableJobs>({
  hold({ held, made, exact }) {
    const numbers = numbersOfTable(
      made as Parameters<typeof numbersOfTable>[0],
      exact as Parameters<typeof numbersOfTable>[1],
    );
    tables.set(held, numbers);
    return { range: rangeOf(numbers.drawn) };
  },

  async compare({ held, first, second }, turn) {
    const [a, b] = [heldTable(first).drawn, heldTable(second).drawn];
    const work = differenceOf(a, b);
    let step = work.next();
    for (; !step.done; step = work.next()) await turn.pause();
    const { grid, facts } = step.value;
    tables.set(held, { values: grid, drawn: grid });
    await turn.pause();
    const { high, clipped } = rangeOf(grid);
    await turn.pause();
    const shared = rangeOf(a, b);
    return { range: { low: -high, high, clipped }, shared, facts };
  },

  drop({ held }) {
    tables.delete(held);
    return null;
  },

  async paint(ask, turn) {
    const { source, across, width, height } = ask;
    const grid = gridOf(source, across);
    const { rows, columns } = ask.look.crop ?? wholeOf(grid);
    const shown = { rows: rows.count, columns: columns.count };
    const large = shown.rows * shown.columns > manyCells;
    if (large && isCrowded(shown, width, height)) {
      const coarse = await painted(grid, ask, coarseRows, turn);
      turn.tell(coarse, coarse.buffer);
    }
    const pixels = await painted(grid, ask, Infinity, turn);
    turn.give(pixels.buffer);
    return pixels;
  },

  row({ held, row }, turn) {
    const { values, columns } = heldTable(held).drawn;
    const from = row * columns;
    const own = Float64Array.from(values.subarray(from, from + columns));
    turn.give(own.buffer);
    return own;
  },

  async alike({ held, row }, turn) {
    const work = alikeTo(heldTable(held).drawn, row);
    let step = work.next();
    for (; !step.done; step = work.next()) await turn.pause();
    turn.give(step.value.buffer);
    return step.value;
  },

  whole({ held }, turn) {
    const copy = heldTable(held).drawn.values.slice();
    turn.give(copy.buffer);
    return copy;
  },

  async lines({ held, columns, rows, points }, turn) {
    const { drawn } = heldTable(held);
    const lines = [];
    for (const column of columns) {
      const line = lineOf(drawn, column, rows, points);
      turn.give(line.low.buffer, line.high.buffer);
      lines.push(line);
      await turn.pause();
    }
    return lines;
  },

  limits: ({ held, column }) => limitsOfColumn(heldTable(held).values, column),

  async pairs({ held, rows, cosine }, turn) {
    const { pairs } = await analysis;
    const { table, ...part } = everyRow(heldTable(held).values, rows);
    await turn.pause();
    return { pairs: pairs(table, cosine), part };
  },

  async waves({ held, rows }) {
    const { waves } = await analysis;
    const { table, ...part } = firstRows(heldTable(held).values, rows);
    return { waves: waves(table), part };
  },

  async findings({ held, rows, dtype }) {
    const { values } = heldTable(held);
    return findingsOf(await analysis, { values, rows, dtype });
  },
});
