/**
 * The vectors that Transformer-XL and XLNet have for distances: sinusoids or
 * rows of a table that are projected for each head, or a table of such vectors.
 */

import { inputOf, readGiven } from '../arrays/operand.js';
import type { Pairs } from '../arrays/pairs.js';
import { conflict } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import { computeFrequencies, makeOscillators } from '../core/oscillators.js';
import { missing } from '../describe/missing.js';
import { zeros } from '../terms/items.js';
import { indexByDistance, type LookupIndex } from '../terms/lookup-index.js';
import type { LookupTable } from '../terms/lookup-term.js';
import {
  type LoadedProjection,
  type PlannedProjection,
  type ProjectedRows,
  planProjection,
} from '../terms/projection.js';
import type { TermSizes, Tile } from '../terms/term.js';
import { readWeight, type Weight } from '../terms/weights.js';
import { recurrentParameters } from './recurrent.description.js';

/** The options from which the vectors are made. */
export interface DistanceOptions {
  readonly given: ReadonlySet<string>;
  readonly base: number;
  readonly dim?: number | undefined;
  readonly clampLength?: number | undefined;
  readonly layout: 'blocks' | 'interleaved';
  /** By how much less than dim/2 the exponents are divided. */
  readonly shift: number;
  /** Whether distances count in the other direction. */
  readonly mirrored?: boolean;
  readonly positionWeight?: unknown;
  readonly table?: unknown;
  /** Whether the table has rows for keys behind the query, too. */
  readonly bidirectional?: boolean;
}

/** Where the pairs of a tile find their vectors. */
export interface TileRows {
  readonly table: LookupTable;
  readonly index: LookupIndex;
}

/** The vectors in the instance's memory. */
export interface DistanceRows {
  of(tile: Tile): TileRows;
  /** The gradients of the options by name, after all tiles. */
  gradients(): Readonly<Record<string, Tensor<'float32'>>>;
}

/** Planned vectors. */
export interface PlannedDistanceRows {
  /** Arithmetic operations, about. */
  readonly cost: number;
  /** The distances for which a table has rows; none if there is no table. */
  readonly span?: Span | undefined;
  load(scratch: Scratch, gradient: boolean): DistanceRows;
}

/** Distances, key minus query, from `-left` to `right`. */
export interface Span {
  readonly left: number;
  readonly right: number;
}

/** Options that a table has no use for. */
const ofSinusoids = [
  ...['clampLength', 'dim', 'base', 'layout', 'shift', 'mirrored'],
] as const;

/** Reads the options, and plans the vectors. */
export function planDistanceRows(
  heap: Heap,
  method: string,
  options: DistanceOptions,
  sizes: TermSizes,
): PlannedDistanceRows {
  const { positionWeight, table, given } = options;
  const width = sizes.heads * sizes.headDim;
  const projection =
    positionWeight === undefined
      ? undefined
      : planProjection(heap, method, width, {
          weight: [
            ...(['positionWeight', positionWeight] as const),
            recurrentParameters.positionWeight,
          ],
        });
  if (table !== undefined) {
    for (const other of ofSinusoids) {
      if (given.has(other)) throw conflict(method, other, 'table');
    }
    return tableRows(heap, method, options, sizes, projection);
  }
  if (!projection) {
    const rule = `[${width}, dim], heads by width of a head`;
    throw missing(method, 'positionWeight', rule);
  }
  const { dim = projection.inputs } = options;
  if (dim !== projection.inputs) {
    const rule = `${projection.inputs}, the width of positionWeight`;
    throw wrongValue(method, 'dim', rule, dim, 'ERR_SHAPE');
  }
  if (options.shift >= dim / 2) {
    const rule = `below ${dim / 2}, half of dim`;
    throw wrongValue(method, 'shift', rule, options.shift);
  }
  const count = sizes.queries + sizes.keys;
  return {
    cost: 2 * count * dim * width,
    load: (scratch, gradient) => {
      const loaded = projection.load(scratch, gradient);
      return sinusoidRows(scratch, method, { ...options, dim }, sizes, loaded);
    },
  };
}

/** The table of rows [count, heads, headDim] at an address. */
function tableOf(
  { heads, headDim }: TermSizes,
  tableRows: number,
  { out, upstream }: Pick<ProjectedRows, 'out' | 'upstream'>,
): LookupTable {
  return {
    ...{ table: out, tableRows, width: headDim },
    ...{ rowStride: heads * headDim, headStride: headDim },
    gradient: upstream,
  };
}

/** Projected sinusoids of the distances of each item's pairs. */
function sinusoidRows(
  scratch: Scratch,
  method: string,
  options: DistanceOptions & { readonly dim: number },
  sizes: TermSizes,
  projection: LoadedProjection,
): DistanceRows {
  const { heap, core } = scratch;
  const { base, dim, layout, shift } = options;
  const spacing = { base, span: dim / 2 - shift };
  const wanted = { spacing, count: Math.ceil(dim / 2) };
  const bank = makeOscillators(
    scratch,
    computeFrequencies(heap, method, { ...wanted, precision: 'exact' }),
  );
  const how = {
    bank,
    dim,
    layout,
    cosinesFirst: false,
    dtype: 'float32',
    zeroPosition: Number.NaN,
  } as const;
  const made = new Map<Pairs, TileRows & ProjectedRows>();
  const make = (pairs: Pairs) => {
    const { distances, index } = distancesOf(scratch, pairs, options);
    const rows = distances.length;
    const positions = scratch.copy(distances);
    const x = scratch.bytes(rows * dim * 4);
    const where = { start: 0, first: 0, positions, apart: 0 };
    scratch.check(core.sinusoidal({ ...how, where, rows, out: x }));
    const projected = projection.project(x, rows);
    const table = tableOf(sizes, rows, projected);
    const entry = { ...projected, table, index };
    made.set(pairs, entry);
    return entry;
  };
  return {
    of: ({ pairs }) => made.get(pairs) ?? make(pairs),
    gradients() {
      for (const { back, upstream } of made.values()) {
        if (upstream !== 0) back(0);
      }
      return projection.gradients();
    },
  };
}

