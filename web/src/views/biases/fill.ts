// Specs of the page with the arrays that their methods need: the package computes
// a bias of nothing else.

import type { Attention } from 'posenc/attention';
import {
  type Filled,
  type Sizes,
  seedOf,
  withWeights,
} from '../../figures/learned/weights.js';
import { effective } from '../../methods/defaults.js';
import type { Options, Spec } from '../../state/spec.js';
import { methodOf, ownNames } from './methods.js';

/** What draws arrays from seeds. */
export type Drawer = Pick<Attention, 'learned'>;

/** The number of heads that the options say; 1 where a method has its own. */
export function headsOf(spec: Spec): number {
  const heads = Number(effective(methodOf(spec), spec).heads ?? 1);
  return Number.isInteger(heads) && heads > 0 ? heads : 1;
}

/** The lengths of the axes of arrays. */
export function sizesOf(spec: Spec): Sizes {
  const heads = headsOf(spec);
  return { heads, keyHeads: heads, headDim: 1, queries: 1, keys: 1 };
}

/**
 * From 0 up to which the arrays of KERPLE are drawn: those of its logarithm as
 * training begins in its authors' code, `bias_p` from 0 to 2 and `bias_a` from 0
 * to 1; its exponents stay at 1.
 */
export const kerpleRanges = { scale: 2, rate: 1 } as const;

/** The numbers that stand for an array of KERPLE, to four digits. */
function drawHeads(pe: Drawer, name: keyof typeof kerpleRanges, heads: number) {
  const bound = kerpleRanges[name] / 2;
  const seed = seedOf('kerple', name);
  const options = {
    length: 1,
    dim: heads,
    seed,
    init: 'uniform',
    bound,
  } as const;
  return Array.from(
    pe.learned(options).data,
    (value) => Math.round(1e4 * (value + bound)) / 1e4,
  );
}

/** The options that the reader set, without places and arrays. */
export function setOptions(spec: Spec): Spec {
  const own = new Set(ownNames(methodOf(spec)));
  const kept = Object.entries(spec).filter(([name]) => own.has(name));
  return { ...Object.fromEntries(kept), method: spec.method };
}

/** Arrays that a program has as numbers, because they are short. */
export function shortArrays(pe: Drawer, spec: Spec): Options {
  if (spec.method !== 'kerple') return {};
  const heads = headsOf(spec);
  const scale = drawHeads(pe, 'scale', heads);
  // The other forms have no logarithm.
  const { form = 'log' } = spec;
  return form === 'log'
    ? { scale, rate: drawHeads(pe, 'rate', heads) }
    : { scale };
}

/** The spec with all arrays that its method needs, and without places. */
export function fill(pe: Drawer, spec: Spec): Filled {
  const own = { ...setOptions(spec), ...shortArrays(pe, spec) };
  return withWeights(pe as Attention, own as Spec, sizesOf(spec));
}
