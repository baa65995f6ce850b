// The picture whose patches are compared: drawn by code, or the reader's own, which
// stays in the browser. A patch of it is chosen by a press, a tap or the arrow keys.

import { createCursor } from '../../plot/cursor.js';
import { h, setText } from '../../shell/dom.js';
import { createLiveLine } from '../../shell/live.js';
import type { Size } from './calls.js';
import { drawScene } from './scene.js';
import { patchName } from './words.js';

/** The longer side of what is kept of the reader's picture, in pixels. */
const longestSide = 1600;

/** The most lines along a side; finer grids would cover the picture. */
const mostLines = 64;

export function createPatchPicture(choose: (row: number) => void) {
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const reading = h('p', { class: 'numbers reading' });
  const live = createLiveLine();
  let size: Size = [1, 1];
  let row = 0;
  let own: ImageBitmap | null = null;

  const cellAt = (at: number) => ({
    row: Math.floor(at / size[1]),
    column: at % size[1],
  });

  const cursor = createCursor(
    {
      move(cell) {
        if (cell === null) cursor.show(cellAt(row));
      },
      pick: (cell) => choose(cell.row * size[1] + cell.column),
    },
    { kind: 'picture of patches', direct: true },
  );
  cursor.element.prepend(canvas);

  function drawPicture(context: CanvasRenderingContext2D): void {
    const { width, height } = canvas;
    if (own === null) {
      drawScene(context, width, height);
      return;
    }
    // As much of its middle as fills the grid.
    const scale = Math.max(width / own.width, height / own.height);
    const [wide, high] = [width / scale, height / scale];
    const [x, y] = [(own.width - wide) / 2, (own.height - high) / 2];
    context.drawImage(own, x, y, wide, high, 0, 0, width, height);
  }

  function paint(): void {
    const context = canvas.getContext('2d');
    const { width, height } = canvas.getBoundingClientRect();
    if (context === null || width === 0) return;
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    drawPicture(context);
    const [rows, columns] = size;
    context.fillStyle = 'rgb(255 255 255 / 55%)';
    for (let i = 1; i < columns && columns <= mostLines; i++) {
      context.fillRect(
        Math.round((i * canvas.width) / columns),
        0,
        1,
        canvas.height,
      );
    }
    for (let i = 1; i < rows && rows <= mostLines; i++) {
      context.fillRect(
        0,
        Math.round((i * canvas.height) / rows),
        canvas.width,
        1,
      );
    }
  }

  new ResizeObserver(paint).observe(canvas);

  return {
    ...{ field: cursor.element, reading, live: live.element },
    /** Shows the reader's picture; null for the one that is drawn. */
    async take(file: Blob | null): Promise<void> {
      const made = file && (await readPicture(file));
      own?.close();
      own = made;
      paint();
    },
    draw(grid: Size, chosen: number): void {
      const other = grid[0] !== size[0] || grid[1] !== size[1];
      size = grid;
      if (!other && row !== chosen)
        live.say(`patch ${patchName(size, chosen)} chosen`);
      row = chosen;
      const [rows, columns] = size;
      const { row: down, column } = cellAt(row);
      setText(
        reading,
        `patch ${patchName(size, row)} of ${rows} × ${columns}: row ${down}, ` +
          `column ${column}, counted from 0`,
      );
      cursor.name(
        `Patches of the picture, ${rows} rows of ${columns}: ` +
          `${patchName(size, row)} is chosen`,
      );
      cursor.resize({ rows, columns });
      cursor.show(cellAt(row));
      if (other) paint();
    },
  };
}

/** A picture of a file, no larger than the page needs. */
async function readPicture(file: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file);
  const scale = longestSide / Math.max(whole.width, whole.height);
  if (scale >= 1) return whole;
  const [resizeWidth, resizeHeight] = [whole.width, whole.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number];
  const small = await createImageBitmap(whole, { resizeWidth, resizeHeight });
  whole.close();
  return small;
}
