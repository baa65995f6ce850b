/**
 * Attention against a plain computation, and properties of softmax and mask.
 */

import { type AttentionOptions, load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { expectSame } from '../support/same.js';
import { thrown } from './thrown.js';

/** Numbers from -2 to 2. */
const spread = (length: number, seed: number) =>
  noise(length, seed).map((x) => 2 * x);

const pe = await load();

const sizes = { heads: 6, keyHeads: 2, headDim: 16, valueDim: 5 };
const { heads, keyHeads, headDim, valueDim } = sizes;
const queries = 9;
const keys = 13;
const q = spread(queries * heads * headDim, 1);
const k = spread(keys * keyHeads * headDim, 2);
const v = spread(keys * keyHeads * valueDim, 3);

/** Scores, weights and output in float64, straight from the definition. */
function plain(scale: number, visible: (i: number, j: number) => boolean) {
  const scores: number[] = [];
  const weights: number[] = [];
  const output = new Float64Array(queries * heads * valueDim);
  const group = heads / keyHeads;
  for (let h = 0; h < heads; ++h) {
    const g = Math.floor(h / group);
    for (let i = 0; i < queries; ++i) {
      const row = Array.from({ length: keys }, (_, j) => {
        if (!visible(i, j)) return -Infinity;
        let sum = 0;
        for (let c = 0; c < headDim; ++c) {
          const a = q[(i * heads + h) * headDim + c] ?? NaN;
          sum += a * (k[(j * keyHeads + g) * headDim + c] ?? NaN);
        }
        return sum * scale;
      });
      const total = row.reduce((sum, score) => sum + Math.exp(score), 0);
      scores.push(...row);
      for (const [j, score] of row.entries()) {
        const weight = total > 0 ? Math.exp(score) / total : 0;
        weights.push(weight);
        for (let c = 0; c < valueDim; ++c) {
          const at = (i * heads + h) * valueDim + c;
          const value = v[(j * keyHeads + g) * valueDim + c] ?? NaN;
          output[at] = (output[at] ?? NaN) + weight * value;
        }
      }
    }
  }
  return { scores, weights, output: Array.from(output) };
}

function expectClose(actual: Float32Array, expected: readonly number[]) {
  expect(actual.length).toBe(expected.length);
  for (const [i, value] of expected.entries()) {
    if (value === -Infinity) expect(actual[i]).toBe(-Infinity);
    else expect(Math.abs((actual[i] ?? NaN) - value)).toBeLessThan(2e-5);
  }
}

const inputs = { q, k, v, ...sizes };

describe('agrees with the definition', () => {
  it.each<[string, object, number, (i: number, j: number) => boolean]>([
    ['plain', {}, 0.25, () => true],
    ['scaled', { scale: -0.7 }, -0.7, () => true],
    ['causal', { causal: true }, 0.25, (i, j) => j <= i + 4],
    [
      'causal, from another position',
      { causal: true, queryStart: 2, keyStart: 1 },
      0.25,
      (i, j) => j + 1 <= i + 2,
    ],
    [
      'causal, at fractional positions',
      { causal: true, keyStart: 0.1 },
      0.25,
      (i, j) => j <= i + 4,
    ],
    [
      'causal, with lists of positions',
      {
        causal: true,
        keyPositions: Float64Array.from({ length: keys }, (_, j) => -j),
        queryPositions: Array.from({ length: queries }, (_, i) => -2 * i),
      },
      0.25,
      (i, j) => -j <= -2 * i,
    ],
    [
      'causal, with a list for the keys: queries are at the last of them',
      {
        causal: true,
        keyPositions: Array.from({ length: keys }, (_, j) => 10 - j),
      },
      0.25,
      (i, j) => 10 - j <= 10 - (i + 4),
    ],
  ])('%s', (_, options, scale, visible) => {
    const expected = plain(scale, visible);
    const { scores, weights, output } = pe.attention({ ...inputs, ...options });
    expect(scores.shape).toEqual([heads, queries, keys]);
    expect(weights.shape).toEqual([heads, queries, keys]);
    expect(output?.shape).toEqual([queries, heads, valueDim]);
    expectClose(scores.data, expected.scores);
    expectClose(weights.data, expected.weights);
    expectClose(output?.data ?? new Float32Array(), expected.output);
  });
});

it('without v there is no output', () => {
  const { v: _, ...rest } = inputs;
  expect('output' in pe.attention({ ...rest, valueDim: undefined })).toBe(
    false,
  );
});

it('weights are at least 0 and sum to 1', () => {
  const { weights } = pe.attention({ ...inputs, scale: 30, causal: true });
  for (let row = 0; row < heads * queries; ++row) {
    const line = weights.data.subarray(row * keys, (row + 1) * keys);
    expect(line.every((weight) => weight >= 0)).toBe(true);
    const sum = line.reduce((total, weight) => total + weight, 0);
    expect(sum).toBeCloseTo(1, 6);
  }
});

it('masked weights are zero, and so is a row with all keys masked', () => {
  const at = { causal: true, queryStart: -3, keyStart: 0 };
  const { scores, weights, output } = pe.attention({ ...inputs, ...at });
  for (let h = 0; h < heads; ++h) {
    for (let i = 0; i < queries; ++i) {
      for (let j = 0; j < keys; ++j) {
        const index = (h * queries + i) * keys + j;
        const masked = j > i - 3;
        expect(scores.data[index] === -Infinity).toBe(masked);
        if (masked) expect(weights.data[index]).toBe(0);
      }
    }
  }
  const blind = output?.data.subarray(0, 3 * heads * valueDim) ?? [];
  expect(blind.length).toBe(3 * heads * valueDim);
  expect(blind.every((value) => value === 0)).toBe(true);
});

it('scores far apart do not overflow', () => {
  const large = Float32Array.of(1e18, -1e18);
  const options = { heads: 1, headDim: 1, scale: 1 };
  const { weights } = pe.attention({ q: large, k: large, ...options });
  expect(Array.from(weights.data)).toEqual([1, 0, 0, 1]);
});

describe('with a rope', () => {
  const rotary = pe.rope({ headDim, rotaryDim: 12, layout: 'interleaved' });
  const { scores } = pe.attention({ ...inputs, rotary });

  it('equals attention of the turned q and k', () => {
    const turned = {
      ...inputs,
      q: rotary.rotate(q, { heads, start: keys - queries }),
      k: rotary.rotate(k, { heads: keyHeads }),
    };
    expect(pe.attention(turned)).toEqual(pe.attention({ ...inputs, rotary }));
  });

  it('scores stay when all positions move by the same distance', () => {
    for (const keyStart of [-50, 1000, 2 ** 20]) {
      const moved = pe.attention({ ...inputs, rotary, keyStart });
      expectClose(moved.scores.data, Array.from(scores.data));
    }
  });

  it('scores change when only queries move', () => {
    const { data } = pe.attention({ ...inputs, rotary, queryStart: 99 }).scores;
    const changed = data.filter(
      (x, i) => Math.abs(x - (scores.data[i] ?? x)) > 1e-3,
    );
    expect(changed.length).toBeGreaterThan(data.length / 2);
  });

  it('takes a scale from it that is not 1/√headDim', () => {
    const scaling = {
      type: 'yarn',
      factor: 40,
      originalMaxPosition: 4096,
      mscale: 1,
      mscaleAllDim: 1,
    } as const;
    const rotary = pe.rope({ headDim, scaling });
    const scale = rotary.softmaxScale;
    expect(scale * Math.sqrt(headDim)).toBeGreaterThan(1.5);
    const scaled = pe.attention({ q, k, ...sizes, rotary });
    const same = pe.attention({ q, k, ...sizes, rotary, scale });
    expectSame(scaled.scores.data, same.scores.data);
    // The option goes before the rope.
    const own = pe.attention({ q, k, ...sizes, rotary, scale: 1 });
    const quotients = own.scores.data.map(
      (x, i) => (scaled.scores.data[i] ?? 0) / x,
    );
    for (const quotient of quotients) expect(quotient).toBeCloseTo(scale, 5);
  });

  it('takes the width and the scale of the rope', () => {
    const { headDim: _, ...rest } = inputs;
    expect(pe.attention({ ...rest, rotary }).scores).toEqual(scores);
    const { softmaxScale } = rotary;
    const same = pe.attention({ ...inputs, rotary, scale: softmaxScale });
    expect(same.scores).toEqual(scores);
  });

  it('does not change q and k', () => {
    expect(q).toEqual(spread(queries * heads * headDim, 1));
    expect(k).toEqual(spread(keys * keyHeads * headDim, 2));
  });
});

it('without positions, reordered keys give reordered weights', () => {
  const order = [4, 2, 0, 12, 1, 3, 11, 5, 10, 6, 9, 7, 8];
  const width = keyHeads * headDim;
  const shuffled = Float32Array.from({ length: k.length }, (_, i) => {
    const row = order[Math.floor(i / width)] ?? 0;
    return k[row * width + (i % width)] ?? NaN;
  });
  const before = pe.attention(inputs).scores.data;
  const after = pe.attention({ ...inputs, k: shuffled }).scores.data;
  for (const [i, value] of after.entries()) {
    const row = Math.floor(i / keys) * keys;
    expect(value).toBe(before[row + (order[i % keys] ?? 0)]);
  }
});

it('takes sizes from the shapes of tensors', () => {
  const tensors = {
    q: tensor(q, [queries, heads, headDim]),
    k: tensor(k, [keys, keyHeads, headDim]),
    v: tensor(v, [keys, keyHeads, valueDim]),
  };
  expect(pe.attention(tensors)).toEqual(pe.attention(inputs));
});

it('many queries give the same rows as a few', () => {
  // More scores than fit into the scratch at once.
  const many = spread(2100 * 8, 7);
  const whole = pe.attention({ q: many, k: many, heads: 1, headDim: 8 });
  const part = pe.attention({
    q: many.subarray(2000 * 8),
    k: many,
    heads: 1,
    headDim: 8,
  });
  expect(whole.weights.data.subarray(2000 * 2100)).toEqual(part.weights.data);
});

describe('arguments that do not fit', () => {
  const rotary = pe.rope({ headDim: 8 });
  it.each<
    [string, Partial<Record<keyof AttentionOptions, unknown>>, string, string]
  >([
    ['no q', { q: undefined }, 'ERR_MISSING', 'q'],
    ['no heads', { heads: undefined }, 'ERR_MISSING', 'heads'],
    ['no width', { headDim: undefined }, 'ERR_MISSING', 'headDim'],
    ['q too long', { q: new Float32Array(97) }, 'ERR_SHAPE', 'q.length'],
    ['k too long', { k: new Float32Array(33) }, 'ERR_SHAPE', 'k.length'],
    ['v too long', { v: new Float32Array(131) }, 'ERR_SHAPE', 'v.length'],
    ['v too short', { v: v.subarray(10) }, 'ERR_SHAPE', 'v.length'],
    [
      'no values',
      { v: new Float32Array(0), valueDim: undefined },
      'ERR_SHAPE',
      'v.length',
    ],
    ['heads undivided', { keyHeads: 4 }, 'ERR_SHAPE', 'keyHeads'],
    ['another rope', { rotary }, 'ERR_SHAPE', 'headDim'],
    ['q of float64', { q: new Float64Array(96) }, 'ERR_TYPE', 'q'],
    ['NaN as scale', { scale: NaN }, 'ERR_RANGE', 'scale'],
    [
      'queryStart and queryPositions',
      { queryStart: 1, queryPositions: [] },
      'ERR_CONFLICT',
      'queryStart',
    ],
    [
      'keyStart and keyPositions',
      { keyStart: 1, keyPositions: [] },
      'ERR_CONFLICT',
      'keyStart',
    ],
    [
      'few positions',
      { keyPositions: [1] },
      'ERR_SHAPE',
      'keyPositions.length',
    ],
    [
      'no position',
      { queryPositions: [NaN] },
      'ERR_RANGE',
      'queryPositions[0]',
    ],
    ['far keys', { keyStart: 2 ** 53 }, 'ERR_RANGE', 'keyStart'],
  ])('%s', (_, options, code, param) => {
    const run = () => pe.attention({ ...inputs, ...options } as never);
    expect(thrown(run)).toMatchObject({ code, param });
  });

  it('more queries than listed keys require queryPositions or queryStart', () => {
    const keyPositions = Array.from({ length: 2 }, (_, j) => j);
    const short = k.subarray(0, 2 * keyHeads * headDim);
    const run = () =>
      pe.attention({ ...inputs, v: undefined, k: short, keyPositions });
    expect(thrown(run)).toMatchObject({
      code: 'ERR_MISSING',
      param: 'queryPositions',
    });
  });
});

it('no queries give no rows', () => {
  const { scores, output } = pe.attention({ ...inputs, q: q.subarray(0, 0) });
  expect(scores.shape).toEqual([heads, 0, keys]);
  expect(output?.shape).toEqual([0, heads, valueDim]);
});
