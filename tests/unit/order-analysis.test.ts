/** Experiments with the order of tokens, against what is known of methods. */

import {
  type AttentionOptions,
  type AttentionOutput,
  load,
  tensor,
} from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();
const { analysis } = pe;

const near = (a: number, b: number, error: number) =>
  expect(Math.abs(a - b), `${a} and ${b}`).toBeLessThanOrEqual(error);

interface Sizes {
  tokens: number;
  heads?: number;
  keyHeads?: number;
  headDim?: number;
}

/** Random queries, keys and values of some tokens. */
function sentence({ tokens, heads = 2, keyHeads = heads, headDim = 8 }: Sizes) {
  return {
    q: noise(tokens * heads * headDim, 1),
    k: noise(tokens * keyHeads * headDim, 2),
    v: noise(tokens * keyHeads * headDim, 3),
    ...{ heads, keyHeads, headDim },
  } satisfies AttentionOptions;
}

const rotary = pe.rope({ headDim: 8 });

describe('reordering', () => {
  it.each<Sizes>([
    { tokens: 2 },
    { tokens: 7, heads: 3, headDim: 5 },
    { tokens: 33, heads: 4, keyHeads: 2, headDim: 16 },
    { tokens: 300, heads: 1, headDim: 64 },
  ])('of attention without position changes nothing: %o', (sizes) => {
    for (const seed of [0, 1, 2]) {
      const made = analysis.reordering(sentence(sizes), { seed });
      expect(made.scores).toBe(0);
      expect(made.equivariant).toBe(true);
      expect(made.output).toBeLessThanOrEqual(made.rounding);
      expect(made.weights).toBeLessThanOrEqual(made.rounding);
      near(made.similarity, 1, 1e-6);
      for (const cosine of made.tokens) near(cosine, 1, 1e-5);
    }
  });

  it('changes what a causal mask shows, without any position', () => {
    const made = analysis.reordering({
      ...sentence({ tokens: 6 }),
      causal: true,
    });
    expect(made.equivariant).toBe(false);
    expect(made.scores).toBe(Number.POSITIVE_INFINITY);
    expect(made.similarity).toBeLessThan(0.999);
  });

  it('changes the scores of a rope', () => {
    const made = analysis.reordering({ ...sentence({ tokens: 6 }), rotary });
    expect(made.equivariant).toBe(false);
    expect(made.scores).toBeGreaterThan(0.01);
    expect(Math.min(...made.tokens)).toBeLessThan(0.99);
  });

  it('compares each pair of tokens with itself', () => {
    const tokens = 5;
    const order = [3, 0, 4, 1, 2];
    const one = { ...sentence({ tokens }), rotary };
    const made = analysis.reordering(one, { order });
    expect(made.order).toEqual(order);
    // The tokens stay, and each takes the position of its place in the order.
    const places = order.map((_, token) => order.indexOf(token));
    const other = pe.attention({
      ...one,
      queryPositions: places,
      keyPositions: places,
    });
    const first = pe.attention(one);
    const difference = (part: 'scores' | 'weights') =>
      first[part].data.reduce((most, x, i) => {
        const y = other[part].data[i] as number;
        return Math.max(most, Math.abs(x - y));
      }, 0);
    expect(made.scores).toBe(difference('scores'));
    expect(made.weights).toBeCloseTo(difference('weights'), 6);
  });

  it('of an order that is none gives no difference', () => {
    const made = analysis.reordering(
      { ...sentence({ tokens: 4 }), rotary, causal: true },
      { order: [0, 1, 2, 3] },
    );
    expect([made.scores, made.weights, made.output]).toEqual([0, 0, 0]);
    near(made.similarity, 1, 1e-12);
  });

  it('draws the same order of a seed, and never the first one', () => {
    const drawn = (tokens: number, seed: number) =>
      analysis.reordering(sentence({ tokens }), { seed }).order;
    expect(drawn(9, 5)).toEqual(drawn(9, 5));
    expect(drawn(9, 5)).not.toEqual(drawn(9, 6));
    expect([...drawn(9, 5)].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    for (let seed = 0; seed < 20; ++seed) {
      expect(drawn(2, seed)).toEqual([1, 0]);
    }
    expect(drawn(1, 0)).toEqual([0]);
  });

  it('names what is wrong', () => {
    const valid = sentence({ tokens: 3 });
    const { v, ...without } = valid;
    const q = noise(2 * 16, 1);
    const cases: [string, () => unknown][] = [
      [
        'order must be each number from 0 to 2 once',
        () => analysis.reordering(valid, { order: [0, 1, 1] }),
      ],
      [
        'order must be each number',
        () => analysis.reordering(valid, { order: [0, 1] }),
      ],
      ['v is required', () => analysis.reordering(without)],
      [
        'queries must be 3, as many as keys',
        () => analysis.reordering({ ...valid, q }),
      ],
      ['attention must be the options', () => analysis.reordering(3 as never)],
    ];
    for (const [text, run] of cases) {
      expect(thrown(run).message).toContain(`analysis.reordering: ${text}`);
    }
    const wrong = () => analysis.reordering({ ...valid, heads: 0 });
    expect(thrown(wrong).message).toMatch(/^attention: heads/);
  });

  it('finds that distances alone do not tell a text from its reverse', () => {
    const order = [5, 4, 3, 2, 1, 0];
    const one = {
      ...sentence({ tokens: 6 }),
      bias: { method: 'alibi' },
    } as const;
    const reversed = analysis.reordering(one, { order });
    expect([reversed.scores, reversed.equivariant]).toEqual([0, true]);
    const drawn = analysis.reordering(one);
    expect([drawn.scores > 0.1, drawn.equivariant]).toEqual([true, false]);
    const causal = { method: 'alibi', form: 'causal' } as const;
    const other = analysis.reordering({ ...one, bias: causal }, { order });
    expect(other.equivariant).toBe(false);
  });

  it('of embeddings changes nothing, until a table is added', () => {
    const x = noise(7 * 6, 4);
    const weight = noise(6 * 6, 5);
    const one: AttentionOptions<readonly AttentionOutput[]> = {
      ...{ x: tensor(x, [7, 6]), heads: 2, headDim: 3 },
      ...{ queryWeight: weight, keyWeight: weight, valueWeight: weight },
      ...{ outputWeight: weight, outputs: ['output'], terms: true },
    };
    const made = analysis.reordering(one);
    expect([made.scores, made.equivariant]).toEqual([0, true]);
    const table = { method: 'sinusoidal' } as const;
    const placed = analysis.reordering({ ...one, table });
    expect([placed.scores > 0.1, placed.equivariant]).toEqual([true, false]);
  });

  it('takes the items of a batch by themselves', () => {
    const { q, k, v, ...sizes } = sentence({ tokens: 4 });
    const half = (x: Float32Array, item: number) =>
      x.slice(32 * item, 32 * item + 32);
    const parts = [0, 1].map((item) =>
      analysis.reordering(
        {
          ...{ ...sizes, heads: 2, keyHeads: 2, headDim: 8 },
          ...{ q: half(q, item), k: half(k, item), v: half(v, item), rotary },
        },
        { order: [1, 0] },
      ),
    );
    const made = analysis.reordering(
      { ...sizes, q, k, v, rotary, batch: 2 },
      { order: [1, 0] },
    );
    const most = (part: 'scores' | 'weights' | 'output') =>
      Math.max(...parts.map((one) => one[part]));
    expect(made.scores).toBe(most('scores'));
    expect(made.weights).toBe(most('weights'));
    expect(made.output).toBe(most('output'));
    expect([...made.tokens]).toEqual(
      parts.flatMap(({ tokens }) => [...tokens]),
    );
  });

  it('leaves the arrays of the caller as they are', () => {
    const one = sentence({ tokens: 8 });
    const copies = [one.q, one.k, one.v].map((x) => x.slice());
    analysis.reordering({ ...one, rotary });
    expect([one.q, one.k, one.v]).toEqual(copies);
  });
});

describe('translation', () => {
  const tokens = 12;

  it('without position changes nothing', () => {
    for (const causal of [false, true]) {
      const one = { ...sentence({ tokens }), causal };
      const made = analysis.translation(one, { shift: 12345.5 });
      expect(made).toEqual({ scores: 0, weights: 0, output: 0 });
    }
  });

  it('changes the scores of a rope by their rounding', () => {
    const one = { ...sentence({ tokens }), rotary, causal: true };
    for (const shift of [1, 1000, -77.25, 1e6]) {
      const made = analysis.translation(one, { shift });
      // |q| |k| / √8 is below 3, and a score has 30 roundings at most.
      expect(made.scores).toBeLessThan(3 * 30 * 2 ** -24);
      expect(made.output).toBeLessThan(1e-5);
    }
  });

  it('moves lists and starts alike', () => {
    const one = { ...sentence({ tokens: 3 }), rotary };
    const positions = [0, 5, 7.5];
    const moved = (options: Partial<AttentionOptions>) =>
      analysis.translation({ ...one, ...options }, { shift: 64 }).scores;
    const most = 3 * 30 * 2 ** -24;
    const both = { keyPositions: positions, queryPositions: positions };
    expect(moved(both)).toBeLessThan(most);
    expect(moved({ keyStart: 5, queryStart: 100 })).toBeLessThan(most);
    expect(moved({ keyPositions: positions })).toBeLessThan(most);
    expect(moved({ keyStart: 3 })).toBeLessThan(most);
  });

  it('shows an absolute table, and no relative one', () => {
    const x = noise(tokens * 8, 4);
    const one = { x: tensor(x, [tokens, 8]), heads: 1, headDim: 8 };
    const table = { method: 'sinusoidal' } as const;
    const absolute = analysis.translation({ ...one, table }, { shift: 40 });
    expect(absolute.scores).toBeGreaterThan(0.5);
    const bias = { method: 'alibi' } as const;
    const relative = { method: 'shaw', keyTable: noise(9 * 8, 5) } as const;
    const moved = analysis.translation({ ...one, bias, relative });
    expect(moved).toEqual({ scores: 0, weights: 0, output: 0 });
  });

  it('has no output without values', () => {
    const { v, ...one } = sentence({ tokens });
    expect(analysis.translation(one)).toEqual({ scores: 0, weights: 0 });
  });
});

describe('extrapolation', () => {
  const headDim = 16;
  const ones = new Float32Array(headDim).fill(1);
  const one = { q: ones, k: ones, heads: 1, headDim };

  it('gives the scores of a rope by distance', () => {
    const rope = pe.rope({ headDim });
    const options = { trainedLength: 50, length: 120 };
    const made = analysis.extrapolation({ ...one, rotary: rope }, options);
    expect(made.scores.shape).toEqual([1, 120]);
    const { scores } = analysis.scoreByDistance(rope, { length: 120 });
    for (const [r, score] of made.scores.data.entries()) {
      // A pair of ones gives 2 cos, and the scale is 1/4.
      near(score, (scores[r] as number) / 2, 1e-5);
    }
    const inside = made.scores.data.slice(0, 50);
    const beyond = made.scores.data.slice(50);
    const [least, most] = [Math.min(...inside), Math.max(...inside)];
    const left = least - Math.min(...beyond);
    expect(made.excess).toEqual(Float64Array.of(left / (most - least)));
    expect(left).toBeGreaterThan(0);
  });

  it('finds no excess where position does not matter', () => {
    const made = analysis.extrapolation(one, { trainedLength: 4 });
    expect(made.scores.shape).toEqual([1, 16]);
    expect(made.scores.data).toEqual(new Float32Array(16).fill(4));
    expect(made.excess).toEqual(Float64Array.of(0));
  });

  it('tells biases that go on falling from those that end', () => {
    const excess = (bias: AttentionOptions['bias']) =>
      analysis.extrapolation({ ...one, bias }, { trainedLength: 16 }).excess[0];
    // Four times as far: 63 - 15 steps beyond a range of 15.
    expect(excess({ method: 'alibi' })).toBeCloseTo(48 / 15, 5);
    const t5 = {
      method: 't5Bias',
      buckets: 8,
      maxDistance: 16,
      heads: 1,
    } as const;
    expect(excess({ ...t5, bidirectional: false })).toBe(0);
  });

  it('takes embeddings, to which a table is added', () => {
    const x = noise(8, 6);
    const from = { x: tensor(x, [1, 8]), heads: 1, headDim: 8 };
    const table = { method: 'sinusoidal' } as const;
    const options = { trainedLength: 3, length: 9 };
    const made = analysis.extrapolation({ ...from, table }, options);
    const rows = pe.sinusoidal({ length: 9, dim: 8 }).data;
    const at = (row: number) => x.map((y, c) => y + (rows[row * 8 + c] ?? 0));
    for (const [r, score] of made.scores.data.entries()) {
      const [query, key] = [at(8), at(8 - r)];
      const product = query.reduce((sum, y, c) => sum + y * (key[c] ?? 0), 0);
      near(score, product / Math.sqrt(8), 1e-5);
    }
  });

  it('takes the heads by themselves', () => {
    const heads = 3;
    const row = noise(heads * headDim, 4);
    const all = {
      q: row,
      k: row,
      v: row,
      headDim,
      rotary: pe.rope({ headDim }),
    };
    const options = { trainedLength: 8, length: 30 };
    const made = analysis.extrapolation({ ...all, heads }, options);
    for (let head = 0; head < heads; ++head) {
      const part = row.slice(head * headDim, (head + 1) * headDim);
      const alone = analysis.extrapolation(
        { ...all, q: part, k: part, v: part, heads: 1 },
        options,
      );
      expect(made.scores.data.slice(head * 30, head * 30 + 30)).toEqual(
        alone.scores.data,
      );
      expect(made.excess[head]).toBe(alone.excess[0]);
    }
  });

  it('names what is wrong', () => {
    const cases: [string, () => unknown][] = [
      [
        'trainedLength is required',
        () => analysis.extrapolation(one, {} as never),
      ],
      [
        'length must be at least trainedLength = 9',
        () => analysis.extrapolation(one, { trainedLength: 9, length: 8 }),
      ],
      [
        'queries must be 1, a query and a key, got 3',
        () =>
          analysis.extrapolation(sentence({ tokens: 3 }), { trainedLength: 9 }),
      ],
    ];
    for (const [text, run] of cases) {
      expect(thrown(run).message).toContain(`analysis.extrapolation: ${text}`);
    }
  });
});
