import { expect, it } from 'vitest';
import type { Failure } from '../../../shell/failure.js';
import type { SideName } from '../state/state.js';
import type { LongAsk } from './ask.js';
import { knownOf, LongModel } from './model.js';

const ask: LongAsk = {
  ...{ sides: { a: {}, b: {} }, words: ['one', 'two'], length: 40, start: 0 },
  ...{ causal: false, likeness: 0, heads: 1, headDim: 2, head: 0 },
  ...{ of: 'scores', pool: 'max' },
  cells: { rows: 4, columns: 4 },
  crop: { rows: { from: 0, count: 40 }, columns: { from: 0, count: 40 } },
};

const failure: Failure = { message: 'too long', code: 'ERR_RANGE', param: 'a' };

/** Rows of a picture that hold their numbers. */
function rows(side: SideName, from: number, to: number) {
  const numbers = Array.from({ length: to - from }, (_, i) =>
    Array.from({ length: ask.cells.columns }, () => from + i),
  );
  const values = Float32Array.from(numbers.flat());
  return { side, rows: [from, to], values } as const;
}

/** A coarse picture of `level` rows, whose first rows hold some numbers. */
function coarse(side: SideName, level: number, ...numbers: number[]) {
  const cells = numbers.flatMap((number) =>
    Array.from({ length: ask.cells.columns }, () => number),
  );
  const values = Float32Array.from(cells);
  return { side, level, rows: [0, numbers.length], values } as const;
}

function begun(): LongModel {
  const model = new LongModel();
  model.want(ask);
  model.begin();
  return model;
}

it('the same pictures are asked for once, others anew', () => {
  const model = new LongModel();
  expect([model.due, model.begin()]).toEqual([false, undefined]);
  expect(model.want(ask)).toBe(true);
  expect([model.due, model.state]).toEqual([true, 'waiting']);
  expect(model.begin()).toBe(ask);
  expect(model.want({ ...ask })).toBe(false);
  expect([model.due, model.state]).toEqual([false, 'drawing']);
  expect(model.want({ ...ask, pool: 'mean' })).toBe(true);
  expect([model.due, model.state]).toEqual([true, 'waiting']);
  expect(model.pictures).toEqual({});
});

it('rows come in parts, until both pictures are whole', () => {
  const model = begun();
  model.take(rows('a', 0, 3));
  expect(model.share).toBe(3 / 8);
  const part = model.pictures.a?.grid?.values;
  expect([...(part ?? [])].slice(8)).toEqual([
    ...[2, 2, 2, 2],
    ...[Number.NaN, Number.NaN, Number.NaN, Number.NaN],
  ]);
  model.take(rows('a', 3, 4));
  model.take(rows('b', 0, 2));
  expect([model.share, model.state]).toEqual([3 / 4, 'drawing']);
  model.take(rows('b', 2, 4));
  expect([model.share, model.state]).toEqual([1, 'drawn']);
});

it('a side that fails late counts once, and the other is still drawn', () => {
  const model = begun();
  model.take(rows('a', 0, 3));
  model.take({ side: 'a', failure });
  expect(model.pictures.a).toEqual({ failure });
  model.take(rows('a', 3, 4));
  model.take(rows('b', 0, 3));
  expect([model.share, model.state]).toEqual([7 / 8, 'drawing']);
  model.take(rows('b', 3, 4));
  expect([model.share, model.state]).toEqual([1, 'drawn']);
});

it('after the worker failed, the pictures are asked for again', () => {
  const model = begun();
  model.take(rows('a', 0, 4));
  model.breakOff();
  expect([model.state, model.due]).toEqual(['broken', true]);
  model.take(rows('b', 0, 4));
  expect(model.state).toBe('broken');
  expect(model.begin()).toBe(ask);
  expect([model.state, model.share]).toEqual(['drawing', 0]);
});

it('what is drawn stays when the view is left, and the rest is given up', () => {
  const model = begun();
  model.take(rows('a', 0, 4));
  model.giveUp();
  expect(model.due).toBe(true);
  model.begin();
  for (const side of ['a', 'b'] as const) model.take(rows(side, 0, 4));
  model.giveUp();
  expect([model.due, model.state]).toEqual([false, 'drawn']);
});

