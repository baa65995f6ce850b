/** Keys and values as the core's products read them: in panels, packed once. */

import type { Scratch } from '../core/memory.js';
import type { PanelSizes } from '../core/wasm/calls.js';
import type { Sizes } from './sizes.js';

/**
 * Keys of a panel of rows, and columns of one of columns. Some keys alone begin
 * with a whole panel.
 */
export const PANEL_KEYS = 8;

/** Rows that pass together. */
const BLOCK = 64;

/** Numbers of a head, which the core checks. */
const numbersOf = {
  rows: ({ rows, width }: PanelSizes) => whole(rows, PANEL_KEYS) * width,
  columns: ({ rows, width }: PanelSizes) =>
    whole(rows, BLOCK) * whole(width, PANEL_KEYS),
};

const whole = (count: number, of: number) => Math.ceil(count / of) * of;

/** Rows in panels. */
export interface RowPanels {
  readonly panels: number;
  /** Packs rows [rows, heads, width] at an address instead of those before. */
  pack(from: number): void;
}

/** Queries that the core computes together, of all heads that share keys. */
export const TOGETHER = 8;

/**
 * Whether the queries of a call read each key once: then the core packs keys and
 * values in blocks as they pass, and there are no panels of all of them.
 */
export function readOnce({ queries, heads, keyHeads }: Sizes): boolean {
  return (queries * heads) / keyHeads <= TOGETHER;
}

/** Floats that the core allocates for a block of rows that it packs itself. */
export function blockOf(width: number): number {
  return BLOCK * whole(width, PANEL_KEYS);
}

/** Allocates panels of rows. */
export function rowPanels(scratch: Scratch, sizes: PanelSizes): RowPanels {
  const capacity = sizes.heads * numbersOf.rows(sizes);
  const panels = scratch.bytes(capacity * 4);
  return {
    panels,
    pack(k) {
      const packed = { capacity, out: panels };
      scratch.check(scratch.core.packKeys({ sizes, k, ...packed }));
    },
  };
}

/** Columns in panels, and the factor of each head. */
export interface ColumnPanels extends RowPanels {
  readonly factors: number;
}

/** Allocates panels of columns. */
export function columnPanels(
  scratch: Scratch,
  sizes: PanelSizes,
): ColumnPanels {
  const capacity = sizes.heads * numbersOf.columns(sizes);
  const panels = scratch.bytes(capacity * 4);
  const factors = scratch.bytes(sizes.heads * 4);
  return {
    ...{ panels, factors },
    pack(v) {
      const packed = { capacity, out: panels, factors };
      scratch.check(scratch.core.packValues({ sizes, v, ...packed }));
    },
  };
}
