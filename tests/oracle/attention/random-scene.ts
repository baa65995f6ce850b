/** Random configurations of attention, for the package and for the oracle. */

import type { AttentionOptions } from 'posenc';
import {
  type Array64,
  add,
  range,
} from '../../support/attention-oracle/array.js';
import {
  attend,
  type Scene,
  type Seen,
  type Term,
} from '../../support/attention-oracle/attention.js';
import { turnBy } from '../../support/attention-oracle/rotation.js';
import type { Random } from '../random.js';
import { item } from './layout.js';
import {
  type Context,
  drawn,
  given,
  largest,
  largestNorm,
  type Made,
  type Sizes,
} from './made.js';
import {
  imagePlaces,
  type Kit,
  kitOf,
  type Places,
  textPlaces,
} from './random-kit.js';
import { productsOf, sticksOf } from './random-laws.js';
import { type Masked, masksOf } from './random-masks.js';

/** A configuration, for both sides. */
export interface Configuration {
  readonly sizes: Sizes;
  readonly options: AttentionOptions;
  /** What the oracle sees of each item, with the present numbers. */
  readonly see: () => readonly Seen[];
  /** The arrays that have gradients, by the path of the gradient. */
  readonly learned: ReadonlyMap<string, Array64>;
  readonly bounds: Bounds;
}

/** How far float32 may be from the oracle. */
interface Bounds {
  readonly scores: number;
  readonly weight: (want: number) => number;
  readonly output: number;
}

/** Half an ulp of float32, relative to the value. */
const u = 2 ** -24;

/** Sizes of a configuration of a text. */
function sizesOf(random: Random, places: Places): Sizes {
  const keyHeads = random.integer(1, 3);
  return {
    heads: keyHeads * random.integer(1, 2),
    keyHeads,
    headDim: random.integer(1, 9),
    valueDim: random.integer(1, 7),
    queries: places.queryAt.length,
    keys: places.keyAt.length,
  };
}

/** A factor, a rope, a cap and sinks. */
function scoresOf(
  random: Random,
  { heads, headDim }: Sizes,
  kit: Kit,
  softmax: boolean,
) {
  const own = random.next() < 0.5;
  // The terms of all methods are counted together.
  const divisor = kit.relative.reduce(
    (total, one) => total + (one.divisor ?? 1) - 1,
    1,
  );
  const scale = own ? random.of([1, 0.3]) : 1 / Math.sqrt(headDim * divisor);
  const pairs = random.integer(0, Math.floor(headDim / 2));
  const layout = random.of(['half', 'interleaved'] as const);
  const base = random.of([10, 10000]);
  const turn = pairs > 0 ? turnBy({ pairs, base, layout }) : undefined;
  const softCap = random.next() < 0.3 ? 1.5 : undefined;
  const sinks =
    softmax && random.next() < 0.3 ? drawn(random, [heads]) : undefined;
  const rotary = {
    ...{ method: 'rope', headDim: 2 * Math.ceil(headDim / 2) },
    ...{ rotaryDim: 2 * pairs, theta: base, layout },
  };
  // A rope has an even width of heads.
  const turns = turn && headDim % 2 === 0;
  return {
    options: {
      ...(own && { scale }),
      ...(turns && { rotary }),
      ...(softCap !== undefined && { softcap: softCap }),
      ...(sinks && { sinks: given(sinks) }),
    } as AttentionOptions,
    scene: {
      scale,
      ...(turns && { turnQuery: turn, turnKey: turn }),
      ...(softCap !== undefined && { softCap }),
      ...(sinks && { sinks }),
    },
  };
}

/** A spec, or a list of them, as the options of attention take it. */
function specsOf(random: Random, list: readonly Made[]) {
  if (list.length === 1 && random.next() < 0.5) return list[0]?.spec;
  return list.map(({ spec }) => spec);
}

/** What is tested together: tokens of texts or of images, or a law of weights. */
export type Subject = 'texts' | 'images' | 'sticks' | 'products';

