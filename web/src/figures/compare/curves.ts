// One column and one row of two tables as curves over each other.

import { createNewest } from '../../engine/newest.js';
import { nameRow, positionOf } from '../../methods/rows.js';
import { allOf, type Span } from '../../plot/crop.js';
import { columnsOf } from '../../plot/keep/columns.js';
import { createKeep } from '../../plot/keep/keep.js';
import { createLegendEntry } from '../../plot/legend.js';
import { createLines } from '../../plot/lines.js';
import type { LinesLook } from '../../plot/lines-look.js';
import { lineColour } from '../../plot/palette.js';
import { writeCount, writeValue } from '../../plot/ticks.js';
import { h, setText } from '../../shell/dom.js';
import { theme } from '../../shell/theme.js';
import { limitsOf, roundUp } from '../colour-range.js';
import type { Compared, Table, Tables } from '../desk/tables.js';
import { toldOfBoth } from '../kept.js';
import { stretchesOf } from '../row-bars.js';

/** The most points of a curve; beyond, it is the envelope of stretches. */
const mostPoints = 512;

interface Envelope {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** What a chart draws: a column over some rows, or a row over some columns. */
export interface CurveAsk {
  readonly along: 'rows' | 'columns';
  /** The number of the column, or of the row. */
  readonly index: number;
  readonly span: Span;
}

interface Shown {
  readonly ask: CurveAsk;
  readonly both: readonly Envelope[];
  readonly compared: Compared;
  readonly look: LinesLook;
}

/** Whether a chart of a column can have the positions as its axis. */
const isRising = ({ rows }: Table) => rows.step > 0 && rows.grid.length === 0;

/** Where the points of a chart stand: on positions, rows or dimensions. */
const placesOf =
  ({ along }: CurveAsk, first: Table) =>
  (cell: number) =>
    along === 'rows' && isRising(first) ? positionOf(first.rows, cell) : cell;

export function createPairCurve(
  tables: Tables,
  names: () => readonly [first: string, second: string],
  failed: (error: unknown) => void,
) {
  const title = h('h4');
  const legend = h('p', { class: 'legend' });
  const hint = h('p', { class: 'hint numbers' });
  const lines = createLines('The same values of both tables', read);
  const work = createNewest('picture');
  let shown: Shown | null = null;
  let entries: readonly { show(text: string): void }[] = [];
  let asked: { compared: Compared; now: string } | null = null;

  function cellAt(index: number, { span }: CurveAsk, points: number): number {
    return span.from + Math.floor((index * span.count) / points);
  }

  function read(index: number | null): void {
    if (shown === null) return;
    const { ask, both, compared } = shown;
    const { first } = compared;
    const points = both[0]?.low.length ?? 0;
    entries.forEach((entry, i) => {
      const [low, high] = [both[i]?.low, both[i]?.high].map((values) =>
        index === null ? undefined : values?.[index],
      );
      if (low === undefined || high === undefined) entry.show('');
      else if (low === high) entry.show(writeValue(low, 4));
      else entry.show(`${writeValue(low, 3)} … ${writeValue(high, 3)}`);
    });
    if (index === null || index >= points) {
      setText(hint, '');
      return;
    }
    const cell = cellAt(index, ask, points);
    const last = cellAt(index + 1, ask, points) - 1;
    const name = (at: number) =>
      ask.along === 'rows'
        ? nameRow(first.rows, at, writeCount)
        : `dimension ${at}`;
    const to = last > cell ? ` to ${name(last)}` : '';
    setText(hint, `at ${name(cell)}${to}`);
  }

  async function envelopeOf(
    table: Table,
    { along, index, span }: CurveAsk,
    signal: AbortSignal,
  ): Promise<Envelope> {
    if (along === 'rows') {
      const ask = { columns: [index], rows: span, points: mostPoints };
      const [line] = await tables.ask(table, 'lines', ask, signal);
      return line ?? { low: new Float64Array(), high: new Float64Array() };
    }
    const row = await tables.ask(table, 'row', { row: index }, signal);
    const part = row.subarray(span.from, span.from + span.count);
    const count = Math.min(part.length, mostPoints);
    if (count === part.length) return { low: part, high: part };
    const { least, most } = stretchesOf(part, count);
    return { low: least, high: most };
  }

  /** All numbers of both, not those of the shown part alone. */
  async function numbersOf({ ask, compared, look }: Shown) {
    const { first, second, difference } = compared;
    const { rows, columns } = difference.cells;
    const count = ask.along === 'rows' ? rows : columns;
    const { along, index } = ask;
    const values = async (table: Table) => {
      if (along === 'columns') {
        return await tables.ask(table, 'row', { row: index });
      }
      const about = { columns: [index], rows: allOf(count), points: count };
      const [line] = await tables.ask(table, 'lines', about);
      return line?.low ?? new Float64Array();
    };
    const [one, other] = [await values(first), await values(second)];
    const places = Float64Array.from({ length: count }, (_, cell) => cell);
    const [a = '', b = ''] = look.lines.map(({ label }) => label);
    return columnsOf([
      [look.xName, places.map(placesOf(ask, first))],
      [a, one.subarray(0, count)],
      [b, other.subarray(0, count)],
    ]);
  }

  const keep = createKeep(() => {
    if (shown === null) return null;
    const now = shown;
    const { ask, compared, look } = now;
    const what = `${ask.along === 'rows' ? 'column' : 'row'}-${ask.index}`;
    return {
      ...toldOfBoth(compared.first, compared.second, what),
      title: title.textContent ?? '',
      numbers: () => numbersOf(now),
      picture: () => ({ parts: [{ lines: look }] }),
    };
  });

  function put(compared: Compared, ask: CurveAsk, both: Envelope[]): void {
    const { first } = compared;
    const colours = [lineColour(0, theme()), lineColour(1, theme())];
    const labels = names();
    const made = labels.map((label, i) =>
      createLegendEntry({ label, colour: colours[i] as string }),
    );
    entries = made;
    legend.replaceChildren(...made.flatMap((entry) => entry.parts));
    const points = both[0]?.low.length ?? 0;
    const { rows } = first;
    const byRows = ask.along === 'rows';
    const low = Math.min(...both.map((one) => limitsOf(one.low).low));
    const high = Math.max(...both.map((one) => limitsOf(one.high).high));
    const end = roundUp(Math.max(-low, high));
    const placeOf = placesOf(ask, first);
    const look: LinesLook = {
      x: Float64Array.from({ length: points }, (_, i) =>
        placeOf(cellAt(i, ask, points)),
      ),
      lines: both.map((one, i) => ({
        ...{ label: labels[i] ?? '', colour: colours[i] as string },
        values: one.low,
        ...(one.low === one.high ? {} : { upTo: one.high }),
      })),
      xName: byRows ? (isRising(first) ? 'position' : 'row') : 'dimension',
      yName: 'value',
      range: [(low < 0 ? -1.05 : -0.05) * end, 1.05 * end],
    };
    lines.draw(look);
    shown = { ask, both, compared, look };
    setText(
      title,
      byRows
        ? `Column ${ask.index} of both`
        : `Row of both: ${nameRow(rows, ask.index, writeCount)}`,
    );
    read(null);
  }

  return {
    element: h(
      'div',
      { class: 'curve' },
      h('div', { class: 'chart-head' }, title, legend, hint),
      lines.element,
      lines.table,
      keep.element,
    ),
    draw(compared: Compared, ask: CurveAsk): void {
      const { along, index, span } = ask;
      const now = `${along} ${index} ${span.from} ${span.count} ${names()}`;
      if (asked?.compared === compared && asked.now === now) return;
      asked = { compared, now };
      const { first, second } = compared;
      work.want(async (signal) => {
        try {
          const ones = await envelopeOf(first, ask, signal);
          const others = await envelopeOf(second, ask, signal);
          put(compared, ask, [ones, others]);
        } catch (error) {
          if (!signal.aborted) failed(error);
        }
      });
    },
    /** Draws everything anew at the next call: the colours have changed. */
    refresh(): void {
      asked = null;
      lines.refresh();
    },
  };
}
