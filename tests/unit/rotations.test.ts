/** Rotations of every order, dtype and layout; cached keys that move. */

import { load, type Rope, type Tensor, tensor, toFloat32 } from 'posenc';
import { describe, expect, it } from 'vitest';
import { bitsOfHalf } from '../../bindings/src/base/half.js';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();

const LAYOUTS = ['half', 'interleaved'] as const;
const [B, L, H, D] = [2, 70, 3, 20];

/** Reorders [a, b, D] to [b, a, D]. */
function swapped(data: Float32Array, a: number, b: number, width = D) {
  const out = new Float32Array(data.length);
  for (let i = 0; i < a; ++i) {
    for (let j = 0; j < b; ++j) {
      const from = (i * b + j) * width;
      out.set(data.subarray(from, from + width), (j * a + i) * width);
    }
  }
  return out;
}

/** The largest difference between two lists. */
function furthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let most = 0;
  for (let i = 0; i < a.length; ++i) {
    most = Math.max(most, Math.abs((a[i] ?? NaN) - (b[i] ?? NaN)));
  }
  return most;
}

/** A rotation by its definition, in float64. */
function slow(
  rope: Rope,
  x: ArrayLike<number>,
  heads: number,
  positions: readonly number[],
  { from = rope.layout, to = rope.outLayout } = {},
): Float64Array {
  const { headDim, rotaryDim, rotaryStart, frequencies } = rope;
  const out = Float64Array.from(x);
  const places = (layout: string, k: number) =>
    layout === 'half' ? [k, k + rotaryDim / 2] : [2 * k, 2 * k + 1];
  positions.forEach((position, row) => {
    for (let head = 0; head < heads; ++head) {
      const at = (row * heads + head) * headDim + rotaryStart;
      frequencies.forEach((frequency, k) => {
        const [i = 0, j = 0] = places(from, k);
        const [p = 0, q = 0] = places(to, k);
        const [a = 0, b = 0] = [x[at + i], x[at + j]];
        const [c, s] = [Math.cos, Math.sin].map((f) => f(position * frequency));
        out[at + p] = a * (c ?? 0) - b * (s ?? 0);
        out[at + q] = b * (c ?? 0) + a * (s ?? 0);
      });
    }
  });
  return out;
}

const counted = (length: number, start = 0) =>
  Array.from({ length }, (_, i) => start + i);

describe.each(LAYOUTS)('from %s', (layout) => {
  describe.each(LAYOUTS)('to %s', (outLayout) => {
    it.each([
      [20, 0],
      [16, 0],
      [12, 8],
      [2, 5],
      [6, 7],
    ])('turns %i components from %i on', (rotaryDim, rotaryStart) => {
      const shape = { headDim: D, rotaryDim, rotaryStart };
      const rope = pe.rope({ ...shape, layout, outLayout });
      const x = noise(L * H * D, 3);
      const expected = slow(rope, x, H, counted(L, 90));
      const turned = rope.rotate(x, { heads: H, start: 90 });
      expect(furthest(turned.data, expected)).toBeLessThan(2 ** -21);
      const inPlace = x.slice();
      rope.rotate(inPlace, { heads: H, start: 90, out: inPlace });
      expect(inPlace).toEqual(turned.data);
      const back = rope.rotate(turned, { start: 90, inverse: true });
      expect(furthest(back.data, x)).toBeLessThan(2 ** -20);
    });
  });
});

