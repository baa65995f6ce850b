// The view of tables that are added to embeddings: heat map, lines, controls,
// analysis and code for every table that the package describes.

import './encodings.css';
import { createChooser } from '../../figures/chooser.js';
import { createColumnAbout } from '../../figures/column-about.js';
import { createColumnLines } from '../../figures/column-lines.js';
import { createTables, type Table } from '../../figures/desk/tables.js';
import { howToRead } from '../../figures/map-words.js';
import { createPatchFigure } from '../../figures/patch.js';
import { createPlate } from '../../figures/plate.js';
import { createReadout } from '../../figures/readout.js';
import { createRowBars } from '../../figures/row-bars.js';
import { createStudies } from '../../figures/studies.js';
import { createTableMap } from '../../figures/table-map.js';
import { createThumbnails } from '../../figures/thumbnails.js';
import { carried, withPreset } from '../../methods/defaults.js';
import { callOf, createSnippet, program } from '../../methods/snippet.js';
import { tables as methods, tableNamed } from '../../methods/table-methods.js';
import { type Crop, readCrop, writeCrop } from '../../plot/crop.js';
import type { Cell } from '../../plot/cursor.js';
import type { Cells } from '../../plot/grid.js';
import { lineColour } from '../../plot/palette.js';
import type { ZoomEvents } from '../../plot/zoom.js';
import { createView, type ViewParts } from '../../shell/create-view.js';
import { h } from '../../shell/dom.js';
import { theme } from '../../shell/theme.js';
import type { View, ViewContext } from '../../shell/view.js';
import { type Spec, withOption } from '../../state/spec.js';
import type { Store } from '../../state/store.js';
import { createBeside } from './beside.js';
import { createTableFollower } from './follow.js';
import { createParts } from './parts.js';
import { columnsOf, rowOf, toggled } from './picks.js';
import {
  drawing,
  type EncodingsState,
  namings,
  readState,
  type Side,
  writeState,
} from './state.js';

const claims = {
  one: 'Each position gets a row of numbers, from which a model can tell the order.',
  two: 'Two tables, and what they differ by.',
};

