/**
 * Documents cut into parts that queries do not look out of: chunks of positions,
 * and the parts of an image that its moved windows bring together.
 */

import type { Pairs } from '../arrays/pairs.js';
import { wrongValue } from '../base/errors.js';
import type { Masks, PerItem } from './masks.js';
import type { Sizes } from './sizes.js';

/** What hides no key. */
const OPEN: Masks = {
  ...{ byPosition: false, causal: false },
  ...{ left: Infinity, right: Infinity, prefix: -Infinity },
  ...{ documents: undefined, keyDocuments: undefined },
  ...{ keyMask: undefined, mask: undefined, blocks: undefined },
};

/** The number of the part of a row in an item. */
type PartOf = (row: number, item: number) => number;

/** How documents are cut. */
interface Cut {
  readonly query: PartOf;
  readonly key: PartOf;
  /** Whether items are cut differently. */
  readonly each: boolean;
}

function withParts(
  masks: Masks = OPEN,
  { queries, keys, items }: Sizes,
  { query, key, each }: Cut,
): Masks {
  const numbers = new Map<string, number>();
  const of = (
    length: number,
    partOf: PartOf,
    whole: PerItem<Int32Array> | undefined,
  ) => {
    const own = each || (whole?.each ?? false);
    const list = new Int32Array((own ? items : 1) * length);
    for (let n = 0; n < list.length; ++n) {
      const row = n % length;
      const document = whole?.list[whole.each ? n : row];
      const part = `${document} ${partOf(row, (n - row) / length)}`;
      const number = numbers.get(part) ?? numbers.size;
      numbers.set(part, number);
      list[n] = number;
    }
    return { list, length, each: own };
  };
  return {
    ...masks,
    documents: of(queries, query, masks.documents),
    keyDocuments: of(keys, key, masks.keyDocuments),
  };
}

/** Masks with chunks of a length. */
export function withChunks(
  masks: Masks | undefined,
  chunk: number | undefined,
  { queryAt, keyAt }: Pairs,
  sizes: Sizes,
): Masks | undefined {
  if (chunk === undefined) return masks;
  return withParts(masks, sizes, {
    query: (row) => Math.floor(queryAt.at(row) / chunk),
    key: (row) => Math.floor(keyAt.at(row) / chunk),
    each: false,
  });
}

/**
 * Square windows of a grid of cells, which was moved up and to the left by some
 * cells, or none, before it was cut into them: cells that left it came in on the
 * other side, and do not see those beside them there (Liu et al. 2021,
 * arXiv:2103.14030, section 3.2).
 */
export interface Windows {
  readonly grid: readonly number[];
  readonly side: number;
  readonly shift: number;
}

/** Masks of windows that moved, the items of a batch, row by row. */
export function withWindows(
  method: string,
  masks: Masks | undefined,
  windows: Windows | undefined,
  sizes: Sizes,
): Masks | undefined {
  if (!windows?.shift) return masks;
  const { grid, side, shift } = windows;
  const [height = 0, width = 0, ...more] = grid;
  // Where one window holds the shorter side of the grid, none moves.
  const alone = Math.min(height, width) <= side;
  const whole = alone || (height % side === 0 && width % side === 0);
  if (more.length > 0 || !whole) {
    const rule = `two multiples of ${side}, the side of the windows of the layer`;
    throw wrongValue(method, 'grid', rule, grid);
  }
  if (alone) return masks;
  const count = (height * width) / side ** 2;
  const { queries, keys, items } = sizes;
  if (queries !== side ** 2 || keys !== queries || items % count > 0) {
    const rule =
      `the grid of a batch of ${items} windows of ${side} × ${side} cells, ` +
      `row by row, of which it has ${count}`;
    throw wrongValue(method, 'grid', rule, grid, 'ERR_SHAPE');
  }
  /** Which of three bands a row or a column of the moved grid is in. */
  const band = (at: number, length: number) =>
    at < length - side ? 0 : at < length - shift ? 1 : 2;
  const part = (cell: number, item: number) => {
    const window = item % count;
    const across = width / side;
    const row = Math.floor(window / across) * side + Math.floor(cell / side);
    const column = (window % across) * side + (cell % side);
    return 3 * band(row, height) + band(column, width);
  };
  return withParts(masks, sizes, { query: part, key: part, each: true });
}
