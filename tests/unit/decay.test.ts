/** The decay of linear attention: slopes, biases, factors of blocks. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { testGradients, testMaps } from './bias-maps.js';
import { thrown } from './thrown.js';

const pe = await load();

/** The slopes of four programs, as they are written there. */
const LAWS = {
  minimax: (h: number, heads: number, layer: number, layers: number) =>
    (1 / 2 ** (8 / heads)) ** (h + 1) *
    (1 - layer / (layers - 1 + 1e-5) + 1e-5),
  lightning: (h: number, heads: number, layer: number, layers: number) =>
    (8 / heads) * (1 - layer / layers) * h,
  retnet: (h: number) => -Math.log1p(-(2 ** (-5 - h))),
  ring(h: number, heads: number, layer: number, layers: number) {
    // The next lower power of two, then every other slope of the next higher.
    const lower = 2 ** Math.floor(Math.log2(heads));
    const slope =
      h < lower
        ? 2 ** ((-8 * (h + 1)) / lower)
        : 2 ** ((-4 * (2 * (h - lower) + 1)) / lower);
    return slope * (1 - (layer - 1) / (layers - 1) + 1e-5);
  },
};

describe.each([
  ['minimax', 12, 7, 30],
  ['minimax', 1, 0, 1],
  ['minimax', 64, 79, 80],
  ['lightning', 7, 3, 5],
  ['lightning', 20, 0, 20],
  ['retnet', 16, undefined, undefined],
  ['ring', 16, 0, 20],
  ['ring', 24, 19, 20],
] as const)(
  '%s with %i heads in layer %s of %s',
  (law, heads, layer, layers) => {
    const options = { heads, law, layer, layers };
    const want = Array.from({ length: heads }, (_, h) =>
      LAWS[law](h, heads, layer ?? 0, layers ?? 1),
    );
    // The program loses digits where it takes a fraction near 1 from 1.
    const lost = law === 'minimax' || law === 'ring' ? 1e-11 : 1e-15;

    it('has the slopes of the program', () => {
      const { data } = pe.decaySlopes({ ...options, dtype: 'float64' });
      data.forEach((slope, h) => {
        const exact = want[h] ?? NaN;
        expect(Math.abs(slope - exact)).toBeLessThanOrEqual(lost * exact);
      });
      const { data: single } = pe.decaySlopes(options);
      expect(single).toEqual(Float32Array.from(data));
    });

    it('has factors that are powers of the decay of a step', () => {
      const length = 5;
      const dtype = 'float64' as const;
      const factors = pe.decayFactors({ ...options, length, dtype });
      const { query, key, diagonal, block } = factors;
      const near = (got: number | undefined, h: number, steps: number) => {
        const exact = Math.exp(-(want[h] ?? NaN) * steps);
        expect(Math.abs((got ?? NaN) - exact)).toBeLessThanOrEqual(
          1e-10 * exact,
        );
      };
      for (let h = 0; h < heads; ++h) {
        near(block.data[h], h, length);
        for (let i = 0; i < length; ++i) {
          near(query.data[h * length + i], h, i + 1);
          near(key.data[h * length + i], h, length - 1 - i);
          for (let j = 0; j < length; ++j) {
            const got = diagonal.data[(h * length + i) * length + j];
            if (j > i) expect(got).toBe(0);
            else near(got, h, i - j);
          }
        }
      }
    });
  },
);

describe('the bias', () => {
  const law = { heads: 3, law: 'minimax', layer: 2, layers: 9 } as const;
  testMaps({ method: 'decay', ...law }, (h, i, j) =>
    j > i ? 0 : -LAWS.minimax(h, 3, 2, 9) * (i - j),
  );
  const slopes = [0.5, 0.125, 0.75];
  testMaps({ method: 'decay', heads: 3, slopes }, (h, i, j) =>
    j > i ? 0 : -(slopes[h] ?? NaN) * (i - j),
  );
  testGradients({ slopes }, (weights) => ({
    ...{ method: 'decay', heads: 3 },
    ...weights,
  }));
});