describe('orders of axes', () => {
  const rope = pe.rope({ headDim: D, rotaryDim: 16, rotaryStart: 2 });
  const x = noise(B * L * H * D, 5);
  const size = L * H * D;
  const one = (b: number) => x.subarray(b * size, (b + 1) * size);
  const both = [one(0), one(1)];
  const positions = both.map((_, b) => counted(L, 100 * b).map((p) => p / 2));

  it('heads first is the transposed rotation', () => {
    const plain = rope.rotate(one(0), { heads: H, start: 7 });
    const data = swapped(one(0), L, H);
    const first = rope.rotate(tensor(data, [H, L, D]), {
      headsFirst: true,
      start: 7,
    });
    expect(first.shape).toEqual([H, L, D]);
    expect(first.data).toEqual(swapped(plain.data, L, H));
    const flat = rope.rotate(data, { heads: H, headsFirst: true, start: 7 });
    expect(flat).toEqual(first);
  });

  it.each([
    ['a shared range', { start: 3 }],
    ['a shared list', { positions: counted(L).map((p) => 1.5 * p) }],
    ['nested lists', { positions }],
    ['a flat list', { positions: positions.flat() }],
    [
      'a tensor',
      { positions: tensor(Float64Array.from(positions.flat()), [B, L]) },
    ],
    ['one position', { start: 12, step: 0 }],
  ])('a batch equals its sequences, by %s', (_, places) => {
    const single = both.map((data, b) => {
      const own =
        'positions' in places && places.positions !== undefined
          ? 'data' in places.positions || places.positions.length !== L
            ? { positions: positions[b] as number[] }
            : places
          : places;
      return rope.rotate(data, { heads: H, ...(own as object) }).data;
    });
    const batch = rope.rotate(tensor(x, [B, L, H, D]), places);
    expect(batch.shape).toEqual([B, L, H, D]);
    both.forEach((_, b) => {
      expect(batch.data.subarray(b * size, (b + 1) * size)).toEqual(single[b]);
    });
    expect(rope.rotate(x, { heads: H, batch: B, ...places })).toEqual(batch);

    const moved = Float32Array.from(
      both.flatMap((data) => Array.from(swapped(data, L, H))),
    );
    const first = rope.rotate(tensor(moved, [B, H, L, D]), {
      headsFirst: true,
      ...places,
    });
    expect(first.shape).toEqual([B, H, L, D]);
    both.forEach((_, b) => {
      const part = first.data.subarray(b * size, (b + 1) * size);
      expect(swapped(part, H, L)).toEqual(single[b]);
    });
    // Resident data are turned where they lie.
    const lying = pe.resident({ shape: [B, H, L, D], data: moved });
    rope.rotate(lying, { headsFirst: true, out: lying, ...places });
    expect(lying.data).toEqual(first.data);
    lying.dispose();
  });

  it('left padding is a list of positions', () => {
    const padded = [0, 0, 0, 1, 2, 3];
    const rows = x.subarray(0, 6 * H * D);
    const turned = rope.rotate(rows, { heads: H, positions: padded });
    const words = rope.rotate(rows.subarray(2 * H * D), { heads: H });
    expect(turned.data.subarray(2 * H * D)).toEqual(words.data);
  });

  it.each([
    [[B, L, H, D], { positions: counted(L + 1) }, 'positions.length'],
    [[B, L, H, D], { positions: [[1], [2, 3]] }, 'positions[1].length'],
    [[B, L, H, D], { positions: [counted(L)], batch: 3 }, 'x'],
    [
      [B, L, H, D],
      { positions: [counted(L), counted(L), counted(L)] },
      'positions.shape',
    ],
    [
      [L, H, D],
      { positions: tensor(new Float64Array(L), [1, L, 1]) },
      'positions.shape',
    ],
    [[B * L * H * D], { heads: H, batch: 3 }, 'x.length'],
    [[B * L, H * D], { heads: H, headsFirst: true }, 'x'],
  ])('%j with %o is refused', (shape, options, param) => {
    const count = shape.reduce((a, b) => a * b, 1);
    const data = tensor(x.slice(0, count), shape);
    const run = () => rope.rotate(data, options as object);
    expect(thrown(run)).toMatchObject({ code: 'ERR_SHAPE', param });
  });
});

describe.each(['float16', 'bfloat16'] as const)('%s', (dtype) => {
  const bits = Uint16Array.from(noise(L * H * D, 8), (value, i) =>
    bitsOfHalf(dtype, value * 2 ** ((i % 30) - 20)),
  );
  const x = tensor(bits, [L, H, D], dtype);
  const wide = toFloat32(x);

  it.each(LAYOUTS)('is turned in float32 and rounded once, %s', (layout) => {
    for (const outLayout of LAYOUTS) {
      const rope = pe.rope({ headDim: D, rotaryDim: 18, layout, outLayout });
      const { data } = rope.rotate(wide, { heads: H, start: 5 });
      const expected = Uint16Array.from(data, (value) =>
        bitsOfHalf(dtype, value),
      );
      const turned = rope.rotate(x, { start: 5 });
      expect(turned).toMatchObject({ dtype, shape: [L, H, D] });
      expect(turned.data).toEqual(expected);
      expect(rope.rotate(bits, { heads: H, start: 5, dtype }).data).toEqual(
        expected,
      );
      const lying = pe.resident({ shape: [L, H, D], dtype, data: bits });
      expect(rope.rotate(lying, { start: 5, out: lying }).data).toEqual(
        expected,
      );
      lying.dispose();
    }
  });

  it('keeps infinity and NaN, and the pairs beside them', () => {
    const rope = pe.rope({ headDim: 16 });
    const ones = new Uint16Array(48).fill(bitsOfHalf(dtype, 1));
    const special = ones.slice();
    // Both lie in the second of three heads.
    special[16 + 3] = bitsOfHalf(dtype, Infinity);
    special[16 + 6] = bitsOfHalf(dtype, Number.NaN);
    const options = { heads: 3, dtype, start: 5 };
    const usual = rope.rotate(ones, options).data;
    const turned = rope.rotate(special, options);
    const values = toFloat32(turned);
    for (const i of [3, 11])
      expect(Math.abs(values[16 + i] ?? 0)).toBe(Infinity);
    for (const i of [6, 14]) expect(values[16 + i]).toBeNaN();
    const apart = [3, 11, 6, 14].map((i) => 16 + i);
    turned.data.forEach((cell, i) => {
      if (!apart.includes(i)) expect(cell).toBe(usual[i]);
    });
  });

  it('says which type a Uint16Array holds', () => {
    const rope = pe.rope({ headDim: D });
    expect(
      thrown(() => rope.rotate(bits as never, { heads: H })),
    ).toMatchObject({ code: 'ERR_MISSING', param: 'dtype' });
    const other = dtype === 'float16' ? 'bfloat16' : 'float16';
    expect(
      thrown(() => rope.rotate(x as never, { dtype: other })),
    ).toMatchObject({ code: 'ERR_TYPE', param: 'x.dtype' });
  });
});

