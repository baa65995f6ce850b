/** The terms of XLNet by the segments of query and key. */

import { readShapedIndices } from '../arrays/indices.js';
import { wrongValue } from '../base/errors.js';
import { growableBuffer } from '../core/growable-buffer.js';
import type { Heap, Scratch } from '../core/memory.js';
import { fitAxes } from '../describe/axes.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import type { LookupIndex } from '../terms/lookup-index.js';
import { lookupTerm } from '../terms/lookup-term.js';
import type { LoadedTerms, TermSizes } from '../terms/term.js';
import { readWeight } from '../terms/weights.js';
import { planVectors } from './recurrent.js';
import { xlnetOwn } from './xlnet.description.js';

/** The largest number of a segment. */
const LARGEST = 2 ** 31 - 1;

/** Reads the options of segments, if there are any. */
export function planSegments(
  heap: Heap,
  method: string,
  checked: Checked<typeof xlnetOwn>,
  sizes: TermSizes,
) {
  const { segmentTable, segmentBias } = checked;
  if (segmentTable === undefined) {
    const needless = ['segmentBias', 'segments', 'querySegments'] as const;
    for (const other of needless) {
      if (checked[other] === undefined) continue;
      const rule = ruleOf(xlnetOwn.segmentTable);
      throw missing(method, 'segmentTable', `${rule}, as ${other} is given`);
    }
    return undefined;
  }
  const shape = [2, sizes.heads, sizes.headDim];
  const param = 'segmentTable';
  const axes = xlnetOwn.segmentTable;
  const weight = readWeight(heap, method, param, segmentTable, shape, axes);
  const vectors = planVectors(heap, method, 'segmentBias', segmentBias, sizes);
  const differ = readSegments(method, checked, sizes);
  return {
    names: ['segment', ...(vectors ? ['segmentBias'] : [])],
    load(scratch: Scratch, gradient: boolean): LoadedTerms {
      const { heads, headDim: width } = sizes;
      const sum = gradient ? weight.gradient(scratch) : undefined;
      const table = {
        ...{ table: weight.float32(scratch), tableRows: 2, width },
        ...{ rowStride: heads * width, headStride: width },
        gradient: sum?.pointer ?? 0,
      };
      const index = indexOfSegments(scratch, differ);
      const added = vectors?.load(scratch, gradient);
      const term = { table, index };
      const ofQuery = { ...term, name: 'segment', side: 'query' } as const;
      const ofBias = { ...term, name: 'segmentBias', side: 'none' } as const;
      return {
        terms: [
          lookupTerm(scratch, ofQuery),
          ...(added ? [lookupTerm(scratch, { ...ofBias, added })] : []),
        ],
        gradients: () => ({
          ...(sum && { [param]: sum.tensor() }),
          ...added?.gradients(),
        }),
      };
    },
  };
}

/** Whether query and key of an item are of different segments. */
type Differ = (item: number, query: number, key: number) => boolean;

function readSegments(
  method: string,
  checked: Checked<typeof xlnetOwn>,
  { queries, keys, items = 1 }: TermSizes,
): Differ {
  if (checked.segments === undefined) {
    throw missing(method, 'segments', ruleOf(xlnetOwn.segments));
  }
  const ofKeys = readItems(method, 'segments', checked.segments, keys, items);
  if (checked.querySegments === undefined && queries > keys) {
    throw missing(method, 'querySegments', ruleOf(xlnetOwn.querySegments));
  }
  const ofQueries =
    checked.querySegments === undefined
      ? (item: number, query: number) => ofKeys(item, keys - queries + query)
      : readItems(
          method,
          'querySegments',
          checked.querySegments,
          queries,
          items,
        );
  return (item, query, key) => ofQueries(item, query) !== ofKeys(item, key);
}

/** Reads a number for each of `count` places, of all items or of each. */
function readItems(
  method: string,
  param: 'segments' | 'querySegments',
  value: unknown,
  count: number,
  items: number,
): (item: number, place: number) => number | undefined {
  const { list, shape } = readShapedIndices(method, param, value, LARGEST, 2);
  const axis = param === 'segments' ? 'keys' : 'queries';
  const sizes = { [axis]: count, batch: items };
  fitAxes({ method, param }, xlnetOwn[param], shape, sizes);
  const each = list.length !== count;
  if (each && list.length !== items * count) {
    const batch = items > 1 ? `, or ${items} times as many` : '';
    const what = param === 'segments' ? 'key' : 'query';
    const rule = `${count}, a segment for each ${what}${batch}`;
    throw wrongValue(method, `${param}.length`, rule, list.length, 'ERR_SHAPE');
  }
  return (item, place) => list[each ? item * count + place : place];
}

/** Row 0 for pairs of one segment, row 1 for others. */
function indexOfSegments(scratch: Scratch, differ: Differ): LookupIndex {
  const room = growableBuffer(scratch);
  return ({ item, row, rows, keys }) => {
    const pointer = room(rows * keys * 4);
    const map = new Int32Array(scratch.heap.buffer, pointer, rows * keys);
    for (let i = 0; i < rows; ++i) {
      for (let key = 0; key < keys; ++key) {
        map[i * keys + key] = differ(item, row + i, key) ? 1 : 0;
      }
    }
    return { index: pointer, byDistance: false };
  };
}
