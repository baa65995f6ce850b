// The errors of each way at a position, in stretches of positions and of a score,
// against exact integer arithmetic and against reports of the package.

import { load, type Rotary } from 'posenc/rotary';
import { beforeAll, describe, expect, it } from 'vitest';
import { fromNumber } from '../../../../tests/oracle/fixed.js';
import { BFLOAT16, round } from '../../../../tests/oracle/ulp.js';
import { numbersOf } from '../../figures/stretches.js';
import { uniform } from '../../figures/words/words.js';
import { computeLines, ends, worstIn } from './lines.js';
import { placeOf } from './place.js';
import { pairsOf } from './ropes.js';
import {
  computeScores,
  scorePlace,
  scoresAt,
  type Vectors,
  vectorsOf,
} from './scores.js';
import {
  allRopes,
  finish,
  oracleError,
  ropeNamed,
  wrongAt,
} from './testing.js';
import { roundPosition, tablesOf, ways } from './ways.js';

let pe: Rotary;

beforeAll(async () => {
  pe = await load();
});

const ropes = [
  { theta: 10_000, headDim: 16 },
  { theta: 500_000, headDim: 64 },
  { theta: 12_345.678, headDim: 10 },
];

const tablesFor = (options: (typeof ropes)[number]) =>
  tablesOf(pe, { method: 'rope', ...options });

it('rounds positions to eight bits, ties to even', () => {
  const next = uniform(7);
  const some = Array.from({ length: 2000 }, () =>
    Math.floor(2 ** (1 + 31 * next())),
  );
  for (const position of [0, 1, 255, 256, 257, 259, 511, 2 ** 31, ...some]) {
    expect(roundPosition(position), String(position)).toBe(
      round(fromNumber(position), BFLOAT16),
    );
  }
});

describe.each(ropes)('base $theta, $headDim numbers', (rope) => {
  it('has the errors of exact arithmetic at a position', () => {
    const tables = tablesFor(rope);
    expect(tables.ways).toEqual([...ways]);
    for (const at of [1, 255, 257, 4097, 131_071, 16_777_217, 2 ** 31]) {
      const { errors, pairs } = placeOf(tables, at);
      expect(pairs).toBe(rope.headDim / 2);
      for (const way of ways) {
        for (let k = 0; k < pairs; k++) {
          const wanted = oracleError(way, at, rope, k);
          const off = Math.abs(Number(errors[way]?.[k]) - wanted);
          // The exact numbers are rounded to float64.
          expect(off, `${way}, ${at}, pair ${k}`).toBeLessThan(2.3e-16);
        }
      }
    }
  });
});

it('has the largest error among the positions of each stretch', () => {
  const [rope] = ropes as [(typeof ropes)[number]];
  const tables = tablesFor(rope);
  const lines = finish(computeLines(tables, { perOctave: 1, sampled: 3 }));
  expect([lines.from[0], lines.to.at(-1)]).toEqual([ends.from, ends.to]);
  let computed = 0;
  for (let i = 0; i < lines.from.length; i++) {
    const from = lines.from[i] as number;
    const some = numbersOf(from, lines.to[i] as number, 3);
    computed += some.length;
    for (const way of ways) {
      const errors = Array.from({ length: lines.pairs }, (_, k) =>
        Math.max(...some.map((at) => oracleError(way, at, rope, k))),
      );
      errors.forEach((error, k) => {
        const own = worstIn(lines, way, i, k);
        expect(own.pair).toBe(k);
        expect(Math.abs(own.error - error), `${way} from ${from}`).toBeLessThan(
          2.3e-16,
        );
      });
      const all = worstIn(lines, way, i, null);
      expect(all.error).toBe(worstIn(lines, way, i, all.pair).error);
      expect(all.error).toBeCloseTo(Math.max(...errors), 14);
    }
  }
  expect(lines.computed).toBe(computed);
});

it('agrees with the report of the package where every position is computed', () => {
  const { spec } = ropeNamed('Llama 3.1 8B');
  const tables = tablesOf(pe, spec);
  const lines = finish(computeLines(tables, { perOctave: 2, sampled: 64 }));
  let whole = 0;
  for (let i = 0; i < lines.from.length; i++) {
    const [from = 0, to = 0] = [lines.from[i], lines.to[i]];
    if (to - from + 1 > 64) break;
    whole = to;
    const positions = numbersOf(from, to, 64);
    const report = pe.analysis.precisionReport(spec, { positions });
    for (const way of ['torch', 'ggml'] as const) {
      const { worst, pair } = report[way].absolute;
      expect(worstIn(lines, way, i, null)).toEqual({ error: worst, pair });
    }
  }
  expect(whole).toBeGreaterThan(100);
});

