/**
 * The stated accuracy of the closed-form tables, against the oracle.
 *
 * | what | float32 | float16, bfloat16 | float64 |
 * |---|---|---|---|
 * | polynomial, dim ≤ 4096 | 0.75 ulp | 0.51 | 1, or dim² 2^-104 |
 * | exponential | 0.5001 | 0.5001 | 1 |
 * | enformer | 0.5001 | 0.5001 | 4 |
 * | radial | 0.5001 | 0.5001 | 1 |
 * | fourierFeatures | 0.5001 | 0.5001 | 1.5 |
 * | normalised | 0.5001 | 0.5001 | 0.5001 |
 */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { times } from '../support/sample.mjs';
import {
  bell,
  decayOf,
  FLOOR,
  gammaDensity,
  largestDensity,
  nearZeros,
  overSpan,
  polynomials,
} from './closed.js';
import { abs, div, fromNumber, mul, ONE, sinCos, sqrt } from './fixed.js';
import { FRACTIONS } from './positions.js';
import { Random } from './random.js';
import { DTYPES, type DType, FORMATS, valueAt, Worst } from './worst.js';

const pe = await load();

type Bounds = Record<DType, number>;
const bounds = (
  float64: number,
  float32 = 0.5001,
  sixteen = 0.5001,
): Bounds => ({
  float32,
  float64,
  float16: sixteen,
  bfloat16: sixteen,
});

interface Table {
  readonly data: ArrayLike<number>;
  readonly shape: readonly number[];
  readonly dtype: DType;
}

/**
 * Compares some columns of a table of `positions`, in all dtypes, with the
 * values that `exact` gives for these columns of a position.
 */
function expectTable(
  bound: Bounds,
  positions: readonly number[],
  columns: readonly number[],
  table: (dtype: DType) => Table,
  exact: (position: bigint) => readonly bigint[],
  dtypes: readonly DType[] = DTYPES,
  /** Allowed error of a float64, even if it is more than an ulp. */
  least64 = 0n,
) {
  const wanted = positions.map((p) => exact(fromNumber(p)));
  for (const dtype of dtypes) {
    const made = table(dtype);
    const width = made.shape[1] as number;
    const worst = new Worst(FORMATS[dtype]);
    positions.forEach((p, row) => {
      columns.forEach((column, i) => {
        const value = valueAt(made, row * width + column);
        const exact = wanted[row]?.[i] as bigint;
        const place = () => `position ${p}, column ${column}`;
        // For smaller values the oracle does not have enough digits.
        if (dtype === 'float64' && abs(exact) < LEAST) {
          expect(Math.abs(value), place()).toBeLessThan(2 ** -219);
        } else if (abs(exact) >> (320n + TOP[dtype]) > 0n) {
          expect(value, place()).toBe(exact < 0n ? -Infinity : Infinity);
        } else if (
          dtype !== 'float64' ||
          abs(fromNumber(value) - exact) >= least64
        ) {
          worst.add(value, exact, place);
        }
      });
    });
    worst.expectWithin(bound[dtype]);
  }
}

/** All numbers of a format are below 2 to this power. */
const TOP: Record<DType, bigint> = {
  float32: 128n,
  float64: 1024n,
  float16: 16n,
  bfloat16: 128n,
};

/** 2^-220. */
const LEAST = ONE >> 220n;

const all = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('normalised', () => {
  it.each(['unit', 'fraction', 'symmetric'] as const)('%s', (domain) => {
    for (const span of [2, 3, 10, 1000, 4097, 2 ** 31 - 1, 2 ** 53]) {
      const middle = (span - 1) / 2;
      const positions = [
        ...[0, 1, span - 1, span, middle, middle + 2 ** -30, -3, 1e15 + 1],
        ...FRACTIONS,
      ];
      expectTable(
        bounds(0.5001),
        positions,
        [0],
        (dtype) => pe.normalised({ positions, span, domain, dtype }),
        (p) => [overSpan(p, span, domain)],
      );
    }
  });
});