/**
 * The distances of pairs, as Transformer-XL counts them: query minus key, each
 * once; and which of them each pair has.
 */
function distancesOf(
  scratch: Scratch,
  pairs: Pairs,
  { clampLength = Infinity, mirrored = false }: DistanceOptions,
): { readonly distances: Float64Array; readonly index: LookupIndex } {
  const { queries, keys } = pairs;
  const sign = mirrored ? 1 : -1;
  const clamped = (distance: number) =>
    sign * Math.min(Math.max(distance, -clampLength), clampLength);
  if (pairs.lattice) {
    const distances = new Float64Array(queries + keys - 1);
    pairs.writeLine(distances);
    const list = scratch.copy(Int32Array.from(distances.keys()));
    return {
      distances: distances.map(clamped),
      index: ({ row, rows }) => ({
        index: list + 4 * (queries - row - rows),
        byDistance: true,
      }),
    };
  }
  const rows = new Map<number, number>();
  const map = new Int32Array(queries * keys);
  const line = new Float64Array(keys);
  for (let query = 0; query < queries; ++query) {
    pairs.writeRow(query, line);
    line.forEach((distance, key) => {
      const at = clamped(distance);
      const row = rows.get(at) ?? rows.size;
      if (row === rows.size) rows.set(at, row);
      map[query * keys + key] = row;
    });
  }
  const pointer = scratch.copy(map);
  return {
    distances: Float64Array.from(rows.keys()),
    index: ({ row }) => ({
      index: pointer + 4 * row * keys,
      byDistance: false,
    }),
  };
}

/** Rows of a table that the caller gives, projected or not. */
function tableRows(
  heap: Heap,
  method: string,
  { table, bidirectional = false }: DistanceOptions,
  sizes: TermSizes,
  projection: PlannedProjection | undefined,
): PlannedDistanceRows {
  const { heads, headDim } = sizes;
  const form = projection ? [projection.inputs] : [heads, headDim];
  const weight = readRows(heap, method, table, form);
  const [count = 1] = weight.shape;
  const span = spanOf(method, count, bidirectional);
  const width = heads * headDim;
  return {
    cost: projection ? 2 * count * projection.inputs * width : 0,
    span,
    load(scratch, gradient) {
      const x = weight.float32(scratch);
      const index = indexOfSpan(scratch, span);
      if (!projection) {
        const sum = gradient ? weight.gradient(scratch) : undefined;
        const rows = { out: x, upstream: sum?.pointer ?? 0 };
        const found = { table: tableOf(sizes, count, rows), index };
        return {
          of: () => found,
          gradients: () => ({ ...(sum && { table: sum.tensor() }) }),
        };
      }
      const loaded = projection.load(scratch, gradient);
      const projected = loaded.project(x, count);
      const found = { table: tableOf(sizes, count, projected), index };
      return {
        of: () => found,
        gradients() {
          if (!gradient) return {};
          const sum = zeros(scratch, weight.shape);
          projected.back(sum.pointer);
          return { table: sum.tensor(), ...loaded.gradients() };
        },
      };
    },
  };
}

/** The axes of a table that is projected, and of one that is not. */
const TABLE = {
  axes: [
    ['rows', 'dim'],
    ['rows', 'heads', 'headDim'],
  ],
} as const;

/** Reads rows of a shape; their number follows from their length. */
function readRows(
  heap: Heap,
  method: string,
  value: unknown,
  form: readonly number[],
): Weight {
  const param = 'table';
  const given = readGiven(method, param, value, 'float32');
  const { length } = inputOf(heap, method, given);
  const size = form.reduce((product, axis) => product * axis, 1);
  const count = length / size;
  if (!Number.isInteger(count) || count < 1) {
    const rule = `a multiple of ${form.join(' × ')}`;
    throw wrongValue(method, `${param}.length`, rule, length, 'ERR_SHAPE');
  }
  const shape = [count, ...form];
  return readWeight(heap, method, param, given.value, shape, TABLE);
}

/** The index of a table that has a row for each distance of a span. */
export function indexOfSpan(scratch: Scratch, span: Span): LookupIndex {
  const how = { ...span, beyond: 'clip', reversed: false } as const;
  return indexByDistance(scratch, (list, out) =>
    scratch.check(scratch.core.clipIndices({ ...how, ...list, out })),
  );
}

/** The distances of the rows of a table. */
function spanOf(method: string, rows: number, bidirectional: boolean): Span {
  if (!bidirectional) return { left: rows - 1, right: 0 };
  if (rows % 2 === 0) {
    const rule = 'odd, a row for each distance to either side and one for 0';
    throw wrongValue(method, 'table.rows', rule, rows, 'ERR_SHAPE');
  }
  return { left: (rows - 1) / 2, right: (rows - 1) / 2 };
}