describe('a batch of no sequences', () => {
  const rope = pe.rope({ headDim: 8 });
  const none = tensor(new Float32Array(0), [0, 4, 2, 8]);

  it.each([
    {},
    { headsFirst: true },
    { positions: [3, 1, 4, 1] },
    { positions: tensor(new Float32Array(0), [0, 4]) },
  ])('is turned with %o', (options) => {
    const shape = options.headsFirst ? [0, 2, 4, 8] : [0, 4, 2, 8];
    const x = { ...none, shape };
    expect(rope.rotate(x, options).shape).toEqual(shape);
    const to = { method: 'rope', headDim: 8, theta: 500 } as const;
    expect(rope.rebase(x, { ...options, to }).shape).toEqual(shape);
    const gradient = rope.frequencyGradient(x, x, options);
    expect([...gradient.data]).toEqual([0, 0, 0, 0]);
  });

  it('is moved, also by a rope with axes', () => {
    expect(rope.shift(none, { by: 3 }).shape).toEqual(none.shape);
    const axes = { type: 'axial', count: 2 } as const;
    const axial = pe.rope({ headDim: 8, axes });
    const positions = tensor(new Float32Array(0), [2, 0, 4]);
    expect(axial.rotate(none, { positions }).shape).toEqual(none.shape);
  });
});

describe('a layer without positions', () => {
  const rope = pe.rope({ headDim: 8, rotaryDim: 0 });
  const x = noise(5 * 2 * 8, 9);

  it('copies', () => {
    const turned = rope.rotate(x, { heads: 2, start: 44 });
    expect(turned.data).toEqual(x);
    expect(turned.data).not.toBe(x);
    expect(rope.shift(x, { heads: 2, by: 3 }).data).toEqual(x);
    expect(rope.cosSin({ length: 3 }).cos.shape).toEqual([3, 0]);
    expect(rope.frequencies).toHaveLength(0);
  });
});

