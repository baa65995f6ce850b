/**
 * Decomposed relative positions of images: options in, terms out. The
 * mathematics is in `cpp/posenc/relative`.
 */

import type { RowPositions } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import { growableBuffer } from '../core/growable-buffer.js';
import type { Scratch } from '../core/memory.js';
import type { OptionsOf } from '../describe/parameters.js';
import type { LookupIndex } from '../terms/lookup-index.js';
import { readVectorTable, type VectorTable } from '../terms/lookup-table.js';
import { type LookupTable, lookupTerm } from '../terms/lookup-term.js';
import type { Tile } from '../terms/term.js';
import { gradientSum } from '../terms/weights.js';
import {
  decomposedBiasOwn,
  decomposedBiasParameters,
} from './decomposed-bias.description.js';
import {
  type RelativeMethod,
  type RelativeOptions,
  relativeMethod,
  type TermMaps,
} from './relative.js';

const name = 'decomposedBias';

/** Options of `decomposedBias`. */
export type DecomposedBiasOptions = RelativeOptions<typeof decomposedBiasOwn>;

export interface DecomposedBiasMethod {
  /**
   * The scores that queries of an image have for the rows and for the columns
   * between them and a key.
   *
   *   formula  rows[h, i, j] = q_i·rowTable[d(y_i, y_j)], columns = q_i·
   *            columnTable[d(x_i, x_j)], d(a, b) = a - b + n - 1 on an axis of n
   *            cells (Li et al. 2022, arXiv:2112.01526, section 4.1); where
   *            queries and keys have grids of different sizes, coordinates are
   *            stretched to the larger one
   *   shapes   q [queries, heads, headDim], rowTable [2 n - 1, headDim]; result
   *            [heads, queries, keys]
   *   range    positions are numbers of tokens: prefix tokens, which have no
   *            scores, then cells row by row
   *   error    ≤ (headDim + 2) 2^-24 Σ |q_c t_c| for each term
   *   cost     queries · (2 n - 1) · headDim products a head and axis, and a
   *            load and a store for each score
   *
   * @example
   * ```ts
   * pe.decomposedBias({ q, rowTable, columnTable, grid: [14, 14] });
   * ```
   */
  decomposedBias(
    options: DecomposedBiasOptions & { readonly terms: true },
  ): TermMaps;
  decomposedBias(options: DecomposedBiasOptions): Tensor<'float32'>;
}

declare module '../describe/parameters.js' {
  interface RelativeSpecs {
    decomposedBias: OptionsOf<typeof decomposedBiasOwn>;
  }
}

/** An axis of the grids: its cells for queries and keys, and its table. */
interface Axis {
  readonly name: 'rows' | 'columns';
  readonly param: 'rowTable' | 'columnTable';
  readonly queries: number;
  readonly keys: number;
  readonly table: VectorTable;
  /** Coordinate of a cell on this axis, in a grid with so many columns. */
  readonly of: (cell: number, columns: number) => number;
}

export const decomposedBias: RelativeMethod<
  DecomposedBiasMethod,
  typeof decomposedBiasOwn
> = relativeMethod({
  name,
  parameters: decomposedBiasParameters,
  own: decomposedBiasOwn,
  defaults: ({ keyGrid, prefix }) => ({
    keys: keyGrid && prefix + cellsOf(keyGrid),
    queryStart: keyGrid && 0,
  }),
  plan(heap, checked, { heads, headDim, queries, keys }) {
    const { prefix, scaled } = checked;
    const [height = 1, width = 1] = checked.grid;
    const [keyHeight = 1, keyWidth = 1] = checked.keyGrid ?? checked.grid;
    const tableOf = (param: Axis['param']) =>
      readVectorTable(heap, name, param, checked[param], {
        ...{ heads: 1, width: headDim },
        shaped: decomposedBiasOwn[param],
      });
    const axes: readonly Axis[] = [
      {
        name: 'rows',
        param: 'rowTable',
        queries: height,
        keys: keyHeight,
        table: tableOf('rowTable'),
        of: (cell, columns) => Math.floor(cell / columns),
      },
      {
        name: 'columns',
        param: 'columnTable',
        queries: width,
        keys: keyWidth,
        table: tableOf('columnTable'),
        of: (cell, columns) => cell % columns,
      },
    ];
    const rows = axes.reduce((sum, axis) => sum + rowsFor(axis), 0);
    return {
      names: axes.map((axis) => axis.name),
      needs: { q: true, k: false },
      queryStart: checked.keyGrid && 0,
      cost: 2 * heads * (queries * rows * headDim + queries * keys),
      load(scratch, gradient) {
        const loaded = axes.map((axis) => {
          const { table, result } = loadAxis(scratch, axis, gradient);
          const places = [
            { of: 'query', columns: width, cells: height * width, prefix },
            {
              of: 'key',
              columns: keyWidth,
              cells: keyHeight * keyWidth,
              prefix,
            },
          ] as const;
          const index = indexByAxis(scratch, axis, places);
          const lookup = { name: axis.name, side: 'query', scaled } as const;
          const term = lookupTerm(scratch, { ...lookup, table, index });
          return { term, result };
        });
        return {
          terms: loaded.map(({ term }) => term),
          gradients: () =>
            Object.fromEntries(
              loaded.flatMap(({ result }, n) => {
                const found = result?.();
                return found ? [[axes[n]?.param ?? '', found]] : [];
              }),
            ),
        };
      },
    };
  },
});