describe('polynomial', () => {
  const bound = bounds(1, 0.75, 0.51);
  const bases = ['monomial', 'chebyshev', 'legendre'] as const;
  describe.each(bases)('%s', (basis) => {
    it.each([
      [7, 2],
      [64, 16],
      [65, 1000],
      [130, 8192],
      [1024, 257],
    ])('%i degrees over %i positions', (dim, span) => {
      const random = Random.today(dim);
      const positions = [0, 1, span - 1, (span - 1) / 2, span / 3];
      for (let i = 0; i < times(3, 60); ++i) {
        positions.push(random.integer(0, span - 1));
      }
      for (let i = 0; i < times(2, 30); ++i) {
        positions.push(random.next() * (span - 1));
      }
      for (const domain of ['unit', 'symmetric'] as const) {
        const options = { positions, span, dim, basis, domain };
        expectTable(
          bound,
          positions,
          all(dim),
          (dtype) => pe.polynomial({ ...options, dtype }),
          (p) => polynomials(basis, overSpan(p, span, domain), dim),
        );
      }
    });

    it('near zeros', () => {
      for (const [dim, span] of [
        [33, 4096],
        [200, 100001],
        [512, 2 ** 31],
      ] as const) {
        const random = Random.today(span);
        const near = [true, false].flatMap((whole) =>
          nearZeros(dim - 1, span, whole),
        );
        const positions = all(16).map(() => random.of(near));
        const options = { positions, span, dim, basis };
        expectTable(
          bound,
          positions,
          all(dim),
          (dtype) => pe.polynomial({ ...options, dtype }),
          (p) => polynomials(basis, overSpan(p, span, 'symmetric'), dim),
          ['float32', 'float64'],
          (BigInt(dim) ** 2n * ONE) >> 104n,
        );
      }
    });

    it('high degrees, and near the ends of the span', () => {
      const [dim, span] = [4096, 2 ** 20];
      const positions = [1, 2, 1e-5, span - 1 - 1e-9, 12345, span / 2 + 0.25];
      const columns = all(dim).filter((k) => k % 7 === 0 || k > 4000);
      expectTable(
        bound,
        positions,
        columns,
        (dtype) => pe.polynomial({ positions, span, dim, basis, dtype }),
        (p) => {
          const values = polynomials(
            basis,
            overSpan(p, span, 'symmetric'),
            dim,
          );
          return columns.map((k) => values[k] as bigint);
        },
        ['float32', 'float64'],
      );
    });

    it('outside the span: finite as far as the dtype allows, then Infinity', () => {
      const [dim, span] = [300, 11];
      const positions = [11, 12, -1, 40, -40, 1000, 2 ** 40];
      const columns = all(dim);
      for (const dtype of ['float32', 'float64'] as const) {
        const { data } = pe.polynomial({ positions, span, dim, basis, dtype });
        const worst = new Worst(FORMATS[dtype]);
        const top = dtype === 'float32' ? 128 : 1024;
        positions.forEach((p, row) => {
          const x = overSpan(fromNumber(p), span, 'symmetric');
          polynomials(basis, x, dim).forEach((exact, k) => {
            const value = data[row * dim + k] as number;
            const place = `position ${p}, degree ${k}`;
            if (abs(exact) >= ONE << BigInt(top)) {
              expect(value, place).toBe(exact < 0n ? -Infinity : Infinity);
            } else if (abs(exact) < ONE << BigInt(top - 1)) {
              worst.add(value, exact, () => place);
            }
          });
        });
        worst.expectWithin(bound[dtype]);
        expect(columns.length).toBe(dim);
      }
    });
  });
});

