/** Positions of packed sequences, chunks and trees, and masks of trees. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

/** The ids as a plain list. */
const idsOf = (sequences: object) =>
  Array.from(pe.positionIds({ sequences } as never));

describe('masks', () => {
  it('count from 0 as cumsum(mask) - 1 does, on either side', () => {
    const mask = [0, 0, 1, 1, 1, /**/ 1, 1, 0, 0, 0];
    for (const padding of [0, 1]) {
      const options = { mask, length: 5, first: 0, paddingIndex: padding };
      // What transformers does: the sum of the mask so far, less 1; then padding.
      let sum = 0;
      const wanted = mask.map((one, i) => {
        sum = (i % 5 === 0 ? 0 : sum) + one;
        return one === 0 ? padding : sum - 1;
      });
      expect(Array.from(pe.positionIds(options))).toEqual(wanted);
    }
  });

  it('go on behind a cache', () => {
    const ids = pe.positionIds({ mask: [1, 1], first: 0, past: 7 });
    expect(Array.from(ids)).toEqual([7, 8]);
  });
});

describe('segments', () => {
  const tokens = [5, 9, 2, 9, 9, 7, 7, 9, 4, 13, 1];
  const separators = [9, 13];

  it.each([undefined, 0, 2])(
    'are counted on two levels, at most %s',
    (largest) => {
      for (const lengths of [undefined, [11], [4, 0, 7]]) {
        const starts = new Set([0]);
        for (const [i] of (lengths ?? []).entries()) {
          starts.add(
            (lengths ?? []).slice(0, i + 1).reduce((a, b) => a + b, 0),
          );
        }
        // By looking back from each token.
        const sequenceOf = (at: number) =>
          Math.max(...[...starts].filter((start) => start <= at));
        const earlier = (at: number) => tokens.slice(sequenceOf(at), at);
        const inter = tokens.map(
          (_, at) => earlier(at).filter((id) => separators.includes(id)).length,
        );
        const intra = tokens.map((_, at) => {
          const back = earlier(at).reverse();
          const end = back.findIndex((id) => separators.includes(id));
          const within = end < 0 ? back.length : end;
          return Math.min(within, largest ?? Infinity);
        });
        const of = { type: 'segments', tokens, separators, lengths };
        expect(idsOf({ ...of, level: 'inter' })).toEqual(inter);
        expect(idsOf({ ...of, level: 'intra', largest })).toEqual(intra);
      }
    },
  );
});

describe('packed sequences', () => {
  it('begin again at 0', () => {
    const wanted = [0, 1, 2, 0, 1];
    expect(idsOf({ type: 'packed', lengths: [3, 0, 2] })).toEqual(wanted);
    const boundaries = Int32Array.of(0, 3, 3, 5);
    expect(idsOf({ type: 'packed', boundaries })).toEqual(wanted);
  });

  it('go on behind chunks, caches and prefixes', () => {
    const packed = { type: 'packed', lengths: [1, 3, 1], starts: [9, 0, 4] };
    expect(idsOf(packed)).toEqual([9, 0, 1, 2, 4]);
  });

  it('have the positions of all tokens when they come in chunks', () => {
    const whole = idsOf({ type: 'packed', lengths: [10] });
    const chunks = [0, 4, 8].flatMap((start) =>
      idsOf({
        ...{ type: 'packed', lengths: [Math.min(4, 10 - start)] },
        starts: [start],
      }),
    );
    expect(chunks).toEqual(whole);
  });

  it('begin again after each chunk', () => {
    const chunked = { type: 'chunked', lengths: [5, 3], chunkSize: 3 };
    expect(idsOf(chunked)).toEqual([0, 1, 2, 0, 1, 0, 1, 2]);
    expect(idsOf({ ...chunked, starts: [2, 0] })).toEqual([
      ...[2, 0, 1, 2, 0],
      ...[0, 1, 2],
    ]);
  });
});

