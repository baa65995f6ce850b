// Heat maps of both configurations side by side, with one cursor: scores,
// weights, and each term of the scores.

import type { Scale } from '../../../figures/scale.js';
import { showPair, speakPair } from '../../../figures/words/pair.js';
import { createSeeded } from '../../../figures/words/seeded.js';
import { wordAxis } from '../../../figures/words/word-axis.js';
import { createColorbar } from '../../../plot/colorbar.js';
import { colormap } from '../../../plot/colormap.js';
import type { Cell } from '../../../plot/cursor.js';
import { type Grid, valueAt } from '../../../plot/grid.js';
import { createHeatmap } from '../../../plot/heatmap.js';
import { columnsOf } from '../../../plot/keep/columns.js';
import type { KeptFigure } from '../../../plot/keep/figure.js';
import { createKeep } from '../../../plot/keep/keep.js';
import { speakValue, writeValue } from '../../../plot/ticks.js';
import { createDataTable, type TableText } from '../../../shell/data-table.js';
import { h, setText } from '../../../shell/dom.js';
import { createLiveLine } from '../../../shell/live.js';
import { theme } from '../../../shell/theme.js';
import { whenQuiet } from '../../../state/schedule.js';
import { writeNumber, writeTerms } from '../numbers/cell-words.js';
import type { Saved } from '../state/saved.js';
import { type SideName, sides, tableMs } from '../state/state.js';

/** The most words whose maps are low. */
const fewWords = 7;

/** Maps of one subject: the scores, the weights, or a term. */
export interface Subject {
  readonly name: string;
  readonly title: string;
  readonly scale: (grids: readonly Grid[]) => Scale;
  /** What the maps show, where the name does not say it. */
  readonly hint: string;
  /** Whether it is one of those that the scores are the sum of. */
  readonly term?: true;
  /** The map of each side; null where a side has no such term. */
  readonly grids: Readonly<Record<SideName, Grid | null>>;
}

export interface MapsLook {
  readonly subjects: readonly Subject[];
  readonly words: readonly string[];
  readonly start: number;
  readonly titles: Readonly<Record<SideName, string>>;
  readonly saved: Saved;
}

