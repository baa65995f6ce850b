// Rows of tables: against rules written out plainly, for pairs near and far.

import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../methods/described/operations.js';
import type { Options } from '../../../state/spec.js';
import { cellsPaths } from './cells-drawing.js';
import { nearestOf, readRows } from './line-drawing.js';
import { distanceAt, linePaths, placeOf } from './line-paths.js';
import {
  type CellsLook,
  type LineLook,
  lookUp,
  stretchesOf,
} from './look-up.js';
import { isCells, known, pairIn, tableRows } from './scheme.js';
import { lookedWords } from './words.js';

let pe: Posenc;
beforeAll(async () => {
  pe = await load();
});

const line = (scheme: Options, query: number, key: number) =>
  lookUp(pe, { scheme, query, key }) as LineLook;
const cells = (scheme: Options, query: number, key: number) =>
  lookUp(pe, { scheme, query, key }) as CellsLook;

/** The buckets of T5 as its paper has them, with exact edges by whole numbers. */
function t5Row(
  distance: number,
  { buckets = 32, maxDistance = 128, bidirectional = true },
): number {
  const half = bidirectional ? buckets / 2 : buckets;
  const start = bidirectional && distance > 0 ? half : 0;
  const far = bidirectional ? Math.abs(distance) : Math.max(0, -distance);
  const exact = Math.floor(half / 2);
  if (far < exact) return start + far;
  // The largest step s with (maxDistance / exact)^(s / steps) ≤ far / exact.
  const steps = half - exact;
  let step = 0;
  while (
    step + 1 < steps &&
    BigInt(maxDistance) ** BigInt(step + 1) * BigInt(exact) ** BigInt(steps) <=
      BigInt(far) ** BigInt(steps) * BigInt(exact) ** BigInt(step + 1)
  ) {
    step += 1;
  }
  return start + exact + step;
}

const clipRow = (distance: number, left: number, right: number) =>
  left + Math.min(right, Math.max(-left, distance));

describe('rows by distance', () => {
  it.each([
    [{}],
    [{ bidirectional: false }],
    [{ buckets: 12, maxDistance: 50 }],
    [{ buckets: 20, maxDistance: 77, bidirectional: false }],
  ] as [Parameters<typeof t5Row>[1]][])('of T5 with %j', (options) => {
    const scheme = { type: 't5', ...options } as Options;
    const { rowAt, span } = line(scheme, 100, 63);
    expect(span).toBeGreaterThan(options.maxDistance ?? 128);
    expect([...rowAt]).toEqual(
      Array.from(rowAt, (_, i) => t5Row(i - span, options)),
    );
  });

  it.each([
    [16, 16],
    [3, 0],
    [0, 5],
  ])('of clipping at %d and %d', (left, right) => {
    const { rowAt, span, rows } = line({ type: 'clip', left, right }, 9, 2);
    expect(rows).toBe(left + right + 1);
    expect([...rowAt]).toEqual(
      Array.from(rowAt, (_, i) => clipRow(i - span, left, right)),
    );
  });

  it('of DeBERTa, whose far distances share rows', () => {
    const scheme = { type: 'deberta', buckets: 256 };
    const looked = line(scheme, 400, 63);
    const own = (far: number) =>
      far <= 128
        ? far
        : 128 + Math.ceil((Math.log(far / 128) / Math.log(511 / 128)) * 127);
    // DeBERTa counts query minus key.
    expect(looked.row).toBe(256 + own(337));
    expect(looked.rows).toBe(512);
    const [only] = looked.shared;
    expect(looked.shared).toHaveLength(1);
    for (let far = -(only?.to ?? 0); far <= -(only?.from ?? 0); far++) {
      expect(own(far)).toBe(own(337));
    }
    expect(own(-(only?.from ?? 0) + 1)).not.toBe(own(337));
    expect(own(-(only?.to ?? 0) - 1)).not.toBe(own(337));
  });

  it('of none beyond the ends, where those read none', () => {
    const looked = line({ type: 'zero', left: 4, right: 4 }, 20, 3);
    expect(looked.row).toBe(-1);
    expect(looked.shared).toEqual([]);
    expect(lookedWords(looked)).toMatch(/They read no row/);
  });
});

