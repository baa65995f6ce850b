// What wrong cosines and sines do to a score. Products and sums are those of float64,
// so that the tables are all that is wrong.

import { pairPlaces } from '../../figures/arrows/pairs.js';
import {
  batchesOf,
  type Stretches,
  stretchesIn,
} from '../../figures/stretches.js';
import { uniform } from '../../figures/words/words.js';
import { ends, type Fineness, stepOf } from './lines.js';
import type { Table, Tables, Way } from './ways.js';

/** The vectors of the query and of the key. */
export const vectorNames = ['equal', 'seeded'] as const;
export type Vectors = (typeof vectorNames)[number];

export interface Scene {
  readonly vectors: Vectors;
  /** How far the query stands after the key. */
  readonly distance: number;
}

/** The seed of the vectors that are drawn. */
export const seed = 1;

interface Both {
  readonly q: Float64Array;
  readonly k: Float64Array;
  /** The product of their lengths. */
  readonly size: number;
}

/** All components 1, or numbers from -1 to 1, those of the query first. */
export function vectorsOf(vectors: Vectors, width: number): Both {
  const next = vectors === 'seeded' ? uniform(seed) : () => 1;
  const draw = () => Float64Array.from({ length: width }, () => 2 * next() - 1);
  const [q, k] = [draw(), draw()];
  const square = (v: Float64Array) => v.reduce((sum, x) => sum + x * x, 0);
  return { q, k, size: Math.sqrt(square(q) * square(k)) };
}

/** Turns queries and keys by tables, and gives their scores. */
function scorerOf({ exact, pairs }: Tables, { q, k }: Both) {
  const places = pairPlaces(exact.layout, exact);
  const { rotaryStart: first, rotaryDim } = exact;
  let rest = 0;
  for (let i = 0; i < q.length; i++) {
    if (i >= first && i < first + rotaryDim) continue;
    rest += Number(q[i]) * Number(k[i]);
  }
  // The products of each pair: of what stands alike, and of what stands across.
  const [alike, across] = [new Float64Array(pairs), new Float64Array(pairs)];
  places.forEach(([a, b], i) => {
    const [qa, qb] = [Number(q[a]), Number(q[b])];
    const [ka, kb] = [Number(k[a]), Number(k[b])];
    alike[i] = qa * ka + qb * kb;
    across[i] = qb * ka - qa * kb;
  });
  /** The score of each row of the tables. */
  return (query: Table, key: Table, rows: number): Float64Array =>
    Float64Array.from({ length: rows }, (_, row) => {
      let sum = rest;
      for (let i = 0; i < pairs; i++) {
        const at = row * pairs + i;
        const [c, s] = [Number(query.cos[at]), Number(query.sin[at])];
        const [d, t] = [Number(key.cos[at]), Number(key.sin[at])];
        sum +=
          Number(alike[i]) * (c * d + s * t) +
          Number(across[i]) * (c * t - s * d);
      }
      return sum;
    });
}

/** Scores of the exact tables and of each way, a row for each position of the key. */
export function scoresAt(
  tables: Tables,
  scene: Scene,
  keys: Float64Array,
): { right: Float64Array; of(way: Way): Float64Array; size: number } {
  const both = vectorsOf(scene.vectors, tables.exact.headDim);
  const score = scorerOf(tables, both);
  const queries = keys.map((at) => at + scene.distance);
  const right = score(tables.right(queries), tables.right(keys), keys.length);
  return {
    right,
    size: both.size,
    of: (way) =>
      score(tables.of(way, queries), tables.of(way, keys), keys.length),
  };
}

export interface ScoreLines extends Stretches, Scene {
  readonly sampled: number;
  readonly computed: number;
  /** The largest error of each stretch, in shares of |q||k|. */
  readonly worst: Partial<Readonly<Record<Way, Float64Array>>>;
}

export function* computeScores(
  tables: Tables,
  scene: Scene,
  { perOctave, sampled }: Fineness,
): Generator<undefined, ScoreLines, undefined> {
  const stretches = stretchesIn(31 * perOctave, ends);
  const worst = Object.fromEntries(
    tables.ways.map(
      (way) => [way, new Float64Array(stretches.from.length)] as const,
    ),
  ) as Record<Way, Float64Array>;
  let computed = 0;
  const step = stepOf(tables.pairs) / 2;
  for (const { parts, numbers } of batchesOf(stretches, sampled, step)) {
    computed += numbers.length;
    const { right, size, of } = scoresAt(tables, scene, numbers);
    for (const way of tables.ways) {
      const scores = of(way);
      for (const { stretch, begin, end } of parts) {
        for (let i = begin; i < end; i++) {
          const error = Math.abs(Number(scores[i]) - Number(right[i])) / size;
          if (error > Number(worst[way][stretch])) worst[way][stretch] = error;
        }
      }
    }
    yield;
  }
  return { ...stretches, ...scene, sampled, computed, worst };
}

/** The scores of one key, and how far each way is off, in shares of |q||k|. */
export interface ScorePlace extends Scene {
  /** The position of the key. */
  readonly at: number;
  readonly size: number;
  readonly right: number;
  readonly scores: Partial<Readonly<Record<Way, number>>>;
  readonly errors: Partial<Readonly<Record<Way, number>>>;
}

export function scorePlace(
  tables: Tables,
  scene: Scene,
  at: number,
): ScorePlace {
  const { right, size, of } = scoresAt(tables, scene, Float64Array.of(at));
  const [exact = Number.NaN] = right;
  const all = tables.ways.map((way) => [way, of(way)[0] as number] as const);
  return {
    ...{ ...scene, at, size, right: exact },
    scores: Object.fromEntries(all),
    errors: Object.fromEntries(
      all.map(([way, score]) => [way, Math.abs(score - exact) / size]),
    ),
  };
}
