/**
 * Pictures of attention: options in, pooled scores or weights out. The maps are
 * computed a tile at a time, and `cpp/posenc/attention/pool.hpp` pools them.
 */

import { makeTensor, type Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import { allocateResult, type Heap, type Scratch } from '../core/memory.js';
import { prepared } from '../core/prepared.js';
import type { Checked } from '../describe/checks.js';
import type { Method, Place, Prepared, Rows } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { makeAttend } from './attend.js';
import type { AttentionInputs } from './attention.js';
import {
  attentionMapParameters,
  type pictureParameters,
} from './attention-map.description.js';
import { type Call, readCall } from './call.js';
import { costOf } from './cost.js';
import { itemKeeper } from './items.js';
import { loadCall } from './loaded-call.js';
import { type Pool, pooled } from './pooled.js';
import { checkMeasured } from './sizes.js';

const name = 'attentionMap';

/** Options of `attentionMap`: those of `attention`, and of the picture. */
export interface AttentionMapOptions
  extends AttentionInputs,
    OptionsOf<typeof pictureParameters, 'float32'> {}

export interface AttentionMapMethod {
  /**
   * Pools the scores or weights of attention into a picture, without ever
   * holding the map. It takes the options of `attention`.
   *
   *   formula  cell (y, x) shows the queries from floor(y n / height) up to
   *            floor((y + 1) n / height) of the n queries of `queryRange`, and
   *            keys likewise. Where there are more cells than queries or keys,
   *            neighbouring cells show the same pair
   *   shapes   [heads, height, width], where `rows` may say fewer than
   *            `height`; a batch is an axis before. With `pool: 'minMax'` [2, …],
   *            the smallest and then the largest numbers
   *   range    as `attention`. Pairs whose score is -Infinity, as masks make it,
   *            or NaN are passed over. A cell in which no pair is seen is
   *            -Infinity, of weights, too, so that a plot can tell it from 0
   *   error    the numbers of `attention`, bit for bit; a mean is summed in
   *            float64, row by row, and rounded once
   *   cost     as `attention` for the queries of `queryRange`, without what
   *            masks by position hide. In the instance's memory a copy of q and
   *            two of k, at most 16 bytes for each cell, and 16 MiB for the maps
   *            of a tile, or those of one query if they are larger
   *
   * @example
   * ```ts
   * const picture = pe.attentionMap({ q, k, heads: 8, causal: true });
   * const part = pe.attentionMap({
   *   q, k, heads: 8, of: 'weights', queryRange: [50, 60], keyRange: [0, 20],
   * });
   * ```
   */
  attentionMap(options: AttentionMapOptions): Tensor<'float32'>;
}

export const attentionMap: Method<
  AttentionMapMethod,
  typeof attentionMapParameters,
  Tensor<'float32'>
> = {
  name,
  parameters: attentionMapParameters,
  plan(heap, checked, methods) {
    const call = {
      ...readCall(heap, name, checked, methods),
      ...{ v: undefined, outputLayer: undefined },
    };
    const picture = readPicture(call, checked);
    const { batch, heads, keys } = call.sizes;
    const { partial } = call.terms;
    const { of, pool, across, rows } = picture;
    const both = pool === 'minMax';
    const shapeOf = (lines: number) => [
      ...(both ? [2] : []),
      ...(batch === undefined ? [] : [batch]),
      ...[heads, lines, across.cells],
    ];
    const shape = shapeOf(rows[1] - rows[0]);
    const queries = queriesOf(picture, rows);
    const shown = [across.from, across.from + across.count] as const;
    return {
      outputs: { map: { shape, dtype: 'float32', axis: shape.length - 2 } },
      cost: costOf(call, {
        ...{ queries, values: false, passing: partial },
        // Weights need the scores of all keys.
        keys: partial && of === 'scores' ? shown : [0, keys],
      }),
      rows,
      part: (from, to) => ({ rows: [from, to] }),
      prepare: () => prepare(heap, call, picture, shapeOf),
      run: () => {
        checkMeasured(heap, name, call.arrays);
        const data = allocateResult(name, 'float32', shape);
        heap.scope(name, (scratch) => {
          const place = { row: 0, count: rows[1] - rows[0] };
          drawer(scratch, call, picture)(rows, data, place);
        });
        return makeTensor(data, shape, 'float32');
      },
    };
  },
};

/** Queries or keys, as shares of an axis of cells: `CellAxis` in the core. */
interface Axis {
  /** The first query or key that is shown. */
  readonly from: number;
  readonly count: number;
  readonly cells: number;
}

/** What is drawn. */
interface Picture {
  readonly of: 'scores' | 'weights';
  readonly pool: Pool;
  readonly down: Axis;
  readonly across: Axis;
  /** The rows of the picture that are wanted. */
  readonly rows: readonly [from: number, to: number];
}

/** Largest default size of a picture. */
const CELLS = 512;

function readPicture(
  { sizes: { queries, keys }, x, k, context }: Call,
  checked: Checked<typeof pictureParameters>,
): Picture {
  const { of, pool, height, width } = checked;
  if (queries === 0) {
    const rule = 'that of at least one query';
    throw wrongValue(name, `${x ? 'x' : 'q'}.length`, rule, 0, 'ERR_SHAPE');
  }
  if (keys === 0) {
    const param = k.from ? (context ? 'context' : 'x') : 'k';
    const rule = 'that of at least one key';
    throw wrongValue(name, `${param}.length`, rule, 0, 'ERR_SHAPE');
  }
  const range = (
    param: 'queryRange' | 'keyRange' | 'rows',
    count: number,
    what: string,
  ): readonly [number, number] => {
    const [from = 0, to = count] = checked[param] ?? [];
    if (to > count) {
      const rule = `at most ${count}, the number of ${what}`;
      throw wrongValue(name, `${param}[1]`, rule, to, 'ERR_SHAPE');
    }
    if (to > from) return [from, to];
    const rule = `more than ${param}[0] = ${from}`;
    throw wrongValue(name, `${param}[1]`, rule, to);
  };
  const axis = (
    [from, to]: readonly [number, number],
    cells?: number,
  ): Axis => ({
    ...{ from, count: to - from },
    cells: cells ?? Math.min(to - from, CELLS),
  });
  const down = axis(range('queryRange', queries, 'queries'), height);
  const across = axis(range('keyRange', keys, 'keys'), width);
  const rows = range('rows', down.cells, 'rows of the picture');
  return { of, pool, down, across, rows };
}

/** The queries that the wanted rows of a picture show. */
function queriesOf({ down }: Picture, [top, bottom]: Rows): Rows {
  const { from, count, cells } = down;
  const begin = (cell: number) => Math.floor((cell * count) / cells);
  const end = Math.max(begin(bottom), begin(bottom - 1) + 1);
  return [from + begin(top), from + end];
}

/** What all rows of a picture have in common: keys in panels. */
function prepare(
  heap: Heap,
  call: Call,
  picture: Picture,
  shapeOf: (lines: number) => number[],
): Prepared<Tensor<'float32'>> {
  checkMeasured(heap, name, call.arrays);
  return prepared(heap, name, (scratch) => {
    const draw = drawer(scratch, call, picture);
    return (rows, { map }, place) => {
      draw(rows, map as Float32Array, place);
      const shape = shapeOf(place.count);
      return makeTensor(map as Float32Array, shape, 'float32');
    };
  });
}

/**
 * Loads what all rows have in common; gives the function that draws some rows,
 * of all items.
 */
function drawer(
  scratch: Scratch,
  call: Call,
  { of, pool, down, across }: Picture,
): (rows: Rows, data: Float32Array, place: Place) => void {
  const { items, heads } = call.sizes;
  const loaded = loadCall(scratch, call, false);
  const attend = makeAttend(scratch, call, loaded, undefined);
  attend.start((core, attention) =>
    core.startPicture({
      ...{ attention, weights: of === 'weights' },
      ...{ query: down.from, key: across.from },
      ...{ queryRange: down.count, keyRange: across.count },
      ...{ height: down.cells, width: across.cells },
    }),
  );
  const begin = itemKeeper(loaded.load, attend.begin);
  return ([top, bottom], data, place) => {
    const lines = bottom - top;
    scratch.heap.scope(name, (inner) => {
      const own = { items, heads, lines, width: across.cells };
      const cells = pooled(inner, pool, own, data, place);
      for (let item = 0; item < items; ++item) {
        begin(item);
        cells.begin();
        attend.run({}, (core, attention) =>
          core.drawLines({ attention, top, lines, ...cells.at }),
        );
        cells.end(item);
      }
    });
  };
}
