/** The table against its definition, and identities that must hold. */

import { load, toFloat32 } from 'posenc';
import { methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';

const pe = await load();

/** The formula of the paper, in float64: good to 1e-9 for small positions. */
function definition(p: number, column: number, dim: number, base: number) {
  const k = Math.floor(column / 2);
  const angle = p * base ** ((-2 * k) / dim);
  return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
}

describe('agrees with the paper', () => {
  it.each([
    { dim: 1, base: 10000 },
    { dim: 2, base: 10000 },
    { dim: 3, base: 10000 },
    { dim: 9, base: 100 },
    { dim: 64, base: 10000 },
    { dim: 512, base: 500000 },
    { dim: 6, base: 1 },
  ])('%o', ({ dim, base }) => {
    const positions = [0, 1, 2, 3.5, 100, 1000, -7];
    const { data, shape } = pe.sinusoidal({ positions, dim, base });
    expect(shape).toEqual([positions.length, dim]);
    for (const [row, p] of positions.entries()) {
      for (let column = 0; column < dim; ++column) {
        const value = data[row * dim + column] ?? Number.NaN;
        const error = Math.abs(value - definition(p, column, dim, base));
        // Half an ulp of float32 in [1/2, 1], and the formula's own error.
        expect(error).toBeLessThanOrEqual(2 ** -25 + 1e-9);
      }
    }
  });
});

it.each([1, 2, 5, 8, 33])(
  'blocks have the same columns in another order, width %i',
  (dim) => {
    const length = 300;
    const mixed = pe.sinusoidal({ length, dim }).data;
    const blocks = pe.sinusoidal({ length, dim, layout: 'blocks' }).data;
    const sines = Math.ceil(dim / 2);
    for (let row = 0; row < length; ++row) {
      for (let column = 0; column < dim; ++column) {
        const k = Math.floor(column / 2);
        const there = column % 2 === 0 ? k : sines + k;
        expect(blocks[row * dim + there]).toBe(mixed[row * dim + column]);
      }
    }
  },
);

describe('the other dtypes are roundings of float64', () => {
  const options = { length: 200, dim: 10, start: 12345 } as const;
  const exact = pe.sinusoidal({ ...options, dtype: 'float64' }).data;

  it('float32', () => {
    const { data } = pe.sinusoidal(options);
    expect(data).toEqual(Float32Array.from(exact));
  });

  it.each([
    // Largest spacing of neighbours between -1 and 1.
    { dtype: 'float16', spacing: 2 ** -11 },
    { dtype: 'bfloat16', spacing: 2 ** -8 },
  ] as const)('$dtype', ({ dtype, spacing }) => {
    const table = pe.sinusoidal({ ...options, dtype });
    expect(table.data).toBeInstanceOf(Uint16Array);
    const values = toFloat32(table);
    for (const [i, value] of values.entries()) {
      const error = Math.abs(value - (exact[i] ?? Number.NaN));
      expect(error).toBeLessThanOrEqual(spacing / 2);
    }
  });
});

it('sin(1) in 16 bits', () => {
  // 0.8414709848 is 1723.33 / 2048 and 215.42 / 256.
  const at = { positions: [1], dim: 1 };
  const half = pe.sinusoidal({ ...at, dtype: 'float16' });
  expect(toFloat32(half)[0]).toBe(1723 / 2048);
  const brain = pe.sinusoidal({ ...at, dtype: 'bfloat16' });
  expect(toFloat32(brain)[0]).toBe(215 / 256);
});

function dot(data: Float64Array, dim: number, a: number, b: number): number {
  let sum = 0;
  for (let c = 0; c < dim; ++c) {
    sum += (data[a * dim + c] ?? 0) * (data[b * dim + c] ?? 0);
  }
  return sum;
}

describe('identities', () => {
  const dim = 16;
  const { data } = pe.sinusoidal({ length: 110, dim, dtype: 'float64' });

  it('every row has the norm √(dim/2)', () => {
    for (let p = 0; p < 110; ++p) {
      expect(dot(data, dim, p, p)).toBeCloseTo(dim / 2, 13);
    }
  });

  it('products depend on the distance alone', () => {
    // Published values for this width.
    expect(dot(data, dim, 105, 106)).toBeCloseTo(7.4851662434875, 12);
    expect(dot(data, dim, 5, 6)).toBeCloseTo(7.4851662434875, 12);
    expect(dot(data, dim, 5, 10)).toBeCloseTo(6.137039961448766, 12);
    for (let p = 0; p < 90; ++p) {
      expect(dot(data, dim, p, p + 17)).toBeCloseTo(dot(data, dim, 0, 17), 12);
    }
  });

  it('opposite positions have opposite sines and the same cosines', () => {
    const back = pe.sinusoidal({ start: 0, step: -1, length: 110, dim }).data;
    const forth = pe.sinusoidal({ length: 110, dim }).data;
    for (const [i, value] of forth.entries()) {
      expect(back[i]).toBe(
        i % 2 === 0 ? (value === 0 ? back[i] : -value) : value,
      );
    }
  });
});

it('large positions are exact, unlike plain float64 arithmetic', () => {
  // sin(2^53) and cos(2^53) computed with 80 digits; the angle is exact,
  // because the first frequency is 1.
  const { data } = pe.sinusoidal({
    positions: [2 ** 53],
    dim: 2,
    dtype: 'float64',
  });
  expect(data[0]).toBeCloseTo(-0.848925964814655, 15);
  expect(data[1]).toBeCloseTo(-0.5285117844130887, 15);
});

it('torch and ggml have the errors of float32 angles', () => {
  const at = { positions: [131071], dim: 128 };
  const exact = pe.sinusoidal(at).data;
  const errors = (['torch', 'ggml'] as const).map((precision) => {
    const { data } = pe.sinusoidal({ ...at, precision });
    return Math.max(
      ...data.map((value, i) => Math.abs(value - (exact[i] ?? Number.NaN))),
    );
  });
  // Measured with the reference arithmetic: 4.2e-3 and 1.2e-2.
  expect(errors[0]).toBeGreaterThan(4e-3);
  expect(errors[0]).toBeLessThan(5e-3);
  expect(errors[1]).toBeGreaterThan(1e-2);
  expect(errors[1]).toBeLessThan(1.4e-2);
});

it('float32 angles have the error that the pitfalls state', () => {
  const at = { positions: [2 ** 20], dim: 512 };
  const exact = pe.sinusoidal(at).data;
  const { data } = pe.sinusoidal({ ...at, precision: 'torch' });
  const most = exact.reduce(
    (worst, value, i) => Math.max(worst, Math.abs(value - (data[i] ?? NaN))),
    0,
  );
  expect(methods.sinusoidal.pitfalls.join()).toContain(
    `position 2^20 with dim 512 is wrong by up to ${most.toFixed(2)}`,
  );
});

it('the largest base works', () => {
  const { base } = methods.sinusoidal.parameters;
  const { theta } = methods.rope.parameters;
  for (const precision of ['exact', 'torch', 'ggml'] as const) {
    const at = { positions: [1], dim: 4, base: base.max, precision };
    expect(pe.sinusoidal(at).data[3]).toBe(1);
    const rope = pe.rope({ headDim: 4, theta: theta.max, precision });
    expect(rope.frequencies[1]).toBeCloseTo(2 ** -63, 30);
  }
});
