// The view of tables that are added to embeddings: heat map, lines, controls,
// analysis and code for every table that the package describes.

import './encodings.css';
import type { Tensor } from 'posenc';
import type { MethodDescription } from 'posenc/descriptions';
import { createAnalysis } from '../../figures/analysis.js';
import { createChooser } from '../../figures/chooser.js';
import { createColumnLines } from '../../figures/column-lines.js';
import { describeColumn } from '../../figures/column-words.js';
import { createStudies } from '../../figures/studies.js';
import { createTableMap } from '../../figures/table-map.js';
import { carried, exampleSpec, withPreset } from '../../methods/defaults.js';
import { makeTable } from '../../methods/make.js';
import { callOf, createSnippet, program } from '../../methods/snippet.js';
import {
  columnOf,
  computeTable,
  sameTable,
  type Table,
} from '../../methods/table.js';
import { tableNamed, tables } from '../../methods/tables.js';
import type { Cell } from '../../plot/cursor.js';
import { lineColour, mostLines } from '../../plot/palette.js';
import {
  createView,
  type Refusal,
  type ViewParts,
} from '../../shell/create-view.js';
import { h, setText } from '../../shell/dom.js';
import { attempt, type Failure } from '../../shell/failure.js';
import { theme } from '../../shell/theme.js';
import type { View, ViewContext } from '../../shell/view.js';
import { withOption } from '../../state/spec.js';
import type { Store } from '../../state/store.js';
import { createParts } from './parts.js';
import {
  type EncodingsState,
  namings,
  readState,
  writeState,
} from './state.js';

/** Says what the reader sees when the package refused a table. */
function refusalOf(
  method: MethodDescription,
  failure: Failure,
  table: Table | null,
): Refusal {
  // The table of another method must not stand under this one's title.
  return table?.method === method
    ? {
        failure,
        age: 'outdated',
        seen: 'The picture shows earlier values.',
      }
    : {
        failure,
        age: 'empty',
        seen: `${method.title} cannot be drawn with these values.`,
      };
}

function build(
  store: Store<EncodingsState>,
  { posenc: pe }: ViewContext<'posenc'>,
): ViewParts<EncodingsState> {
  const warm = new Set<MethodDescription>();
  let table: Table | null = null;
  let drawn: EncodingsState | null = null;
  let spare: Tensor | null = null;

  const method = () => tableNamed(store.get().spec.method);
  const parts = createParts({
    set: (name, value) =>
      store.set({ spec: withOption(store.get().spec, name, value) }),
    preset: (name) =>
      store.step({ spec: withPreset(method(), store.get().spec, name) }),
  });
  const chooser = createChooser(tables, (next) =>
    store.step({ spec: carried(method(), next, store.get().spec) }),
  );
  const map = createTableMap({
    move(cell) {
      describe(cell);
      lines.mark(cell?.row ?? null);
    },
    pick: ({ column }) => toggle(column),
    set: store.set,
  });
  const lines = createColumnLines({ drop: toggle });
  const studies = createStudies(createAnalysis(pe), {
    set: store.set,
    found: () => describe(null),
  });
  const snippet = createSnippet(map.save);

  function toggle(column: number): void {
    const state = store.get();
    // Where the table has none of the chosen columns, others are drawn.
    const now =
      table === null || !lacks(state, table)
        ? state.lines
        : columnsOf(state, table);
    const rest = now.filter((other) => other !== column);
    if (rest.length < now.length) store.set({ lines: rest });
    else store.set({ lines: [...rest, column].slice(-mostLines) });
  }

  /** Whether columns are chosen, but none that the table has. */
  function lacks({ lines }: EncodingsState, { grid }: Table): boolean {
    return lines.length > 0 && lines.every((column) => column >= grid.columns);
  }

  /** The chosen columns that the table has, or its first where it has none. */
  function columnsOf(state: EncodingsState, table: Table): readonly number[] {
    const { columns } = table.grid;
    if (lacks(state, table)) return [...Array(Math.min(columns, 4)).keys()];
    const there = state.lines.filter((column) => column < columns);
    return there.slice(0, mostLines);
  }

  function describe(cell: Cell | null): void {
    if (drawn === null || table === null) return;
    const column = cell?.column ?? columnsOf(drawn, table).at(-1);
    studies.point(column);
    if (column === undefined) {
      setText(map.about, 'no column is chosen');
      return;
    }
    const values = columnOf(table.values, column);
    setText(map.about, describeColumn(column, values, studies.waveOf(column)));
  }

  function compute({ spec, show }: EncodingsState): Failure | null {
    const chosen = tableNamed(spec.method);
    if (!warm.has(chosen)) {
      // The first call of a function takes longer, because it is compiled. The
      // page shows the time of a later call.
      warm.add(chosen);
      attempt(() => makeTable(pe, exampleSpec(chosen)));
    }
    const { value, failure } = attempt(() =>
      computeTable(pe, spec, show, spare),
    );
    if (failure !== null) return failure;
    table = value;
    spare = table.tensor;
    return null;
  }

  /** Whether the table on the page is not that of the state. */
  function stale(state: EncodingsState): boolean {
    if (drawn === null || drawn.show !== state.show) return true;
    return !sameTable(drawn.spec, state.spec);
  }

  return {
    head: [chooser.element],
    about: parts.intro,
    controls: [parts.presets, parts.panel],
    pictures: [map.element],
    rest: [
      h('div', { class: 'columns-row' }, studies.image, lines.element),
      snippet.element,
      studies.element,
      parts.pitfalls,
    ],
    place: parts.fail,
    refresh() {
      lines.refresh();
      studies.refresh();
    },
    leave: studies.leave,
    draw(state) {
      const chosen = tableNamed(state.spec.method);
      chooser.show(chosen);
      parts.show(chosen, state.spec);
      const failure = stale(state) ? compute(state) : null;
      if (failure !== null) return refusalOf(chosen, failure, table);
      if (table === null) return null;
      drawn = state;
      const columns = columnsOf(state, table);
      map.draw(table, state.pool);
      map.columns.point(
        columns.map((cell, i) => ({ cell, colour: lineColour(i, theme()) })),
      );
      lines.draw(table, columns);
      studies.draw(table, state.cosine, columns.at(-1));
      describe(null);
      snippet.show(program(`const table = ${callOf(chosen, table.spec)};`));
      return null;
    },
  };
}

export function create(context: ViewContext<'posenc'>): View {
  return createView<EncodingsState>(
    {
      name: 'encodings',
      title: 'Encodings',
      claim: ({ spec }) => tableNamed(spec.method).summary,
      namings,
      read: readState,
      write: writeState,
      build: (store) => build(store, context),
    },
    context,
  );
}
