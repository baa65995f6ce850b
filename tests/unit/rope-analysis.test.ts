/** Measurements of ropes, against slow definitions and published numbers. */

import { load, type Rotation } from 'posenc';
import { describe, expect, it } from 'vitest';
import { frequency } from '../support/frequency.mjs';
import { thrown } from './thrown.js';

const pe = await load();
const { analysis } = pe;

const spec = { method: 'rope', headDim: 128 } as const;
const rope = pe.make(spec);

const near = (a: number, b: number, error: number) =>
  expect(Math.abs(a - b), `${a} and ${b}`).toBeLessThanOrEqual(error);

/** Frequencies by their formula. */
const frequencies = (dim: number, theta = 10000) =>
  Array.from({ length: dim / 2 }, (_, k) => frequency(theta, k, dim));

describe('decayBound', () => {
  // RoFormer's figure 2, whose values Python's cmath gives in float64.
  it('gives the published values', () => {
    const distances = [0, 1, 10, 50, 100, 250];
    const published = [
      ...[32.5, 31.53816614265808, 17.95413713708483, 12.629452488319242],
      ...[10.227329948505133, 6.548179031941596],
    ];
    for (const from of [spec, rope]) {
      const made = analysis.decayBound(from, { distances });
      expect(Array.from(made.distances)).toEqual(distances);
      for (const [i, bound] of made.bounds.entries()) {
        near(bound, published[i] as number, 1e-12);
      }
    }
  });

  it('agrees with its definition at any distance', () => {
    const w = frequencies(12, 50);
    const distances = [-3, 0.5, 7, 1000.25];
    const { bounds } = analysis.decayBound(
      { method: 'rope', headDim: 12, theta: 50 },
      { distances },
    );
    for (const [i, r] of distances.entries()) {
      const sums = w.map((_, j) => {
        const part = w.slice(0, j + 1).map((f) => r * f);
        const total = (g: (x: number) => number) =>
          part.reduce((sum, x) => sum + g(x), 0);
        return Math.hypot(total(Math.cos), total(Math.sin));
      });
      const mean = sums.reduce((sum, x) => sum + x) / sums.length;
      near(bounds[i] as number, mean, 1e-12);
    }
  });
});

describe('scoreByDistance', () => {
  it('agrees with its definition', () => {
    const w = frequencies(128);
    const { scores } = analysis.scoreByDistance(rope, { length: 600 });
    expect(scores.length).toBe(600);
    expect(scores[0]).toBe(64);
    for (const [r, score] of scores.entries()) {
      const wanted = w.reduce((sum, f) => sum + Math.cos(r * f), 0);
      near(score, wanted, 1e-11);
    }
  });

  it('is what rotated ones give', () => {
    const ones = new Float32Array(128).fill(Math.SQRT1_2);
    const at = (position: number) =>
      rope.rotate(ones, { heads: 1, start: position }).data;
    const { scores } = analysis.scoreByDistance(rope, { distances: [37] });
    const q = at(137);
    const k = at(100);
    const dot = q.reduce((sum, x, i) => sum + x * (k[i] as number), 0);
    near(dot, scores[0] as number, 1e-4);
  });
});

describe('ropePairs', () => {
  it('counts turns within the training', () => {
    const pairs = analysis.ropePairs(spec, { trainedLength: 4096 });
    expect(pairs.length).toBe(64);
    for (const [k, pair] of pairs.entries()) {
      const wavelength = 2 * Math.PI * 10000 ** ((2 * k) / 128);
      near(pair.wavelength / wavelength, 1, 1e-14);
      near(pair.turns, 4096 / wavelength, 1e-11);
      expect(pair.completes).toBe(wavelength <= 4096);
      expect(pair).toMatchObject({ ratio: 1, kind: 'kept' });
      expect(pair.after).toBe(pair.before);
    }
    // 2π · 10000^(k/64) exceeds 4096 from pair 46 on, as YaRN's paper counts.
    expect(pairs.findIndex(({ completes }) => !completes)).toBe(46);
  });
});