/** `pick` is called with the cell that the reader chose. */
export function createMaps(pick: (cell: Cell) => void) {
  const live = createLiveLine();
  const pair = h('p', { class: 'numbers reading' });
  const table = createDataTable(tabulate);
  const fillTable = whenQuiet('studies', tableMs, table.refresh);
  const keep = createKeep(keptFigure);
  const more = h(
    'div',
    { class: 'more-of-figure' },
    table.element,
    keep.element,
  );
  const element = h('div', { class: 'maps' }, live.element);
  const rows = new Map<string, ReturnType<typeof createRow>>();
  let shown: MapsLook | null = null;

  function createMap(side: SideName, subject: string) {
    const value = h('output', { class: 'numbers' });
    const title = h('span');
    const heatmap = createHeatmap({ move, pick }, 'words');
    const missing = h('p', { class: 'hint missing', hidden: true });
    const map = h(
      'figure',
      { class: 'map', 'data-map': `${side}-${subject}` },
      h('figcaption', {}, title, value),
      heatmap.element,
      missing,
    );
    return { side, heatmap, title, value, missing, element: map };
  }

  function createRow({ name, title, hint }: Subject) {
    const bar = createColorbar();
    const maps = sides.map((side) => createMap(side, name));
    const head = h('div', { class: 'maps-head' }, h('h4', {}, title));
    if (hint !== '') head.append(h('p', { class: 'hint' }, hint));
    if (rows.size === 0) head.append(createSeeded(), pair);
    head.append(bar.element);
    const elements = [head, ...maps.map((map) => map.element)];
    return { bar, maps, elements };
  }

  function move(cell: Cell | null): void {
    for (const { maps } of rows.values()) {
      for (const { heatmap } of maps) heatmap.cursor.show(cell);
    }
    read(cell);
  }

  function read(cell: Cell | null): void {
    if (shown === null) return;
    const { words, start, subjects } = shown;
    const at = (grid: Grid) =>
      cell === null ? Number.NaN : valueAt(grid, cell.row, cell.column);
    for (const side of sides) {
      const there = subjects.filter(({ grids }) => grids[side] !== null);
      const values = new Map(
        there.map(({ name, grids }) => [name, at(grids[side] as Grid)]),
      );
      const terms = there.filter(({ term }) => term).map(({ name }) => name);
      const summands = terms.map((name) => values.get(name) ?? 0);
      const written = writeTerms(values.get('scores') ?? 0, summands);
      for (const { name } of subjects) {
        const value = values.get(name);
        const output = rows.get(name)?.maps.find((map) => map.side === side);
        if (output === undefined) continue;
        const own = written[terms.indexOf(name)];
        const text =
          cell === null || value === undefined ? '' : writeNumber(value);
        setText(output.value, text === '' ? text : (own ?? text));
      }
    }
    setText(pair, showPair(cell, words, start));
    if (cell === null) return;
    const scores = subjects[0]?.grids;
    const [a, b] = sides.map((side) => {
      const grid = scores?.[side];
      return grid
        ? speakValue(valueAt(grid, cell.row, cell.column), 4)
        : 'none';
    });
    live.say(`${speakPair(cell, words)}, score ${a} in A, ${b} in B`);
  }

  /** Puts elements into a box, unless they are there. */
  function fill(box: HTMLElement, elements: readonly HTMLElement[]): void {
    const now = [...box.children];
    const same =
      now.length === elements.length && elements.every((e, i) => e === now[i]);
    if (!same) box.replaceChildren(...elements);
  }

  function arrange(subjects: readonly Subject[]): void {
    for (const subject of subjects) {
      const { name } = subject;
      if (!rows.has(name)) rows.set(name, createRow(subject));
    }
    const elementsOf = (some: readonly Subject[]) =>
      some.flatMap(({ name }) => rows.get(name)?.elements ?? []);
    fill(element, [live.element, ...elementsOf(subjects), more]);
  }

  /** All maps that there are, by the rows of the figure. */
  function drawnMaps({ subjects }: MapsLook) {
    return subjects.flatMap((subject) =>
      sides.flatMap((side) => {
        const grid = subject.grids[side];
        const name = `${side.toUpperCase()}, ${subject.name}`;
        return grid ? [{ subject, side, grid, name }] : [];
      }),
    );
  }

  /** The lines of the table: each pair of words, with the numbers of all maps. */
  function tabulate(): TableText | null {
    if (shown === null) return null;
    const { words } = shown;
    const maps = drawnMaps(shown);
    const name = (place: number) => `${words[place]} (word ${place + 1})`;
    return {
      caption: 'Scores, their terms and the weights, for each pair of words',
      heads: ['query', 'key'],
      columns: maps.map(({ name }) => name),
      count: words.length ** 2,
      row(index) {
        const row = Math.floor(index / words.length);
        const column = index % words.length;
        const numbers = maps.map(({ grid }) => valueAt(grid, row, column));
        return [name(row), name(column), ...numbers.map(writeNumber)];
      },
    };
  }

  function keptFigure(): KeptFigure | null {
    const look = shown;
    if (look === null) return null;
    const { words, saved, titles } = look;
    const maps = drawnMaps(look);
    return {
      ...{ name: 'attention-terms', title: 'Scores, term by term', ...saved },
      numbers: async () => {
        const places = Array.from({ length: words.length ** 2 }, (_, i) => i);
        return columnsOf([
          ['query', places.map((i) => Math.floor(i / words.length))],
          ['key', places.map((i) => i % words.length)],
          ...maps.map(({ name, grid }) => [name, grid.values] as const),
        ]);
      },
      picture: () => ({
        columns: 2,
        parts: maps.map(({ subject, side, grid }) => ({
          map: {
            ...lookOf(look, subject, grid),
            write: (value) => writeValue(value, 3),
            title: `${side.toUpperCase()}: ${titles[side]}, ${subject.title}`,
          },
        })),
      }),
    };
  }

  /** How a map of a subject is drawn; equal colours are equal numbers in both. */
  function lookOf({ words }: MapsLook, subject: Subject, grid: Grid) {
    const drawn = sides.flatMap((side) => subject.grids[side] ?? []);
    const { kind, range } = subject.scale(drawn);
    return {
      ...{ grid, map: colormap(kind, theme()), range },
      pool: 'nearest' as const,
      rows: wordAxis('query', words),
      columns: wordAxis('key', words),
    };
  }

  return {
    element,
    draw(look: MapsLook): void {
      shown = look;
      const { subjects, titles } = look;
      arrange(subjects);
      element.classList.toggle('few', look.words.length <= fewWords);
      for (const subject of subjects) {
        const row = rows.get(subject.name);
        const drawn = sides.flatMap((side) => subject.grids[side] ?? []);
        const { kind, range } = subject.scale(drawn);
        const map = colormap(kind, theme());
        row?.bar.draw(map, range, (value) => writeValue(value, 3));
        for (const { side, heatmap, title, missing } of row?.maps ?? []) {
          const name = `${side.toUpperCase()}: ${titles[side]}`;
          setText(title, name);
          title.title = name;
          const grid = subject.grids[side];
          heatmap.element.hidden = grid === null;
          missing.hidden = grid !== null;
          setText(missing, `${titles[side]} has no term “${subject.name}”.`);
          if (grid === null) continue;
          heatmap.draw({
            ...lookOf(look, subject, grid),
            label: `${subject.name} of ${name}, queries down, keys across`,
          });
        }
      }
      read(null);
      fillTable();
    },
  };
}
