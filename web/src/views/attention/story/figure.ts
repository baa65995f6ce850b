// The main figure: the same words early and late, for both configurations, with
// the change from early to late beside them and B minus A below them. Narrow
// screens show one map at a time, that of the change in B at first: what the claim
// of the view is about.

import { createStrip } from '../../../controls/segments.js';
import {
  centred,
  extentOf,
  type Scale,
  spanned,
} from '../../../figures/scale.js';
import { labelWord } from '../../../figures/words/names.js';
import { speakPair } from '../../../figures/words/pair.js';
import { seededWords } from '../../../figures/words/seeded.js';
import { wordAxis } from '../../../figures/words/word-axis.js';
import { createColorbar } from '../../../plot/colorbar.js';
import { colormap } from '../../../plot/colormap.js';
import type { Cell } from '../../../plot/cursor.js';
import { type Grid, valueAt } from '../../../plot/grid.js';
import { createHeatmap } from '../../../plot/heatmap.js';
import { columnsOf } from '../../../plot/keep/columns.js';
import { createKeep } from '../../../plot/keep/keep.js';
import { speakValue, writeCount, writeValue } from '../../../plot/ticks.js';
import { createDataTable, type TableText } from '../../../shell/data-table.js';
import { h, setText } from '../../../shell/dom.js';
import { createLiveLine } from '../../../shell/live.js';
import { theme } from '../../../shell/theme.js';
import { whenQuiet } from '../../../state/schedule.js';
import { writeNumber } from '../numbers/cell-words.js';
import { type Largest, roundingOf } from '../numbers/rounding.js';
import { mostApart, type Story } from '../numbers/story.js';
import type { Saved } from '../state/saved.js';
import type { BySide } from '../state/state.js';
import { type Shown, shownNumbers, tableMs } from '../state/state.js';
import {
  type Column,
  columnNames,
  columns,
  columnWords,
  type Grids,
  gridsOf,
  type Line,
  lineNames,
  lines,
} from './grids.js';
import { type Place, pairsOf } from './pairs.js';
import {
  shownNames,
  tellApart,
  tellBlank,
  tellNumbers,
  type Verdict,
} from './words.js';

/** Changes below this part of the span of the numbers have the colour of 0. */
const faint = 2 ** -10;

/** The most words whose map is low. */
const fewWords = 7;

/** The most letters of names that have room level above the columns. */
const levelLetters = 30;

/** Whether the names of the words have room level, all as wide as the longest. */
function isLevel(words: readonly string[]): boolean {
  const sizes = words.map((_, i) => labelWord(words, i, 9).length);
  return words.length * (Math.max(...sizes) + 1) <= levelLetters;
}

const attempt = 'Point at a cell: its two words are marked in all maps. ';

export interface StoryLook {
  readonly story: Story;
  readonly head: number;
  readonly show: Shown;
  readonly titles: BySide<string>;
  readonly told: BySide<Verdict>;
  readonly saved: Saved;
}