describe('ropePairs with a schedule', () => {
  it('names what Llama 3.1 does to each pair', () => {
    // Meta's own numbers: pairs 0 to 28 kept, 29 to 34 blended, 35 on divided.
    const pairs = analysis.ropePairs(
      {
        method: 'rope',
        headDim: 128,
        theta: 500000,
        scaling: {
          type: 'llama3',
          factor: 8,
          lowFreqFactor: 1,
          highFreqFactor: 4,
          originalMaxPosition: 8192,
        },
      },
      { trainedLength: 8192, contextLength: 131072 },
    );
    const kinds = pairs.map(({ kind }) => kind);
    expect(kinds.lastIndexOf('kept')).toBe(28);
    expect(kinds.indexOf('blended')).toBe(29);
    expect(kinds.indexOf('interpolated')).toBe(35);
    expect(new Set(kinds.slice(35))).toEqual(new Set(['interpolated']));
    near(pairs[29]?.after as number, 0.0021665707635, 1e-12);
    for (const { turns, wavelength, turnsAfter, wavelengthAfter } of pairs) {
      near(turns * wavelength, 8192, 1e-8);
      near((turnsAfter * wavelengthAfter) / 131072, 1, 1e-14);
    }
  });

  it('names pairs that no longer turn', () => {
    const pairs = analysis.ropePairs(
      {
        method: 'rope',
        headDim: 8,
        scaling: { type: 'proportional', share: 0.5 },
      },
      { trainedLength: 64 },
    );
    expect(pairs.map(({ kind }) => kind)).toEqual([
      ...['kept', 'kept', 'dropped', 'dropped'],
    ]);
    expect(pairs[3]?.wavelengthAfter).toBe(Infinity);
  });

  it('makes schedules for the context that it is asked about', () => {
    const scaling = { type: 'dynamic', factor: 2, maxPosition: 64 } as const;
    const dynamic = { method: 'rope', headDim: 8, scaling } as const;
    const kinds = (contextLength?: number) =>
      analysis
        .ropePairs(dynamic, { trainedLength: 64, contextLength })
        .map(({ kind }) => kind);
    expect(new Set(kinds())).toEqual(new Set(['kept']));
    expect(kinds(256)).toEqual([
      ...['kept', 'blended', 'blended', 'interpolated'],
    ]);
  });

  it('scores take the attention factor twice', () => {
    const scaling = {
      type: 'yarn',
      factor: 4,
      originalMaxPosition: 64,
    } as const;
    const yarn = pe.rope({ headDim: 8, scaling });
    const { scores } = analysis.scoreByDistance(yarn, { distances: [0] });
    near(scores[0] as number, 4 * yarn.attentionFactor ** 2, 1e-14);
    const { factor, norm } = analysis.rotationResiduals(yarn);
    near(factor, yarn.attentionFactor, 1e-6);
    expect(norm).toBeLessThan(1e-6);
  });
});

describe('phaseCollisions', () => {
  it('finds what a search over all distances finds', () => {
    const small = { method: 'rope', headDim: 4, theta: 7 } as const;
    const w = frequencies(4, 7);
    const angle = (r: number) =>
      Math.max(
        ...w.map((f) => {
          const rest = (r * f) % (2 * Math.PI);
          return Math.min(rest, 2 * Math.PI - rest);
        }),
      );
    const all = Array.from({ length: 2999 }, (_, i) => i + 1);
    const expected = all.filter((r) => angle(r) <= 0.2);
    expect(expected.length).toBeGreaterThan(5);
    const { collisions, closest } = analysis.phaseCollisions(small, {
      ...{ length: 3000, tolerance: 0.2 },
    });
    expect(collisions.map(({ distance }) => distance)).toEqual(expected);
    for (const one of collisions) near(one.angle, angle(one.distance), 1e-11);
    const best = all.reduce((a, b) => (angle(b) < angle(a) ? b : a));
    expect(closest?.distance).toBe(best);
  });

  it('finds exact ones, and none where there are none', () => {
    // 355 is nearly 113 π: the fastest pair of every rope comes back at 710.
    const one = { method: 'rope', headDim: 2 } as const;
    const { collisions } = analysis.phaseCollisions(one, {
      ...{ length: 711, tolerance: 1e-4 },
    });
    expect(collisions.map(({ distance }) => distance)).toEqual([710]);
    near(collisions[0]?.angle as number, 6.02887e-5, 1e-9);
    const none = analysis.phaseCollisions(rope, { length: 2000 });
    expect(none.collisions).toEqual([]);
    expect(analysis.phaseCollisions(rope, { length: 1 }).closest).toBe(
      undefined,
    );
  });

  it('takes every distance at π', () => {
    const { collisions } = analysis.phaseCollisions(rope, {
      ...{ length: 50, tolerance: 4 },
    });
    expect(collisions.length).toBe(49);
    for (const { angle } of collisions) {
      expect(angle).toBeLessThanOrEqual(Math.PI);
    }
  });
});