export function configuration(random: Random, of: Subject): Configuration {
  const drawnPlaces =
    of === 'images' ? imagePlaces(random) : textPlaces(random);
  const law =
    of === 'sticks'
      ? sticksOf(random)
      : of === 'products'
        ? productsOf(random)
        : undefined;
  const places = law ? law.places(drawnPlaces) : drawnPlaces;
  const sizes = sizesOf(random, places);
  const { heads, keyHeads, headDim, valueDim, queries, keys } = sizes;
  const kit = kitOf(random, sizes, places, law?.biases);
  const { options, scene } = scoresOf(random, sizes, kit, !law);
  const batch = random.of([undefined, undefined, 1, 2]);
  const items = batch ?? 1;
  const q = drawn(random, [items, queries, heads, headDim]);
  const k = drawn(random, [items, keys, keyHeads, headDim]);
  const v = drawn(random, [items, keys, keyHeads, valueDim]);
  const masked: Masked = masksOf(random, sizes, places, batch, law?.masks);
  const input = (x: Array64) => given(batch === undefined ? item(x, 0) : x);
  const { relative, bias, gate } = kit;
  const relativeSpec = specsOf(random, relative);
  const biasSpec = specsOf(random, bias);

  const see = (): readonly Seen[] => {
    const context: Context = { scale: scene.scale, keyAt: places.keyAt };
    const named = (list: readonly Made[], part: 'scaled' | 'added') =>
      Object.fromEntries(
        list.flatMap((made, at) => {
          const term: Term | undefined = made[part]?.(context);
          return term ? [[`${made.spec.method}${at}${part}`, term]] : [];
        }),
      );
    const valued = relative.flatMap(({ values }) => (values ? [values()] : []));
    const values: Scene['values'] = (pair) =>
      valued.map((of) => of(pair)).reduce(add);
    const gated = gate?.gate?.();
    const whole: Omit<Scene, 'q' | 'k' | 'v' | 'sees'> = {
      ...{ ...scene, queryAt: places.queryAt, keyAt: places.keyAt },
      relative: named(relative, 'scaled'),
      bias: { ...named(relative, 'added'), ...named(bias, 'added') },
      ...(law?.biases && { apart: Object.keys(named(bias, 'added')) }),
      ...(gated && { gate: gated }),
      ...(valued.length > 0 && { values }),
    };
    return range(items).map((b) => {
      const one = { q: item(q, b), k: item(k, b), v: item(v, b) };
      const sees = masked.sees(b);
      return attend({ ...whole, ...one, sees, ...law?.scene(places, sees, b) });
    });
  };

  const learned = new Map<string, Array64>([
    ['q', q],
    ['k', k],
    ['v', v],
    ...(scene.sinks ? ([['sinks', scene.sinks]] as const) : []),
    ...pathsOf('relative', relative, relativeSpec),
    ...pathsOf('bias', bias, biasSpec),
    ...pathsOf('gate', gate ? [gate] : [], gate?.spec),
  ]);
  return {
    sizes,
    options: {
      ...{ q: input(q), k: input(k), v: input(v) },
      ...options,
      ...places.options,
      ...masked.options,
      ...law?.options,
      ...(relative.length > 0 && { relative: relativeSpec }),
      ...(bias.length > 0 && { bias: biasSpec }),
      ...(gate && { gate: gate.spec }),
    } as AttentionOptions,
    see,
    learned,
    bounds: boundsOf({ q, k, v }, sizes, kit, scene, of === 'products'),
  };
}

/** The paths of the gradients of the weights of some specs. */
export function pathsOf(part: string, list: readonly Made[], spec: unknown) {
  return list.flatMap(({ learned }, at) =>
    Object.entries(learned).map(([name, array]): [string, Array64] => {
      const path = Array.isArray(spec) ? [part, at, name] : [part, name];
      return [path.filter((word) => word !== '').join('.'), array];
    }),
  );
}

/**
 * A score is a sum of products, each of headDim terms at most besides those of
 * projections; its error δ is a share of the absolute sum of all products. The
 * weights have it in numerator and denominator, and the sum over the keys.
 */
export function boundsOf(
  { q, k, v }: Record<'q' | 'k' | 'v', Array64>,
  { headDim, keys }: Sizes,
  { relative, bias }: Pick<Kit, 'relative' | 'bias'>,
  { scale, softCap = 0 }: { scale: number; softCap?: number },
  products = false,
): Bounds {
  const [Q, K] = [largestNorm(q), largestNorm(k)];
  const sizeOf = (list: readonly Made[]) =>
    list.reduce((total, { size }) => total + (size?.(Q, K) ?? 0), 0);
  const scaled = Math.max(scale, 1) * (Q * K + sizeOf(relative));
  const scores = u * ((headDim + 40) * (scaled + sizeOf(bias)) + 8 * softCap);
  const share = 2 * scores + (keys + 8) * u;
  if (products) {
    // Two biases of 1 make a factor of 8 at most; what divides weights sums up
    // the errors of a row.
    const weight = 8 * ((keys + 2) * scores + share * scaled);
    const output = 2 * keys * (largest(v) + 1) * weight;
    return { scores, weight: () => 2 * weight, output };
  }
  // Gates are at most 2, values and their vectors at most 1 each.
  return {
    scores,
    weight: (want) => share * Math.abs(want) + 2 ** -126,
    output: 2 * (largest(v) + 1) * (share + (keys + 2) * u),
  };
}
