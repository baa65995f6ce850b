/** The tables of a rope in the orders of other engines. */

import { load, type RopeOptions, type Spec, type Tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

const ORDERS = ['hf', 'ort', 'flashinfer', 'ggml', 'pairs'] as const;
type Order = (typeof ORDERS)[number];
type Numbers = readonly number[];
type Tables = Readonly<Record<string, Tensor>>;

/** What each engine's own code lays into a row, from its cosines and sines. */
const rowsByOrder: Record<
  Order,
  (
    c: Numbers,
    s: Numbers,
    layout: 'half' | 'interleaved',
  ) => Record<string, Numbers>
> = {
  // torch.cat((freqs, freqs), -1), or freqs.repeat_interleave(2, -1)
  hf: (c, s, layout) => {
    const twice = (x: Numbers) =>
      layout === 'half' ? [...x, ...x] : x.flatMap((v) => [v, v]);
    return { cos: twice(c), sin: twice(s) };
  },
  ort: (cos, sin) => ({ cos, sin }),
  // torch.cat((cos, sin), -1)
  flashinfer: (c, s) => ({ cache: [...c, ...s] }),
  // cache[i0] = cos, cache[i0 + 1] = sin
  ggml: (c, s) => ({ cache: c.flatMap((v, k) => [v, s[k] as number]) }),
  // torch.view_as_real(torch.polar(1, angle))
  pairs: (c, s) => ({ cache: c.flatMap((v, k) => [v, s[k] as number]) }),
};

const options = { headDim: 12, rotaryDim: 8, theta: 500 };

it('multiplies heads in Hugging Face code that reorders them before', () => {
  const rope = pe.rope({ preset: 'DeepSeek-V3', scaling: { type: 'default' } });
  const { rotaryDim: width, rotaryStart, headDim } = rope;
  const { cos, sin } = rope.cache({ cache: 'hf', start: 5, length: 1 });
  const head = Float32Array.from({ length: headDim }, (_, i) => Math.sin(i));
  const x = head.subarray(rotaryStart);
  // x.view(width / 2, 2).transpose(0, 1), then x * cos + rotate_half(x) * sin
  const half = width / 2;
  const halves = [0, 1].flatMap((second) =>
    Array.from({ length: half }, (_, k) => x[2 * k + second] as number),
  );
  const turned = halves.map((value, i) => {
    const other = halves[(i + half) % width] as number;
    const sine = (i < half ? -1 : 1) * other * (sin.data[i] as number);
    return value * (cos.data[i] as number) + sine;
  });
  const { data } = rope.rotate(head, { heads: 1, start: 5 });
  for (const [i, value] of turned.entries()) {
    expect(data[rotaryStart + i]).toBeCloseTo(value, 6);
  }
});

describe.each(ORDERS)('%s', (cache) => {
  it.each([
    ['half', 'float32', 'exact'],
    ['interleaved', 'float32', 'torch'],
    ['half', 'float64', 'exact'],
    ['interleaved', 'float16', 'ggml'],
    ['half', 'bfloat16', 'exact'],
  ] as const)(
    'holds the bits of cosSin: %s, %s, %s',
    (layout, dtype, precision) => {
      const rope = pe.rope({ ...options, layout, precision });
      const where = { start: -3, length: 300, dtype };
      const { cos, sin } = rope.cosSin(where);
      const row = (table: Tensor, i: number) =>
        Array.from(table.data.subarray(4 * i, 4 * i + 4));
      const expected: Record<string, number[]> = {};
      for (let i = 0; i < 300; ++i) {
        const parts = rowsByOrder[cache](row(cos, i), row(sin, i), layout);
        for (const [name, part] of Object.entries(parts)) {
          expected[name] = (expected[name] ?? []).concat(part);
        }
      }
      const shape =
        cache === 'pairs' ? [300, 4, 2] : [300, cache === 'ort' ? 4 : 8];
      const tables: Tables = rope.cache({ ...where, cache });
      expect(Object.keys(tables)).toEqual(Object.keys(expected));
      for (const [name, table] of Object.entries(tables)) {
        expect(table).toMatchObject({ shape, dtype });
        expect(Array.from(table.data)).toEqual(expected[name]);
      }
      const spec = { ...options, layout, precision, ...where, cache };
      expect(pe.ropeCache(spec)).toEqual(tables);
    },
  );

  it('has the same rows alone, by lists, and in parts', () => {
    const spec = { method: 'ropeCache', ...options, cache } as const;
    const whole: Tables = pe.ropeCache({ ...options, cache, length: 300 });
    const middle: Tables = pe.ropeCache({
      ...{ ...options, cache, length: 300 },
      rows: [97, 263],
    });
    const places = Array.from({ length: 166 }, (_, i) => 97 + i);
    const listed = pe.ropeCache({ ...options, cache, positions: places });
    expect(listed).toEqual(middle);
    const parts = (more: object): Tables[] => {
      const plan = pe.plan({ ...spec, ...more } as Spec);
      const row = plan.bytes / 300;
      return Array.from(plan.cut(70 * row), (part) => pe.make(part) as Tables);
    };
    for (const [name, { data, shape }] of Object.entries(whole)) {
      const width = data.length / 300;
      const inner = data.subarray(97 * width, 263 * width);
      expect(middle[name]?.data).toEqual(inner);
      for (const where of [
        { length: 300 },
        { positions: [...Array(300).keys()] },
      ]) {
        const made = parts(where);
        expect(made.length).toBeGreaterThan(3);
        const numbers = made.flatMap((one) =>
          Array.from(one[name]?.data ?? []),
        );
        expect(numbers).toEqual(Array.from(data));
      }
      const plan = pe.plan({ ...spec, length: 300 } as Spec);
      expect(plan.outputs[name]).toMatchObject({ shape, dtype: 'float32' });
    }
  });

  it('is written into arrays of the caller, whole and in parts', () => {
    const spec = { method: 'ropeCache', ...options, cache, length: 300 };
    const whole = pe.make(spec as Spec) as Tables;
    const out = Object.fromEntries(
      Object.entries(whole).map(
        ([name, { data }]) => [name, new Float32Array(data.length)] as const,
      ),
    );
    for (const part of pe.plan({ ...spec, out } as never).cut(4000)) {
      pe.make(part);
    }
    for (const [name, { data }] of Object.entries(whole)) {
      expect(out[name]).toEqual(data);
    }
  });
});

it.each<NonNullable<RopeOptions['scaling']>>([
  { type: 'linear', factor: 4 },
  { type: 'llama3', factor: 8, originalMaxPosition: 64 },
  { type: 'yarn', factor: 4, originalMaxPosition: 64 },
  {
    type: 'longrope',
    originalMaxPosition: 64,
    maxPosition: 256,
    shortFactor: [1, 1.5, 2, 3],
    longFactor: [1, 4, 9, 16],
  },
])('holds schedules and their attention factor: %o', (scaling) => {
  for (const contextLength of [undefined, 256]) {
    const spec = { headDim: 8, scaling, contextLength };
    const rope = pe.rope(spec);
    const { cos, sin } = rope.cosSin({ length: 200 });
    const tables = pe.ropeCache({ ...spec, cache: 'ort', length: 200 });
    expect(tables).toEqual({ cos, sin });
    expect(cos.data[0]).toBe(Math.fround(rope.attentionFactor));
  }
});

it('has no columns for a layer without positions', () => {
  const spec = { headDim: 8, rotaryDim: 0, length: 3 } as const;
  const { cos, sin } = pe.ropeCache({ ...spec, cache: 'hf' });
  expect([cos.shape, sin.shape]).toEqual([
    [3, 0],
    [3, 0],
  ]);
});

it('turns pairs as rotate does', () => {
  const rope = pe.rope({ headDim: 4, theta: 100, layout: 'interleaved' });
  const { cache } = rope.cache({ cache: 'pairs', positions: [5] });
  const [c = 0, s = 0] = cache.data;
  const { data } = rope.rotate(Float32Array.of(1, 0, 0, 0), {
    ...{ heads: 1, positions: [5] },
  });
  expect(Array.from(data.subarray(0, 2))).toEqual([c, s]);
});

describe('errors', () => {
  const valid = { headDim: 8, cache: 'ort', length: 3 };
  it.each<[object, string, string, string]>([
    [{ cache: undefined }, 'cache', 'ERR_MISSING', '"pairs"'],
    [{ cache: 'vllm' }, 'cache', 'ERR_CHOICE', 'flashinfer'],
    [{ headDim: 7 }, 'headDim', 'ERR_RANGE', 'even'],
    [{ rotaryDim: 10 }, 'rotaryDim', 'ERR_RANGE', 'headDim = 8'],
    [{ length: undefined }, 'length', 'ERR_MISSING', 'positions'],
    [{ rows: [0, 4] }, 'rows[1]', 'ERR_SHAPE', 'at most 3'],
    [{ out: new Float32Array(12) }, 'out.cos', 'ERR_MISSING', 'required'],
    [{ out: 1 }, 'out', 'ERR_TYPE', 'cos and sin'],
    [
      { out: { cos: new Float32Array(12) } },
      ...(['out.sin', 'ERR_MISSING', 'required'] as const),
    ],
    [
      { cache: 'ggml', out: { cos: new Float32Array(24) } },
      ...(['out.cache', 'ERR_MISSING', 'required'] as const),
    ],
  ])('%o', (wrong, param, code, words) => {
    const error = thrown(() => pe.ropeCache({ ...valid, ...wrong } as never));
    expect(error).toMatchObject({ param, code });
    const { message } = error as Error;
    expect(message).toMatch(/^ropeCache: /);
    expect(message).toContain(words);
  });

  it('two tables in one place', () => {
    const cos = new Float32Array(12);
    const run = () =>
      pe.ropeCache({ ...valid, out: { cos, sin: cos } } as never);
    expect(thrown(run)).toMatchObject({
      code: 'ERR_CONFLICT',
      param: 'out.cos',
    });
  });
});
