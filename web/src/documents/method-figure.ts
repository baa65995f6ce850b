// The live figure on the page of a method: the picture in the colours of the page, read
// by pointer and keys, and computed anew by the package when an option changes.

import { type ClippedRange, rangeOf } from '../figures/colour-range.js';
import { colormap, entryOf } from '../plot/colormap.js';
import { type Grid, isEmpty, valueAt } from '../plot/grid.js';
import { h, setText } from '../shell/dom.js';
import { loadPart } from '../shell/parts.js';
import { onThemeChange, theme } from '../shell/theme.js';
import { begin } from '../state/pending.js';
import { gridOf, type Making } from './example-grid.js';
import {
  axesOf,
  type Changeable,
  heldGrid,
  type MethodData,
  mostCells,
} from './method-data.js';

function paint(
  canvas: HTMLCanvasElement,
  grid: Grid,
  range: ClippedRange,
): void {
  const { rows, columns, values } = grid;
  const { pixels } = colormap(
    range.low < 0 ? 'diverging' : 'sequential',
    theme(),
  );
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  const image = new Uint32Array(rows * columns);
  values.forEach((value, i) => {
    // A cell without a value stays clear.
    if (!isEmpty(value)) image[i] = pixels[entryOf(value, range)] ?? 0;
  });
  const bytes = new Uint8ClampedArray(image.buffer);
  canvas
    .getContext('2d')
    ?.putImageData(new ImageData(bytes, columns, rows), 0, 0);
}

/** A value as it is printed: digits that tell it apart from its neighbours. */
const printed = (value: number): string =>
  isEmpty(value)
    ? 'none: the key is masked'
    : String(+value.toPrecision(5)).replace('-', '−');

const moves: Readonly<Record<string, readonly [row: number, column: number]>> =
  {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };

export function startMethodFigure(place: HTMLElement): void {
  const data: MethodData = JSON.parse(place.dataset.method ?? '');
  let grid = heldGrid(data);
  let range = rangeOf(grid);
  let options = data.options;
  let cell: [row: number, column: number] = [0, 0];
  const [rowWord, columnWord] = axesOf(data);

  const canvas = h('canvas', {
    ...{ tabindex: 0, role: 'img', class: 'cells', 'data-figure': true },
    'aria-label': `${data.name}, a map of numbers: arrow keys read it`,
  });
  const readout = h('p', { class: 'cell-words', 'aria-live': 'polite' });
  const problem = h('p', { class: 'wrong note', role: 'status' });

  function read(row: number, column: number): void {
    cell = [
      Math.min(Math.max(row, 0), grid.rows - 1),
      Math.min(Math.max(column, 0), grid.columns - 1),
    ];
    setText(
      readout,
      `${rowWord} ${cell[0]}, ${columnWord} ${cell[1]}: ` +
        printed(valueAt(grid, ...cell)),
    );
  }

  function show(): void {
    range = rangeOf(grid);
    canvas.classList.toggle('square', grid.rows === grid.columns);
    paint(canvas, grid, range);
    read(...cell);
  }

  canvas.addEventListener('pointermove', ({ clientX, clientY }) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    read(
      Math.floor(((clientY - top) / height) * grid.rows),
      Math.floor(((clientX - left) / width) * grid.columns),
    );
  });
  canvas.addEventListener('keydown', (event) => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    read(cell[0] + move[0], cell[1] + move[1]);
  });
  onThemeChange(() => paint(canvas, grid, range));

  /** Computes the newest wish; an older one may come late. */
  async function compute(): Promise<void> {
    const wanted = options;
    const done = begin('picture');
    try {
      const pe = (await loadPart(data.part)) as unknown as Making;
      if (wanted !== options) return;
      grid = gridOf(pe, data, wanted, mostCells);
      setText(problem, '');
      place.classList.remove('late');
      show();
    } catch (error) {
      if (wanted !== options) return;
      setText(problem, error instanceof Error ? error.message : String(error));
      place.classList.add('late');
    } finally {
      done();
    }
  }

  function fieldOf({
    name,
    value,
    min,
    max,
    integer,
  }: Changeable): HTMLElement {
    const input = h('input', {
      ...{ type: 'number', value, step: integer ? 1 : 'any' },
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    });
    input.addEventListener('input', () => {
      options = { ...options, [name]: input.valueAsNumber };
      void compute();
    });
    return h('label', {}, h('code', {}, name), input);
  }

  const fields = h('div', { class: 'fields' }, ...data.fields.map(fieldOf));
  const caption = place.querySelector('figcaption');
  place
    .querySelector('.still')
    ?.replaceWith(
      h('div', { class: 'live' }, canvas, readout, fields, problem),
    );
  if (caption) place.append(caption);
  show();
}
