// The view of tables that are added to embeddings: heat map, lines, controls,
// analysis and code for every table that the package describes.

import './encodings.css';
import { createChooser } from '../../figures/chooser.js';
import { createColumnAbout } from '../../figures/column-about.js';
import { createColumnLines } from '../../figures/column-lines.js';
import { createTables, type Table } from '../../figures/desk/tables.js';
import { howToRead } from '../../figures/map-words.js';
import { createRowBars } from '../../figures/row-bars.js';
import { createStudies } from '../../figures/studies.js';
import { createTableMap } from '../../figures/table-map.js';
import { createThumbnails } from '../../figures/thumbnails.js';
import { carried, withPreset } from '../../methods/defaults.js';
import { callOf, createSnippet, program } from '../../methods/snippet.js';
import { tables as methods, tableNamed } from '../../methods/tables.js';
import type { Cell } from '../../plot/cursor.js';
import { lineColour, mostLines } from '../../plot/palette.js';
import { createView, type ViewParts } from '../../shell/create-view.js';
import { h } from '../../shell/dom.js';
import { theme } from '../../shell/theme.js';
import type { View, ViewContext } from '../../shell/view.js';
import { withOption } from '../../state/spec.js';
import type { Store } from '../../state/store.js';
import { createFollower } from './follow.js';
import { createParts } from './parts.js';
import {
  type EncodingsState,
  namings,
  readState,
  writeState,
} from './state.js';

const claim =
  'Each position gets a row of numbers, from which a model can tell the order.';

function build(
  store: Store<EncodingsState>,
  redraw: () => void,
): ViewParts<EncodingsState> {
  const failed = (error: unknown) => follower.fail(error);
  const tables = createTables(failed);
  let drawn: Table | null = null;

  const method = () => tableNamed(store.get().spec.method);
  const parts = createParts({
    set: (name, value) =>
      store.set({ spec: withOption(store.get().spec, name, value) }),
    preset: (name) =>
      store.step({ spec: withPreset(method(), store.get().spec, name) }),
  });
  const thumbnails = createThumbnails(tables, failed);
  const chooser = createChooser(methods, thumbnails, (next) =>
    store.step({ spec: carried(method(), next, store.get().spec) }),
  );
  const map = createTableMap(tables, {
    move(cell) {
      describe(cell);
      lines.mark(cell?.row ?? null);
    },
    pick({ row, column }) {
      store.set({ row: [row] });
      toggle(column);
    },
    set: store.set,
    failed,
  });
  const lines = createColumnLines(tables, { drop: toggle, failed });
  const bars = createRowBars(tables, failed);
  const studies = createStudies(tables, {
    set: store.set,
    found() {
      describe(null);
      explain();
    },
    failed,
  });
  const about = createColumnAbout(tables, {
    element: map.about,
    waveOf: studies.waveOf,
    failed,
  });
  const snippet = createSnippet();
  const follower = createFollower(tables, {
    changed: redraw,
    painted: () => map.painted(),
  });

  function toggle(column: number): void {
    const state = store.get();
    // Where the table has none of the chosen columns, others are drawn.
    const now =
      drawn === null || !lacks(state, drawn)
        ? state.lines
        : columnsOf(state, drawn);
    const rest = now.filter((other) => other !== column);
    if (rest.length < now.length) store.set({ lines: rest });
    else store.set({ lines: [...rest, column].slice(-mostLines) });
  }

  /** Whether columns are chosen, but none that the table has. */
  function lacks({ lines }: EncodingsState, { cells }: Table): boolean {
    return lines.length > 0 && lines.every((column) => column >= cells.columns);
  }

  /** The chosen columns that the table has, or its first where it has none. */
  function columnsOf(state: EncodingsState, table: Table): readonly number[] {
    const { columns } = table.cells;
    if (lacks(state, table)) return [...Array(Math.min(columns, 4)).keys()];
    const there = state.lines.filter((column) => column < columns);
    return there.slice(0, mostLines);
  }

  /** The chosen row; the first where none is, or the table has it not. */
  function rowOf({ row: [row = 0] }: EncodingsState, { cells }: Table): number {
    return row < cells.rows ? row : 0;
  }

  /** Says how to read the map, as far as that is known. */
  function explain(): void {
    if (drawn !== null) map.explain(howToRead(drawn.rows, studies.waves()));
  }

  function describe(cell: Cell | null): void {
    if (drawn === null) return;
    const column = cell?.column ?? columnsOf(store.get(), drawn).at(-1);
    studies.point(column);
    about.show(drawn, column);
  }

  return {
    head: [chooser.element],
    about: parts.intro,
    controls: [parts.presets, parts.panel],
    pictures: [map.element],
    rest: [
      h(
        'div',
        { class: 'columns-row' },
        bars.element,
        lines.element,
        studies.image,
      ),
      snippet.element,
      studies.element,
      parts.pitfalls,
    ],
    place: parts.fail,
    refresh() {
      lines.refresh();
      bars.refresh();
      studies.refresh();
    },
    leave: studies.leave,
    draw(state) {
      const chosen = tableNamed(state.spec.method);
      chooser.show(chosen);
      parts.show(chosen, state.spec);
      const outcome = follower.want(state.spec, state.show);
      const table = follower.table();
      if (table === null) return outcome;
      drawn = table;
      const columns = columnsOf(state, table);
      map.draw(table, state.pool);
      map.columns.point(
        columns.map((cell, i) => ({ cell, colour: lineColour(i, theme()) })),
      );
      lines.draw(table, columns);
      bars.draw(table, rowOf(state, table));
      const { cosine, analysis: open } = state;
      studies.draw({ table, cosine, column: columns.at(-1), open });
      describe(null);
      explain();
      const call = callOf(table.method, table.spec);
      snippet.show(program(`const table = ${call};`));
      return outcome;
    },
  };
}

export function create(context: ViewContext): View {
  return createView<EncodingsState>(
    {
      name: 'encodings',
      title: 'Encodings',
      claim: () => claim,
      namings,
      read: readState,
      write: writeState,
      build,
    },
    context,
  );
}
