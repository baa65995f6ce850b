// The tables that are added to embeddings: map, lines, controls and code.

import { methods, type Posenc, type Tensor } from 'posenc';
import { createPanel } from '../../controls/panel.js';
import type { Cell } from '../../plot/cursor.js';
import { lineColour, mostLines } from '../../plot/palette.js';
import { callOptions, program } from '../../shell/code.js';
import { createColumns } from '../../shell/columns.js';
import { h, setText } from '../../shell/dom.js';
import { attempt, describeFailure, type Failure } from '../../shell/failure.js';
import {
  createIntro,
  createPitfalls,
  createPresets,
} from '../../shell/method.js';
import { createCopyButton } from '../../shell/save.js';
import { onThemeChange, theme } from '../../shell/theme.js';
import { perFrame } from '../../state/frame.js';
import { decode, encode, initialState } from '../../state/hash.js';
import { createStore } from '../../state/store.js';
import type { View, ViewContext } from '../view.js';
import { createChart } from './chart.js';
import { describeColumn } from './column.js';
import { createPicture } from './picture.js';
import { type EncodingsState, parameterNames, schema } from './state.js';
import {
  computeTable,
  measureFrequencies,
  optionsOf,
  sameTable,
  type Table,
} from './table.js';

const { sinusoidal } = methods;

const explanation =
  'Every pair of columns is a hand of a clock: the first turns once in six ' +
  'positions, the last hardly moves.';

export function createEncodings(pe: Posenc, context: ViewContext): View {
  const store = createStore<EncodingsState>(initialState(schema));
  let table: Table | null = null;
  let drawn: EncodingsState | null = null;
  let frequencies: Float64Array = new Float64Array();
  let spare: Tensor | null = null;

  const panel = createPanel({
    parameters: sinusoidal.parameters,
    names: parameterNames,
    reach: {
      length: { low: 1, high: 4096, spacing: 'octaves' },
      dim: { low: 1, high: 1024, spacing: 'octaves' },
      base: { low: 1, high: 1e6, spacing: 'decades' },
      start: { low: 0, high: 1e6, spacing: 'decades' },
      step: { low: 0, high: 4, spacing: 'even' },
    },
    onInput: (name, value) => store.set({ [name]: value }),
  });
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

  function toggle(column: number): void {
    const { lines } = store.get();
    const rest = lines.filter((other) => other !== column);
    if (rest.length < lines.length) store.set({ lines: rest });
    else store.set({ lines: [...rest, column].slice(-mostLines) });
  }

  /** The chosen columns that the table has. */
  function columnsOf({ lines, dim }: EncodingsState): readonly number[] {
    return lines.filter((column) => column < dim).slice(0, mostLines);
  }

  function describe(cell: Cell | null): void {
    if (drawn === null) return;
    const column = cell?.column ?? columnsOf(drawn).at(-1);
    setText(
      picture.about,
      column === undefined
        ? 'no column is chosen'
        : describeColumn(column, drawn, frequencies),
    );
  }

  function compute(state: EncodingsState): Failure | null {
    const { value, failure } = attempt(() => ({
      table: computeTable(pe, state, spare),
      frequencies: measureFrequencies(pe, state),
    }));
    if (failure !== null) return failure;
    ({ table, frequencies } = value);
    spare = table.tensor;
    return null;
  }

  function draw(): void {
    const state = store.get();
    panel.show(state);
    const stale = drawn === null || !sameTable(drawn, state);
    const failure = stale ? compute(state) : null;
    const placed = panel.fail(failure);
    status.hidden = failure === null || placed;
    setText(status, failure ? describeFailure(failure) : '');
    columns.outdate(failure !== null);
    if (failure !== null || table === null) return;
    drawn = state;
    const chosen = columnsOf(state);
    picture.draw(state, table);
    picture.columns.point(
      chosen.map((cell, i) => ({ cell, colour: lineColour(i, theme()) })),
    );
    chart.draw(state, table, chosen);
    describe(null);
    const options = callOptions(sinusoidal.parameters, optionsOf(state));
    setText(
      code.firstElementChild as Element,
      program(`const table = pe.sinusoidal(${options});`),
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
  });

  const copy = createCopyButton('Copy code', () => code.textContent ?? '');
  const actions = h('div', { class: 'actions' }, copy, picture.save);
  const columns = createColumns({
    controls: [
      createPresets(sinusoidal.presets, (preset) => store.set(preset)),
      panel.element,
      status,
    ],
    pictures: [picture.element],
    rest: [
      chart.element,
      h('div', { class: 'code' }, code, actions),
      createPitfalls(sinusoidal),
    ],
  });
  // The first call of a module pays for its compilation; the time that is
  // shown is that of the calls that follow.
  pe.sinusoidal({ length: 64, dim: 64 });
  draw();

  const element = h(
    'section',
    { class: 'view encodings', 'aria-label': 'Encodings' },
    createIntro(sinusoidal, 'Sinusoidal encoding', explanation),
    columns.element,
  );

  return {
    element,
    restore: (query) => store.set(decode(schema, query)),
    query: () => encode(schema, store.get()),
  };
}
