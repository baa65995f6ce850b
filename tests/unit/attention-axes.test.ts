/**
 * Ropes with several axes inside attention, and ropes that turn by the opposite
 * angles. The oracle turns queries and keys by `rope.rotate` before the call.
 */

import { load, type Tensor, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();

const made = (shape: readonly number[], seed: number) =>
  tensor(
    noise(
      shape.reduce((count, length) => count * length, 1),
      seed,
    ),
    shape,
  );

const [heads, headDim] = [2, 16];
const axial = pe.rope({ headDim, axes: { type: 'axial', count: 2 } });
const video = pe.rope({
  ...{ headDim, theta: 300 },
  axes: { type: 'axial', widths: [4, 8, 4] },
});
const text = pe.rope({
  headDim,
  axes: { type: 'sections', sections: [2, 3, 3] },
});
const plain = pe.rope({ headDim, theta: 70 });

/** The options of a rope in a call, and those of `rotate` that say the same. */
type Case = readonly [
  name: string,
  rope: typeof axial,
  sizes: { queries: number; keys: number; batch?: number },
  options: object,
  rotate: { keys: object; queries?: object },
];

const three = [
  [0, 1, 1, 1, 2, 9, 10],
  [0, 1, 1, 2, 2, 9, 10],
  [0, 1, 2, 1, 2, 9, 10],
];
const perItem = tensor(
  Float64Array.from({ length: 3 * 2 * 5 }, (_, n) => (n * 7) % 11),
  [3, 2, 5],
);

const cases: readonly Case[] = [
  [
    'the cells of a grid',
    axial,
    { queries: 12, keys: 12 },
    { grid: [3, 4] },
    { keys: { grid: [3, 4] } },
  ],
  [
    'cells behind class tokens',
    axial,
    { queries: 14, keys: 14 },
    { grid: [3, 4] },
    { keys: { grid: [3, 4], prefix: 2 } },
  ],
  [
    'a grid that repeats',
    axial,
    { queries: 12, keys: 12 },
    { grid: [2, 2, 3] },
    { keys: { grid: [2, 2, 3] } },
  ],
  [
    'frames, heights and widths',
    video,
    { queries: 12, keys: 12 },
    { grid: [2, 2, 3] },
    { keys: { grid: [2, 2, 3] } },
  ],
  [
    'positions on three axes',
    text,
    { queries: 7, keys: 7 },
    { keyAxisPositions: three },
    { keys: { positions: three } },
  ],
  [
    'positions of each item of a batch',
    text,
    { queries: 5, keys: 5, batch: 2 },
    { keyAxisPositions: perItem },
    { keys: { positions: perItem } },
  ],
  [
    'queries elsewhere',
    text,
    { queries: 2, keys: 7 },
    {
      keyAxisPositions: three,
      queryAxisPositions: [
        [3, 4],
        [0.5, 1],
        [2, 7],
      ],
    },
    {
      keys: { positions: three },
      queries: {
        positions: [
          [3, 4],
          [0.5, 1],
          [2, 7],
        ],
      },
    },
  ],
  [
    'the last queries of a sequence',
    text,
    { queries: 2, keys: 7 },
    { keyAxisPositions: three },
    {
      keys: { positions: three },
      queries: { positions: three.map((list) => list.slice(5)) },
    },
  ],
  [
    'opposite angles',
    plain,
    { queries: 6, keys: 6 },
    { rotaryInverse: true },
    { keys: { inverse: true } },
  ],
  [
    'opposite angles of a grid',
    axial,
    { queries: 6, keys: 6 },
    { rotaryInverse: true, grid: [2, 3] },
    { keys: { grid: [2, 3], inverse: true } },
  ],
];

describe.each(cases)(
  '%s',
  (_, rope, { queries, keys, batch }, options, rotate) => {
    const items = batch === undefined ? [] : [batch];
    const q = made([...items, queries, heads, headDim], 1);
    const k = made([...items, keys, heads, headDim], 2);
    const v = made([...items, keys, heads, headDim], 3);
    const ofQueries = rotate.queries ?? rotate.keys;
    const turned = {
      q: rope.rotate(q, ofQueries),
      k: rope.rotate(k, rotate.keys),
      ...{ v, scale: rope.softmaxScale },
    };

    it('is what rotate makes of queries and keys', () => {
      const found = pe.attention({ q, k, v, rotary: rope, ...options });
      expect(found).toEqual(pe.attention(turned));
      expect(found).not.toEqual(
        pe.attention({ q, k, v, scale: rope.softmaxScale }),
      );
      const only = { outputs: ['output'] } as const;
      expect(
        pe.attention({ q, k, v, rotary: rope, ...options, ...only }),
      ).toEqual(pe.attention({ ...turned, ...only }));
    });

    it('takes gradients back by the opposite rotation', () => {
      const upstream = made([...items, queries, heads, headDim], 4);
      const found = pe.attentionGradient({
        q,
        k,
        v,
        upstream,
        rotary: rope,
        ...options,
      });
      const wanted = pe.attentionGradient({ ...turned, upstream });
      const back = (gradient: Tensor<'float32'> | undefined, of: object) =>
        rope.rotate(gradient as Tensor<'float32'>, {
          ...of,
          inverse: !('inverse' in of),
        });
      expect(found.q).toEqual(back(wanted.q, ofQueries));
      expect(found.k).toEqual(back(wanted.k, rotate.keys));
      expect(found.v).toEqual(wanted.v);
    });

    it('is in pictures', () => {
      const picture = pe.attentionMap({ q, k, rotary: rope, ...options });
      expect(picture).toEqual(pe.attention(turned).scores);
    });
  },
);

it('turns embeddings by the cells of a grid', () => {
  const x = made([6, heads * headDim], 1);
  const weight = made([heads * headDim, heads * headDim], 2);
  const found = pe.attention({
    ...{ x, queryWeight: weight, heads, headDim, rotary: axial },
    ...{ rotaryOf: 'embeddings', grid: [2, 3] },
  });
  const turned = axial.rotate(x, { heads, grid: [2, 3] });
  const wanted = pe.attention({
    ...{ x: tensor(turned.data, [6, heads * headDim]), queryWeight: weight },
    ...{ heads, headDim, scale: axial.softmaxScale },
  });
  expect(found.scores).toEqual(wanted.scores);
});

it('a rope that turns by opposite angles has the gradient of its frequencies', () => {
  // The angle of position -p at a frequency is the opposite of that of p.
  const given = {
    ...{ q: made([5, heads, headDim], 1), k: made([5, heads, headDim], 2) },
    ...{ v: made([5, heads, headDim], 3), rotary: plain },
    upstream: made([5, heads, headDim], 4),
  };
  const mirrored = [0, -1, -2, -3, -4];
  const found = pe.attentionGradient({ ...given, rotaryInverse: true });
  const wanted = pe.attentionGradient({
    ...given,
    ...{ queryPositions: mirrored, keyPositions: mirrored },
  });
  const [one, other] = [found.frequencies?.data, wanted.frequencies?.data];
  expect(one?.some((number) => Math.abs(number) > 1e-3)).toBe(true);
  for (const [n, number] of (other ?? []).entries()) {
    expect(Math.abs((one?.[n] ?? Number.NaN) - number)).toBeLessThan(1e-6);
  }
});

it.each<[string, object, string, string]>([
  ['a grid without a rope', { grid: [2, 3] }, 'grid', 'ERR_CONFLICT'],
  [
    'a grid and a rope of one axis',
    { rotary: plain, grid: [2, 3] },
    ...(['grid', 'ERR_CONFLICT'] as const),
  ],
  [
    'positions on axes and a rope of one axis',
    { rotary: plain, keyAxisPositions: [[1], [2]] },
    ...(['keyAxisPositions', 'ERR_CONFLICT'] as const),
  ],
  [
    'a grid and positions on axes',
    { rotary: axial, grid: [2, 3], keyAxisPositions: [[0], [0]] },
    ...(['keyAxisPositions', 'ERR_CONFLICT'] as const),
  ],
  [
    'more cells than keys',
    { rotary: axial, grid: [3, 3] },
    ...(['grid', 'ERR_SHAPE'] as const),
  ],
  [
    'a grid of one axis',
    { rotary: axial, grid: [6] },
    'grid.length',
    'ERR_SHAPE',
  ],
  [
    'a grid with fewer axes than the rope',
    { rotary: video, grid: [2, 3] },
    ...(['grid.length', 'ERR_SHAPE'] as const),
  ],
  [
    'lists for fewer axes',
    { rotary: text, keyAxisPositions: three.slice(1) },
    ...(['keyAxisPositions.length', 'ERR_SHAPE'] as const),
  ],
  [
    'positions for other keys',
    { rotary: text, keyAxisPositions: three },
    ...(['keyAxisPositions.length', 'ERR_SHAPE'] as const),
  ],
  [
    'positions that are no numbers',
    {
      rotary: axial,
      keyAxisPositions: [
        [0, 1, 2, 3, 4, 'a'],
        [0, 1, 2, 3, 4, 5],
      ],
    },
    ...(['keyAxisPositions[0][5]', 'ERR_TYPE'] as const),
  ],
  [
    'positions of queries alone',
    { rotary: axial, queryAxisPositions: [[0], [0]] },
    ...(['keyAxisPositions', 'ERR_MISSING'] as const),
  ],
  [
    'a switch that is a word',
    { rotaryInverse: 'yes' },
    'rotaryInverse',
    'ERR_TYPE',
  ],
])('refuses %s', (_, options, param, code) => {
  const q = made([6, heads, headDim], 1);
  const call = () => pe.attention({ q, k: q, ...options } as never);
  expect(thrown(call)).toMatchObject({ param, code });
  expect(pe.attention({ q, k: q }).weights.shape).toEqual([heads, 6, 6]);
});