it('knows the rows of every table', () => {
  const schemes: Options[] = [
    ...known.map(({ scheme }) => scheme),
    { type: 'zero', left: 2, right: 5 },
    { type: 'bert', maxPosition: 9 },
    { type: 'deberta', maxRelativePositions: 20 },
    { type: 'urpe', buckets: 16, maxDistance: 40 },
    { type: 'urpe' },
    { type: 'grid', grid: [2, 5] },
    { type: 'absoluteGrid', grid: [3, 2], prefix: 2 },
  ];
  const types = new Set(schemes.map(({ type }) => type));
  const { variants } = operations.relativeIndices.parameters.scheme;
  expect([...types].sort()).toEqual(Object.keys(variants).sort());
  for (const scheme of schemes) {
    const { query, key } = pairIn(scheme, { query: 7, key: 5 });
    const looked = lookUp(pe, { scheme, query, key });
    const rows =
      looked.kind === 'line'
        ? looked.rowAt
        : pe.relativeIndices({ scheme } as never).data;
    const most = rows.reduce((a, b) => Math.max(a, b), 0);
    expect(most, JSON.stringify(scheme)).toBeLessThan(tableRows(scheme));
    // Some tables have a row that nothing reads: URPE's, and DeBERTa's first.
    expect(tableRows(scheme) - most).toBeLessThanOrEqual(2);
  }
});

describe('pairs that share a row', () => {
  it.each(known.filter(({ scheme }) => isCells(scheme)))('of $name', (one) => {
    const looked = cells(one.scheme, one.query, one.key);
    const all = pe.relativeIndices({ scheme: one.scheme } as never);
    const [tokens = 0] = all.shape;
    const wanted = Array.from(all.data).flatMap((row, i) =>
      row === looked.row ? [Math.floor(i / tokens), i % tokens] : [],
    );
    expect([...looked.pairs]).toEqual(wanted);
    expect(looked.count).toBe(tokens ** 2);
    const sharing = Array.from(
      { length: looked.pairs.length / 2 },
      (_, i) => i,
    );
    expect(
      sharing.some(
        (i) =>
          looked.pairs[2 * i] === one.query &&
          looked.pairs[2 * i + 1] === one.key,
      ),
    ).toBe(true);
  });

  it('of Swin are all that are as far apart the same way', () => {
    const looked = cells({ type: 'grid', grid: [7, 7] }, 24, 8);
    // Two lines up and two columns to the left: 5 × 5 queries have such a key.
    expect(looked.pairs.length / 2).toBe(25);
    expect(looked.row).toBe((3 - 1 + 6) * 13 + (3 - 1) + 6);
    expect(lookedWords(looked)).toBe(
      'Query 24 (line 3, column 3) and key 8 (line 1, column 1) read row 112 of the ' +
        'table, which has 169. So do 24 of the other 2\u202f400 pairs, which the model ' +
        'cannot tell from it by their places.',
    );
  });

  it('are stretches of distances', () => {
    expect(stretchesOf([1, 1, 2, 1, 3], 2, 1)).toEqual([
      { from: -2, to: -1 },
      { from: 1, to: 1 },
    ]);
  });
});