describe('precisionReport', () => {
  const long = { method: 'rope', headDim: 64, theta: 500000 } as const;
  const where = { start: 130000, length: 300 };
  const report = analysis.precisionReport(long, where);

  it.each(['torch', 'ggml'] as const)(
    '%s: agrees with its definition',
    (precision) => {
      const exact = pe.rope({ headDim: 64, theta: 500000 });
      const emulated = pe.rope({ headDim: 64, theta: 500000, precision });
      const want = exact.cosSin({ ...where, dtype: 'float64' });
      const got = emulated.cosSin(where);
      const absolute: number[] = [];
      const radians: number[] = [];
      const ulp: number[] = [];
      for (const [i, c] of want.cos.data.entries()) {
        const s = want.sin.data[i] as number;
        const [c1, s1] = [got.cos.data[i] as number, got.sin.data[i] as number];
        absolute.push(Math.max(Math.abs(c1 - c), Math.abs(s1 - s)));
        radians.push(Math.abs(Math.atan2(s1 * c - c1 * s, c1 * c + s1 * s)));
        const step = (x: number) =>
          2 ** (Math.floor(Math.log2(Math.abs(x))) - 23);
        ulp.push(
          Math.max(Math.abs(c1 - c) / step(c), Math.abs(s1 - s) / step(s)),
        );
      }
      for (const [measure, errors] of Object.entries({
        absolute,
        radians,
        ulp,
      })) {
        const made = report[precision][measure as 'ulp'];
        const worst = Math.max(...errors);
        near(made.worst / worst, 1, 1e-9);
        const at = errors.indexOf(worst);
        expect(made.position).toBe(130000 + Math.floor(at / 32));
        expect(made.pair).toBe(at % 32);
        const squares = errors.reduce((sum, x) => sum + x * x, 0);
        near(made.rms / Math.sqrt(squares / errors.length), 1, 1e-9);
        const sorted = [...errors].sort((a, b) => a - b);
        near(made.median / (sorted[errors.length / 2 - 1] as number), 1, 2e-3);
      }
    },
  );

  it('finds errors that users met: angles of 130000 rounded to float32', () => {
    // Half a unit of float32 at 2^17 is 2^-8 radians.
    expect(report.torch.radians.worst).toBeGreaterThan(2 ** -9);
    expect(report.torch.radians.worst).toBeLessThan(2 ** -6);
    expect(report.torch.firstBeyond).toBe(undefined);
  });

  it.each(['absolute', 'radians', 'ulp'] as const)(
    'searches the first position beyond an error: %s',
    (measure) => {
      const at = (position: number, precision: 'torch' | 'ggml') =>
        analysis.precisionReport(long, { positions: [position] })[precision][
          measure
        ];
      const all = Array.from({ length: 60 }, (_, p) => at(p, 'ggml').worst);
      const within = Math.max(...all.slice(0, 40));
      const first = all.findIndex((error) => error > within);
      const { ggml } = analysis.precisionReport(long, {
        ...{ length: 1, within, measure, searchLength: 60 },
      });
      if (first < 0) expect(ggml.firstBeyond).toBe(undefined);
      else {
        const { worst, pair } = at(first, 'ggml');
        const found = { position: first, pair, error: worst };
        expect(ggml.firstBeyond).toEqual(found);
      }
    },
  );

  it('takes no rope that was made, because it varies the spec', () => {
    const run = () => analysis.precisionReport(rope as never, { length: 1 });
    expect(thrown(run)).toMatchObject({ code: 'ERR_TYPE', param: 'rope' });
  });
});

