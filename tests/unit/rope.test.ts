/** Rotary embedding: properties of rotations, and the places of pairs. */

import { load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();

/** Numbers between -1 and 1 without a pattern; the same in every run. */
const LAYOUTS = ['half', 'interleaved'] as const;

/** Components of pair k. */
function pair(layout: (typeof LAYOUTS)[number], k: number, pairs: number) {
  return layout === 'half' ? [k, k + pairs] : [2 * k, 2 * k + 1];
}

describe('a rope', () => {
  it('shows its parameters', () => {
    const rope = pe.rope({ headDim: 64, rotaryDim: 16, theta: 5e5 });
    expect(rope).toMatchObject({
      headDim: 64,
      rotaryDim: 16,
      theta: 500000,
      layout: 'half',
      precision: 'exact',
      attentionFactor: 1,
      softmaxScale: 0.125,
    });
  });

  it('has geometric frequencies from 1 down', () => {
    const { frequencies } = pe.rope({ headDim: 8, theta: 10000 });
    expect(Array.from(frequencies)).toEqual([1, 0.1, 0.01, 0.001]);
    expect(pe.rope({ headDim: 128 }).frequencies.length).toBe(64);
  });

  it('cannot be changed from outside', () => {
    const rope = pe.rope({ headDim: 4 });
    const before = rope.cosSin({ length: 3 });
    expect(() => Object.assign(rope, { headDim: 8 })).toThrow(TypeError);
    rope.frequencies.fill(9);
    expect(rope.cosSin({ length: 3 })).toEqual(before);
  });
});

describe.each(LAYOUTS)('tables, %s', (layout) => {
  const rope = pe.rope({ headDim: 16, rotaryDim: 12, layout });
  const P = 6;

  it('are cosines and sines of position times frequency', () => {
    const { cos, sin } = rope.cosSin({ start: 3, length: 40 });
    expect([cos.shape, sin.shape]).toEqual([
      [40, P],
      [40, P],
    ]);
    for (let row = 0; row < 40; ++row) {
      for (let k = 0; k < P; ++k) {
        const angle = (row + 3) * (rope.frequencies[k] ?? Number.NaN);
        expect(cos.data[row * P + k]).toBeCloseTo(Math.cos(angle), 7);
        expect(sin.data[row * P + k]).toBeCloseTo(Math.sin(angle), 7);
      }
    }
  });

  it('full repeats each value at both components of its pair', () => {
    const short = rope.cosSin({ length: 9 });
    const full = rope.cosSin({ length: 9, full: true });
    expect(full.cos.shape).toEqual([9, 12]);
    for (const name of ['cos', 'sin'] as const) {
      for (let row = 0; row < 9; ++row) {
        for (let k = 0; k < P; ++k) {
          for (const component of pair(layout, k, P)) {
            expect(full[name].data[row * 12 + component]).toBe(
              short[name].data[row * P + k],
            );
          }
        }
      }
    }
  });

  it('are the columns of the sinusoidal table', () => {
    const table = pe.sinusoidal({ length: 50, dim: 12, layout: 'blocks' });
    const { cos, sin } = rope.cosSin({ length: 50 });
    for (let row = 0; row < 50; ++row) {
      const line = table.data.subarray(row * 12, row * 12 + 12);
      expect(sin.data.subarray(row * P, row * P + P)).toEqual(line.slice(0, P));
      expect(cos.data.subarray(row * P, row * P + P)).toEqual(line.slice(P));
    }
  });
});

describe.each(LAYOUTS)('rotation, %s', (layout) => {
  const headDim = 20;
  const rotaryDim = 12;
  const heads = 3;
  const rope = pe.rope({ headDim, rotaryDim, layout });
  const x = noise(50 * heads * headDim, 1);
  const at = { heads, start: 1000 };
  const turned = rope.rotate(x, at);
  const P = rotaryDim / 2;

  /** Calls `visit` with the indices of both components of every pair. */
  function forPairs(
    run: (row: number, k: number, a: number, b: number) => void,
  ) {
    for (let vector = 0; vector < 50 * heads; ++vector) {
      for (let k = 0; k < P; ++k) {
        const [a, b] = pair(layout, k, P).map((c) => vector * headDim + c);
        run(Math.floor(vector / heads), k, a ?? 0, b ?? 0);
      }
    }
  }

  it('has the shape [L, heads, headDim]', () => {
    expect(turned.shape).toEqual([50, heads, headDim]);
  });

  it('turns each pair by position times frequency', () => {
    forPairs((row, k, a, b) => {
      const angle = (1000 + row) * (rope.frequencies[k] ?? 0);
      const [u = 0, v = 0] = [x[a], x[b]];
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const bound = 1.5 * 2 ** -23 * (Math.abs(u) + Math.abs(v)) + 1e-12;
      expect(Math.abs((turned.data[a] ?? NaN) - (u * c - v * s))).toBeLessThan(
        bound,
      );
      expect(Math.abs((turned.data[b] ?? NaN) - (v * c + u * s))).toBeLessThan(
        bound,
      );
    });
  });

  it('keeps the length of every pair', () => {
    forPairs((_, __, a, b) => {
      const before = Math.hypot(x[a] ?? 0, x[b] ?? 0);
      const after = Math.hypot(turned.data[a] ?? 0, turned.data[b] ?? 0);
      expect(Math.abs(after - before)).toBeLessThan(2 ** -21 * before + 1e-30);
    });
  });

  it('copies the other components of a head', () => {
    for (const [i, value] of x.entries()) {
      if (i % headDim >= rotaryDim) expect(turned.data[i]).toBe(value);
    }
  });

  it('turned back gives the input', () => {
    const back = rope.rotate(turned, { ...at, inverse: true });
    for (const [i, value] of x.entries()) {
      expect(Math.abs((back.data[i] ?? NaN) - value)).toBeLessThan(2 ** -21);
    }
    const opposite = rope.rotate(turned, {
      heads,
      positions: Array.from({ length: 50 }, (_, i) => -1000 - i),
    });
    expect(opposite.data).toEqual(back.data);
  });

  it('changes nothing at position 0', () => {
    const row = x.subarray(0, heads * headDim);
    expect(rope.rotate(row, { heads }).data).toEqual(row);
  });

  it('turns a row independently of its neighbours', () => {
    const row = x.subarray(7 * heads * headDim, 8 * heads * headDim);
    const alone = rope.rotate(row, { heads, start: 1007 }).data;
    const length = heads * headDim;
    expect(turned.data.subarray(7 * length, 8 * length)).toEqual(alone);
    const listed = rope.rotate(row, { heads, positions: [1007] }).data;
    expect(listed).toEqual(alone);
  });

  it('makes products depend on the distance alone', () => {
    const one = pe.rope({ headDim: 64, layout });
    const [q, k] = [noise(64, 5), noise(64, 6)];
    const score = (i: number, j: number) => {
      const a = one.rotate(q, { heads: 1, start: i }).data;
      const b = one.rotate(k, { heads: 1, start: j }).data;
      return a.reduce((sum, value, c) => sum + value * (b[c] ?? NaN), 0);
    };
    for (const distance of [0, 1, 5, 100]) {
      for (const i of [1, 333, 2 ** 20, 2 ** 31]) {
        const moved = score(i, i - distance);
        expect(Math.abs(moved - score(0, -distance))).toBeLessThan(2e-5);
      }
    }
  });

  it('gives the same for a range with a step and its list', () => {
    const stepped = rope.rotate(x, { heads, start: 4, step: -2.5 });
    const positions = Array.from({ length: 50 }, (_, i) => 4 - 2.5 * i);
    expect(rope.rotate(x, { heads, positions })).toEqual(stepped);
  });
});

describe('shapes of x', () => {
  const rope = pe.rope({ headDim: 8 });
  const data = noise(6 * 4 * 8, 1);
  const expected = rope.rotate(data, { heads: 4 });

  it.each([[[6, 4, 8]], [[6, 32]], [[192]]])('%j with heads', (shape) => {
    const x = tensor(data, shape);
    expect(rope.rotate(x, { heads: 4 })).toEqual(expected);
  });

  it('a tensor with three axes implies heads', () => {
    expect(rope.rotate(tensor(data, [6, 4, 8]))).toEqual(expected);
  });

  it('other arrays and tensors require heads', () => {
    for (const x of [data, tensor(data, [24, 8]), tensor(data, [192])]) {
      const error = thrown(() => rope.rotate(x));
      expect(error).toMatchObject({ code: 'ERR_MISSING', param: 'heads' });
      expect(rope.rotate(x, { heads: 1 }).shape).toEqual([24, 1, 8]);
    }
  });

  it('no rows give none', () => {
    const none = rope.rotate(new Float32Array(0), { heads: 4 });
    expect(none.shape).toEqual([0, 4, 8]);
  });

  it.each([
    [[6, 4, 8], 2],
    [[6, 8, 4], 4],
    [[3, 64], 4],
    [[24, 8], 4],
    [[1, 6, 8, 4], 4],
    [[1, 6, 4, 8], 3],
    [[1, 1, 6, 4, 8], 4],
  ])('%j with %i heads is refused', (shape, heads) => {
    const run = () => rope.rotate(tensor(data, shape), { heads });
    expect(thrown(run)).toMatchObject({
      ...{ code: 'ERR_SHAPE', param: expect.stringMatching(/^x(\.shape)?$/) },
    });
  });

  it.each([
    [new Float32Array(33), 'ERR_SHAPE', 'x.length'],
    [new Float64Array(32), 'ERR_TYPE', 'x'],
    [Array.from(data), 'ERR_TYPE', 'x'],
    [tensor(new Float64Array(32), [4, 8]), 'ERR_TYPE', 'x.dtype'],
    [{ data, shape: [5, 8], dtype: 'float32' }, 'ERR_SHAPE', 'x.data.length'],
    [undefined, 'ERR_TYPE', 'x'],
  ])('%# is refused: %s', (x, code, param) => {
    expect(thrown(() => rope.rotate(x as never, { heads: 1 }))).toMatchObject({
      code,
      param,
    });
  });
});
