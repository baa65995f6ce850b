/**
 * The analyses against their definitions: with BigInt where sums are exact,
 * with plain loops elsewhere, and with tables whose result is known in closed
 * form.
 */

import { load, type Tensor, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { frequency } from '../support/frequency.mjs';
import { rowsOf } from '../support/rows.js';
import { fromNumber, mul, parts } from './fixed.js';
import { Random } from './random.js';

const pe = await load();
const { analysis } = pe;

const random = new Random(20);
const noise = (rows: number, width: number) =>
  tensor(random.float32(rows * width), [rows, width]);

/** Rows of a table as plain arrays. */
const listed = ({ data, shape }: Tensor) => rowsOf(data, shape[1] ?? 0);

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const dot = (a: readonly number[], b: readonly number[]) =>
  sum(a.map((x, k) => x * (b[k] ?? 0)));

/** A fixed-point number as float64: its leading bits, scaled. */
function toNumber(x: bigint): number {
  return Number(x >> 200n) * 2 ** -120;
}

describe('gram', () => {
  it.each([
    ['a sinusoidal table', pe.sinusoidal({ length: 60, dim: 130 })],
    ['noise', noise(21, 77)],
  ])('of %s against BigInt', (_, table) => {
    const rows = listed(table).map((row) => row.map(fromNumber));
    const [L = 0, D = 0] = table.shape;
    const single = analysis.gram(table);
    const double = analysis.gram(table, { dtype: 'float64' });
    for (let i = 0; i < L; ++i) {
      for (let j = 0; j < L; ++j) {
        let exact = 0n;
        let size = 0;
        for (let k = 0; k < D; ++k) {
          const term = mul(rows[i]?.[k] ?? 0n, rows[j]?.[k] ?? 0n);
          exact += term;
          size += Math.abs(toNumber(term));
        }
        const want = toNumber(exact);
        const bound = D * 2 ** -53 * size;
        const got = double.data[i * L + j] ?? 0;
        expect(Math.abs(got - want)).toBeLessThanOrEqual(bound);
        expect(single.data[i * L + j]).toBe(Math.fround(got));
      }
    }
  });

  it('gives the published dot products of Vaswani tables', () => {
    const table = pe.sinusoidal({ length: 128, dim: 16 });
    const { data } = analysis.gram(table);
    const at = (i: number, j: number) => (data[i * 128 + j] ?? 0).toFixed(4);
    expect([at(105, 106), at(5, 6), at(5, 10)]).toEqual([
      '7.4852',
      '7.4852',
      '6.1370',
    ]);
  });

  it('normalised, gives cosines', () => {
    const table = noise(15, 6);
    table.data.fill(0, 12, 18);
    const rows = listed(table);
    const got = analysis.gram(table, { normalise: true, dtype: 'float64' });
    rows.forEach((a, i) => {
      rows.forEach((b, j) => {
        const lengths = Math.sqrt(dot(a, a) * dot(b, b));
        const want = lengths === 0 ? 0 : dot(a, b) / lengths;
        expect(got.data[i * 15 + j]).toBeCloseTo(want, 14);
      });
    });
  });
});

describe('distances', () => {
  const table = noise(23, 9);
  const rows = listed(table);
  const measures = {
    dot,
    cosine: (a: number[], b: number[]) =>
      dot(a, b) / Math.sqrt(dot(a, a)) / Math.sqrt(dot(b, b)),
    euclidean: (a: number[], b: number[]) =>
      Math.hypot(...a.map((x, k) => x - (b[k] ?? 0))),
  };

  describe.each(Object.entries(measures))('%s', (measure, of) => {
    it.each([[undefined], [[7]], [[0, 22, 11, 11]]])(
      'anchors %j',
      (anchors) => {
        const got = analysis.distanceCurve(table, {
          measure: measure as 'dot',
          anchors,
        });
        for (let r = 0; r < 23; ++r) {
          const found: number[] = [];
          for (const i of anchors ?? rows.keys()) {
            for (let j = 0; j < 23; ++j) {
              if (Math.abs(i - j) !== r || (!anchors && j < i)) continue;
              found.push(of(rows[i] ?? [], rows[j] ?? []));
            }
          }
          expect(got.pairs[r]).toBe(found.length);
          if (found.length === 0) {
            expect([got.mean[r], got.min[r], got.max[r]]).toEqual([0, 0, 0]);
            continue;
          }
          expect(got.mean[r]).toBeCloseTo(sum(found) / found.length, 13);
          expect(got.min[r]).toBeCloseTo(Math.min(...found), 13);
          expect(got.max[r]).toBeCloseTo(Math.max(...found), 13);
        }
      },
    );
  });

  it('toeplitz is the distance to the nearest Toeplitz map', () => {
    const map = rows.map((a) => rows.map((b) => dot(a, b)));
    const means = Array.from({ length: 23 }, (_, r) => {
      const diagonal = rows.slice(r).map((_, i) => map[i]?.[i + r] ?? 0);
      return sum(diagonal) / diagonal.length;
    });
    let off = 0;
    let whole = 0;
    for (let i = 0; i < 23; ++i) {
      for (let j = 0; j < 23; ++j) {
        const g = map[i]?.[j] ?? 0;
        off += (g - (means[Math.abs(i - j)] ?? 0)) ** 2;
        whole += g ** 2;
      }
    }
    const got = analysis.toeplitz(table);
    expect(got.residual).toBeCloseTo(Math.sqrt(off / whole), 13);
    means.forEach((mean, r) => {
      expect(got.mean[r]).toBeCloseTo(mean, 13);
    });
    const deviation = rows.slice(2).map((_, i) => map[i]?.[i + 2] ?? 0);
    const spread = sum(deviation.map((x) => (x - (means[2] ?? 0)) ** 2)) / 21;
    expect(got.deviation[2]).toBeCloseTo(Math.sqrt(spread), 13);
  });

  it('the residual of sinusoidal tables is only rounding', () => {
    for (const [dtype, limit] of [
      ['float32', 2e-8],
      ['float64', 1e-15],
      ['float16', 2e-4],
      ['bfloat16', 2e-3],
    ] as const) {
      const sines = pe.sinusoidal({ length: 100, dim: 64, dtype });
      const { residual, mean } = analysis.toeplitz(sines);
      expect(residual).toBeLessThan(limit);
      expect(residual).toBeGreaterThan(0);
      expect(mean[0]).toBeCloseTo(32, 1);
    }
  });
});

describe('spectrum', () => {
  it.each([2, 3, 16, 17, 100])('%d rows against the definition', (L) => {
    const table = noise(L, 3);
    const { power, frequencies } = analysis.spectrum(table);
    const [bins = 0] = power.shape;
    const N = 2 * (bins - 1);
    expect(Math.log2(N) % 1).toBe(0);
    expect(N).toBeGreaterThanOrEqual(2 * L);
    expect(N).toBeLessThan(4 * L);
    for (let d = 0; d < 3; ++d) {
      const x = listed(table).map((row) => row[d] ?? 0);
      const mean = sum(x) / L;
      let whole = 0;
      for (let k = 0; k < bins; ++k) {
        const angle = (p: number) => (2 * Math.PI * ((k * p) % N)) / N;
        const re = sum(x.map((v, p) => (v - mean) * Math.cos(angle(p))));
        const im = sum(x.map((v, p) => (v - mean) * Math.sin(angle(p))));
        const sides = k === 0 || k === N / 2 ? 1 : 2;
        const want = (sides * (re * re + im * im)) / (N * L);
        const got = power.data[k * 3 + d] ?? 0;
        expect(Math.abs(got - want)).toBeLessThan(1e-14 + want * 2 ** -23);
        expect(frequencies[k]).toBe(k / N);
        whole += got;
      }
      // Parseval: the powers add up to the variance.
      expect(whole).toBeCloseTo(sum(x.map((v) => (v - mean) ** 2)) / L, 6);
    }
  });
});

describe('wavelengths', () => {
  it.each([
    [512, 128, 10000],
    [100, 32, 100],
    [2001, 64, 10000],
  ])('of a sinusoidal table %d × %d, base %d', (length, dim, base) => {
    const table = pe.sinusoidal({ length, dim, base });
    const { wavelengths, explained, longest } = analysis.wavelengths(table);
    expect(longest).toBe(4 * length);
    let tried = 0;
    for (let c = 0; c < dim; ++c) {
      const want = 2 * Math.PI * base ** ((2 * Math.floor(c / 2)) / dim);
      if (want <= length) {
        expect(Math.abs((wavelengths[c] ?? 0) / want - 1)).toBeLessThan(1e-5);
        expect(explained[c]).toBeGreaterThan(1 - 1e-9);
        tried += 1;
      } else if (want > longest) {
        expect(wavelengths[c]).toBeCloseTo(longest, 6);
      }
    }
    expect(tried).toBeGreaterThan(dim / 4);
  });

  it('finds the wave under noise, and its share of the variance', () => {
    const L = 1000;
    const column = Array.from(
      { length: L },
      (_, p) => 5 + Math.sin(p / 9) + (random.next() - 0.5),
    );
    const got = analysis.wavelengths(column.map((x) => [x]));
    expect(got.wavelengths[0]).toBeCloseTo(18 * Math.PI, 0);
    // Variances 1/2 of the wave and 1/12 of the noise.
    expect(got.explained[0]).toBeCloseTo(6 / 7, 1);
  });

  it('of constants are Infinity', () => {
    const table = [1, 2, 3, 4, 5, 6].map((p) => [7, p % 2, 0, 1e-3]);
    const { wavelengths, explained } = analysis.wavelengths(table);
    expect([...wavelengths]).toEqual([Infinity, 2, Infinity, Infinity]);
    expect([...explained]).toEqual([1, 1, 1, 1]);
  });
});

describe('shiftMatrix', () => {
  it.each([1, 3, 40, -5])('rotates each pair, shift %d', (shift) => {
    const table = pe.sinusoidal({ length: 400, dim: 8, dtype: 'float64' });
    const got = analysis.shiftMatrix(table, { shift });
    expect(got.rank).toBe(8);
    expect(got.residual).toBeLessThan(1e-13);
    for (let i = 0; i < 8; ++i) {
      for (let j = 0; j < 8; ++j) {
        const angle = shift * frequency(10000, Math.floor(i / 2), 8);
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        // sin(p + r) = sin p cos r + cos p sin r, and likewise for the cosine.
        const pair = i % 2 === 0 ? [c, s] : [-s, c];
        const same = Math.floor(i / 2) === Math.floor(j / 2);
        const want = same ? (pair[j % 2] ?? 0) : 0;
        expect(got.matrix.data[i * 8 + j]).toBeCloseTo(want, 9);
      }
    }
  });

  it('of float32 sinusoids leaves a residual of rounding, and has small numbers', () => {
    const table = pe.sinusoidal({ length: 512, dim: 128 });
    const { matrix, residual, rank } = analysis.shiftMatrix(table);
    expect(residual).toBeLessThan(1e-7);
    expect(rank).toBeLessThan(128);
    expect(Math.max(...matrix.data.map(Math.abs))).toBeLessThan(1.01);
  });

  it('recovers the map that made the rows', () => {
    const map = listed(noise(5, 5));
    const rows = [[1, -1, 0.5, 0.25, 2]];
    for (let p = 0; p < 12; ++p) {
      const row = rows.at(-1) ?? [];
      rows.push(map.map((weights) => dot(weights, row)));
    }
    const got = analysis.shiftMatrix(rows);
    expect(got.residual).toBeLessThan(1e-12);
    map.flat().forEach((want, i) => {
      expect(Math.abs((got.matrix.data[i] ?? 0) - want)).toBeLessThan(
        1e-13 * got.conditionNumber + 1e-12,
      );
    });
  });

  it('of noise leaves the residual of least squares', () => {
    const table = noise(60, 4);
    const { matrix, residual } = analysis.shiftMatrix(table, { shift: 2 });
    const rows = listed(table);
    const map = listed(matrix);
    let missed = 0;
    let whole = 0;
    rows.slice(2).forEach((y, p) => {
      const x = rows[p] ?? [];
      y.forEach((want, i) => {
        missed += (dot(map[i] ?? [], x) - want) ** 2;
        whole += want ** 2;
      });
    });
    expect(residual).toBeCloseTo(Math.sqrt(missed / whole), 13);
    // Normal equations: the residual is orthogonal to every column.
    for (let i = 0; i < 4; ++i) {
      for (let k = 0; k < 4; ++k) {
        const left = rows.slice(2).map((y, p) => {
          const x = rows[p] ?? [];
          return ((y[i] ?? 0) - dot(map[i] ?? [], x)) * (x[k] ?? 0);
        });
        expect(sum(left)).toBeCloseTo(0, 11);
      }
    }
  });

  it('of few rows is the smallest of many maps', () => {
    // Two pairs of rows and three columns: the map takes e1 to e2, e2 to e3,
    // and e3 to 0.
    const got = analysis.shiftMatrix([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    expect(got.rank).toBe(2);
    expect(got.conditionNumber).toBe(Infinity);
    expect(listed(got.matrix)).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ]);
  });
});

describe('singularValues', () => {
  it('of small entries, whose squares underflow in float64', () => {
    const table = noise(9, 4);
    const want = analysis.singularValues(table);
    const map = analysis.shiftMatrix(table, { shift: 2 });
    for (const scale of [2 ** -500, 2 ** -520, 2 ** -1000, 2 ** 470]) {
      const scaled = listed(table).map((row) => row.map((x) => x * scale));
      const got = analysis.singularValues(scaled);
      expect([...got.values]).toEqual([...want.values].map((x) => x * scale));
      // The nested rows are float64, whose rounding is less.
      const { values, tolerance } = want;
      expect({ ...got, values, tolerance }).toEqual(want);
      expect(analysis.shiftMatrix(scaled, { shift: 2 })).toEqual(map);
    }
  });

  it('of a Hilbert matrix', () => {
    const side = [0, 1, 2, 3, 4, 5, 6, 7];
    const got = analysis.singularValues(
      side.map((i) => side.map((j) => 1 / (i + j + 1))),
    );
    expect(got.conditionNumber / 1.5257575538e10).toBeCloseTo(1, 4);
    // det H8 = 2.737050113791513e-33 (reciprocals of integers).
    const det = got.values.reduce((a, b) => a * b, 1);
    expect(det / 2.73705011379e-33).toBeCloseTo(1, 3);
  });

  it('of orthogonal columns', () => {
    // Discrete cosines: column k has the length √L · {1, 1/√2}.
    const L = 64;
    const rows = Array.from({ length: L }, (_, p) =>
      Array.from({ length: 5 }, (_, k) =>
        Math.cos((Math.PI * (p + 0.5) * k) / L),
      ),
    );
    const got = analysis.singularValues(rows);
    [8, ...Array(4).fill(Math.sqrt(32))].forEach((want, i) => {
      expect(got.values[i]).toBeCloseTo(want, 12);
    });
    expect(got.rank).toBe(5);
    expect(got.conditionNumber).toBeCloseTo(Math.SQRT2, 12);
    const shares = [...got.values].map((v) => v / sum([...got.values]));
    const entropy = -sum(shares.map((p) => p * Math.log(p)));
    expect(got.effectiveRank).toBeCloseTo(Math.exp(entropy), 12);
  });
});

describe('sumOrConcat', () => {
  const angle = 0.3;
  // Content is in the plane of e1 and e2; positions lie along e3, and along a
  // line at the angle to that plane.
  const embeddings = [
    [2, 0, 0, 0],
    [0, 3, 0, 0],
    [1, 1, 0, 0],
    [-1, 2, 0, 0],
  ];
  const table = [
    [0, 0, 2, 0],
    [Math.cos(angle), 0, 0, Math.sin(angle)],
  ];
  const got = analysis.sumOrConcat({ embeddings, table, energy: 1 });

  it('angles between subspaces', () => {
    expect(got.dimensions).toEqual({ embeddings: 2, table: 2 });
    expect(got.principalAngles[0]).toBeCloseTo(angle, 12);
    expect(got.principalAngles[1]).toBeCloseTo(Math.PI / 2, 12);
  });

  it('angles of a subspace with itself', () => {
    const table = noise(300, 128);
    const { principalAngles } = analysis.sumOrConcat({
      embeddings: table,
      table,
      energy: 0.9,
    });
    expect(principalAngles.length).toBeGreaterThan(64);
    expect(Math.max(...principalAngles)).toBeLessThan(1e-6);
  });

  it('cosines of all pairs', () => {
    const cosines = embeddings.flatMap((a) =>
      table.map((b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))),
    );
    const { cosine } = got;
    expect(cosine.pairs).toBe(8);
    expect(cosine.mean).toBeCloseTo(sum(cosines) / 8, 14);
    expect(cosine.rms ** 2).toBeCloseTo(sum(cosines.map((x) => x * x)) / 8, 14);
    expect(cosine.min).toBeCloseTo(Math.min(...cosines), 14);
    expect(cosine.max).toBeCloseTo(Math.max(...cosines), 14);
    const histogram = new Float64Array(64);
    for (const x of cosines) {
      const bin = Math.min(63, Math.floor(((x + 1) / 2) * 64));
      histogram[bin] = (histogram[bin] ?? 0) + 1;
    }
    expect(cosine.histogram).toEqual(histogram);
  });

  it('effective ranks agree with singularValues', () => {
    const rank = (rows: number[][]) =>
      analysis.singularValues(rows).effectiveRank;
    const met = (i: number) => table[i % 2] ?? [];
    const added = embeddings.map((x, i) =>
      x.map((v, k) => v + (met(i)[k] ?? 0)),
    );
    const beside = embeddings.map((x, i) => [...x, ...met(i)]);
    expect(got.effectiveRank.embeddings).toBeCloseTo(rank(embeddings), 12);
    expect(got.effectiveRank.table).toBeCloseTo(rank(table), 12);
    expect(got.effectiveRank.sum).toBeCloseTo(rank(added), 6);
    expect(got.effectiveRank.concat).toBeCloseTo(rank(beside), 6);
  });

  it('variances include the factors', () => {
    const scaled = analysis.sumOrConcat({
      embeddings,
      table,
      scale: 3,
      embeddingScale: 'rootDim',
    });
    const column = embeddings.map((row) => row[0] ?? 0);
    const mean = sum(column) / 4;
    const variance = sum(column.map((x) => (x - mean) ** 2)) / 4;
    expect(got.variance.embeddings[0]).toBeCloseTo(variance, 13);
    expect(scaled.variance.embeddings[0]).toBeCloseTo(4 * variance, 13);
    expect(scaled.variance.table[2]).toBeCloseTo(9, 13);
    expect(scaled.cosine).toEqual(got.cosine);
  });

  it('finds random directions nearly orthogonal', () => {
    const { cosine } = analysis.sumOrConcat({
      embeddings: noise(100, 256),
      table: pe.sinusoidal({ length: 64, dim: 256 }),
    });
    expect(cosine.rms * 16).toBeCloseTo(1, 0);
    expect(Math.abs(cosine.mean)).toBeLessThan(0.02);
    expect(sum([...cosine.histogram])).toBe(6400);
  });
});

it('numbers of the oracle convert to float64 and back', () => {
  for (const x of [1.5, -0.1, 2 ** -40]) {
    expect(toNumber(fromNumber(x))).toBeCloseTo(x, 15);
    const { mantissa, exponent } = parts(x);
    expect(Number(mantissa) * 2 ** exponent).toBe(x);
  }
});