describe('rotationResiduals', () => {
  it('are those of float32 for our own rope', () => {
    for (const layout of ['half', 'interleaved'] as const) {
      const made = analysis.rotationResiduals({ ...spec, layout });
      near(made.factor, 1, 1e-6);
      for (const residual of [
        made.norm,
        made.relative,
        made.identity,
        made.composition,
      ]) {
        expect(residual).toBeLessThan(2e-6);
      }
    }
  });

  it('are rounding for an exact rotation', () => {
    const exact: Rotation = (q, p) =>
      q.map((x, i) => {
        const angle = p * 0.3 ** (i >> 1);
        const other = q[i ^ 1] as number;
        return x * Math.cos(angle) + (i & 1 ? 1 : -1) * other * Math.sin(angle);
      });
    const made = analysis.rotationResiduals(exact, { headDim: 8 });
    for (const residual of Object.values(made)) {
      near(residual, residual === made.factor ? 1 : 0, 1e-11);
    }
  });

  it('tell the factor of lengths from an error', () => {
    const twice: Rotation = (q, p) =>
      Float64Array.of(
        2 * (Math.cos(p) * (q[0] as number) - Math.sin(p) * (q[1] as number)),
        2 * (Math.sin(p) * (q[0] as number) + Math.cos(p) * (q[1] as number)),
      );
    const made = analysis.rotationResiduals(twice, { headDim: 2 });
    near(made.factor, 2, 1e-12);
    expect(made.norm).toBeLessThan(1e-12);
    expect(made.composition).toBeLessThan(1e-10);
  });

  // A widely copied tutorial is wrong in three ways: it rolls the components by
  // one without changing a sign, pairs cosine and sine of one table in the same
  // slot, and adds the rotation to the embedding.
  const table = (p: number, i: number) => p * 10000 ** (-(i - (i % 2)) / 16);
  const rolled = (q: Float64Array, i: number) => q.at(i - 1) as number;
  const tutorial = {
    'rolls by one without a sign': (q: Float64Array, p: number) =>
      q.map(
        (x, i) =>
          x * Math.cos(table(p, i)) + rolled(q, i) * Math.sin(table(p, i)),
      ),
    'pairs cosine and sine in one slot': (q: Float64Array, p: number) =>
      q.map((x, i) => {
        const angle = table(p, i);
        return i % 2 ? x * Math.cos(angle) : x * Math.sin(angle);
      }),
    'is added to the embedding': (q: Float64Array, p: number) => {
      const turned = pe
        .rope({ headDim: 16 })
        .rotate(Float32Array.from(q), { heads: 1, start: p });
      return q.map((x, i) => x + (turned.data[i] as number));
    },
  };

  it.each(Object.entries(tutorial))('find that the tutorial %s', (_, wrong) => {
    const made = analysis.rotationResiduals(wrong, { headDim: 16 });
    expect(made.norm).toBeGreaterThan(0.05);
    expect(made.relative).toBeGreaterThan(0.05);
    expect(made.composition).toBeGreaterThan(0.05);
  });

  it.each<[unknown, object, string]>([
    [1, {}, 'rotation'],
    [(q: Float64Array) => q, {}, 'headDim'],
    [() => [1], { headDim: 2 }, 'rotation'],
    [() => [1, Number.NaN], { headDim: 2 }, 'rotation'],
    [() => undefined, { headDim: 2 }, 'rotation'],
    [{ method: 'alibi' }, {}, 'rope.method'],
  ])('refuse %o with %o', (rotation, options, param) => {
    const run = () => analysis.rotationResiduals(rotation as never, options);
    const error = thrown(run);
    expect(error).toMatchObject({ param });
    expect(error.message).toMatch(/^analysis\.rotationResiduals: /);
  });
});