/** `pick` is called with the cell of the late text that the reader chose. */
export function createStoryFigure(
  pick: (cell: Cell) => void,
  set: (patch: { show: Shown }) => void,
) {
  const live = createLiveLine();
  const reading = h('p', { class: 'numbers reading' });
  const bars = { numbers: createColorbar(), changes: createColorbar() };
  const barNames = { numbers: h('span'), changes: h('span') };
  const createBar = (name: keyof typeof bars) =>
    h(
      'div',
      { class: 'story-bar', 'data-bar': name },
      barNames[name],
      bars[name].element,
    );
  const table = createDataTable(tabulate);
  const fillTable = whenQuiet('studies', tableMs, table.refresh);
  let look: StoryLook | null = null;
  let grids: Grids | null = null;
  const none = centred([]);
  let scales: Readonly<Record<'numbers' | 'changes', Scale>> = {
    ...{ numbers: none, changes: none },
  };
  const keep = createKeep(() => {
    const [own, all] = [look, grids];
    if (own === null || all === null) return null;
    const { show, head, saved } = own;
    return {
      name: `attention-${show}-head-${head}`,
      title: `${show === 'scores' ? 'Scores' : 'Weights'} early and late`,
      ...saved,
      numbers: async () => numbers(own, all),
      picture: () => ({
        columns: columns.length,
        parts: maps.map((map) => {
          const { where, name, map: picture } = lookOf(own, all, map);
          const write = (value: number) => writeValue(value, 3);
          return { map: { ...picture, write, title: `${name}, ${where}` } };
        }),
      }),
    };
  });

  const showStrip = createStrip('show', shownNumbers, (show) => set({ show }));
  const lineStrip = createStrip<string>(
    'of',
    lines.map((line) => lineNames[line]),
    (name) => point({ line: lines.find((line) => lineNames[line] === name) }),
  );
  const columnStrip = createStrip<string>(
    'text',
    columns.map((column) => columnWords[column]),
    (name) =>
      point({ column: columns.find((column) => columnWords[column] === name) }),
  );

  function createMap(line: Line, column: Column) {
    const title = h('span');
    const value = h('output', { class: 'numbers' });
    const toLate = (cell: Cell): Cell =>
      column === 'early' ? moved(cell, (place) => placeOf(place)) : cell;
    const heatmap = createHeatmap(
      {
        move: (cell) => move(cell && toLate(cell)),
        pick: (cell) => pick(toLate(cell)),
      },
      'words',
    );
    const blank = h('p', { class: 'blank hint', hidden: true });
    heatmap.element.append(blank);
    const element = h(
      'figure',
      { class: 'map pinned', 'data-map': `${line}-${column}` },
      h('figcaption', {}, title, value),
      heatmap.element,
    );
    return { line, column, title, value, blank, heatmap, element };
  }

  const rows = lines.map((line) => {
    const title = h('h3');
    const told = h('p', { class: 'told hint' });
    // B minus A, late minus early, would be a change of changes.
    const shown = line === 'apart' ? columns.slice(0, 2) : columns;
    const maps = shown.map((column) => createMap(line, column));
    const element = h(
      'section',
      { class: 'story-line', 'data-line': line },
      h('div', { class: 'story-head' }, title, told),
      ...maps.map((map) => map.element),
    );
    return { line, title, told, maps, element };
  });
  const maps = rows.flatMap((row) => row.maps);

  const element = h(
    'figure',
    { class: 'story', 'data-line': 'b', 'data-column': 'change' },
    h(
      'div',
      { class: 'story-controls' },
      h('div', { class: 'one-map' }, lineStrip.element, columnStrip.element),
      showStrip.element,
      createBar('numbers'),
      createBar('changes'),
    ),
    h(
      'p',
      { class: 'hint try' },
      ...[h('b', {}, 'Try. '), attempt],
      h('span', { class: 'seeded' }, seededWords),
    ),
    live.element,
    ...rows.map((row) => row.element),
    reading,
    h('div', { class: 'more-of-figure' }, table.element, keep.element),
  );

  /** Chooses the map that narrow screens show. */
  function point(wanted: {
    line?: Line | undefined;
    column?: Column | undefined;
  }) {
    const { dataset } = element;
    let line = (wanted.line ?? dataset.line) as Line;
    let column = (wanted.column ?? dataset.column) as Column;
    if (line === 'apart' && column === 'change') {
      if (wanted.line) column = 'late';
      else line = 'b';
    }
    Object.assign(dataset, { line, column });
    lineStrip.set(lineNames[line]);
    columnStrip.set(columnWords[column]);
  }

  /** The place in the late text of a word of the early one. */
  function placeOf(early: number): number {
    return Math.max(0, look?.story.places.indexOf(early) ?? 0);
  }

  function moved({ row, column }: Cell, at: (place: number) => number): Cell {
    return { row: at(row), column: at(column) };
  }

  /** Shows the cursor at two words, which `late` names in the late text. */
  function move(late: Cell | null): void {
    const places = look?.story.places ?? [];
    const early = late && moved(late, (place) => places[place] ?? 0);
    for (const { column, heatmap } of maps) {
      heatmap.cursor.show(column === 'early' ? early : late);
    }
    read(early, late);
  }

  function read(early: Cell | null, late: Cell | null): void {
    for (const { line, column, value } of maps) {
      const cell = column === 'early' ? early : late;
      const grid = grids?.[line][column];
      const number =
        cell && grid ? valueAt(grid, cell.row, cell.column) : undefined;
      setText(value, number === undefined ? '' : writeCell(number));
    }
    if (look === null || late === null || early === null || grids === null) {
      setText(reading, tellNumbers(look?.show ?? 'scores'));
      return;
    }
    const { story, show } = look;
    const { words } = story.late;
    const at = (place: number, text: 'early' | 'late') =>
      writeCount(story[text].at + place);
    const name = (row: number, from: number) =>
      `${words[row] ?? ''} (early at ${at(from, 'early')}, late at ` +
      `${at(row, 'late')})`;
    setText(
      reading,
      `query ${name(late.row, early.row)} · key ` +
        `${name(late.column, early.column)}`,
    );
    const [a, b] = (['a', 'b'] as const).map((side) => {
      const own = (grids as Grids)[side];
      const [first, second] = [
        valueAt(own.early, early.row, early.column),
        valueAt(own.late, late.row, late.column),
      ].map((number) => speakValue(number, 4));
      return `${first} early and ${second} late`;
    });
    const what = shownNames[show];
    live.say(`${speakPair(late, words)}, ${what} ${a} in A, ${b} in B`);
  }

  const pairs = (own: StoryLook, all: Grids) => pairsOf(own.story, all, maps);

  /** The lines of the table: each pair of words, with all its numbers. */
  function tabulate(): TableText | null {
    if (look === null || grids === null) return null;
    const { words } = look.story.late;
    const { count, names, cellOf, valuesAt } = pairs(look, grids);
    const name = (place: number) => `${words[place]} (word ${place + 1})`;
    return {
      caption: `The ${look.show} of head ${look.head}, for each pair of words`,
      ...{ heads: ['query', 'key'], columns: names, count },
      row(index) {
        const { row, column } = cellOf(index);
        const values = valuesAt(index).map((value) => writeCell(value));
        return [name(row), name(column), ...values];
      },
    };
  }

  /** The numbers of the table as columns; words are given by their places. */
  function numbers(own: StoryLook, all: Grids) {
    const { count, names, cellOf, valuesAt } = pairs(own, all);
    const values = Array.from({ length: count }, (_, i) => valuesAt(i));
    const cells = Array.from({ length: count }, (_, i) => cellOf(i));
    return columnsOf([
      ['query', cells.map(({ row }) => row)],
      ['key', cells.map(({ column }) => column)],
      ...names.map(
        (name, map) =>
          [name, values.map((line) => line[map] ?? Number.NaN)] as const,
      ),
    ]);
  }

  /** The numbers that a verdict rests on are those of all heads. */
  function tell(
    box: HTMLElement,
    line: Line,
    { says, told }: Verdict,
    heads: number,
  ): void {
    const parts = told.map(({ name, when, most, same }, i) => {
      const attributes = { class: 'numbers', 'data-number': `${line}-${name}` };
      const end =
        i < told.length - 1 ? ';' : heads > 1 ? ', of all heads.' : '.';
      const start =
        i === 0 ? when.charAt(0).toUpperCase() + when.slice(1) : when;
      const before = `${start}: ${most === null ? '' : 'up to '}`;
      return h('span', {}, before, h('output', attributes, most ?? same), end);
    });
    box.replaceChildren(h('strong', {}, `${says}.`), ...parts);
  }

  point({});
  return {
    element,
    draw(next: StoryLook): void {
      look = next;
      const { story, head, show, titles, told } = next;
      grids = gridsOf(story, head, show);
      const own = grids;
      const numbers = [own.a, own.b].flatMap(({ early, late }) => [
        early,
        late,
      ]);
      const span = extentOf(numbers);
      const least = span ? faint * (span.high - span.low) : 0;
      const changes = [
        ...[own.a.change, own.b.change, own.apart.early, own.apart.late],
      ];
      scales = { numbers: spanned(numbers), changes: centred(changes, least) };
      showStrip.set(show);
      setText(barNames.numbers, shownNames[show]);
      setText(barNames.changes, `${shownNames[show]} difference`);
      for (const name of ['numbers', 'changes'] as const) {
        const { kind, range } = scales[name];
        bars[name].draw(colormap(kind, theme()), range, (value) =>
          writeValue(value, 3),
        );
      }
      const rounding = roundingOf(show, largestOf(story));
      const { heads } = story.sides.a.late[show];
      const { words } = story.late;
      element.classList.toggle('few', words.length <= fewWords);
      const level = isLevel(words) && isLevel(story.early.words);
      element.classList.toggle('level', level);
      for (const { line, title, told: box, maps: row } of rows) {
        if (line === 'apart') {
          setText(title, 'B minus A');
          tell(
            box,
            line,
            tellApart(show, mostApart(story, show), rounding),
            heads,
          );
        } else {
          setText(title, `${lineNames[line]}: ${titles[line]}`);
          tell(box, line, told[line], heads);
        }
        for (const map of row) {
          const { where, map: picture } = lookOf(next, own, map);
          setText(map.title, where);
          map.heatmap.draw(picture);
        }
        for (const { column, blank } of row) {
          const isChange = isDifference(line, column);
          const grids = [own[line][column]];
          const most = extentOf(grids) && sizeOf(grids);
          setText(blank, isChange ? tellBlank(most, rounding) : '');
          blank.hidden = blank.textContent === '';
        }
      }
      move(null);
      fillTable();
    },
  };

  /** What a map shows, and where, in words. */
  function lookOf(
    { story, show, titles }: StoryLook,
    all: Grids,
    { line, column }: Place,
  ) {
    const isChange = isDifference(line, column);
    const { kind, range } = scales[isChange ? 'changes' : 'numbers'];
    const text = column === 'early' ? story.early : story.late;
    const where =
      column === 'change'
        ? columnNames.change
        : `${columnNames[column]}, from ${writeCount(text.at)}`;
    const name =
      line === 'apart'
        ? lineNames.apart
        : `${lineNames[line]}: ${titles[line]}`;
    return {
      ...{ where, name },
      map: {
        grid: all[line][column],
        map: colormap(kind, theme()),
        ...{ range, pool: 'nearest' as const },
        rows: wordAxis('query', text.words),
        columns: wordAxis('key', text.words),
        label: `${show} of ${name}, ${where}, queries down, keys across`,
      },
    };
  }
}

/** The largest size of the numbers of some maps; 0 where none has one. */
function sizeOf(grids: readonly Grid[]): number {
  const { low, high } = extentOf(grids) ?? { low: 0, high: 0 };
  return Math.max(-low, high);
}

/** The largest numbers of both sides. */
function largestOf({ sides: { a, b } }: Story): Largest {
  const most = (show: Shown) => Math.max(a.largest[show], b.largest[show]);
  return { scores: most('scores'), weights: most('weights') };
}

function isDifference(line: Line, column: Column): boolean {
  return line === 'apart' || column === 'change';
}

/** A number of a cell; a pair that has none is hidden by the mask. */
function writeCell(value: number): string {
  return Number.isNaN(value) ? 'masked' : writeNumber(value);
}
