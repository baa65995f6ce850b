/**
 * Chunks: a query sees the keys of its own chunk. The oracle is a mask that is
 * written out pair by pair.
 */

import { type AttentionOptions, load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();
const [queries, keys, heads, headDim] = [9, 14, 2, 4];
const inputs = {
  q: noise(queries * heads * headDim, 1),
  k: noise(keys * heads * headDim, 2),
  v: noise(keys * heads * headDim, 3),
  ...{ heads, headDim },
};

const ints = (length: number, of: (n: number) => number) =>
  Array.from({ length }, (_, n) => of(n));

/** Options, and the chunks and documents of queries and keys as they mean them. */
const cases: [
  string,
  Partial<AttentionOptions>,
  { query(i: number): number; key(j: number): number; chunk: number },
][] = [
  [
    'counted positions',
    { chunk: 4 },
    { query: (i) => i + keys - queries, key: (j) => j, chunk: 4 },
  ],
  [
    'lists of positions, also before 0 and between integers',
    {
      chunk: 3,
      queryPositions: ints(queries, (i) => 1.5 * i - 4),
      keyPositions: ints(keys, (j) => j - 5),
    },
    { query: (i) => 1.5 * i - 4, key: (j) => j - 5, chunk: 3 },
  ],
  [
    'chunks beside a causal mask and a window',
    { chunk: 5, causal: true, window: [2, 0] },
    { query: (i) => i + keys - queries, key: (j) => j, chunk: 5 },
  ],
];

describe.each(cases)('%s', (_, options, { query, key, chunk }) => {
  const { chunk: ___, ...rest } = options;
  const sees = (i: number, j: number) =>
    Math.floor(query(i) / chunk) === Math.floor(key(j) / chunk);
  const mask = {
    data: Uint8Array.from(
      ints(queries * keys, (n) => n),
      (n) => Number(sees(Math.floor(n / keys), n % keys)),
    ),
    shape: [queries, keys],
  };

  it('is the same mask written out', () => {
    const call = { ...inputs, ...options };
    const written = { ...inputs, ...rest, mask } as typeof call;
    expect(pe.attention(call)).toEqual(pe.attention(written));
    const outputs = ['output'] as const;
    expect(pe.attention({ ...call, outputs })).toEqual(
      pe.attention({ ...written, outputs }),
    );
    expect(pe.attentionMap(call)).toEqual(pe.attentionMap(written));
    const upstream = noise(queries * heads * headDim, 4);
    expect(pe.attentionGradient({ ...call, upstream })).toEqual(
      pe.attentionGradient({ ...written, upstream }),
    );
  });
});

it('cuts documents, each item of a batch by its own', () => {
  const batch = 2;
  const twice = (x: Float32Array) => Float32Array.of(...x, ...x);
  const [q, k] = [inputs.k, inputs.k].map(twice);
  const of = ints(batch * keys, (n) =>
    n < keys ? Number(n > 5) : Number(n - keys > 8),
  );
  const documents = { data: Int32Array.from(of), shape: [batch, keys] };
  const call = { q, k, batch, heads, headDim } as never as AttentionOptions;
  const found = pe.attention({ ...call, documents, chunk: 4 } as never);
  const mask = {
    data: Uint8Array.from({ length: batch * keys * keys }, (_, n) => {
      const [item, i, j] = [
        Math.floor(n / keys ** 2),
        Math.floor(n / keys) % keys,
        n % keys,
      ];
      const whole = of[item * keys + i] === of[item * keys + j];
      return Number(whole && Math.floor(i / 4) === Math.floor(j / 4));
    }),
    shape: [batch, keys, keys],
  };
  expect(found).toEqual(pe.attention({ ...call, mask } as never));
});

it.each([0, -1, 1.5, '4', Number.NaN])('refuses a chunk of %s', (chunk) => {
  const refused = () => pe.attention({ ...inputs, chunk } as never);
  expect(thrown(refused)).toMatchObject({ param: 'chunk' });
});