describe('cached keys', () => {
  const spec = { headDim: 64, rotaryDim: 48, rotaryStart: 8 } as const;
  const x = noise(L * H * 64, 11);
  const keys = (rope: Rope, start: number, data = x): Tensor<'float32'> =>
    rope.rotate(data, { heads: H, start });

  it.each(LAYOUTS)('shifted are those of other positions, %s', (layout) => {
    for (const outLayout of LAYOUTS) {
      const rope = pe.rope({ ...spec, layout, outLayout });
      for (const by of [-300, 0, 1, 5000]) {
        const moved = rope.shift(keys(rope, 1000), { by });
        const expected = keys(rope, 1000 + by);
        expect(furthest(moved.data, expected.data)).toBeLessThan(2 ** -20);
      }
      expect(rope.shift(keys(rope, 9), { by: 0 })).toEqual(keys(rope, 9));
    }
  });

  it.each(LAYOUTS)('rebased are those of the other rope, %s', (layout) => {
    const rope = pe.rope({ ...spec, layout, outLayout: 'half' });
    for (const outLayout of LAYOUTS) {
      const to = { ...spec, theta: 5e5, layout, outLayout };
      const other = pe.rope(to);
      const moved = rope.rebase(keys(rope, 70000), { to: other, start: 70000 });
      const expected = keys(other, 70000);
      expect(furthest(moved.data, expected.data)).toBeLessThan(2 ** -20);
      const named = { method: 'rope', ...to } as const;
      const again = rope.rebase(keys(rope, 70000), { to: named, start: 70000 });
      expect(again).toEqual(moved);
    }
    const same = rope.rebase(keys(rope, 5), { to: rope, start: 5 });
    expect(same).toEqual(
      pe.rope({ ...spec, layout: 'half' }).shift(keys(rope, 5), { by: 0 }),
    );
  });

  it('of one position are rebased there', () => {
    const [rope, to] = [pe.rope(spec), pe.rope({ ...spec, theta: 50 })];
    for (const where of [
      { start: 5, step: 0 },
      { start: -2.5, step: 0 },
    ]) {
      const own = rope.rotate(x, { heads: H, ...where });
      const moved = rope.rebase(own, { to, ...where });
      const expected = to.rotate(x, { heads: H, ...where });
      expect(furthest(moved.data, expected.data)).toBeLessThan(2 ** -20);
    }
  });

  it('keep the factor of cosines and sines of their schedule', () => {
    const scaling = { type: 'yarn', factor: 4, originalMaxPosition: 4096 };
    const rope = pe.rope(spec);
    const scaled = pe.rope({ ...spec, scaling } as never);
    expect(scaled.attentionFactor).toBeGreaterThan(1.1);
    const long = keys(scaled, 900);
    const moved = scaled.shift(long, { by: -77 });
    const rebased = rope.rebase(keys(rope, 900), { to: scaled, start: 900 });
    const back = scaled.rebase(long, { to: rope, start: 900 });
    for (const [got, expected] of [
      [moved, keys(scaled, 823)],
      [rebased, long],
      [back, keys(rope, 900)],
    ] as const) {
      expect(furthest(got.data, expected.data)).toBeLessThan(2 ** -20);
    }
  });

  it('names the distance that is too far', () => {
    const fast = pe.rope({ headDim: 4, frequencies: [1000, 1] });
    const move = () =>
      fast.shift(new Float32Array(4), { by: 2 ** 52, heads: 1 });
    expect(thrown(move)).toMatchObject({ code: 'ERR_RANGE', param: 'by' });
  });

  it('rebase wants ropes of one shape', () => {
    const rope = pe.rope(spec);
    for (const [name, to] of [
      ['headDim', { ...spec, headDim: 128 }],
      ['rotaryDim', { ...spec, rotaryDim: 32 }],
      ['rotaryStart', { ...spec, rotaryStart: 0 }],
    ] as const) {
      const run = () => rope.rebase(keys(rope, 0), { to: pe.rope(to) });
      const param = `to.${name}`;
      expect(thrown(run)).toMatchObject({ code: 'ERR_SHAPE', param });
    }
    const none = () => rope.rebase(keys(rope, 0), { to: {} as never });
    expect(thrown(none)).toMatchObject({ code: 'ERR_TYPE', param: 'to' });
  });
});

describe.each(LAYOUTS)('gradient by the frequencies, %s', (layout) => {
  const x = noise(4 * 2 * 12, 13);
  const upstream = noise(4 * 2 * 12, 14);
  const shape = { headDim: 12, rotaryDim: 8, rotaryStart: 2, layout };

  it.each(LAYOUTS)('is that of the sum of products, to %s', (outLayout) => {
    const rope = pe.rope({ ...shape, outLayout });
    const positions = [3, 0, -2, 7.5];
    const { data } = rope.frequencyGradient(x, upstream, {
      heads: 2,
      positions,
    });
    const { frequencies } = rope;
    const loss = (moved: ArrayLike<number>) => {
      const turned = slow(
        { ...rope, frequencies: Float64Array.from(moved) } as Rope,
        x,
        2,
        positions,
      );
      return turned.reduce((sum, y, i) => sum + y * (upstream[i] ?? NaN), 0);
    };
    frequencies.forEach((_, k) => {
      const step = 2 ** -18;
      const [up, down] = [step, -step].map((by) =>
        loss(frequencies.map((value, i) => value + (i === k ? by : 0))),
      );
      const slope = ((up ?? 0) - (down ?? 0)) / (2 * step);
      expect(Math.abs((data[k] ?? NaN) - slope)).toBeLessThan(1e-7);
    });
  });

  it('sums over sequences, wherever the heads stand', () => {
    const rope = pe.rope(shape);
    const plain = rope.frequencyGradient(x, upstream, {
      heads: 2,
      positions: [0, 1, 0, 1],
    });
    const batch = rope.frequencyGradient(x, upstream, { heads: 2, batch: 2 });
    expect(furthest(batch.data, plain.data)).toBeLessThan(1e-14);
    const lists = rope.frequencyGradient(x, upstream, {
      ...{ heads: 2, batch: 2 },
      positions: [
        [0, 1],
        [0, 1],
      ],
    });
    expect(lists).toEqual(plain);
    const first = rope.frequencyGradient(
      swapped(x, 4, 2, 12),
      swapped(upstream, 4, 2, 12),
      { heads: 2, headsFirst: true, positions: [0, 1, 0, 1] },
    );
    expect(first).toEqual(plain);
  });

  it('takes arrays of one shape', () => {
    const rope = pe.rope(shape);
    const run = () =>
      rope.frequencyGradient(x, upstream.subarray(12), { heads: 2 });
    const param = 'upstream.length';
    expect(thrown(run)).toMatchObject({ code: 'ERR_SHAPE', param });
  });
});
