/** Rows of relative tables, against definitions written pair by pair. */

import { load, type SpecOf, tensor } from 'posenc';
import {
  decodeJson,
  decodeNpy,
  decodeSafetensors,
  encodeCsv,
  encodeJson,
  encodeNpy,
  encodeSafetensors,
} from 'posenc/formats';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

type Scheme = SpecOf<'relativeIndices'>['scheme'];
type Row = (query: number, key: number) => number;

const clip = (r: number, left: number, right: number) =>
  Math.max(-left, Math.min(r, right));

/** Rows and columns of a token of a grid 3 × 4 behind two other tokens. */
const cell = (token: number) => [Math.floor((token - 2) / 4), (token - 2) % 4];

const gridRow: Row = (i, j) => {
  if (i < 2 || j < 2) return 35 + (i >= 2 ? 1 : j >= 2 ? 0 : 2);
  const [[yi = 0, xi = 0], [yj = 0, xj = 0]] = [cell(i), cell(j)];
  return (yi - yj + 2) * 7 + xi - xj + 3;
};
const absoluteRow: Row = (i, j) => {
  if (i < 2 || j < 2) return 12 + (i >= 2 ? 1 : j >= 2 ? 0 : 2);
  const [[yi = 0, xi = 0], [yj = 0, xj = 0]] = [cell(i), cell(j)];
  return Math.abs(yi - yj) * 4 + Math.abs(xi - xj);
};

const on = { grid: [3, 4], prefix: 2 };

/** Schemes with their rows; buckets have an oracle of their own. */
const schemes: readonly (readonly [Scheme, Row])[] = [
  [{ type: 'clip', left: 3, right: 1 }, (i, j) => 3 + clip(j - i, 3, 1)],
  [
    { type: 'clip', left: 3, right: 1, reversed: true },
    (i, j) => 1 - clip(j - i, 3, 1),
  ],
  [
    { type: 'zero', left: 2, right: 4 },
    (i, j) => (j - i < -2 || j - i > 4 ? -1 : j - i + 2),
  ],
  [
    { type: 'bert', maxPosition: 6 },
    (i, j) => (Math.abs(i - j) > 5 ? -1 : i - j + 5),
  ],
  [
    { type: 'deberta', maxRelativePositions: 4 },
    (i, j) => clip(i - j, 4, 3) + 4,
  ],
  [{ type: 'grid', ...on }, gridRow],
  [{ type: 'absoluteGrid', ...on }, absoluteRow],
];

describe.each(schemes)('%j', (scheme, row) => {
  const wanted = (queries: readonly number[], keys: readonly number[]) =>
    queries.flatMap((i) => keys.map((j) => row(i, j)));
  const range = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => from + n);

  it('gives the row of each pair', () => {
    const rows = pe.relativeIndices({ scheme, queries: 14 });
    expect(rows.shape).toEqual([14, 14]);
    expect(rows.dtype).toBe('int32');
    expect(rows.data).toBeInstanceOf(Int32Array);
    expect([...rows.data]).toEqual(wanted(range(0, 14), range(0, 14)));
  });

  it('puts the last query at the last key', () => {
    const { data } = pe.relativeIndices({ scheme, queries: 3, keys: 14 });
    expect([...data]).toEqual(wanted(range(11, 14), range(0, 14)));
  });

  it('takes lists of positions', () => {
    const [queryPositions, keyPositions] = [
      [9, 0, 13, 9],
      [1, 12, 12, 5, 0],
    ];
    const { data, shape } = pe.relativeIndices({
      ...{ scheme, queryPositions, keyPositions },
    });
    expect(shape).toEqual([4, 5]);
    expect([...data]).toEqual(wanted(queryPositions, keyPositions));
  });
});

it('has all tokens of a grid unless told otherwise', () => {
  const scheme = { type: 'grid', grid: [2, 3], prefix: 1 } as const;
  expect(pe.relativeIndices({ scheme }).shape).toEqual([7, 7]);
  expect(pe.plan({ method: 'relativeIndices', scheme })).toMatchObject({
    outputs: { rows: { shape: [7, 7], dtype: 'int32', bytes: 196 } },
  });
});