const cellsOf = ([height = 1, width = 1]: readonly number[]) => height * width;

/** Rows of the table that the cells of an axis need. */
const rowsFor = ({ queries, keys }: Axis) => 2 * Math.max(queries, keys) - 1;

/** Loads the table of an axis, resampled if it has another length. */
function loadAxis(scratch: Scratch, axis: Axis, gradient: boolean) {
  const { core } = scratch;
  const { table: given, sum } = axis.table.load(scratch, gradient);
  const [rows, resized] = [axis.table.rows, rowsFor(axis)];
  if (rows === resized) {
    return { table: given, result: sum && (() => sum.tensor()) };
  }
  const { width } = axis.table;
  const out = scratch.bytes(resized * width * 4);
  const size = { rows, width, resized };
  scratch.check(core.resizeRows({ table: given.table, ...size, out }));
  const upstream = sum && gradientSum(scratch, [resized, width]);
  const table: LookupTable = {
    ...given,
    table: out,
    tableRows: resized,
    gradient: upstream?.pointer ?? 0,
  };
  const result =
    sum &&
    upstream &&
    (() => {
      const status = core.resizeRowsGradient({
        ...{ upstream: upstream.pointer, ...size },
        into: sum.pointer,
      });
      scratch.check(status);
      return sum.tensor();
    });
  return { table, result };
}

/** Where the tokens of queries or keys are. */
interface Tokens {
  readonly of: 'query' | 'key';
  readonly columns: number;
  readonly cells: number;
  readonly prefix: number;
}

/** The rows of the table of an axis for the pairs of a tile. */
function indexByAxis(
  scratch: Scratch,
  axis: Axis,
  [ofQueries, ofKeys]: readonly [Tokens, Tokens],
): LookupIndex {
  const { core, heap } = scratch;
  const { queries, keys } = axis;
  const out = scratch.bytes(queries * keys * 4);
  scratch.check(core.axisIndices({ queries, keys, out }));
  const room = growableBuffer(scratch);
  /** Coordinate of each token; -1 for those of the prefix. */
  const coordinates = (
    at: RowPositions,
    from: number,
    count: number,
    { of, columns, cells, prefix }: Tokens,
  ) =>
    Int32Array.from({ length: count }, (_, n) => {
      const token = at.at(from + n);
      const cell = token - prefix;
      if (Number.isInteger(token) && token >= 0 && cell < cells) {
        return cell < 0 ? -1 : axis.of(cell, columns);
      }
      if (!at.listed && token >= prefix + cells) {
        const start = at.at(0);
        const grid = of === 'key' ? 'keyGrid, by default grid' : 'grid';
        const tokens = `${prefix + cells - start}, the tokens of ${grid}`;
        const rule = `at most ${tokens}, from position ${start} on`;
        const param = of === 'key' ? 'keys' : 'queries';
        throw wrongValue(name, param, rule, at.length, 'ERR_SHAPE');
      }
      const rule = `a token from 0 to ${prefix + cells - 1}`;
      const param = at.listed ? `${of}Positions[${from + n}]` : `${of}Start`;
      throw wrongValue(name, param, rule, token);
    });
  let last: Pick<Tile, 'pairs' | 'row' | 'rows'> | undefined;
  return ({ pairs, row, rows, keys: count }) => {
    const index = room(rows * count * 4);
    const same = last?.pairs === pairs && last.row === row;
    if (same && last?.rows === rows) return { index, byDistance: false };
    const xs = coordinates(pairs.keyAt, 0, count, ofKeys);
    const ys = coordinates(pairs.queryAt, row, rows, ofQueries);
    const found = new Int32Array(heap.buffer, out, queries * keys);
    const map = new Int32Array(heap.buffer, index, rows * count);
    for (let i = 0, n = 0; i < rows; ++i) {
      const y = ys[i] as number;
      for (let j = 0; j < count; ++j, ++n) {
        const x = xs[j] as number;
        map[n] = y < 0 || x < 0 ? -1 : (found[y * keys + x] as number);
      }
    }
    last = { pairs, row, rows };
    return { index, byDistance: false };
  };
}