it('computes linear attention block by block as in one', () => {
  const [heads, length, block, dim] = [2, 12, 4, 3];
  const law = { heads, law: 'retnet' } as const;
  const dtype = 'float64' as const;
  const noise = (seed: number) =>
    Array.from({ length: heads * length * dim }, (_, i) =>
      Math.sin(i * i + seed),
    );
  const [q, k, v] = [noise(1), noise(2), noise(3)] as [
    number[],
    number[],
    number[],
  ];
  const at = (x: number[], h: number, i: number, c: number) =>
    x[(h * length + i) * dim + c] ?? NaN;
  const score = (h: number, i: number, j: number) =>
    Array.from({ length: dim }, (_, c) => at(q, h, i, c) * at(k, h, j, c)) //
      .reduce((a, b) => a + b, 0);
  const bias = pe.decay({ ...law, queries: length, dtype }).data;
  const factors = pe.decayFactors({ ...law, length: block, dtype });
  for (let h = 0; h < heads; ++h) {
    /** Σ of keys times values, as the factors hand it on. */
    let state = new Float64Array(dim * dim);
    for (let first = 0; first < length; first += block) {
      for (let i = 0; i < block; ++i) {
        for (let c = 0; c < dim; ++c) {
          let got = 0;
          for (let e = 0; e < dim; ++e) {
            const past = at(q, h, first + i, e) * (state[e * dim + c] ?? NaN);
            got += (factors.query.data[h * block + i] ?? NaN) * past;
          }
          for (let j = 0; j <= i; ++j) {
            const kept =
              factors.diagonal.data[(h * block + i) * block + j] ?? NaN;
            got +=
              kept * score(h, first + i, first + j) * at(v, h, first + j, c);
          }
          let want = 0;
          for (let j = 0; j <= first + i; ++j) {
            const b = bias[(h * length + first + i) * length + j] ?? NaN;
            want += Math.exp(b) * score(h, first + i, j) * at(v, h, j, c);
          }
          expect(got).toBeCloseTo(want, 12);
        }
      }
      const next = state.map((x) => x * (factors.block.data[h] ?? NaN));
      for (let j = 0; j < block; ++j) {
        const kept = factors.key.data[h * block + j] ?? NaN;
        for (let e = 0; e < dim; ++e) {
          for (let c = 0; c < dim; ++c) {
            next[e * dim + c] =
              (next[e * dim + c] ?? NaN) +
              kept * at(k, h, first + j, e) * at(v, h, first + j, c);
          }
        }
      }
      state = next;
    }
  }
});

/** Σ e^(-slope d) over d < count, as it is written. */
const sumOf = (slope: number, count: number) => {
  let sum = 0;
  for (let d = count - 1; d >= 0; --d) sum += Math.exp(-slope * d);
  return sum;
};

describe.each([
  ['rows', 0, 7],
  ['rows', 5, 3],
  ['rows', 1000, 1],
  ['chunks', 0, 6],
] as const)(
  'factors of a retention by %s from token %i on',
  (retention, start, length) => {
    const slopes = [0, 2 ** -20, 0.03125, 5];
    const dtype = 'float64' as const;
    const plain = pe.decayFactors({ slopes, length, dtype });
    const found = pe.decayFactors({ slopes, length, dtype, retention, start });
    const near = (got: number | undefined, want: number) =>
      expect(Math.abs((got ?? NaN) - want)).toBeLessThanOrEqual(1e-12 * want);

    it('are divided by sums', () => {
      slopes.forEach((slope, h) => {
        const rows = retention === 'rows';
        const last = sumOf(slope, start + length);
        const before = rows ? Math.sqrt(sumOf(slope, start)) : last;
        const byKey = rows ? Math.sqrt(last) : last;
        near(
          found.block.data[h],
          (plain.block.data[h] ?? NaN) * (rows ? before / byKey : 1),
        );
        for (let i = 0; i < length; ++i) {
          const at = h * length + i;
          const root = Math.sqrt(sumOf(slope, start + i + 1));
          near(
            found.query.data[at],
            ((plain.query.data[at] ?? NaN) * before) / root,
          );
          near(found.key.data[at], (plain.key.data[at] ?? NaN) / byKey);
          for (let j = 0; j < length; ++j) {
            const pair = at * length + j;
            near(
              found.diagonal.data[pair],
              (plain.diagonal.data[pair] ?? NaN) / root,
            );
          }
        }
      });
    });
  },
);

it('has tokens before a block only where rows are divided', () => {
  for (const retention of ['none', 'chunks'] as const) {
    const options = { slopes: [1], length: 2, retention, start: 1 };
    expect(thrown(() => pe.decayFactors(options))).toMatchObject({
      ...{ param: 'start', code: 'ERR_RANGE' },
    });
  }
});