it.each<[string, () => unknown, string]>([
  ['no distances', () => analysis.decayBound(rope, {}), 'length'],
  [
    'both forms',
    () => analysis.scoreByDistance(rope, { length: 2, distances: [1] }),
    'length',
  ],
  [
    'no rope',
    () => analysis.scoreByDistance(undefined as never, { length: 2 }),
    'rope',
  ],
  [
    'a wrong spec',
    () =>
      analysis.ropePairs({ method: 'rope', headDim: 7 }, { trainedLength: 8 }),
    'rope.headDim',
  ],
  ['no training', () => analysis.ropePairs(spec, {} as never), 'trainedLength'],
])('refuses %s', (_, run, param) => {
  expect(thrown(run)).toMatchObject({ param });
});

describe('what analyses take', () => {
  const xpos = { method: 'rope', headDim: 8, decay: { type: 'xpos' } } as const;
  const frequencies = [
    [
      [1, 0.5],
      [0.3, 0.1],
    ],
  ];
  const mixed = {
    ...{ method: 'rope', headDim: 4 },
    axes: { type: 'mixed', frequencies },
  } as const;
  const calls = {
    scoreByDistance: (of: object) =>
      analysis.scoreByDistance(of as never, { length: 3 }),
    decayBound: (of: object) => analysis.decayBound(of as never, { length: 3 }),
    phaseCollisions: (of: object) =>
      analysis.phaseCollisions(of as never, { length: 3 }),
    precisionReport: (of: object) =>
      analysis.precisionReport(of as never, { length: 3 }),
    rotationResiduals: (of: object) => analysis.rotationResiduals(of as never),
  };

  it.each(Object.entries(calls))('%s: no decay', (name, call) => {
    expect(thrown(() => call(xpos))).toMatchObject({
      ...{ code: 'ERR_CONFLICT', param: 'decay' },
      message: `analysis.${name}: the rope has decay, and must have none`,
    });
  });

  it('by distance: one set of frequencies', () => {
    const { rotationResiduals, precisionReport, ...others } = calls;
    for (const call of Object.values(others)) {
      expect(thrown(() => call(mixed)).message).toMatch(/the rope has axes/);
      const fope = {
        ...{ type: 'fope', count: 1 },
        ...{ cosines: [1], sines: [1] },
      };
      const waves = { method: 'rope', headDim: 4, scaling: fope };
      expect(thrown(() => call(waves)).message).toMatch(/has scaling "fope"/);
    }
  });

  it('residuals: as many heads as there are sets of frequencies', () => {
    const { norm, relative, composition } = calls.rotationResiduals(mixed);
    for (const error of [norm, relative, composition]) {
      expect(error).toBeLessThan(1e-6);
    }
  });

  it('a rope without pairs has the bound 0', () => {
    const none = { method: 'rope', headDim: 4, rotaryDim: 0 };
    expect([...calls.decayBound(none).bounds]).toEqual([0, 0, 0]);
  });

  it('a context of the spec counts its turns', () => {
    const linear = { type: 'linear', factor: 2 } as const;
    const long = { ...spec, scaling: linear, contextLength: 8192 };
    const [first] = analysis.ropePairs(long, { trainedLength: 4096 });
    expect(first).toEqual(
      analysis.ropePairs(
        { ...spec, scaling: linear },
        { trainedLength: 4096, contextLength: 8192 },
      )[0],
    );
  });

  it.each([
    ['ropePairs', { trainedLength: 64, contextLength: 128 }],
    ['precisionReport', { length: 2 }],
  ] as const)('%s reads each option of a spec once', (name, options) => {
    const reads = new Map<string, number>();
    const watched = (of: object, path: string): object =>
      Object.defineProperties(
        {},
        Object.fromEntries(
          Object.entries(of).map(([key, value]) => {
            const at = `${path}${key}`;
            const inner =
              typeof value === 'object' ? watched(value, `${at}.`) : value;
            const get = () => {
              reads.set(at, (reads.get(at) ?? 0) + 1);
              return inner;
            };
            return [key, { enumerable: true, get }];
          }),
        ),
      );
    const scaling = { type: 'dynamic', factor: 2, maxPosition: 64 };
    const given = watched({ ...spec, scaling, contextLength: 80 }, '');
    analysis[name](given as never, options as never);
    expect(reads.get('headDim')).toBe(1);
    expect(reads.get('scaling')).toBe(1);
    expect(reads.get('scaling.factor')).toBe(1);
    expect(reads.get('contextLength')).toBe(1);
  });
});