it('truncates distances that are not whole', () => {
  const scheme = { type: 'clip', left: 2, right: 2 } as const;
  const keyPositions = [-1.5, -0.5, 0.75, 1.25];
  const at = { queryPositions: [0], keyPositions };
  expect([...pe.relativeIndices({ scheme, ...at }).data]).toEqual([1, 2, 2, 3]);
});

it('takes no queries or no keys', () => {
  const scheme = { type: 'bert' } as const;
  const none = pe.relativeIndices({ scheme, queries: 0 });
  expect([none.shape, none.data.length]).toEqual([[0, 0], 0]);
  const rows = pe.relativeIndices({ scheme, queries: 0, keys: 5 });
  expect(rows.shape).toEqual([0, 5]);
});

describe('bad options', () => {
  const at = { queries: 4 };
  it.each<[unknown, string, string]>([
    [{ type: 't5', buckets: 31 }, 'scheme.buckets', 'ERR_RANGE'],
    [{ type: 't5', maxDistance: 8 }, 'scheme.maxDistance', 'ERR_RANGE'],
    [
      { type: 't5', maxDistance: 16, bidirectional: false },
      'scheme.maxDistance',
      'ERR_RANGE',
    ],
    [
      { type: 'deberta', buckets: 8, maxRelativePositions: 5 },
      'scheme.maxRelativePositions',
      'ERR_RANGE',
    ],
    [{ type: 'urpe', maxLength: 3 }, 'scheme.maxLength', 'ERR_RANGE'],
    [{ type: 'urpe', maxDistance: 16 }, 'scheme.maxDistance', 'ERR_RANGE'],
    [{ type: 'clip', left: 1 }, 'scheme.right', 'ERR_MISSING'],
    [{ type: 'clip', left: -1, right: 1 }, 'scheme.left', 'ERR_RANGE'],
    [{ type: 'grid', grid: [1, 3] }, 'keyPositions', 'ERR_RANGE'],
    [{ type: 'grid', grid: [3] }, 'scheme.grid.length', 'ERR_SHAPE'],
    [{ type: 'shaw' }, 'scheme.type', 'ERR_CHOICE'],
    [undefined, 'scheme', 'ERR_MISSING'],
  ])('%j: %s', (scheme, param, code) => {
    const error = thrown(() =>
      pe.relativeIndices({ scheme: scheme as Scheme, ...at }),
    );
    expect(error).toMatchObject({ param, code });
    expect(error.message).toMatch(/^relativeIndices: /);
  });

  it('names the query that is no token', () => {
    const scheme = { type: 'grid', grid: [2, 2] } as const;
    const error = thrown(() =>
      pe.relativeIndices({ scheme, queryPositions: [1.5], keys: 4 }),
    );
    expect(error.message).toBe(
      'relativeIndices: queryPositions must be tokens of the grid, whole ' +
        'numbers from 0 to 3, got 1.5',
    );
  });
});

describe('tensors of int32', () => {
  const made = tensor(Int32Array.of(0, -1, 2 ** 31 - 1, 7), [2, 2]);

  it('are made over an array', () => {
    expect(made.dtype).toBe('int32');
    const wrong = () => tensor(Int32Array.of(1), [2]);
    expect(thrown(wrong)).toMatchObject({ code: 'ERR_SHAPE' });
  });

  it('are written to every format and read again', () => {
    expect(decodeNpy(encodeNpy(made))).toEqual(made);
    const file = decodeSafetensors(encodeSafetensors({ rows: made }));
    expect(file.tensors.rows).toEqual(made);
    expect(decodeJson(encodeJson(made)).tensor).toEqual(made);
    expect(new TextDecoder().decode(encodeCsv(made))).toBe(
      '0,-1\n2147483647,7\n',
    );
  });

  it('refuse JSON that is no int32', () => {
    for (const number of ['1.5', '2147483648']) {
      const text = `{"dtype":"int32","shape":[1],"data":[${number}]}`;
      const error = thrown(() => decodeJson(text));
      expect(error).toMatchObject({ param: 'data[0]', code: 'ERR_TYPE' });
    }
  });
});