it('a coarse picture is there first, and rows take its place', () => {
  const model = begun();
  expect(model.take(coarse('a', 2, 8, 7))).toBe(true);
  expect([model.level, model.share]).toEqual([0, 0]);
  expect([...(model.pictures.a?.grid?.values ?? [])]).toEqual(
    [8, 8, 7, 7].flatMap((value) => Array.from({ length: 4 }, () => value)),
  );
  model.take(coarse('a', 4, 9, 9, 9, 9));
  expect([model.level, model.share]).toEqual([0, 0]);
  model.take({ side: 'b', failure });
  expect([model.level, model.share]).toEqual([4, 1 / 2]);
  model.take(rows('a', 0, 1));
  const first = [...(model.pictures.a?.grid?.values ?? [])].slice(0, 8);
  expect(first).toEqual([0, 0, 0, 0, 9, 9, 9, 9]);
  expect(model.take(rows('a', 1, 4))).toBe(false);
  expect([...(model.pictures.a?.grid?.values ?? [])].slice(12)).toEqual([
    ...[3, 3, 3, 3],
  ]);
});

it('what is drawn stays when another worker begins anew', () => {
  const model = begun();
  model.take(coarse('a', 4, 9, 9, 9, 9));
  model.take(rows('a', 0, 2));
  model.replace();
  expect([model.replaced, model.state]).toEqual([1, 'drawing']);
  model.take(coarse('a', 4, 9, 9, 9, 9));
  expect([...(model.pictures.a?.grid?.values ?? [])].slice(4, 12)).toEqual([
    ...[1, 1, 1, 1, 9, 9, 9, 9],
  ]);
  model.take(rows('a', 0, 1));
  expect(model.share).toBe(2 / 8);
  model.want({ ...ask, pool: 'mean' });
  expect(model.replaced).toBe(0);
});

/** Pictures whose cells hold ten times their row and once their column. */
function numbered(side: SideName) {
  const values = Float32Array.from({ length: 16 }, (_, i) => i + 6 * (i >> 2));
  return { side, rows: [0, 4], values } as const;
}

const valuesOf = (model: LongModel) => [
  ...(model.pictures.a?.grid?.values ?? []),
];

it('a zoom shows the picture before until the worker begins to tell', () => {
  const model = begun();
  model.take(numbered('a'));
  model.take({ side: 'b', failure });
  expect([model.state, model.before]).toEqual(['drawn', false]);
  // Queries 20 to 29, which one row shows; keys 0 to 19, which two show.
  const near = {
    rows: { from: 20, count: 10 },
    columns: { from: 0, count: 20 },
  };
  const cells = { rows: 2, columns: 4 };
  model.want({ ...ask, crop: near, cells });
  expect([model.state, model.before]).toEqual(['waiting', true]);
  const enlarged = [20, 20, 21, 21, 20, 20, 21, 21];
  expect(valuesOf(model)).toEqual(enlarged);
  model.begin();
  expect(valuesOf(model)).toEqual(enlarged);
  expect(model.level).toBe(0);
  // Its numbers are those of other pairs, so that none is read.
  const picture = model.pictures.a;
  if (!picture?.grid) throw new Error('no picture');
  expect([...knownOf(picture).values]).toEqual(Array(8).fill(Number.NaN));
  model.take({
    ...{ side: 'a', rows: [0, 1], values: Float32Array.of(1, 2, 3, 4) },
  });
  expect(valuesOf(model)).toEqual([1, 2, 3, 4, 20, 20, 21, 21]);
  const now = model.pictures.a;
  if (!now?.grid) throw new Error('no picture');
  expect([...knownOf(now).values].slice(0, 5)).toEqual([
    ...[1, 2, 3, 4, Number.NaN],
  ]);
  expect(model.pictures.b?.failure).toBeUndefined();
});

it('zooms that follow each other show the last picture with numbers', () => {
  const model = begun();
  model.take(numbered('a'));
  model.take(numbered('b'));
  const wide = { from: 0, count: 40 };
  const zoomTo = (from: number, count: number) =>
    model.want({ ...ask, crop: { rows: wide, columns: { from, count } } });
  zoomTo(30, 10);
  expect(valuesOf(model).slice(0, 4)).toEqual([3, 3, 3, 3]);
  zoomTo(0, 40);
  expect(valuesOf(model).slice(0, 4)).toEqual([0, 1, 2, 3]);
  zoomTo(-20, 40);
  expect(valuesOf(model).slice(0, 4)).toEqual([Number.NaN, Number.NaN, 0, 1]);
  // Another head is another picture.
  model.want({ ...ask, head: 1 });
  expect([model.before, model.pictures]).toEqual([false, {}]);
});
