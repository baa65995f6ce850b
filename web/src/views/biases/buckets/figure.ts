// Buckets and clipping: a query and a key, the row of a table that they read, and
// what else reads it.

import { createGroup } from '../../../controls/group.js';
import { createNumberField } from '../../../controls/number-field.js';
import { operations } from '../../../methods/described/operations.js';
import { docOf } from '../../../methods/late.js';
import { rangeIn } from '../../../methods/reach.js';
import { columnsOf } from '../../../plot/keep/columns.js';
import { createKeep } from '../../../plot/keep/keep.js';
import { writeCount } from '../../../plot/ticks.js';
import { createDataTable } from '../../../shell/data-table.js';
import { h, setText } from '../../../shell/dom.js';
import type { Failure } from '../../../shell/failure.js';
import { createFold } from '../../../shell/fold.js';
import { createLiveLine } from '../../../shell/live.js';
import { isRecord, sameValue } from '../../../state/spec.js';
import type { BiasState } from '../state.js';
import { createCellsDrawing } from './cells-drawing.js';
import { createLineDrawing } from './line-drawing.js';
import type { LookAsk, Looked } from './look-up.js';
import { isCells, known, pairIn } from './scheme.js';
import { lookedWords } from './words.js';

const method = operations.relativeIndices;

const title = 'Which row of a learned table a pair reads';

/** What the table of numbers and the files of the figure have. */
function listOf(looked: Looked) {
  if (looked.kind === 'line') {
    const { rowAt, span } = looked;
    return {
      heads: ['distance'],
      columns: ['row'],
      numbers: [
        ['distance', Array.from(rowAt, (_, i) => i - span)],
        ['row', Array.from(rowAt, (row) => (row < 0 ? Number.NaN : row))],
      ] as const,
    };
  }
  const { pairs } = looked;
  const every = (from: number) =>
    Array.from(pairs).filter((_, i) => i % 2 === from);
  return {
    heads: ['query'],
    columns: ['key'],
    numbers: [
      ['query', every(0)],
      ['key', every(1)],
    ] as const,
  };
}

function captionOf(looked: Looked): string {
  return looked.kind === 'line'
    ? 'The row of the table that each distance reads'
    : 'The pairs that read the same row of the table';
}

type Shown = Pick<BiasState, 'scheme' | 'query' | 'key'>;

export function createBucketsFigure(
  set: (patch: Partial<Shown>) => void,
  step: (patch: Partial<Shown>) => void,
) {
  let asked: Shown | null = null;
  let shown: Looked | null = null;
  const buttons = known.map((one) => {
    const button = h('button', { type: 'button', class: 'preset' }, one.name);
    button.addEventListener('click', () => {
      const { scheme, query, key } = one;
      step({ scheme, query, key });
    });
    return { scheme: one.scheme, button };
  });
  const fields = (['query', 'key'] as const).map((name) =>
    createNumberField({
      ...{ param: name, look: 'number-field' },
      name: name === 'query' ? 'Query at' : 'Key at',
      onInput: (value) => set({ [name]: value ?? Number.NaN }),
    }),
  );
  const group = createGroup({
    parameters: { scheme: method.parameters.scheme },
    names: ['scheme'],
    words: { scheme: 'How distances become rows' },
    docOf,
    range: (path, parameter) => rangeIn(method, path, parameter),
    onInput(_, value) {
      if (value === undefined || !isRecord(value) || asked === null) return;
      const { query, key } = asked;
      set({ scheme: value, ...pairIn(value, { query, key }) });
    },
  });
  const line = createLineDrawing((distance) => {
    if (asked !== null) set({ key: asked.query + distance });
  });
  const cells = createCellsDrawing((key) => set({ key }));
  const words = h('p', { class: 'reading row-words' });
  const live = createLiveLine();
  const table = createDataTable(() => {
    if (shown === null) return null;
    const { heads, columns, numbers } = listOf(shown);
    const [first, second] = numbers;
    return {
      caption: captionOf(shown),
      ...{ heads, columns, count: first[1].length },
      row: (i) =>
        [first, second].map(([, list]) => {
          const value = list[i] ?? Number.NaN;
          return Number.isNaN(value) ? 'none' : writeCount(value);
        }),
    };
  });
  const keep = createKeep(() => {
    if (shown === null) return null;
    const looked = shown;
    const { scheme, query, key } = looked;
    const drawings = looked.kind === 'line' ? [line.drawing] : cells.drawings;
    return {
      ...{ name: `rows-${scheme.type}-${query}-${key}`, title },
      caption: `${JSON.stringify(scheme)} · ${lookedWords(looked)}`,
      spec: { scheme, queryPositions: [query], keyPositions: [key] },
      numbers: async () => columnsOf(listOf(looked).numbers),
      picture: () => ({
        ...{ columns: drawings.length },
        parts: drawings.map((drawing) => ({ drawing })),
      }),
    };
  });
  const more = createFold(
    'scheme',
    'All rules, and their options',
    ...group.elements,
  );

  return {
    element: h(
      'figure',
      { class: 'chart buckets' },
      h('div', { class: 'chart-head' }, h('h3', {}, title)),
      h(
        'div',
        { class: 'presets' },
        h(
          'ul',
          { class: 'presets-list' },
          ...buttons.map(({ button }) => h('li', {}, button)),
        ),
      ),
      h('div', { class: 'row-pair' }, ...fields.map(({ element }) => element)),
      ...[words, live.element, line.element, cells.element],
      h('div', { class: 'more-of-figure' }, table.element, keep.element),
      more,
    ),
    /** Puts a failure beside its control; false when it is about another. */
    fail(failure: Failure | null): boolean {
      // The package names where the pair stands by its own options.
      const names: Readonly<Record<string, string>> = {
        ...{ queryPositions: 'query', keyPositions: 'key' },
      };
      const [start = ''] = failure?.param.split(/[.[]/) ?? [];
      const param = names[start];
      const own = failure && param ? { ...failure, param } : failure;
      const placed = [
        ...fields.map((field) => field.fail(own)),
        group.fail(own),
      ].includes(true);
      if (placed && more.querySelector('.note.wrong')) more.open = true;
      return placed;
    },
    show(state: Shown): LookAsk {
      const { scheme, query, key } = state;
      asked = { scheme, query, key };
      for (const { scheme: own, button } of buttons) {
        button.setAttribute('aria-pressed', String(sameValue(own, scheme)));
      }
      fields.forEach((field, i) => {
        field.set(i === 0 ? query : key);
      });
      group.show({ scheme });
      line.element.hidden = isCells(scheme);
      cells.element.hidden = !isCells(scheme);
      return asked;
    },
    draw(looked: Looked): void {
      if (looked === shown) return;
      shown = looked;
      const text = lookedWords(looked);
      setText(words, text);
      live.say(text);
      if (looked.kind === 'line') line.draw(looked);
      else cells.draw(looked);
      table.refresh();
    },
  };
}
