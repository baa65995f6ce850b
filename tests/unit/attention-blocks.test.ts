/**
 * Blocks of keys. The oracle is a mask with a byte for each head, query and key,
 * by the rules of Phi-3-small, BigBird and Reformer.
 */

import { load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();
const [heads, headDim] = [4, 8];

const made = (rows: number, seed: number) =>
  tensor(noise(rows * heads * headDim, seed), [rows, heads, headDim]);

/** Whether a query sees a key. */
type Sees = (query: number, key: number, head: number) => boolean;

/** Options, positions, and the rule that they stand for. */
type Case = readonly [
  name: string,
  options: object,
  at: { queries: readonly number[]; keys: readonly number[] },
  sees: Sees,
];

const range = (length: number, from = 0) =>
  Array.from({ length }, (_, n) => from + n);
const block = (position: number, size: number) => Math.floor(position / size);
const mod = (n: number, count: number) => ((n % count) + count) % count;

const cases: readonly Case[] = [
  [
    'each third block besides the last two',
    {
      causal: true,
      blocks: { type: 'strided', size: 2, before: 1, stride: 3 },
    },
    { queries: range(17), keys: range(17) },
    (i, j) => {
      const [a, b] = [block(i, 2), block(j, 2)];
      return j <= i && (a - b < 2 || (b + 1) % 3 === 0);
    },
  ],
  [
    'blocks that heads begin to count elsewhere',
    {
      causal: true,
      blocks: { type: 'strided', size: 3, stride: 4, headStep: 1 },
    },
    { queries: range(5, 20), keys: range(25) },
    (i, j, h) => {
      const [a, b] = [block(i, 3), block(j, 3)];
      return j <= i && (a === b || (b + h + 1) % 4 === 0);
    },
  ],
  [
    'blocks around the query, and the first and the last',
    {
      blocks: {
        type: 'window',
        size: 4,
        before: 1,
        behind: 1,
        first: 1,
        last: 1,
      },
    },
    { queries: range(30), keys: range(30) },
    (i, j) => {
      const [a, b] = [block(i, 4), block(j, 4)];
      return (
        Math.abs(a - b) <= 1 || [a, b].some((one) => one === 0 || one === 7)
      );
    },
  ],
  [
    'the block before, in a circle',
    { blocks: { type: 'window', size: 3, before: 1, circular: true } },
    { queries: range(14), keys: range(14) },
    (i, j) => [0, 1].includes(mod(block(i, 3) - block(j, 3), 5)),
  ],
  [
    'the block behind, in a circle',
    { blocks: { type: 'window', size: 3, behind: 1, circular: true } },
    { queries: range(14), keys: range(14) },
    (i, j) => [0, 1].includes(mod(block(j, 3) - block(i, 3), 5)),
  ],
  [
    'positions with fractions and signs',
    {
      blocks: { type: 'window', size: 2, before: 1 },
      ...{ queryPositions: [-3.5, -0.5, 7.25], keyPositions: range(9, -4) },
    },
    { queries: [-3.5, -0.5, 7.25], keys: range(9, -4) },
    (i, j) => [0, 1].includes(block(i, 2) - block(j, 2)),
  ],
];

describe.each(cases)('%s', (_, options, at, sees) => {
  const { queries, keys } = {
    queries: at.queries.length,
    keys: at.keys.length,
  };
  const {
    blocks: __,
    causal: ___,
    ...rest
  } = options as Record<string, unknown>;
  const [q, k, v] = [made(queries, 1), made(keys, 2), made(keys, 3)];
  const mask = range(heads).map((h) =>
    at.queries.map((i) => at.keys.map((j) => sees(i, j, h))),
  );
  const call = { q, k, v, ...options };
  const masked = { q, k, v, ...rest, mask } as object as typeof call;

  it('hides what the rule hides', () => {
    expect(pe.attention(call)).toEqual(pe.attention(masked));
    expect(pe.attention(call).scores.data).toContain(-Infinity);
  });

  it('hides it from the output alone', () => {
    const outputs = ['output'] as const;
    expect(pe.attention({ ...call, outputs })).toEqual(
      pe.attention({ ...masked, outputs }),
    );
    const rows = [1, queries - 1] as const;
    expect(pe.attention({ ...call, outputs, rows })).toEqual(
      pe.attention({ ...masked, outputs, rows }),
    );
  });

  it('hides it from gradients and pictures', () => {
    const upstream = made(queries, 4);
    expect(pe.attentionGradient({ ...call, upstream })).toEqual(
      pe.attentionGradient({ ...masked, upstream }),
    );
    const view = { height: 3, width: 5, pool: 'mean' } as const;
    expect(pe.attentionMap({ ...call, ...view })).toEqual(
      pe.attentionMap({ ...masked, ...view }),
    );
  });
});

it('goes together with all other masks', () => {
  const length = 12;
  const [q, k] = [made(length, 1), made(length, 2)];
  const documents = range(length).map((n) => (n < 5 ? 0 : 1));
  const keyMask = range(length).map((n) => n !== 6);
  const mask = range(length).map((i) =>
    range(length).map((j) => (i * j) % 7 !== 3),
  );
  const shared = { q, k, documents, keyMask };
  const blocks = {
    type: 'strided',
    size: 2,
    before: 2,
    stride: 5,
    headStep: 1,
  } as const;
  const sees = (i: number, j: number, h: number) =>
    (i >= j && block(i, 2) - block(j, 2) <= 2) ||
    block(j, 2) === block(i, 2) ||
    (block(j, 2) + h + 1) % 5 === 0;
  const all = range(heads).map((h) =>
    mask.map((row, i) => row.map((one, j) => one && sees(i, j, h))),
  );
  expect(pe.attention({ ...shared, mask, blocks })).toEqual(
    pe.attention({ ...shared, mask: all }),
  );
});

it('takes no keys, and no queries', () => {
  const blocks = { type: 'window', size: 2 } as const;
  const [none, some] = [made(0, 1), made(3, 2)];
  expect(pe.attention({ q: none, k: some, blocks }).weights.shape).toEqual([
    4, 0, 3,
  ]);
  const { output } = pe.attention({
    ...{ q: some, k: none, v: none, blocks, queryPositions: [0, 1, 2] },
  });
  expect(output.data.every((number) => number === 0)).toBe(true);
});

describe('layers of models', () => {
  const sizes = { num_attention_heads: heads, hidden_size: heads * headDim };

  it.each([
    [false, 1],
    [true, 0],
  ])('Phi-3-small, with heads alike: %s', (alike, headStep) => {
    const model = pe.model({
      ...{ model_type: 'phi3small', ...sizes, num_key_value_heads: heads },
      ...{ num_hidden_layers: 2, blocksparse_block_size: 4 },
      ...{ blocksparse_num_local_blocks: 2, blocksparse_vert_stride: 3 },
      blocksparse_homo_head_pattern: alike,
    });
    const [sparse, dense] = model.layers;
    expect(sparse?.blocks).toEqual({
      ...{ type: 'strided', size: 4, before: 1, stride: 3, headStep },
    });
    expect(dense?.blocks).toBeNull();
    const [q, k] = [made(26, 1), made(26, 2)];
    const { weights } = pe.attention({ q, k, model });
    const step = alike ? 0 : 1;
    for (let h = 0; h < heads; h++) {
      for (let i = 0; i < 26; i++) {
        for (let j = 0; j < 26; j++) {
          const [a, b] = [block(i, 4), block(j, 4)];
          const seen = j <= i && (a - b < 2 || (b + h * step + 1) % 3 === 0);
          expect((weights.data[(h * 26 + i) * 26 + j] ?? 0) > 0).toBe(seen);
        }
      }
    }
    const full = pe.attention({ q, k, model, layer: 1 }).weights.data;
    expect(full.filter((weight) => weight > 0)).toHaveLength(
      (heads * 26 * 27) / 2,
    );
  });

  it('Reformer sees its chunk and those beside it, in a circle where it can', () => {
    const config = {
      ...{ model_type: 'reformer', ...sizes, attention_head_size: headDim },
      ...{ attn_layers: ['local', 'lsh'], local_attn_chunk_length: 4 },
    };
    const [q, k] = [made(16, 1), made(16, 2)];
    for (const is_decoder of [true, false]) {
      const model = pe.model({ ...config, is_decoder });
      const { data } = pe.attention({ q, k, model }).weights;
      for (let i = 0; i < 16; i++) {
        for (let j = 0; j < 16; j++) {
          const away = mod(block(i, 4) - block(j, 4), 4);
          const seen = away < 2 && (!is_decoder || j <= i);
          expect((data[i * 16 + j] ?? 0) > 0).toBe(seen);
        }
      }
      const error = thrown(() => pe.attention({ q, k, model, layer: 1 }));
      expect(`${error}`).toMatch(
        /layer 1 is sparse, so give the option mask or blocks/,
      );
    }
  });

  it('BigBird takes the blocks that are given', () => {
    const model = pe.model({ model_type: 'big_bird', ...sizes });
    const [q, k] = [made(20, 1), made(20, 2)];
    const blocks = {
      type: 'window',
      size: 4,
      before: 1,
      behind: 1,
      first: 1,
      last: 1,
    } as const;
    const { weights } = pe.attention({ q, k, model, blocks });
    expect(weights).toEqual(pe.attention({ q, k, blocks }).weights);
  });
});

it.each<[string, object, string, string]>([
  ['no size', { type: 'window' }, 'blocks.size', 'ERR_MISSING'],
  ['a size of 0', { type: 'window', size: 0 }, 'blocks.size', 'ERR_RANGE'],
  [
    'a part of a position',
    { type: 'window', size: 1.5 },
    'blocks.size',
    'ERR_RANGE',
  ],
  ['no stride', { type: 'strided', size: 2 }, 'blocks.stride', 'ERR_MISSING'],
  [
    'a stride of 0',
    { type: 'strided', size: 2, stride: 0 },
    ...(['blocks.stride', 'ERR_RANGE'] as const),
  ],
  [
    'fewer than no blocks',
    { type: 'window', size: 2, before: -1 },
    ...(['blocks.before', 'ERR_RANGE'] as const),
  ],
  [
    'an unknown pattern',
    { type: 'random', size: 2 },
    'blocks.type',
    'ERR_CHOICE',
  ],
  [
    'an option of the other pattern',
    { type: 'window', size: 2, stride: 3 },
    ...(['blocks.stride', 'ERR_UNKNOWN_OPTION'] as const),
  ],
])('refuses blocks with %s', (_, blocks, param, code) => {
  const q = made(3, 1);
  const call = () => pe.attention({ q, k: q, blocks } as never);
  expect(thrown(call)).toMatchObject({ param, code });
});
