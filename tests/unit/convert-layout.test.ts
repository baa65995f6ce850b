/** Weights for the other rotary layout. */

import { type ConvertLayoutOptions, load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { expectSame } from '../support/same.js';
import { thrown } from './thrown.js';

const pe = await load();

/** The rows of W times a vector, in float64. */
function product(weights: ArrayLike<number>, rows: number, x: number[]) {
  return Array.from({ length: rows }, (_, r) =>
    x.reduce(
      (sum, value, i) => sum + value * Number(weights[r * x.length + i]),
      0,
    ),
  );
}

/** Turns the pairs of one head by the formulas of the two layouts. */
function turned(
  head: readonly number[],
  { layout, rotaryDim, rotaryStart, position }: Turn,
): number[] {
  const out = [...head];
  const pairs = rotaryDim / 2;
  for (let k = 0; k < pairs; ++k) {
    const angle = position * 10000 ** (-k / pairs);
    const [one, two] =
      layout === 'half'
        ? [rotaryStart + k, rotaryStart + k + pairs]
        : [rotaryStart + 2 * k, rotaryStart + 2 * k + 1];
    const [a, b] = [head[one] as number, head[two] as number];
    out[one] = a * Math.cos(angle) - b * Math.sin(angle);
    out[two] = b * Math.cos(angle) + a * Math.sin(angle);
  }
  return out;
}

interface Turn {
  readonly layout: 'half' | 'interleaved';
  readonly rotaryDim: number;
  readonly rotaryStart: number;
  readonly position: number;
}

const shapes = [
  { heads: 1, headDim: 2, rotaryDim: 2, rotaryStart: 0 },
  { heads: 3, headDim: 8, rotaryDim: 8, rotaryStart: 0 },
  { heads: 2, headDim: 8, rotaryDim: 4, rotaryStart: 0 },
  { heads: 2, headDim: 12, rotaryDim: 6, rotaryStart: 6 },
  { heads: 1, headDim: 18, rotaryDim: 4, rotaryStart: 14 },
  { heads: 2, headDim: 64, rotaryDim: 64, rotaryStart: 0 },
  { heads: 2, headDim: 6, rotaryDim: 0, rotaryStart: 0 },
];
const ways = [
  ['half', 'interleaved'],
  ['interleaved', 'half'],
] as const;

describe.each(shapes)('%o', (shape) => {
  const { heads, headDim } = shape;
  const rows = heads * headDim;
  const width = 5;
  const q = tensor(noise(rows * width, 1), [rows, width]);
  const k = tensor(noise(rows * width, 2), [rows, width]);
  const x = [...noise(width, 3)];
  const heads2 = (values: number[]) =>
    Array.from({ length: heads }, (_, h) =>
      values.slice(h * headDim, (h + 1) * headDim),
    );

  it.each(ways)('%s to %s: converted pairs turn alike', (from, to) => {
    const options = { ...shape, from, to };
    const turn = { ...shape, position: 7 };
    const old = heads2(product(q.data, rows, x));
    const before = old.flatMap((head) =>
      turned(head, { ...turn, layout: from }),
    );
    const made = pe.convertLayout({ ...options, weights: q });
    expect(made).toMatchObject({ shape: [rows, width], dtype: 'float32' });
    const after = heads2(product(made.data, rows, x)).flatMap((head) =>
      turned(head, { ...turn, layout: to }),
    );
    const moved = pe.convertLayout({
      ...options,
      weights: Float64Array.from(before),
    });
    expect(moved.shape).toEqual([rows]);
    expectSame(after, moved.data);
  });

  it('keeps the scores', () => {
    const scores = (layout: 'half' | 'interleaved') => {
      const options = { ...shape, from: 'half', to: layout } as const;
      const [one, two] = [q, k].map((weights, i) => {
        const made = pe.convertLayout({ ...options, weights });
        const turn = { ...shape, layout, position: 3 + 5 * i };
        return heads2(product(made.data, rows, x)).map((head) =>
          turned(head, turn),
        );
      });
      return one?.map((head, h) =>
        head.reduce((sum, a, i) => sum + a * Number(two?.[h]?.[i]), 0),
      );
    };
    scores('half')?.forEach((score, h) => {
      expect(scores('interleaved')?.[h]).toBeCloseTo(score, 12);
    });
  });

  it('goes there and back, also in place and along the other axis', () => {
    const there = pe.convertLayout({
      ...{ ...shape, weights: q, from: 'half', to: 'interleaved' },
    });
    const place = q.data.slice();
    const inPlace = pe.convertLayout({
      ...{ ...shape, weights: place, from: 'half', to: 'interleaved' },
      out: place,
    });
    expect(inPlace.data).toBe(place);
    expectSame(place, there.data);
    const transposed = (data: Float32Array, rows: number) =>
      data.map((_, i) => {
        const columns = data.length / rows;
        return data[(i % rows) * columns + Math.floor(i / rows)] as number;
      });
    const across = pe.convertLayout({
      ...{ ...shape, from: 'half', to: 'interleaved', axis: 1 },
      weights: tensor(transposed(q.data, rows), [width, rows]),
    });
    expect(across.shape).toEqual([width, rows]);
    expectSame(transposed(across.data, width), there.data);
    const back = pe.convertLayout({
      ...{ ...shape, weights: there, from: 'interleaved', to: 'half' },
    });
    expectSame(back.data, q.data);
  });
});

it('keeps every bit of every dtype', () => {
  const options = { heads: 2, headDim: 4, from: 'half', to: 'interleaved' };
  const order = [0, 2, 1, 3, 4, 6, 5, 7];
  const words = [0x7fc00001, 0xffa00000, 0x80000000, 1, 0x7f800000, 2, 3, 4];
  const weights = new Float32Array(Uint32Array.from(words).buffer);
  const wide = new Float64Array(8).map((_, i) => 1 / (i + 3));
  const bits = new Uint16Array(8).map((_, i) => 0x7c01 + i);
  const made = pe.convertLayout({ ...options, weights } as never);
  expectSame(
    new Uint32Array((made.data as Float32Array).buffer),
    order.map((source) => words[source] as number),
  );
  const double = pe.convertLayout({ ...options, weights: wide } as never);
  expectSame(
    double.data,
    Float64Array.from(order, (i) => wide[i] as number),
  );
  for (const dtype of ['float16', 'bfloat16'] as const) {
    const half = { ...options, weights: bits, dtype };
    const made = pe.convertLayout(half as ConvertLayoutOptions);
    expect(made.dtype).toBe(dtype);
    expectSame(
      made.data,
      Uint16Array.from(order, (i) => bits[i] as number),
    );
  }
});

it('takes one of heads and headDim from the rows of a tensor', () => {
  const weights = tensor(noise(48, 1), [16, 3]);
  const to = { from: 'half', to: 'interleaved', weights } as const;
  const both = pe.convertLayout({ ...to, heads: 2, headDim: 8 });
  expectSame(pe.convertLayout({ ...to, heads: 2 }).data, both.data);
  expectSame(pe.convertLayout({ ...to, headDim: 8 }).data, both.data);
});

describe('fused rows', () => {
  // Rows are numbered; head h has the rows 4 h to 4 h + 3.
  const numbered = (heads: number) =>
    tensor(
      Float32Array.from({ length: 4 * heads }, (_, i) => i),
      [4 * heads],
    );
  const turnedHeads = (options: object, heads: number) => {
    const { data } = pe.convertLayout({
      ...{ weights: numbered(heads), from: 'half', to: 'interleaved' },
      ...(options as { heads: number }),
    });
    return Array.from({ length: heads }, (_, h) => {
      const rows = [...data.subarray(4 * h, 4 * h + 4)].map((i) => i - 4 * h);
      const text = rows.join('');
      expect(['0123', '0213']).toContain(text);
      return text === '0213' ? 'x' : '.';
    }).join('');
  };

  it.each([
    [{ heads: 4, keyHeads: 2, fused: 'blocks' }, 'xxxxxx..'],
    [{ heads: 4, keyHeads: 2, fused: 'groups' }, 'xxx.xxx.'],
    [{ heads: 2, fused: 'groups' }, 'xx.xx.'],
    [{ heads: 2, fused: 'blocks' }, 'xxxx..'],
    [{ heads: 5, keyHeads: 1, fused: 'groups' }, 'xxxxxx.'],
  ])('%o turns %s, never a value', (options, heads) => {
    expect(turnedHeads(options, heads.length)).toBe(heads);
  });
});

it('copies weights that have the layout already', () => {
  const weights = tensor(noise(16, 1), [8, 2]);
  const same = { weights, heads: 2, from: 'half', to: 'half' } as const;
  const made = pe.convertLayout(same);
  expectSame(made.data, weights.data);
  expect(made.data).not.toBe(weights.data);
});

it('plans, and converts tensors in the memory of the instance', () => {
  const data = noise(32, 5);
  const x = pe.resident({ shape: [8, 4], data });
  const spec = { heads: 1, from: 'half', to: 'interleaved' } as const;
  const plan = pe.plan({ method: 'convertLayout', ...spec, weights: x });
  expect(plan.outputs).toMatchObject({
    weights: { shape: [8, 4], dtype: 'float32', bytes: 128 },
  });
  const wanted = pe.convertLayout({
    ...{ ...spec, weights: tensor(data, [8, 4]) },
  });
  expect(pe.convertLayout({ ...spec, weights: x, out: x })).toBe(x);
  expectSame(x.data, wanted.data);
  x.dispose();
});

describe('wrong options', () => {
  const valid = {
    ...{ weights: tensor(noise(48, 1), [16, 3]), heads: 2 },
    ...{ from: 'half', to: 'interleaved' },
  };

  it.each([
    [{ from: undefined }, 'from', 'ERR_MISSING'],
    [{ to: 'halves' }, 'to', 'ERR_CHOICE'],
    [{ weights: [1, 2] }, 'weights', 'ERR_TYPE'],
    [{ weights: new Uint16Array(16) }, 'dtype', 'ERR_MISSING'],
    [{ weights: noise(48, 1) }, 'headDim', 'ERR_MISSING'],
    [{ heads: undefined }, 'heads', 'ERR_MISSING'],
    [{ heads: 3 }, 'weights.shape[0]', 'ERR_SHAPE'],
    [{ heads: 16 }, 'weights.shape[0]', 'ERR_SHAPE'],
    [{ heads: 2, headDim: 6 }, 'weights', 'ERR_SHAPE'],
    [{ headDim: 7 }, 'headDim', 'ERR_RANGE'],
    [{ rotaryDim: 10 }, 'rotaryDim', 'ERR_RANGE'],
    [{ rotaryDim: 4, rotaryStart: 5 }, 'rotaryStart', 'ERR_RANGE'],
    [{ keyHeads: 1 }, 'keyHeads', 'ERR_CONFLICT'],
    [{ fused: 'groups', heads: 4, keyHeads: 3 }, 'keyHeads', 'ERR_RANGE'],
    [{ fused: 'blocks', headDim: 4 }, 'weights', 'ERR_SHAPE'],
    [{ fused: 'blocks', heads: undefined, headDim: 4 }, 'heads', 'ERR_MISSING'],
    [{ axis: 1 }, 'weights.shape[1]', 'ERR_SHAPE'],
    [
      { weights: tensor(noise(4, 1), [4]), axis: 1 },
      'weights.shape',
      'ERR_SHAPE',
    ],
    [{ weights: tensor(noise(8, 1), [2, 2, 2]) }, 'weights.shape', 'ERR_SHAPE'],
    [{ out: new Float32Array(47) }, 'out.length', 'ERR_SHAPE'],
    [{ out: new Float64Array(48) }, 'out', 'ERR_TYPE'],
    [{ dtype: 'float64' }, 'weights.dtype', 'ERR_TYPE'],
  ])('%o', (wrong, param, code) => {
    const run = () => pe.convertLayout({ ...valid, ...wrong } as never);
    expect(thrown(run)).toMatchObject({ param, code });
    expect(run).toThrow(/^convertLayout: /);
  });
});