describe('polynomial in float64', () => {
  it('keeps all digits of subnormal powers', () => {
    const [dim, span] = [4096, 2 ** 20 + 1];
    for (const x of [0.5, 0.7, 0.84, -0.8399]) {
      const { data } = pe.polynomial({
        ...{ positions: [x * 2 ** 20], span, dim, domain: 'unit' },
        ...{ basis: 'monomial', dtype: 'float64' },
      });
      // In units of 2^-1074, which is the ulp of all subnormal numbers.
      let power = ONE << 1074n;
      let seen = 0;
      data.forEach((value, k) => {
        if (Math.abs(value) < 2 ** -1022) {
          const error = fromNumber(value / 2 ** -1074) - power;
          expect(abs(error) <= ONE, `${x}^${k}`).toBe(true);
          seen += 1;
        }
        power = mul(power, fromNumber(x));
      });
      expect(seen).toBeGreaterThan(20);
    }
  });

  it('keeps its bound at the float64 nearest to a zero', () => {
    // The zero is nearer than 2^-56, so that 2^-104 is more than an ulp.
    const [dim, span, position] = [13, 2 ** 40 + 1, 985906425180.57141];
    const options = { positions: [position], span, dim } as const;
    const { data } = pe.polynomial({ ...options, dtype: 'float64' });
    const x = overSpan(fromNumber(position), span, 'symmetric');
    const exact = polynomials('chebyshev', x, dim)[12] as bigint;
    expect(abs(exact)).toBeLessThan(ONE >> 56n);
    const error = abs(fromNumber(data[12] as number) - exact);
    expect(error).toBeLessThan((ONE >> 104n) * BigInt(dim * dim));
  });
});

describe('exponential', () => {
  it.each([
    [1, 1024, 16],
    [8, 1536, 32],
    [0.3, 1e6, 9],
    [1000, 2, 5],
    [2 ** -20, 2 ** 60, 7],
    [12.5, 12.5, 3],
    [3, 500, 1],
  ])('half-lives %f … %f, %i of them', (shortest, longest, dim) => {
    const positions = [
      ...[0, 1, -1, 7, 8, 127, 128, 129, -1000, 100000, 2 ** 31 - 1, 2 ** 53],
      ...FRACTIONS,
    ];
    const options = { positions, dim, shortest, longest };
    expectTable(
      bounds(1),
      positions,
      all(dim),
      (dtype) => pe.exponential({ ...options, dtype }),
      (p) => all(dim).map((k) => decayOf(p, shortest, longest, k, dim)),
    );
  });
});

describe('radial', () => {
  it.each([
    [2, 1, 1],
    [128, 32, 4],
    [128, 128, 0.5],
    [1000, 33, 300],
    [2 ** 31, 50, 1e7],
    [64, 1024, 0.06],
  ])('span %i, %i centres, width %f', (span, dim, width) => {
    const random = Random.today(dim);
    const positions = [0, 1, span - 1, span / 2, 0.3, -width, span + width];
    for (let i = 0; i < times(3, 50); ++i) {
      positions.push(random.next() * span);
    }
    const options = { positions, span, dim, width };
    expectTable(
      bounds(1),
      positions,
      all(dim),
      (dtype) => pe.radial({ ...options, dtype }),
      (p) => all(dim).map((k) => bell(p, options, k)),
    );
  });
});

describe('radial, with bells computed from their neighbours', () => {
  // The worst case: the quotient of neighbours is e to an odd multiple of ln 2
  // / 2, as far as possible from where its series begins, and the column is far
  // from the first one.
  it.each([
    [2.0038883686065674, 20.17999213230345],
    [1.7393351197242737, 10.757631658666675],
    [2.6256003379821777, 51.857899184704806],
  ])('width %f, position %f', (width, position) => {
    const [span, dim] = [64, 64];
    const options = { positions: [position], span, dim, width };
    expectTable(
      bounds(1),
      options.positions,
      all(dim),
      (dtype) => pe.radial({ ...options, dtype }),
      (p) => all(dim).map((k) => bell(p, options, k)),
    );
  });
});