it('keeps nothing where the range of float64 ends, and all without a slope', () => {
  const slopes = [0, 800];
  const { query, block } = pe.decayFactors({ slopes, length: 2 });
  expect([...query.data]).toEqual([1, 1, 0, 0]);
  expect([...block.data]).toEqual([1, 0]);
});

it.each<[object, string, string]>([
  [{ heads: 4 }, 'law', 'ERR_MISSING'],
  [{ heads: 4, law: 'alibi' }, 'law', 'ERR_CHOICE'],
  [{ heads: 4, law: 'minimax', layer: 1 }, 'layers', 'ERR_MISSING'],
  [{ heads: 4, law: 'minimax', layers: 1 }, 'layer', 'ERR_MISSING'],
  [{ heads: 4, law: 'lightning', layer: 3, layers: 3 }, 'layer', 'ERR_RANGE'],
  [{ heads: 4, law: 'retnet', layer: 3 }, 'layer', 'ERR_CONFLICT'],
  [{ heads: 4, law: 'retnet', layers: 3 }, 'layers', 'ERR_CONFLICT'],
  [{ law: 'retnet' }, 'heads', 'ERR_MISSING'],
])('refuses %o', (options, param, code) => {
  for (const call of [
    () => pe.decaySlopes(options as never),
    () => pe.decay({ queries: 2, ...options } as never),
    () => pe.decayFactors({ length: 2, ...options } as never),
  ]) {
    expect(thrown(call)).toMatchObject({ param, code });
  }
});

it('refuses slopes that do not fit', () => {
  const slopes = [1, -1];
  const calls: [() => unknown, string, string][] = [
    [() => pe.decayFactors({ slopes, length: 2 }), 'slopes[1]', 'ERR_RANGE'],
    [
      () => pe.decaySlopes({ heads: 2, law: 'ring', layer: 0, layers: 1 }),
      ...(['layers', 'ERR_RANGE'] as const),
    ],
    [() => pe.decay({ slopes, queries: 2 }), 'slopes[1]', 'ERR_RANGE'],
    ...[Infinity, NaN, 1e300].map((slope): [() => unknown, string, string] => [
      () => pe.decayFactors({ slopes: [0, slope], length: 2 }),
      ...(['slopes[1]', 'ERR_RANGE'] as const),
    ]),
    [
      () => pe.decay({ slopes: [1], law: 'retnet', queries: 2 }),
      ...(['law', 'ERR_CONFLICT'] as const),
    ],
    [
      () => pe.decay({ slopes: [1], heads: 2, queries: 2 }),
      ...(['slopes.length', 'ERR_SHAPE'] as const),
    ],
    [
      () => pe.decayFactors({ slopes: [], length: 2 }),
      ...(['slopes.length', 'ERR_SHAPE'] as const),
    ],
    [
      () =>
        pe.decaySlopes({
          ...{ heads: 2, law: 'minimax-text01', layer: 0, layers: 1 },
        }),
      ...(['layers', 'ERR_RANGE'] as const),
    ],
    [
      () => pe.decayFactors({ slopes: [1], length: 0 }),
      ...(['length', 'ERR_RANGE'] as const),
    ],
  ];
  for (const [call, param, code] of calls) {
    expect(thrown(call)).toMatchObject({ param, code });
  }
});

it('the programs of MiniMax-Text-01 differ', () => {
  const place = { heads: 12, layer: 3, layers: 80, dtype: 'float64' } as const;
  const slopes = (law: 'minimax' | 'minimax-text01') =>
    Array.from(pe.decaySlopes({ ...place, law }).data);
  const fading = 1 - 3 / 79 + 1e-5;
  // Heads beyond eight have every other slope of sixteen.
  const alibi = [1, 2, 3, 4, 5, 6, 7, 8, 0.5, 1.5, 2.5, 3.5].map(
    (exponent) => 2 ** -exponent,
  );
  slopes('minimax-text01').forEach((slope, head) => {
    expect(slope / ((alibi[head] ?? NaN) * fading)).toBeCloseTo(1, 14);
  });
  slopes('minimax').forEach((slope, head) => {
    const want = 2 ** (-8 * ((head + 1) / 12)) * (1 - 3 / (79 + 1e-5) + 1e-5);
    expect(slope / want).toBeCloseTo(1, 14);
  });
});
