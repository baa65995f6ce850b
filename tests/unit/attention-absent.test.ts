/**
 * A masked key is absent: whatever it holds, all results and gradients have the
 * bits that they have with zeros in its place, by maps and without them.
 */

import { type AttentionOptions, load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';

const pe = await load();
const [queries, keys, heads, keyHeads, headDim, valueDim] = [
  ...[41, 150, 4, 2, 8, 9],
] as [number, number, number, number, number, number];
const q = noise(queries * heads * headDim, 1);
const k = noise(keys * keyHeads * headDim, 2);
const v = noise(keys * keyHeads * valueDim, 3);
const upstream = noise(queries * heads * valueDim, 4);
const weightsUpstream = noise(heads * queries * keys, 5);
const sizes = { heads, keyHeads, headDim };
const ODD = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** Rows of some keys with other numbers. */
function held(
  x: Float32Array,
  width: number,
  of: readonly number[],
  numbers: readonly number[],
) {
  const copy = x.slice();
  for (const key of of) {
    for (let c = 0; c < width; ++c) {
      copy[key * width + c] = numbers[(key + c) % numbers.length] as number;
    }
  }
  return copy;
}

/** All numbers of a result, by their paths. */
function numbersOf(result: unknown, path = ''): [string, ArrayLike<number>][] {
  if (ArrayBuffer.isView(result)) return [[path, result as Float32Array]];
  if (typeof result !== 'object' || result === null) return [];
  return Object.entries(result).flatMap(([name, inner]) =>
    numbersOf(inner, `${path}.${name}`),
  );
}

/** Every way in which attention is computed. */
function everyWay(options: AttentionOptions): [string, ArrayLike<number>][] {
  const { terms: _, ...maps } = pe.attention({ ...options });
  return [
    ...numbersOf(maps, 'maps'),
    ...numbersOf(pe.attention({ ...options, outputs: ['output'] }), 'alone'),
    ...numbersOf(pe.attentionGradient({ ...options, upstream }), 'streamed'),
    ...numbersOf(
      pe.attentionGradient({ ...options, upstream, weightsUpstream }),
      'by maps',
    ),
  ];
}

/** Compares all numbers bit for bit, and expects them to be finite. */
function expectSame(options: AttentionOptions, clean: AttentionOptions): void {
  const wanted = new Map(everyWay(clean));
  for (const [path, got] of everyWay(options)) {
    const want = wanted.get(path) as ArrayLike<number>;
    expect(got.length, path).toBe(want.length);
    for (let n = 0; n < got.length; ++n) {
      if (Object.is(got[n], want[n])) continue;
      expect.fail(`${path}[${n}]: ${got[n]} for ${want[n]}`);
    }
    if (path.endsWith('scores.data')) continue;
    expect(Array.from(got).every(Number.isFinite), path).toBe(true);
  }
}

/** Keys that padding hides, among them whole blocks of the core. */
const PADDED = [
  0,
  5,
  6,
  7,
  70,
  ...Array.from({ length: 30 }, (_, n) => 120 + n),
];
const keyMask = Array.from({ length: keys }, (_, j) => !PADDED.includes(j));
const of = (x: Float32Array, width: number, numbers: readonly number[]) =>
  held(x, keyHeads * width, PADDED, numbers);
const rope = { method: 'rope', headDim } as const;
const table = noise(5 * headDim, 6);

it('a value that is not finite, of a masked key', () => {
  const options = {
    ...{ q: [1, 0], k: [1, 0, -1, 0], v: [1, 2, Infinity, NaN] },
    ...{ heads: 1, headDim: 2, keyMask: [1, 0] },
  };
  const given = {
    ...options,
    q: Float32Array.from(options.q),
    k: Float32Array.from(options.k),
    v: Float32Array.from(options.v),
  };
  expect([...(pe.attention(given).output?.data ?? [])]).toEqual([1, 2]);
  const alone = pe.attention({ ...given, outputs: ['output'] });
  expect([...alone.output.data]).toEqual([1, 2]);
});

describe('what padded keys and values hold does not matter', () => {
  it.each<[string, Partial<AttentionOptions>]>([
    ['alone', {}],
    ['causal', { causal: true }],
    ['with sinks and a cap', { sinks: noise(heads, 7), softcap: 2 }],
    ['beside a rope, whose frequencies have a gradient', { rotary: rope }],
    ['alibi', { bias: { method: 'alibi' }, rotary: rope }],
    ['kerple, as a factor', { bias: { method: 'kerple', form: 'factor' } }],
    ['cope', { relative: { method: 'cope', table }, rotary: rope }],
    [
      'cope of all keys',
      { relative: { method: 'cope', table, causal: false }, rotary: rope },
    ],
    [
      'deberta',
      {
        relative: {
          method: 'deberta',
          ...{ p2c: true, c2p: true, maxRelativePositions: 8 },
          table: tensor(noise(16 * 3, 8), [16, 3]),
          keyWeight: noise(heads * headDim * 3, 9),
          queryWeight: noise(heads * headDim * 3, 10),
        },
      },
    ],
    [
      'transformerXL',
      {
        relative: {
          method: 'transformerXL',
          positionWeight: tensor(noise(heads * headDim * 6, 11), [
            heads * headDim,
            6,
          ]),
          contentBias: noise(heads * headDim, 12),
          positionBias: noise(heads * headDim, 13),
        },
      } as Partial<AttentionOptions>,
    ],
    [
      'relativeKey of keys',
      {
        relative: {
          ...{ method: 'relativeKey', form: 'keyQuery', maxPosition: 300 },
          table: noise(599 * headDim, 14),
        },
      },
    ],
  ])('%s', (_, options) => {
    const given = (numbers: readonly number[]): AttentionOptions => ({
      ...{ ...sizes, ...options, q, keyMask },
      k: of(k, headDim, numbers),
      v: of(v, valueDim, numbers),
    });
    expectSame(given(ODD), given([0]));
  });
});

it('nor what maps of biases and gates hold, and keys of gates', () => {
  const map = (numbers: readonly number[]) => {
    const data = noise(heads * queries * keys, 15);
    for (let n = 0; n < data.length; ++n) {
      if (!keyMask[n % keys]) data[n] = numbers[n % numbers.length] as number;
    }
    return tensor(data, [heads, queries, keys]);
  };
  const given = (numbers: readonly number[]): AttentionOptions => ({
    ...{ ...sizes, q, k, v, keyMask },
    ...{ bias: [map(numbers), { method: 'alibi' }], gate: map(numbers) },
    relative: {
      ...{ method: 'cope', table, causal: false },
      gateKeys: of(k, headDim, numbers),
    },
  });
  expectSame(given(ODD), given([0]));
});

it('nor what embeddings of masked keys hold', () => {
  const dim = 6;
  const context = noise(keys * dim, 16);
  const given = (numbers: readonly number[]): AttentionOptions => ({
    ...{ ...sizes, keyMask },
    x: tensor(noise(queries * dim, 17), [queries, dim]),
    context: tensor(held(context, dim, PADDED, numbers), [keys, dim]),
    queryWeight: noise(heads * headDim * dim, 18),
    keyWeight: noise(keyHeads * headDim * dim, 19),
    valueWeight: noise(keyHeads * valueDim * dim, 20),
    outputWeight: noise(heads * valueDim * heads * valueDim, 21),
  });
  expectSame(given(ODD), given([0]));
});

it('a bias of -Infinity hides a key as a mask does', () => {
  const mask = new Float32Array(queries * keys);
  for (let n = 0; n < mask.length; ++n) {
    if (!keyMask[n % keys]) mask[n] = Number.NEGATIVE_INFINITY;
  }
  const bias = tensor(mask, [1, queries, keys]);
  const given = (numbers: readonly number[]): AttentionOptions => ({
    ...{ ...sizes, q, bias },
    k: of(k, headDim, numbers),
    v: of(v, valueDim, numbers),
  });
  expectSame(given(ODD), given([0]));
});

describe('keys that some queries see', () => {
  /** Queries before `from` do not see the key. */
  const [key, from] = [130, 130 - (keys - queries)];
  const causal = { ...sizes, q, k, v, causal: true };
  const odd = {
    ...causal,
    v: held(v, keyHeads * valueDim, [key], [Number.NaN]),
  };
  const width = heads * valueDim;

  it('leave the outputs of all others', () => {
    const want = pe.attention({ ...causal, outputs: ['output'] }).output.data;
    for (const outputs of [['output'], ['output', 'weights']] as const) {
      const got = pe.attention({ ...odd, outputs }).output.data;
      const exact = outputs.length === 1;
      for (let n = 0; n < got.length; ++n) {
        const seen = n >= from * width;
        const fits = seen
          ? Number.isNaN(got[n])
          : Math.abs((got[n] as number) - (want[n] as number)) <=
            (exact ? 0 : 1e-5);
        if (!fits) expect.fail(`${outputs}[${n}]: ${got[n]} for ${want[n]}`);
      }
    }
  });

  it('leave the gradients of their queries', () => {
    const row = heads * headDim;
    const nan = { ...odd, k: held(k, keyHeads * headDim, [key], [Number.NaN]) };
    for (const more of [{}, { weightsUpstream }]) {
      const want = pe.attentionGradient({ ...causal, upstream, ...more }).q;
      const got = pe.attentionGradient({ ...nan, upstream, ...more }).q;
      expect(got?.data.subarray(0, from * row)).toEqual(
        want?.data.subarray(0, from * row),
      );
      expect(got?.data.subarray(from * row).every(Number.isNaN)).toBe(true);
    }
  });
});

it('a query that sees no key has zeros, whatever it holds', () => {
  const mask = Array.from({ length: queries }, (_, i) =>
    Array.from({ length: keys }, () => (i === 3 ? 0 : 1)),
  );
  const given = (numbers: readonly number[]): AttentionOptions => ({
    ...{ ...sizes, k, v, mask, rotary: rope },
    q: held(q, heads * headDim, [3], numbers),
  });
  expectSame(given(ODD), given([0]));
  const { output } = pe.attention({ ...given(ODD), outputs: ['output'] });
  const width = heads * valueDim;
  const row = output.data.subarray(3 * width, 4 * width);
  expect(row).toEqual(new Float32Array(width));
});
