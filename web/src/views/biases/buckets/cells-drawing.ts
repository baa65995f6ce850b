// A grid of cells with a query and a key, and beside it the table of differences
// with the row that they read. A press on a cell chooses another key.

import { writeCount } from '../../../plot/ticks.js';
import { h, setText, svg } from '../../../shell/dom.js';
import type { CellsLook } from './look-up.js';
import { cellsOf, differencesOf } from './scheme.js';
import { tokenWords } from './words.js';

const side = 20;

/** The most pairs that are drawn as lines. */
const mostLines = 240;

const square = (column: number, row: number, inset = 0) =>
  `M${column * side + inset} ${row * side + inset}h${side - 2 * inset}v${side - 2 * inset}h${2 * inset - side}Z`;

/** The lines of a grid with so many cells. */
function gridPath(height: number, width: number): string {
  const down = Array.from(
    { length: width + 1 },
    (_, x) => `M${x * side} 0V${height * side}`,
  );
  const across = Array.from(
    { length: height + 1 },
    (_, y) => `M0 ${y * side}H${width * side}`,
  );
  return [...down, ...across].join('');
}

export interface CellsPaths {
  readonly cells: string;
  readonly query: string;
  readonly key: string;
  /** From the middle of each query to that of its key. */
  readonly pairs: string;
  readonly table: string;
  /** The row of the pair among those of the table. */
  readonly lit: string;
  /** Sizes of both drawings. */
  readonly size: readonly [width: number, height: number];
  readonly tableSize: readonly [width: number, height: number];
}

export function cellsPaths(look: CellsLook): CellsPaths {
  const { scheme, query, key, row, pairs } = look;
  const { height, width, prefix } = cellsOf(scheme);
  const table = differencesOf(scheme);
  // Tokens before the cells stand in a line of their own, above.
  const top = prefix > 0 ? 1 : 0;
  const columns = Math.max(width, prefix);
  const place = (token: number): [column: number, row: number] =>
    token < prefix
      ? [token, 0]
      : [(token - prefix) % width, top + Math.floor((token - prefix) / width)];
  const middle = (token: number) =>
    place(token)
      .map((cell) => (cell + 0.5) * side)
      .join(' ');
  const lines: string[] = [];
  const step = 2 * Math.max(1, Math.ceil(pairs.length / 2 / mostLines));
  for (let i = 0; i < pairs.length; i += step) {
    const [from, to] = [pairs[i], pairs[i + 1]] as [number, number];
    lines.push(`M${middle(from)}L${middle(to)}`);
  }
  const special = prefix > 0 ? 1 : 0;
  const last = table.height * table.width;
  const lit =
    row < last
      ? square(row % table.width, Math.floor(row / table.width))
      : square(row - last, table.height);
  return {
    cells:
      gridPathAt(height, width, top) +
      Array.from({ length: prefix }, (_, token) => square(token, 0)).join(''),
    query: square(...place(query), 1),
    key: square(...place(key), 4),
    pairs: lines.join(''),
    table:
      gridPath(table.height, table.width) +
      [0, 1, 2].map((i) => (special ? square(i, table.height) : '')).join(''),
    lit: row < 0 ? '' : lit,
    size: [columns * side, (height + top) * side],
    tableSize: [table.width * side, (table.height + special) * side],
  };
}

const gridPathAt = (height: number, width: number, top: number) =>
  [
    ...Array.from(
      { length: width + 1 },
      (_, x) => `M${x * side} ${top * side}v${height * side}`,
    ),
    ...Array.from(
      { length: height + 1 },
      (_, y) => `M0 ${(y + top) * side}h${width * side}`,
    ),
  ].join('');

export function createCellsDrawing(choose: (key: number) => void) {
  const paths = {
    ...{ pairs: svg('path', { class: 'cell-pairs' }) },
    ...{ cells: svg('path', { class: 'cell-grid' }) },
    ...{ query: svg('path', { class: 'cell-query' }) },
    ...{ key: svg('path', { class: 'cell-key' }) },
    ...{ table: svg('path', { class: 'cell-grid' }) },
    ...{ lit: svg('path', { class: 'row-lit' }) },
  };
  const drawingOf = (...own: SVGElement[]) =>
    svg('svg', { class: 'cell-drawing', 'aria-hidden': 'true' }, ...own);
  const grid = drawingOf(paths.pairs, paths.cells, paths.query, paths.key);
  const table = drawingOf(paths.lit, paths.table);
  const field = h(
    'div',
    {
      ...{ class: 'cell-field', role: 'slider', tabindex: 0 },
      'aria-label': 'Token of the key',
    },
    grid,
  );
  const size = h('p', { class: 'hint' });
  const element = h(
    'div',
    { class: 'row-cells' },
    h(
      'div',
      {},
      h(
        'p',
        { class: 'hint' },
        h('span', { class: 'cell-word cell-query' }, 'Query'),
        ' and ',
        h('span', { class: 'cell-word cell-key' }, 'key'),
        ', and all pairs that read the same row',
      ),
      field,
    ),
    h('div', {}, size, table),
  );
  let look: CellsLook | null = null;

  function tokens(): number {
    if (look === null) return 0;
    const { height, width, prefix } = cellsOf(look.scheme);
    return height * width + prefix;
  }

  function take(token: number): void {
    if (look === null || token < 0 || token >= tokens()) return;
    // The next key counts from here, though it may come before the next frame.
    look = { ...look, key: token };
    choose(token);
  }

  field.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || look === null) return;
    const {
      left,
      top,
      width: wide,
      height: high,
    } = grid.getBoundingClientRect();
    const { width, prefix } = cellsOf(look.scheme);
    const [across, down] = cellsPaths(look).size;
    const column = Math.floor(
      (((event.clientX - left) / wide) * across) / side,
    );
    const line = Math.floor((((event.clientY - top) / high) * down) / side);
    const cells = prefix > 0 ? line - 1 : line;
    if (cells < 0) {
      if (column < prefix) take(column);
    } else if (column < width) take(prefix + cells * width + column);
  });
  field.addEventListener('keydown', (event) => {
    if (look === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const { width } = cellsOf(look.scheme);
    const { key } = look;
    const next: Readonly<Record<string, number>> = {
      ...{ ArrowRight: key + 1, ArrowLeft: key - 1 },
      ...{ ArrowDown: key + width, ArrowUp: key - width },
      ...{ Home: 0, End: tokens() - 1 },
    };
    const to = next[event.key];
    if (to === undefined) return;
    event.preventDefault();
    take(to);
  });

  return {
    element,
    drawings: [grid, table],
    draw(next: CellsLook): void {
      look = next;
      const made = cellsPaths(next);
      for (const name of Object.keys(paths) as (keyof typeof paths)[]) {
        paths[name].setAttribute('d', made[name]);
      }
      const box = ([width, height]: readonly [number, number]) =>
        `-1 -1 ${width + 2} ${height + 2}`;
      grid.setAttribute('viewBox', box(made.size));
      table.setAttribute('viewBox', box(made.tableSize));
      const { height, width } = differencesOf(next.scheme);
      setText(
        size,
        `Rows of the table: ${writeCount(height)} × ${writeCount(width)} differences` +
          (cellsOf(next.scheme).prefix > 0
            ? ', and three of the tokens before'
            : ''),
      );
      field.setAttribute('aria-valuemin', '0');
      field.setAttribute('aria-valuemax', String(tokens() - 1));
      field.setAttribute('aria-valuenow', String(next.key));
      field.setAttribute(
        'aria-valuetext',
        `key ${next.key}, ${tokenWords(next, next.key)}, row ${next.row}`,
      );
    },
  };
}