function build(
  store: Store<EncodingsState>,
  redraw: () => void,
): ViewParts<EncodingsState> {
  const failed = (error: unknown) => follower.fail(error);
  const tables = createTables(failed);
  let drawn: Table | null = null;
  /** Whether a table is on the map. */
  let mapped = false;
  /** The table that is refused, if one is. */
  let refused: Side = 'first';

  const method = () => tableNamed(store.get().spec.method);
  /** The table whose options the controls set: the second, if there is one. */
  const side = (): Side =>
    store.get().other === null ? 'first' : store.get().side;
  const edited = (): Spec => {
    const { spec, other } = store.get();
    return side() === 'second' && other !== null ? other : spec;
  };
  /** The state with another spec there. */
  const editedTo = (spec: Spec) =>
    side() === 'first' ? { spec } : { other: spec };
  const parts = createParts({
    set: (name, value) =>
      store.set(editedTo(withOption(edited(), name, value))),
    preset: (name) => {
      const spec = edited();
      const next = withPreset(tableNamed(spec.method), spec, name);
      store.step(editedTo(next));
    },
  });
  const thumbnails = createThumbnails(tables, failed);
  const chooser = createChooser(methods, thumbnails, (next) =>
    // What was zoomed at is nothing special in another table.
    store.step({ spec: carried(method(), next, store.get().spec), zoom: [] }),
  );
  // Named before it is drawn, so that what stands beside it does not move.
  chooser.show(method());
  const zoom: ZoomEvents = {
    move: (crop) => store.set({ zoom: zoomOf(crop) }),
    jump: (crop) => store.step({ zoom: zoomOf(crop) }),
  };
  const readout = createReadout();
  const mapEvents = {
    move(cell: Cell | null) {
      point(cell);
      beside.point(cell);
    },
    ...{ pick, zoom, failed },
    set: store.set,
  };
  const map = createTableMap(tables, mapEvents, readout);
  const besideEvents = {
    changed: redraw,
    move(cell: Cell | null) {
      point(cell);
      map.point(cell);
    },
    ...{ pick, zoom },
  };
  const beside = createBeside(tables, store, besideEvents, readout);
  const plate = createPlate(map, beside.plate, readout);
  const lines = createColumnLines(tables, { drop: toggle, failed });
  const bars = createRowBars(tables, failed);
  const patch = createPatchFigure(tables, {
    choose: (row) => store.set({ row: [row] }),
    failed,
  });
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
  const lead = h('div', {}, beside.strip, parts.lead);
  // At once, not with the next frame: what is drawn later must move nothing.
  store.subscribe((state) => {
    chooser.show(tableNamed(state.spec.method));
    beside.arrange(state);
    plate.compare(state.other !== null);
    // Two tables have a curve of the same row, each over the other.
    bars.element.hidden = state.other !== null;
  });
  const follower = createTableFollower(tables, {
    changed: redraw,
    painted: () => map.painted(),
  });

  /** The cells of a table that the map shows: beside another, those of both. */
  function cellsOf(table: Table): Cells {
    return beside.of(table)?.cells ?? table.cells;
  }

  function zoomOf(crop: Crop): readonly number[] {
    return drawn === null ? [] : writeCrop(crop, cellsOf(drawn));
  }

  function toggle(column: number): void {
    const lines = toggled(store.get(), drawn?.cells, column);
    store.set({ lines });
  }

  function pick({ row, column }: Cell): void {
    store.set({ row: [row] });
    toggle(column);
  }

  function point(cell: Cell | null): void {
    describe(cell);
    lines.mark(cell?.row ?? null);
    bars.point(cell?.row ?? null);
  }

  /** The column that is drawn as an image where the reader points at none. */
  function imaged({ cells }: Table): number | undefined {
    const state = store.get();
    // Over a grid the first column swings, and later ones may hardly do.
    const { initial } = drawing.lines;
    const usual = `${state.lines}` === `${initial}` && cells.columns > 0;
    return usual ? 0 : columnsOf(state, cells).at(-1);
  }

  /** Says how to read the map, as far as that is known. */
  function explain(): void {
    if (drawn !== null) plate.explain(howToRead(drawn.rows, studies.waves()));
  }

  function describe(cell: Cell | null): void {
    if (drawn === null) return;
    const column = cell?.column ?? columnsOf(store.get(), drawn.cells).at(-1);
    studies.point(cell?.column ?? imaged(drawn));
    about.show(drawn, column);
  }

  return {
    head: [
      h(
        'div',
        { class: 'choosers' },
        ...[chooser.element, beside.chooser, beside.stop],
      ),
    ],
    about: parts.intro,
    controls: [lead, parts.panel, parts.presets],
    // Under the figure on a phone; the charts come before the other options there.
    lead,
    pictures: [
      plate.element,
      bars.element,
      map.more,
      beside.curves,
      h(
        'div',
        { class: 'columns-row' },
        ...[lines.element, patch.element, studies.image],
      ),
    ],
    rest: [snippet.element, studies.element, parts.pitfalls],
    // The panel has the controls of one of the two tables.
    place: (failure) => parts.fail(refused === side() ? failure : null),
    refresh() {
      lines.refresh();
      bars.refresh();
      studies.refresh();
      beside.refresh();
    },
    leave: studies.leave,
    draw(state) {
      const set = edited();
      parts.show(tableNamed(set.method), set);
      const comparing = state.other !== null;
      const first = follower.want({
        spec: state.spec,
        show: comparing ? 'values' : state.show,
      });
      const table = follower.made();
      const second = beside.draw(state, table);
      const outcome = first ?? second;
      refused = first === null ? 'second' : 'first';
      if (table === null) return outcome;
      drawn = table;
      const { cells } = table;
      const columns = columnsOf(state, cells);
      const pair = comparing ? beside.of(table) : null;
      const crop = readCrop(pair?.cells ?? cells, state.zoom);
      // Until the difference is found, three maps that belong together stay.
      const lone = second !== null && second !== 'outdated';
      const alone = !comparing || !mapped || lone;
      if (pair !== null || alone) map.draw(table, state.pool, crop, pair);
      mapped = true;
      map.columns.point(
        columns.map((cell, i) => ({ cell, colour: lineColour(i, theme()) })),
      );
      const row = rowOf(state, cells);
      map.rows.point([{ cell: row, colour: lineColour(1, theme()) }]);
      lines.draw(table, columns, crop.rows);
      bars.draw(table, row, crop.columns);
      patch.draw(table, state.row[0]);
      const { cosine, analysis: open } = state;
      studies.draw({ table, cosine, column: imaged(table), open });
      describe(null);
      explain();
      const calls = [callOf(table.method, table.spec)];
      const { other } = state;
      if (other) calls.push(callOf(tableNamed(other.method), other));
      const names = ['table', 'other'];
      snippet.show(
        program(...calls.map((call, i) => `const ${names[i]} = ${call};`)),
        [table.spec, ...(other ? [other] : [])].map((spec) => ({ spec })),
      );
      return outcome;
    },
  };
}

export function create(context: ViewContext): View {
  return createView<EncodingsState>(
    {
      name: 'encodings',
      title: 'Encodings',
      claim: ({ other }) => (other === null ? claims.one : claims.two),
      namings,
      read: readState,
      write: writeState,
      build,
    },
    context,
  );
}
