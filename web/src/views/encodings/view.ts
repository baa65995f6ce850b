// The tables that are added to embeddings: map, lines, controls and code, for
// whichever table the package describes.

import type { MethodDescription, Posenc, Tensor } from 'posenc';
import type { Cell } from '../../plot/cursor.js';
import { lineColour, mostLines } from '../../plot/palette.js';
import type { Problem } from '../../shell/banner.js';
import { program, writeOptions } from '../../shell/code.js';
import { createColumns } from '../../shell/columns.js';
import { h, setText } from '../../shell/dom.js';
import { attempt, describeFailure, type Failure } from '../../shell/failure.js';
import { createCopyButton } from '../../shell/save.js';
import { onThemeChange, theme } from '../../shell/theme.js';
import { perFrame } from '../../state/frame.js';
import { createStore } from '../../state/store.js';
import type { View, ViewContext } from '../view.js';
import { createAnalysis } from './analysis.js';
import { createChart } from './chart.js';
import { createChooser } from './chooser.js';
import { describeColumn } from './column.js';
import {
  carried,
  exampleOf,
  tableNamed,
  tables,
  withPreset,
} from './method.js';
import { createParts } from './parts.js';
import { createPicture } from './picture.js';
import {
  type EncodingsState,
  initialState,
  readState,
  writeState,
} from './state.js';
import { createStudies } from './studies.js';
import {
  callTable,
  columnOf,
  computeTable,
  sameTable,
  type Table,
} from './table.js';

/** A failure as it stands over the picture of earlier values, or over none. */
function problemOf(
  { title }: MethodDescription,
  failure: Failure,
  placed: boolean,
  outdated: boolean,
): Problem {
  const what = outdated
    ? 'The picture is of the values before.'
    : `${title} cannot be drawn with these values.`;
  return {
    text: `${what} ${describeFailure(failure)}`,
    param: placed ? failure.param : null,
  };
}

export function createEncodings(pe: Posenc, context: ViewContext): View {
  const store = createStore<EncodingsState>(initialState());
  const warm = new Set<MethodDescription>();
  let table: Table | null = null;
  let drawn: EncodingsState | null = null;
  let spare: Tensor | null = null;

  const method = () => tableNamed(store.get().method);
  const parts = createParts({
    set: (name, value) =>
      store.set({ values: { ...store.get().values, [name]: value } }),
    preset: (name) =>
      store.set({ values: withPreset(method(), store.get().values, name) }),
  });
  const chooser = createChooser(tables, (next) =>
    store.set({
      method: next.name,
      values: carried(method(), next, store.get().values),
    }),
  );
  const status = h('p', { class: 'note wrong', role: 'alert', hidden: true });
  const code = h('pre', { tabindex: 0, 'aria-label': 'Code' }, h('code'));
  const picture = createPicture({
    move(cell) {
      describe(cell);
      chart.mark(cell?.row ?? null);
    },
    pick: ({ column }) => toggle(column),
    set: store.set,
  });
  const chart = createChart({ drop: toggle });
  const studies = createStudies(createAnalysis(pe), {
    set: store.set,
    found: () => describe(null),
  });

  function toggle(column: number): void {
    const state = store.get();
    // Of a table without any of them, those that stand for them.
    const lines =
      table === null || !lacks(state, table)
        ? state.lines
        : columnsOf(state, table);
    const rest = lines.filter((other) => other !== column);
    if (rest.length < lines.length) store.set({ lines: rest });
    else store.set({ lines: [...rest, column].slice(-mostLines) });
  }

  /** Whether columns are chosen, but none that the table has. */
  function lacks({ lines }: EncodingsState, { grid }: Table): boolean {
    return lines.length > 0 && lines.every((column) => column >= grid.columns);
  }

  /** The chosen columns that the table has; of a narrow one the first. */
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
      setText(picture.about, 'no column is chosen');
      return;
    }
    const values = columnOf(table.values, column);
    setText(
      picture.about,
      describeColumn(column, values, studies.waveOf(column)),
    );
  }

  function compute(state: EncodingsState): Failure | null {
    const chosen = tableNamed(state.method);
    if (!warm.has(chosen)) {
      // The first call of a function pays for its compilation; the time that
      // is shown is that of the calls that follow.
      warm.add(chosen);
      attempt(() => callTable(pe, chosen, exampleOf(chosen)));
    }
    const { value, failure } = attempt(() => computeTable(pe, state, spare));
    if (failure !== null) return failure;
    table = value;
    spare = table.tensor;
    return null;
  }

  function draw(): void {
    const state = store.get();
    const chosen = method();
    chooser.show(chosen);
    parts.show(chosen, state.values);
    const stale = drawn === null || !sameTable(drawn, state);
    const failure = stale ? compute(state) : null;
    const placed = parts.fail(failure);
    status.hidden = failure === null || placed;
    setText(status, failure ? describeFailure(failure) : '');
    if (failure !== null || table === null) {
      // Of another method there is nothing to show under this one's title.
      const same = table?.method === chosen;
      columns.show(
        same ? 'outdated' : 'empty',
        failure && problemOf(chosen, failure, placed, same),
      );
      return;
    }
    columns.show('current', null);
    drawn = state;
    const lines = columnsOf(state, table);
    picture.draw(state, table);
    picture.columns.point(
      lines.map((cell, i) => ({ cell, colour: lineColour(i, theme()) })),
    );
    chart.draw(state, table, lines);
    studies.draw(table, state, lines.at(-1));
    describe(null);
    const options = writeOptions(table.spec);
    setText(
      code.firstElementChild as Element,
      program(`const table = pe.${chosen.name}(${options});`),
    );
  }

  const redraw = perFrame(draw);
  store.subscribe(() => {
    redraw();
    context.changed();
  });
  onThemeChange(() => {
    redraw();
    chart.refresh();
    studies.refresh();
  });

  const copy = createCopyButton('Copy code', () => code.textContent ?? '');
  const actions = h('div', { class: 'actions' }, copy, picture.save);
  const columns = createColumns({
    controls: [parts.presets, parts.panel, status],
    pictures: [picture.element],
    rest: [
      h('div', { class: 'columns-row' }, studies.image, chart.element),
      h('div', { class: 'code' }, code, actions),
      studies.element,
      parts.pitfalls,
    ],
  });
  draw();

  const element = h(
    'section',
    { class: 'view encodings', 'aria-label': 'Encodings' },
    chooser.element,
    parts.intro,
    columns.element,
  );

  return {
    element,
    restore: (query) => store.set(readState(query)),
    query: () => writeState(store.get()),
  };
}