describe('sentences', () => {
  const t5 = { type: 't5' };
  it.each([
    [
      [t5, 100, 63],
      'Query 100 and key 63 are 37 positions apart: the key stands before the query. They read row 12 of the table, which has 32. So does every key at these distances: 32 to 45 before it. The model cannot tell them apart.',
    ],
    [
      [t5, 10, 13],
      'Query 10 and key 13 are 3 positions apart: the key stands after the query. They read row 19 of the table, which has 32. No other distance does.',
    ],
    [
      [t5, 1000, 3],
      'Query 1\u202f000 and key 3 are 997 positions apart: the key stands before the query. They read row 15 of the table, which has 32. So does every key at these distances: all from 91 before the query on. The model cannot tell them apart.',
    ],
    [
      [{ ...t5, bidirectional: false }, 5, 9],
      'Query 5 and key 9 are 4 positions apart: the key stands after the query. They read row 0 of the table, which has 32. So does every key at these distances: the query itself and all after it. The model cannot tell them apart.',
    ],
    [
      [{ type: 'clip', left: 2, right: 2 }, 5, 9],
      'Query 5 and key 9 are 4 positions apart: the key stands after the query. They read row 4 of the table, which has 5. So does every key at these distances: all from 2 after the query on. The model cannot tell them apart.',
    ],
    [
      [{ type: 'clip', left: 0, right: 0 }, 5, 5],
      'Query 5 and key 5 stand at the same position. They read row 0 of the table, which has 1. So does every key at these distances: every distance there is. The model cannot tell them apart.',
    ],
  ] as [[Options, number, number], string][])(
    'of %j',
    ([scheme, query, key], text) => {
      expect(lookedWords(line(scheme, query, key))).toBe(text);
    },
  );

  it('are true of every distance of T5', () => {
    for (let key = 0; key <= 300; key += 1) {
      const looked = line(t5, 150, key);
      const distance = key - 150;
      const inside = looked.shared.some(
        ({ from, to }) => from <= distance && distance <= to,
      );
      expect(inside).toBe(true);
      for (const { from, to } of looked.shared) {
        for (const one of [from, to]) expect(t5Row(one, {})).toBe(looked.row);
      }
      expect(lookedWords(looked)).not.toMatch(/undefined|NaN/);
    }
  });
});

describe('drawings', () => {
  it('find the distance under a place, and the place of a distance', () => {
    for (const distance of [-5, -1, 0, 3, 5]) {
      const middle = (placeOf(5, distance) + placeOf(5, distance + 1)) / 2;
      expect(distanceAt(5, middle)).toBe(distance);
    }
    expect([distanceAt(5, -1), distanceAt(5, 2)]).toEqual([-5, 5]);
  });

  it('light the row and the distances that read it', () => {
    const looked = line({ type: 'clip', left: 1, right: 1 }, 0, -1);
    const { lit, joined, rows } = linePaths(looked);
    const { span } = looked;
    // From the first distance to -1, a third of the table below it.
    const end = Number((span / (2 * span + 1)).toFixed(5));
    expect(lit).toBe(`M0 0H${end}V0.28H0ZM0 0.72H0.33333V1H0Z`);
    expect(joined).toBe(`M0 0.28H${end}L0.33333 0.72H0Z`);
    expect(rows.map((path) => path.match(/M/g)?.length)).toEqual([2, 1]);
  });

  it('lead from a row to its nearest distance', () => {
    const looked = line({ type: 't5' }, 0, 0);
    for (const row of readRows(looked)) {
      const distance = nearestOf(looked, row);
      expect(t5Row(distance as number, {})).toBe(row);
    }
    // Row 16 is that of key 0 after the query, which is row 0 instead.
    expect(readRows(looked)).not.toContain(16);
    expect(nearestOf(looked, 16)).toBeUndefined();
    expect(nearestOf(looked, 15)).toBe(-91);
  });

  it('put a row of a grid where its difference is', () => {
    const scheme = { type: 'grid', grid: [3, 4], prefix: 1 };
    const paths = cellsPaths(cells(scheme, 12, 1));
    // The largest difference is the last of 5 × 7.
    expect(paths.lit).toBe('M120 80h20v20h-20Z');
    expect(paths.size).toEqual([80, 80]);
    expect(paths.tableSize).toEqual([140, 120]);
    expect(cellsPaths(cells(scheme, 0, 5)).lit).toBe('M0 100h20v20h-20Z');
    expect(cellsPaths(cells(scheme, 0, 0)).lit).toBe('M40 100h20v20h-20Z');
  });
});

it.each([
  [{ type: 'clip', left: 4, right: 4 }, 0.5, 3],
  [{ type: 'grid', grid: [2, 2] }, 4, 0],
  [{ type: 'grid', grid: [2, 2] }, 0, -1],
  [{ type: 'grid', grid: [21, 21] }, 0, 0],
  [{ type: 't5', buckets: 1 }, 0, 0],
  [{ type: 't5' }, 0, 40_000],
] as [Options, number, number][])(
  'refuses %j with %d and %d',
  (scheme, query, key) => {
    const fails = () => lookUp(pe, { scheme, query, key });
    if (scheme.type === 'clip') expect(fails).not.toThrow();
    else
      expect(fails).toThrow(
        expect.objectContaining({ code: expect.any(String) }),
      );
  },
);
