// What tests of the view share: the package called directly, and the maps as the
// worker computes them.

import type { Posenc } from 'posenc';
import type { Asked, Size } from './calls.js';
import { createComputing } from './desk/computing.js';
import { askedOf, firstState, type ImagesState } from './state.js';
import type { Beyond, WayName } from './ways.js';

export const small = { dim: 32, headDim: 16, heads: 3 } as const;

/** A state that is small enough for slow oracles. */
export const stateOf = (patch: Partial<ImagesState> = {}): ImagesState => ({
  ...{ ...firstState, ...small, grid: [5, 7], to: [10, 14] },
  ...patch,
});

export function askOf(
  way: WayName,
  larger: { readonly to: Size; readonly how: Beyond } | null = null,
  patch: Partial<ImagesState> = {},
): Asked {
  return { ...askedOf(stateOf(patch), way), larger };
}

const never = async () => {};

/** How alike a patch of the training is to all, as the view draws it. */
export async function alikeOf(
  pe: Posenc,
  asked: Asked,
  row: number,
  head = Number.NaN,
): Promise<number[]> {
  const ask = { left: asked, right: asked, head, row };
  const { left } = await createComputing(pe).maps(ask, never);
  return [...left];
}

/** The same of a larger picture. */
export async function largerOf(
  pe: Posenc,
  asked: Asked,
  how: Beyond,
  to: readonly number[],
  row: number,
): Promise<number[]> {
  const ask = {
    asked,
    head: Number.NaN,
    to,
    hows: [how],
    row: 0,
    rowBeyond: row,
  };
  const { larger } = await createComputing(pe).beyond(ask, never);
  return [...(larger[how] ?? [])];
}
