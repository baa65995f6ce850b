/** Laws other than the softmax by which scores become weights. */

import { type AttentionOptions, load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();
const [rows, heads, keyHeads, headDim] = [150, 4, 2, 8];

const made = (count: number, of: number, seed: number) =>
  tensor(noise(count * of * headDim, seed), [count, of, headDim]);

const given = {
  q: made(rows, heads, 1),
  k: made(rows, keyHeads, 2),
  v: made(rows, keyHeads, 3),
  causal: true,
} as const;

const sticks = { type: 'stick-breaking' } as const;

/** What each law computes with. */
type Law = Pick<AttentionOptions, 'weighing' | 'window' | 'bias'>;
const laws: readonly (readonly [string, Law])[] = [
  ['sticks', { weighing: sticks }],
  [
    'whole sticks with a window and a bias',
    {
      weighing: { ...sticks, remainder: true },
      ...{ window: [70, 0], bias: { method: 'alibi' } },
    },
  ],
  [
    'linear attention',
    {
      weighing: { type: 'linear' },
      bias: [{ method: 'decay', law: 'minimax', layer: 1, layers: 9 }],
    },
  ],
  [
    'retention with a window',
    {
      weighing: { type: 'retention' },
      ...{ window: [70, 0], bias: { method: 'decay', law: 'retnet' } },
    },
  ],
];

describe.each(laws)('%s', (_, law) => {
  const options = { ...given, ...law };
  const { scores, weights, output } = pe.attention(options);

  it('have the same bits in parts, alone and as a picture', () => {
    const alone = pe.attention({ ...options, outputs: ['output'] });
    expect(alone.output.data).toEqual(output.data);
    const part = pe.attention({ ...options, rows: [60, 100] });
    const row = heads * headDim;
    expect(part.output.data).toEqual(output.data.slice(60 * row, 100 * row));
    const map = { ...options, width: rows, height: rows };
    expect(pe.attentionMap(map).data).toEqual(scores.data);
    const picture = pe.attentionMap({ ...map, of: 'weights' });
    const seen = weights.data.map((weight, n) =>
      scores.data[n] === -Infinity ? -Infinity : weight,
    );
    expect(picture.data).toEqual(seen);
  });

  it('look at no key that is hidden', () => {
    const hidden = {
      ...options,
      keyMask: Array.from(noise(rows, 4), (x) => +(x > 0)),
    };
    const k = tensor(given.k.data.slice(), given.k.shape);
    const v = tensor(given.v.data.slice(), given.v.shape);
    hidden.keyMask.forEach((flag, key) => {
      const at = key * keyHeads * headDim;
      for (const one of [k, v]) {
        if (!flag) one.data.fill(NaN, at, at + keyHeads * headDim);
      }
    });
    const upstream = noise(output.data.length, 5);
    const run = (more: object) => ({
      ...pe.attention({ ...hidden, ...more }),
      ...pe.attentionGradient({ ...hidden, ...more, upstream }),
    });
    const [found, wanted] = [run({ k, v }), run({})];
    expect(found.output?.data).toEqual(wanted.output?.data);
    for (const name of ['q', 'k', 'v'] as const) {
      expect(found[name]?.data).toEqual(wanted[name]?.data);
    }
  });

  it('have items of a batch like sequences', () => {
    const twice = (of: typeof given.q) =>
      tensor(Float32Array.from([...of.data, ...of.data.map((x) => -x / 2)]), [
        2,
        ...of.shape,
      ]);
    const batch = { q: twice(given.q), k: twice(given.k), v: twice(given.v) };
    const both = pe.attention({ ...options, ...batch }).output.data;
    expect(both.subarray(0, output.data.length)).toEqual(output.data);
    const half = (of: typeof given.q) =>
      tensor(
        of.data.map((x) => -x / 2),
        of.shape,
      );
    const other = { q: half(given.q), k: half(given.k), v: half(given.v) };
    const second = pe.attention({ ...options, ...other }).output.data;
    expect(both.subarray(output.data.length)).toEqual(second);
  });
});

describe('stick-breaking', () => {
  it('gives the own value what no key takes', () => {
    const weighing = { ...sticks, remainder: true };
    const { weights } = pe.attention({ ...given, weighing });
    for (let n = 0; n < heads * rows; ++n) {
      const row = weights.data.subarray(n * rows, (n + 1) * rows);
      const all = row.reduce((sum, weight) => sum + weight, 0);
      expect(all).toBeCloseTo(1, 5);
      expect(row.subarray((n % rows) + 1).every((w) => w === 0)).toBe(true);
    }
    // The first query has no other key.
    expect(weights.data[0]).toBe(1);
  });

  it('has no own key where no key is at the position of the query', () => {
    const options = {
      ...given,
      queryPositions: noise(rows, 1).map((_, n) => n + 0.5),
    };
    const keys = pe.attention({ ...options, weighing: sticks }).weights;
    const more = { ...sticks, current: true, remainder: true };
    expect(pe.attention({ ...options, weighing: more }).weights).toEqual(keys);
    // The query between two keys sees the first of them.
    expect(keys.data[0]).toBeGreaterThan(0);
  });

  it('counts positions, wherever they begin', () => {
    const cache = {
      ...{ ...given, q: made(2, heads, 7), weighing: sticks },
      ...{ keyStart: 1000, queryStart: 1000 + rows - 2 },
    };
    const listed = {
      ...cache,
      keyPositions: Array.from({ length: rows }, (_, n) => 3 * n),
      queryPositions: [3 * rows - 6, 3 * rows - 3],
      ...{ keyStart: undefined, queryStart: undefined },
    };
    expect(pe.attention(listed).weights).toEqual(pe.attention(cache).weights);
  });

  it.each([
    [{ causal: false }, 'causal must be true by stick-breaking', 'ERR_RANGE'],
    [{ prefix: 3 }, 'prefix and weighing exclude each other', 'ERR_CONFLICT'],
    [{ sinks: [1, 1, 1, 1] }, 'sinks and weighing exclude', 'ERR_CONFLICT'],
    [
      { keyPositions: new Array(rows).fill(1) },
      'keyPositions[1] must be above the one before it',
      'ERR_RANGE',
    ],
    [{ weighing: { type: 'sticks' } }, 'weighing.type must be', 'ERR_CHOICE'],
    [
      { weighing: { type: 'softmax', current: true } },
      'no option "current" in weighing',
      'ERR_UNKNOWN_OPTION',
    ],
  ])('refuses %j', (more, words, code) => {
    for (const method of ['attention', 'attentionGradient'] as const) {
      const upstream = noise(rows * heads * headDim, 5);
      const options = { ...given, weighing: sticks, ...more };
      const error = thrown(() =>
        method === 'attention'
          ? pe.attention(options as AttentionOptions)
          : pe.attentionGradient({ ...options, upstream } as never),
      );
      expect(error.message).toContain(`${method}: `);
      expect(error.message).toContain(words);
      expect(error.code).toBe(code);
    }
  });

  it('takes a window that ends at the query for a causal mask', () => {
    const window = [rows, 0];
    const { causal: _, ...rest } = given;
    const windowed = pe.attention({ ...rest, window, weighing: sticks });
    const causal = pe.attention({ ...given, weighing: sticks });
    expect(windowed.weights).toEqual(causal.weights);
  });
});

describe('linear attention', () => {
  const decay = {
    method: 'decay',
    law: 'lightning',
    layer: 0,
    layers: 2,
  } as const;
  const weighing = { type: 'linear' } as const;

  it('multiplies scores by the factors of a block', () => {
    const { scores, weights } = pe.attention({
      ...given,
      bias: decay,
      weighing,
    });
    const { method: _, ...law } = decay;
    const { diagonal } = pe.decayFactors({
      ...{ ...law, heads, length: rows, dtype: 'float64' },
    });
    weights.data.forEach((weight, n) => {
      const score = scores.data[n] ?? NaN;
      const want = score === -Infinity ? 0 : score * (diagonal.data[n] ?? NaN);
      // A logarithm of up to 900 is rounded to float32.
      expect(Math.abs(weight - want)).toBeLessThanOrEqual(
        2 ** -24 * Math.abs(want) * 900 + 2 ** -149,
      );
    });
  });

  it('shows biases as terms, and leaves them out of the scores', () => {
    const both = { ...given, bias: decay, weighing, terms: true };
    const { scores, terms = {} } = pe.attention(both);
    expect(Object.keys(terms)).toEqual(['content', 'decay']);
    const seen = scores.data.map((score, n) =>
      score === -Infinity ? 0 : score - (terms.content?.data[n] ?? NaN),
    );
    expect(seen.every((x) => x === 0)).toBe(true);
  });

  it('takes a bias of -Infinity for a mask', () => {
    const map = new Float32Array(rows * rows).map((_, n) =>
      n % 3 === 0 ? -Infinity : 0,
    );
    const bias = tensor(map, [rows, rows]);
    const mask = tensor(
      map.map((x) => Number(x === 0)),
      [rows, rows],
    );
    for (const type of ['linear', 'retention'] as const) {
      const one = pe.attention({ ...given, bias, weighing: { type } });
      const other = pe.attention({ ...given, mask, weighing: { type } });
      expect(one).toEqual(other);
    }
  });

  it('needs no mask and no bias', () => {
    const { causal: _, ...open } = given;
    const { scores, weights } = pe.attention({ ...open, weighing });
    expect(weights).toEqual(scores);
  });

  it('refuses sinks', () => {
    const sinks = [1, 1, 1, 1];
    expect(
      thrown(() => pe.attention({ ...given, sinks, weighing } as never)),
    ).toMatchObject({ param: 'sinks', code: 'ERR_CONFLICT' });
  });
});

describe('retention', () => {
  it('is a state that follows from the last one, up to what divides rows', () => {
    const bias = { method: 'decay', law: 'retnet' } as const;
    const weighing = { type: 'retention' } as const;
    const { output } = pe.attention({ ...given, bias, weighing });
    const group = heads / keyHeads;
    for (let h = 0; h < heads; ++h) {
      let state = new Float64Array(headDim * headDim);
      for (let i = 0; i < rows; ++i) {
        const { block, key } = pe.decayFactors({
          ...{ heads, law: 'retnet', length: 1, start: i },
          ...{ retention: 'rows', dtype: 'float64' },
        });
        const other = (i * keyHeads + Math.floor(h / group)) * headDim;
        state = state.map((past, n) => {
          const [d, e] = [Math.floor(n / headDim), n % headDim];
          const k = given.k.data[other + d] ?? NaN;
          const v = given.v.data[other + e] ?? NaN;
          return (block.data[h] ?? NaN) * past + (key.data[h] ?? NaN) * k * v;
        });
        const at = (i * heads + h) * headDim;
        const wanted = Array.from({ length: headDim }, (_, e) => {
          let sum = 0;
          for (let d = 0; d < headDim; ++d) {
            sum +=
              (given.q.data[at + d] ?? NaN) * (state[d * headDim + e] ?? NaN);
          }
          return sum / Math.sqrt(headDim);
        });
        const found = output.data.subarray(at, at + headDim);
        const size = Math.hypot(...wanted) / Math.hypot(...found);
        expect(size).toBeGreaterThan(1 - 1e-5);
        wanted.forEach((want, e) => {
          const off = Math.abs((found[e] ?? NaN) - want / size);
          expect(off).toBeLessThan(2e-6 * Math.hypot(...found) + 1e-7);
        });
      }
    }
  });
});

describe('a layer of linear attention', () => {
  const layers = {
    ring: {
      ...{ model_type: 'bailing_moe_linear', layer_group_size: 5 },
      ...{ num_hidden_layers: 20, num_key_value_heads: 2 },
    },
    minimax: {
      ...{ model_type: 'minimax_text_01', num_hidden_layers: 20 },
      ...{ attn_type_list: new Array(20).fill(0), num_key_value_heads: 2 },
      ...{ rotary_dim: 8 },
    },
  };
  const model = (of: keyof typeof layers) =>
    pe.model({
      ...{ hidden_size: 64, num_attention_heads: 4, head_dim: 16 },
      ...layers[of],
    });
  const whole = (seed: number) => tensor(noise(9 * 4 * 16, seed), [9, 4, 16]);
  const [q, k, v] = [whole(1), whole(2), whole(3)];

  /** Σ of scores by e^(-slope · distance), times values, as the classes have it. */
  const sums = (
    [a, b, c]: readonly ArrayLike<number>[],
    slopes: readonly number[],
    scale: number,
  ) =>
    Array.from({ length: 9 * 4 * 16 }, (_, n) => {
      const [i, h, e] = [Math.floor(n / 64), Math.floor(n / 16) % 4, n % 16];
      let sum = 0;
      for (let j = 0; j <= i; ++j) {
        let score = 0;
        for (let d = 0; d < 16; ++d) {
          const [x, y] = [a?.[i * 64 + h * 16 + d], b?.[j * 64 + h * 16 + d]];
          score += (x ?? NaN) * (y ?? NaN);
        }
        const kept = Math.exp(-(slopes[h] ?? NaN) * (i - j));
        sum += scale * kept * score * (c?.[j * 64 + h * 16 + e] ?? NaN);
      }
      return sum;
    });

  const check = (found: Float32Array | undefined, wanted: number[]) => {
    expect(found?.length).toBe(wanted.length);
    wanted.forEach((want, n) => {
      expect(Math.abs((found?.[n] ?? NaN) - want)).toBeLessThan(1e-4);
    });
  };

  it('of MiniMax has no factor of scores and turns nothing', () => {
    const { output } = pe.attention({
      model: model('minimax'),
      layer: 3,
      q,
      k,
      v,
    });
    const slopes = [1, 2, 3, 4].map((h) => 2 ** (-2 * h) * (1 - 3 / 19 + 1e-5));
    check(output.data, sums([q.data, k.data, v.data], slopes, 1));
    const x = tensor(noise(9 * 64, 4), [9, 64]);
    const made = { model: model('minimax'), layer: 3, x, headDim: 16 };
    expect(thrown(() => pe.attention(made))).toMatchObject({
      ...{ param: 'q', code: 'ERR_MISSING' },
    });
  });

  it('of Ring turns half of a head, and every head has its own keys', () => {
    const { output } = pe.attention({
      model: model('ring'),
      layer: 2,
      q,
      k,
      v,
    });
    const rope = pe.rope({ headDim: 16, rotaryDim: 8, theta: 1e6 });
    const slopes = [2, 4, 6, 8].map((h) => 2 ** -h * (1 - 1 / 19 + 1e-5));
    const [a, b] = [q, k].map((x) => rope.rotate(x, { heads: 4 }));
    check(
      output.data,
      sums([a?.data ?? [], b?.data ?? [], v.data], slopes, 1 / 4),
    );
    const learned = { queryNorm: noise(16, 5), keyNorm: noise(16, 6) };
    const normed = pe.attention({
      ...{ model: model('ring'), layer: 2, q, k, v },
      ...learned,
    });
    const wanted = pe.attention({
      ...{ q, k, v, ...learned, norm: 'rms', normEpsilon: 1e-6 },
      ...{ rotary: { method: 'rope', headDim: 16, rotaryDim: 8, theta: 1e6 } },
      ...{ causal: true, weighing: { type: 'linear' } },
      bias: { method: 'decay', law: 'ring', layer: 2, layers: 20 },
    });
    expect(normed.output).toEqual(wanted.output);
  });

  it('may have another law', () => {
    const options = { model: model('minimax'), layer: 0, q, k, v } as const;
    const softmax = { type: 'softmax' } as const;
    const { weights } = pe.attention({ ...options, weighing: softmax });
    const row = weights.data.subarray(72, 81).reduce((sum, w) => sum + w, 0);
    expect(row).toBeCloseTo(1, 5);
  });

  it('is refused where its heads are not known', () => {
    const options = {
      model: pe.model({ model_type: 'bailing_hybrid' }),
      layer: 0,
    };
    expect(thrown(() => pe.attention({ ...options, q, k }))).toMatchObject({
      ...{ param: 'layer', code: 'ERR_RANGE' },
    });
  });
});