describe('trees of drafts', () => {
  const parents = [-1, 0, 0, 1, 1, 2, -1, 6];

  it('have positions by their depth', () => {
    const tree = { type: 'tree', parents, past: 5 };
    expect(idsOf(tree)).toEqual([5, 6, 6, 7, 7, 7, 5, 6]);
    // A draft without branches counts on.
    expect(idsOf({ type: 'tree', parents: [-1, 0, 1], past: 2 })).toEqual([
      ...[2, 3, 4],
    ]);
  });

  it('see their branch and the cache', () => {
    const past = 3;
    const { data, shape, dtype } = pe.treeMask({ parents, past });
    expect({ shape, dtype }).toEqual({ shape: [8, 11], dtype: 'int32' });
    const wanted = parents.flatMap((_, i) => {
      const branch = new Set<number>();
      for (let node = i; node >= 0; node = parents[node] as number) {
        branch.add(node);
      }
      return [1, 1, 1, ...parents.map((_, j) => (branch.has(j) ? 1 : 0))];
    });
    expect(Array.from(data)).toEqual(wanted);
  });

  it('give each token what it has in a draft of its branch alone', () => {
    const rope = { method: 'rope', headDim: 4 } as const;
    const row = (seed: number) =>
      Array.from({ length: 4 }, (_, c) => Math.sin(5 * seed + c));
    const attend = (tokens: readonly number[], tree: readonly number[]) => {
      const x = Float32Array.from(tokens.flatMap(row));
      const positions = pe.positionIds({
        sequences: { type: 'tree', parents: [...tree] },
      });
      const mask = pe.treeMask({ parents: [...tree] });
      const at = { queryPositions: positions, keyPositions: positions };
      const { output } = pe.attention({
        ...{ q: x, k: x, v: x, heads: 1, headDim: 4, rotary: rope },
        ...{ ...at, mask },
      } as never) as { output: { data: Float32Array } };
      return output.data;
    };
    const whole = attend([0, 1, 2, 3], [-1, 0, 0, 2]);
    const branch = attend([0, 2, 3], [-1, 0, 1]);
    const last = Array.from(whole.slice(12));
    const wanted = Array.from(branch.slice(8));
    last.forEach((value, c) => {
      expect(value).toBeCloseTo(wanted[c] as number, 6);
    });
  });
});

const segments = {
  ...{ type: 'segments', tokens: [1, 2], separators: [2] },
  level: 'intra',
};
const packed = { type: 'packed', lengths: [2, 3] };

it.each([
  [{ sequences: packed, tokens: [1] }, 'ERR_CONFLICT', 'tokens'],
  [{ sequences: packed, length: 1 }, 'ERR_CONFLICT', 'length'],
  [{ sequences: packed, first: 0 }, 'ERR_CONFLICT', 'first'],
  [{ sequences: packed, past: 1 }, 'ERR_CONFLICT', 'past'],
  [{ sequenceStart: [1], length: 2, first: 0 }, 'ERR_CONFLICT', 'first'],
  [{ sequences: {} }, 'ERR_MISSING', 'sequences.type'],
  [{ sequences: { type: 'packed' } }, 'ERR_MISSING', 'sequences.lengths'],
  [
    { sequences: { ...packed, boundaries: [0, 2] } },
    'ERR_CONFLICT',
    'sequences.boundaries',
  ],
  [
    { sequences: { ...packed, starts: [1] } },
    'ERR_SHAPE',
    'sequences.starts.length',
  ],
  [
    { sequences: { type: 'packed', boundaries: [1, 2] } },
    'ERR_RANGE',
    'sequences.boundaries[0]',
  ],
  [
    { sequences: { type: 'packed', boundaries: [0, 4, 3] } },
    'ERR_RANGE',
    'sequences.boundaries[2]',
  ],
  [
    { sequences: { ...packed, starts: [0, 2 ** 31 - 1] } },
    'ERR_RANGE',
    'sequences',
  ],
  [
    { sequences: { ...packed, type: 'chunked' } },
    'ERR_MISSING',
    'sequences.chunkSize',
  ],
  [
    { sequences: { ...segments, lengths: [1, 2] } },
    'ERR_SHAPE',
    'sequences.lengths',
  ],
  [
    { sequences: { ...segments, level: 'inter', largest: 3 } },
    'ERR_CONFLICT',
    'sequences.largest',
  ],
  [
    { sequences: { ...segments, level: 'both' } },
    'ERR_CHOICE',
    'sequences.level',
  ],
  [
    { sequences: { ...segments, separators: undefined } },
    'ERR_MISSING',
    'sequences.separators',
  ],
  [
    { sequences: { type: 'tree', parents: [-1, 1] } },
    'ERR_RANGE',
    'sequences.parents[1]',
  ],
  [
    { sequences: { type: 'tree', parents: [-2] } },
    'ERR_RANGE',
    'sequences.parents[0]',
  ],
])('%j is refused', (options, code, param) => {
  const run = () => pe.positionIds(options as never);
  expect(thrown(run)).toMatchObject({ code, param });
});

it('a tree that is none has no mask', () => {
  const run = () => pe.treeMask({ parents: [-1, 2] });
  expect(thrown(run)).toMatchObject({
    code: 'ERR_RANGE',
    param: 'parents[1]',
    message: expect.stringContaining('less than 1, the index'),
  });
});