it('makes tables of every rope of the page, by every way', () => {
  for (const rope of allRopes) {
    const tables = tablesOf(pe, rope.spec);
    expect(tables.pairs, rope.name).toBe(pairsOf(rope));
    expect(tables.ways, rope.name).toEqual([...ways]);
    const { errors } = placeOf(tables, 1);
    for (const way of ways) {
      // Nothing is far off at position 1, whatever the schedule and its factor.
      expect(Math.max(...(errors[way] ?? [9])), rope.name).toBeLessThan(0.004);
    }
  }
});

/** Turns a vector pair by pair, as the papers write it. */
function turned(
  x: Float64Array,
  at: number,
  rope: (typeof ropes)[number],
  way: Parameters<typeof wrongAt>[0],
): number[] {
  const half = rope.headDim / 2;
  const y = [...x];
  for (let k = 0; k < half; k++) {
    const { cos, sin } = wrongAt(way, at, rope, k);
    const [a, b] = [x[k] as number, x[k + half] as number];
    y[k] = a * cos - b * sin;
    y[k + half] = b * cos + a * sin;
  }
  return y;
}

describe.each(['equal', 'seeded'] as const)(
  'scores of %s vectors',
  (vectors) => {
    const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
      Array.from(a).reduce((sum, x, i) => sum + x * Number(b[i]), 0);

    it('are those of vectors that are turned one by one', () => {
      const [rope] = ropes as [(typeof ropes)[number]];
      const tables = tablesFor(rope);
      const { q, k, size } = vectorsOf(vectors, rope.headDim);
      expect(size).toBeCloseTo(Math.sqrt(dot(q, q) * dot(k, k)), 12);
      for (const distance of [0, 1, 300]) {
        const scene = { vectors, distance };
        for (const at of [1, 1000, 99_999]) {
          const place = scorePlace(tables, scene, at);
          for (const way of ways) {
            const wanted = dot(
              turned(q, at + distance, rope, way),
              turned(k, at, rope, way),
            );
            expect(place.scores[way], way).toBeCloseTo(wanted, 12);
            const off = Math.abs(wanted - place.right) / size;
            expect(place.errors[way], way).toBeCloseTo(off, 13);
          }
        }
      }
    });

    it('depend on the distance alone where tables are exact', () => {
      for (const { name, spec } of allRopes) {
        const tables = tablesOf(pe, spec);
        const keys = Float64Array.of(1, 4000, 123_456, 2 ** 31);
        const scene = { vectors, distance: 37 };
        const { right, size } = scoresAt(tables, scene, keys);
        const near = scoresAt(tables, scene, Float64Array.of(0)).right[0];
        for (const score of right) {
          expect(Math.abs(score - Number(near)) / size, name).toBeLessThan(
            1e-14,
          );
        }
      }
    });

    it('are off by the most that was met in each stretch', () => {
      const tables = tablesOf(pe, ropeNamed('Phi-2').spec);
      const scene = { vectors, distance: 16 };
      const lines = finish(
        computeScores(tables, scene, { perOctave: 1, sampled: 4 }),
      );
      expect(lines.distance).toBe(16);
      for (let i = 0; i < lines.from.length; i++) {
        const some = numbersOf(
          lines.from[i] as number,
          lines.to[i] as number,
          4,
        );
        for (const way of ways) {
          const each = some.map(
            (at) => scorePlace(tables, scene, at).errors[way],
          );
          expect(lines.worst[way]?.[i]).toBe(Math.max(...each.map(Number)));
        }
      }
    });
  },
);

it('draws the same vectors each time, and others for query and key', () => {
  const [a, b] = [vectorsOf('seeded', 64), vectorsOf('seeded', 64)];
  expect(a).toEqual(b);
  expect(a.q).not.toEqual(a.k);
  expect(Math.max(...a.q.map(Math.abs))).toBeLessThanOrEqual(1);
  const names: readonly Vectors[] = ['equal'];
  for (const name of names) expect(vectorsOf(name, 3).size).toBe(3);
});