describe('fourierFeatures', () => {
  it('sines and cosines of the drawn frequencies', () => {
    const [dim, deviation, seed] = [24, 0.7, 42];
    // At position 2^-40, the sine gives the frequency.
    const tiny = pe.fourierFeatures({
      ...{ positions: [2 ** -40], dim, deviation, seed, dtype: 'float64' },
      layout: 'blocks',
    }).data;
    const amplitude = sqrt(div(2n * ONE, fromNumber(dim)));
    const positions = [0, 1, 63, 1000, -5, 123456, 0.5, 2 ** 30 + 1];
    const half = dim / 2;
    const exact = (frequencies: number[]) => (p: bigint) => {
      const values = frequencies.map((f) => sinCos(mul(p, fromNumber(f))));
      return [
        ...values.map(({ sin }) => mul(amplitude, sin)),
        ...values.map(({ cos }) => mul(amplitude, cos)),
      ];
    };
    const frequencies = all(half).map((k) => {
      const about = (tiny[k] as number) * 2 ** 40 * Math.sqrt(dim / 2);
      return about;
    });
    expect(Math.min(...frequencies)).toBeGreaterThan(0);
    // The frequency is known only to a few ulp, so positions must be small.
    const small = positions.filter((p) => Math.abs(p) <= 63);
    for (const layout of ['blocks', 'interleaved'] as const) {
      const table = pe.fourierFeatures({
        ...{ positions: small, dim, deviation, seed, layout },
        dtype: 'float64',
      });
      small.forEach((p, row) => {
        const wanted = exact(frequencies)(fromNumber(p));
        wanted.forEach((value, i) => {
          const column =
            layout === 'blocks' ? i : i < half ? 2 * i : 2 * (i - half) + 1;
          const got = table.data[row * dim + column] as number;
          const want = Number(value >> 260n) / 2 ** 60;
          expect(Math.abs(got - want)).toBeLessThan(1e-13);
        });
      });
    }
  });
});

describe('enformer', () => {
  const classes = ['exponential', 'centralMask', 'gamma'] as const;

  it.each([
    [1536, 32],
    [200, 8],
    [64, 40],
    [10, 1],
    [1, 2],
    [3, 5],
    [100000, 20],
  ])('length %i, %i of each class', (seqLength, n) => {
    const random = Random.today(seqLength);
    const end = seqLength - 1;
    const positions = [0, 1, -1, 2, end, -end, 0.5, -2.25, seqLength * 1.5];
    for (let i = 0; i < times(2, 50); ++i) {
      positions.push(random.integer(-end, end));
    }
    const M = largestDensity(n, seqLength) + FLOOR;
    const dim = 6 * n;
    for (const normalise of ['table', 'row'] as const) {
      expectTable(
        bounds(4),
        positions,
        all(dim),
        (dtype) => pe.enformer({ positions, seqLength, dim, normalise, dtype }),
        (p) => {
          const r = abs(p);
          const densities = all(n).map(
            (k) => gammaDensity(r, k + 1, n, seqLength) + FLOOR,
          );
          const row = densities.reduce((a, b) => (a > b ? a : b), 0n);
          const by = normalise === 'table' ? M : row;
          const values = [
            ...all(n).map((k) => decayOf(r, 8, seqLength, k, n)),
            ...all(n).map((k) => (r < (ONE << BigInt(k + 1)) - ONE ? ONE : 0n)),
            ...densities.map((density) => div(density, by)),
          ];
          const sign = p > 0n ? 1n : p < 0n ? -1n : 0n;
          return [...values, ...values.map((value) => sign * value)];
        },
        normalise === 'table' ? DTYPES : ['float32'],
      );
    }
  });

  it.each(classes)('%s alone equals its columns of the whole', (only) => {
    const n = 7;
    const rows = { start: -50, length: 101, seqLength: 51 };
    const whole = pe.enformer({ ...rows, dim: 6 * n }).data;
    const without = Object.fromEntries(classes.map((c) => [c, c === only]));
    const part = pe.enformer({ ...rows, ...without, dim: 2 * n }).data;
    const at = classes.indexOf(only) * n;
    for (let row = 0; row < 101; ++row) {
      for (let k = 0; k < n; ++k) {
        const [a, b] = [row * 6 * n + at + k, row * 2 * n + k];
        expect(part[b]).toBe(whole[a]);
        expect(part[b + n]).toBe(whole[a + 3 * n]);
      }
    }
  });
});
