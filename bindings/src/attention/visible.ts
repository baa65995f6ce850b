/** Which keys the queries of a tile see, as streamed attention takes it. */

import type { Pairs } from '../arrays/pairs.js';
import type { Scratch } from '../core/memory.js';
import type { ScoreInput } from '../core/wasm/calls.js';
import { loadMarks, maskPositions, perItemLoader } from './marks.js';
import type { Masks } from './masks.js';
import { PANEL_KEYS } from './panels.js';
import type { Sizes } from './sizes.js';

/** The intervals of keys that queries see, as far as positions say it. */
export interface Spans {
  /** Address of a `Span` of the core for each query of a tile. */
  readonly address: number;
  /**
   * Finds the spans of some queries. Gives the keys, without the end, beyond
   * which none is seen by them.
   */
  find(row: number, rows: number): readonly [from: number, to: number];
}

/** Numbers of a `Span`: prefix, first and last. */
const SPAN = 3;

/**
 * Loads intervals of keys for tiles of at most `most` queries; undefined if
 * masks by position hide no key, or if key positions fall.
 */
export function loadSpans(
  scratch: Scratch,
  { byPosition, causal, left, right, prefix }: Masks,
  pairs: Pairs,
  most: number,
): Spans | undefined {
  if (!byPosition || !pairs.keyAt.rising) return undefined;
  const { core, heap } = scratch;
  const { keys } = pairs;
  const positions = maskPositions(scratch, pairs, most);
  const spans = scratch.bytes(most * SPAN * 4);
  return {
    address: spans,
    find(row, rows) {
      scratch.check(
        core.visibleSpans({
          ...{ rows, keys, causal, left, right, prefix },
          ...{ ...positions(row, rows, 0), spans },
        }),
      );
      const list = new Int32Array(heap.buffer, spans, rows * SPAN);
      let [from, to] = [keys, list[0] as number];
      // All spans have the same prefix.
      if (to > 0) from = 0;
      for (let n = 1; n < list.length; n += SPAN) {
        const [first, last] = [list[n] as number, list[n + 1] as number];
        if (first >= last) continue;
        from = Math.min(from, first);
        to = Math.max(to, last);
      }
      return from < to ? [from, to] : [0, 0];
    },
  };
}

/** Which keys the queries of a tile see, as the core takes it. */
export type Visible = Pick<ScoreInput, 'spans' | 'visible'>;

/** What says that all keys are seen. */
export const ALL_VISIBLE: Visible = {
  spans: 0,
  visible: { values: 0, headStride: 0, rowStride: 0 },
};

/** Whether each query has bytes of its own. */
const marksEach = ({ documents, mask, byPosition }: Masks, { keyAt }: Pairs) =>
  Boolean(documents || mask || (byPosition && !keyAt.rising));

/** Bytes that {@link loadVisible} needs for each query of a tile. */
export function visibleBytes(masks: Masks, sizes: Sizes, pairs: Pairs): number {
  if (!marksEach(masks, pairs)) return 0;
  return sizes.keys * (masks.mask?.eachHead ? sizes.heads : 1);
}

/**
 * Loads masks as intervals of keys, and a byte for each key in them only where
 * intervals do not say it all.
 */
export function loadVisible(
  scratch: Scratch,
  masks: Masks,
  sizes: Sizes,
  pairs: Pairs,
  most: number,
): (item: number, row: number, rows: number) => Visible {
  const { keys } = sizes;
  const spans = loadSpans(scratch, masks, pairs, most);
  const address = spans?.address ?? 0;
  if (!marksEach(masks, pairs)) {
    const values = perItemLoader(scratch, masks.keyMask);
    return (item, row, rows) => {
      spans?.find(row, rows);
      const visible = { ...ALL_VISIBLE.visible, values: values(item, 0) };
      return { spans: address, visible };
    };
  }
  const rest = spans ? { ...masks, ...NO_POSITIONS } : masks;
  const mark = loadMarks(scratch, rest, sizes, pairs, most, keys);
  return (item, row, rows) => {
    const [first, last] = spans?.find(row, rows) ?? [0, keys];
    // The core reads the bytes of whole panels.
    const key = first - (first % PANEL_KEYS);
    const to = Math.min(keys, Math.ceil(last / PANEL_KEYS) * PANEL_KEYS);
    const some = { key, keys: to - key, column: key, stride: keys };
    const { visible, each } = mark(item, row, rows, some);
    const headStride = each ? rows * keys : 0;
    return {
      spans: address,
      visible: { values: visible, headStride, rowStride: keys },
    };
  };
}

/** Masks whose positions hide nothing. */
const NO_POSITIONS = {
  ...{ byPosition: false, causal: false, prefix: -Infinity },
  ...{ left: Infinity, right: Infinity },
};
