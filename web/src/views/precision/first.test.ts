// The first position beyond an error, against searches of every position.

import { load, type RopeSpec, type Rotary } from 'posenc/rotary';
import { beforeAll, describe, expect, it } from 'vitest';
import { uniform } from '../../figures/words/words.js';
import { earliest, findFirst, roundingOf } from './first.js';
import { farthest } from './lines.js';
import { placeOf } from './place.js';
import { allRopes, finish, ropeNamed } from './testing.js';
import { errorsOf, tablesOf, ways } from './ways.js';

let pe: Rotary;

beforeAll(async () => {
  pe = await load();
});

const specs: [string, RopeSpec][] = [
  ['a plain rope', { method: 'rope', headDim: 32 }],
  ['a small base', { method: 'rope', headDim: 16, theta: 10 }],
  [
    'divided positions',
    {
      ...{ method: 'rope', headDim: 16 },
      scaling: { type: 'linear', factor: 3, divide: 'positions' },
    },
  ],
  [
    'positions divided by the length',
    {
      ...{ method: 'rope', headDim: 16, contextLength: 7001 },
      scaling: { type: 'dynamic', form: 'linear', maxPosition: 2048 },
    },
  ],
  ...['Phi-2', 'gpt-oss 20B', 'Phi-3 mini 128k', 'Gemma 3 27B'].map(
    (name): [string, RopeSpec] => [name, ropeNamed(name).spec],
  ),
];

describe.each(specs)('%s', (_, spec) => {
  it('finds the first position that the package finds, of all pairs', () => {
    const tables = tablesOf(pe, spec);
    const searchLength = 16_384;
    for (const error of [1e-7, 1e-6, 3e-5, 4e-4, 1e-3]) {
      const report = pe.analysis.precisionReport(spec, {
        ...{ positions: [0], within: error, searchLength },
      });
      for (const way of ['torch', 'ggml'] as const) {
        const found = finish(findFirst(tables, way, { pair: null, error }));
        const wanted = report[way].firstBeyond;
        const met = 'position' in found ? found.position : Infinity;
        if (wanted === undefined) {
          expect(met).toBeGreaterThanOrEqual(searchLength);
        } else if (wanted.position > 0) {
          expect(found).toEqual({ way, found: 'first', ...wanted });
        }
      }
    }
  });

  it('finds the first position of one pair', () => {
    const tables = tablesOf(pe, spec);
    const { pairs } = tables;
    const positions = Float64Array.from({ length: 3000 }, (_, i) => i + 1);
    const right = tables.right(positions);
    for (const way of ways) {
      const errors = errorsOf(right, tables.of(way, positions));
      for (const pair of [0, 1, pairs - 1]) {
        const own = errors.filter((_, i) => i % pairs === pair);
        for (const error of [2e-8, 1e-5, 1.5e-4, 1.9e-3, 0.2]) {
          const at = own.findIndex((one) => one > error);
          const where = `${way}, pair ${pair}, ${error}`;
          if (at < 0) continue;
          const found = finish(findFirst(tables, way, { pair, error }));
          expect(found, where).toEqual({
            ...{ way, found: 'first', position: at + 1, pair },
            error: own[at],
          });
        }
      }
    }
  });
});

it('rules out no position that has the error, of any rope of the page', () => {
  const next = uniform(11);
  for (const { name, spec } of allRopes) {
    const tables = tablesOf(pe, spec);
    for (let i = 0; i < 8; i++) {
      const at = Math.floor(2 ** (31 * next()));
      const { errors } = placeOf(tables, at);
      for (const way of ways) {
        for (let pair = 0; pair < tables.pairs; pair++) {
          // The position has an error beyond this one.
          const error = (1 - 1e-9) * Number(errors[way]?.[pair]);
          const where = `${name}, ${way}, ${at}, pair ${pair}`;
          const begin = earliest(tables, way, { pair, error });
          expect(begin <= at, where).toBe(true);
        }
      }
    }
  }
});

it('says that stored numbers are never off by more, and what is just below', () => {
  const tables = tablesOf(pe, { method: 'rope', headDim: 16 });
  for (const [way, most] of [
    ['float32', 2 ** -25],
    ['float16', 2 ** -12],
    ['bfloat16', 2 ** -9],
  ] as const) {
    const wanted = { pair: null, error: 1.001 * most };
    expect(finish(findFirst(tables, way, wanted))).toEqual({
      ...{ way, found: 'never', most: roundingOf(tables, way) },
    });
    const below = { pair: null, error: 0.99 * most };
    expect(finish(findFirst(tables, way, below))).toMatchObject({
      found: 'first',
    });
  }
  for (const way of ways) {
    const wanted = { pair: null, error: 2.5 };
    const found = finish(findFirst(tables, way, wanted));
    expect(found.found).toBe('never');
  }
});

it('says how far it searched where it met an error among some positions', () => {
  const tables = tablesOf(pe, { method: 'rope', headDim: 16 });
  const wanted = { pair: null, error: 1.9 };
  const found = finish(findFirst(tables, 'ggml', wanted));
  if (found.found !== 'seen') throw new Error(`it was ${found.found}`);
  expect(found.searched).toBeGreaterThan(2 ** 18);
  expect(found.position).toBeGreaterThan(found.searched);
  expect(found.position).toBeLessThanOrEqual(farthest);
  const { errors } = placeOf(tables, found.position);
  expect(found.error).toBe(Math.max(...(errors.ggml ?? [])));
  expect(found.error).toBeGreaterThan(1.9);
});

it('finds none where a pair hardly turns', () => {
  const tables = tablesOf(pe, {
    ...{ method: 'rope', headDim: 512 },
    theta: 1e9,
  });
  const wanted = { pair: 255, error: 0.5 };
  expect(finish(findFirst(tables, 'torch', wanted))).toEqual({
    ...{ way: 'torch', found: 'none', searched: farthest },
  });
});
