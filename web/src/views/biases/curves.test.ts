// Every number of the curves and of the map is the package's: each is compared with
// the whole map of a direct call.

import { load, type Posenc, type Tensor } from 'posenc';
import { methods } from 'posenc/descriptions';
import { beforeAll, describe, expect, it } from 'vitest';
import { computeCurves, computeMap, limits, pairOf } from './curves.js';
import { distancesOf, endsOf, queryAt } from './distances.js';
import { fill } from './fill.js';
import {
  biases,
  byKey,
  byQuery,
  gridOf,
  hasBothSides,
  isGrid,
} from './methods.js';
import { queries, stateOf } from './testing.js';

let pe: Posenc;
beforeAll(async () => {
  pe = await load();
});

const askOf = (query: string) => {
  const state = stateOf(query);
  const { spec, down, head, size } = state;
  const distances = distancesOf(state);
  return { state, spec, at: queryAt(state), down, head, size, distances };
};

/** The whole map of all heads, by a call of the method with ranges. */
function wholeMap(query: string): { tensor: Tensor; first: number } {
  const { spec, at: from } = askOf(query);
  const { method, ...filled } = fill(pe, spec);
  const call = pe[method as 'alibi'] as (options: object) => Tensor;
  if (isGrid(spec)) {
    return { tensor: call({ ...filled, dtype: 'float64' }), first: 0 };
  }
  // Wide enough for every distance of the curves, on both sides of the query.
  const [low, high] = endsOf(stateOf(query));
  const keys = high - low + 1;
  const options = { queries: 1, keys, queryStart: from, keyStart: from + low };
  return {
    tensor: call({ ...filled, ...options, dtype: 'float64' }),
    first: low,
  };
}

it('has every bias of the package that is one of distances', () => {
  const all = Object.values(methods).filter(
    (one) => 'family' in one && one.family === 'bias',
  );
  const names = biases.map(({ name }) => name);
  expect(all.map(({ name }) => name)).toEqual([
    ...names.slice(0, names.indexOf('fire') + 1),
    'forgetting',
    ...names.slice(names.indexOf('fire') + 1),
  ]);
  const tried = new Set(queries.map((query) => stateOf(query).spec.method));
  expect([...tried].sort()).toEqual([...names].sort());
});

describe.each(queries)('the curves of #/biases?%s', (query) => {
  it('are entries of the whole map', () => {
    const ask = askOf(query);
    const { distances, own, heads } = computeCurves(pe, ask);
    const { tensor, first } = wholeMap(query);
    const [count = 0, rows = 0, columns = 0] = tensor.shape;
    expect(heads).toHaveLength(count);
    expect(own).toHaveLength(count);
    const { spec, down } = ask;
    const entry = (head: number, distance: number, lines: number) => {
      if (!isGrid(spec)) {
        return tensor.data[head * columns + distance - first];
      }
      const { query: from, key } = pairOf(spec, {
        ...{ distance, down: lines, at: 0 },
      });
      return tensor.data[(head * rows + from) * columns + key];
    };
    expect(distances.length).toBeGreaterThan(3);
    for (let head = 0; head < count; head++) {
      expect(own[head]).toBe(entry(head, 0, 0));
      expect(Array.from(heads[head] ?? [])).toEqual(
        distances.map((distance) => entry(head, distance, down)),
      );
    }
  });

  it('are those of every other pair as far apart', () => {
    const { spec } = askOf(query);
    if (isGrid(spec)) {
      const { height, width, prefix } = gridOf(spec);
      const { tensor } = wholeMap(query);
      const [, rows = 0, columns = 0] = tensor.shape;
      expect(rows).toBe(height * width + prefix);
      // From the last cell, the first one is as far as it can be.
      const far = { distance: 1 - width, down: 1 - height, at: 0 };
      const pair = pairOf(spec, far);
      expect([pair.query, pair.key]).toEqual([rows - 1, prefix]);
      expect(tensor.data[pair.query * columns + pair.key]).toBeDefined();
    } else if (!byQuery(spec) && !byKey(spec)) {
      const ask = askOf(query);
      const far = computeCurves(pe, { ...ask, at: 1234 });
      expect(far.heads).toEqual(computeCurves(pe, ask).heads);
    }
  });
});

describe.each(queries)('the map of #/biases?%s', (query) => {
  it('is a head of the whole map, however it is cut', () => {
    const { spec, at, size } = askOf(query);
    const { method, ...filled } = fill(pe, spec);
    const call = pe[method as 'alibi'] as (options: object) => Tensor;
    const head = computeCurves(pe, askOf(query)).heads.length - 1;
    const map = computeMap(pe, { spec, head, size, at });
    const first = byQuery(spec) ? Math.max(0, at + 1 - size) : 0;
    expect(map.first).toBe(first);
    const places = { queries: size, queryStart: first, keyStart: first };
    const { data, shape } = call({
      ...{ ...filled, dtype: 'float64' },
      ...(isGrid(spec) ? {} : places),
    });
    const [, rows = 0, columns = 0] = shape;
    expect([map.grid.rows, map.grid.columns]).toEqual([rows, columns]);
    const from = head * rows * columns;
    expect(map.grid.values).toEqual(data.slice(from, from + rows * columns));
  });
});

it('computes a large map in pieces', () => {
  const { spec } = askOf('heads=112');
  const whole = pe.alibi({ heads: 112, queries: 256, dtype: 'float64' });
  const map = computeMap(pe, { spec, head: 111, size: 256, at: 0 });
  expect(map.grid.values).toEqual(whole.data.slice(111 * 256 ** 2));
});

it('has curves on the sides that a method has', () => {
  for (const query of queries) {
    const { spec } = askOf(query);
    if (isGrid(spec) || hasBothSides(spec)) continue;
    // A key after the query has no bias of its own.
    const after = computeCurves(pe, { ...askOf(query), distances: [1, 9] });
    if (spec.method === 'alibi' && spec.form === 'key') continue;
    if (spec.method === 'kerple' || spec.method === 'sandwich') {
      for (const [head, line] of after.heads.entries()) {
        expect(Array.from(line)).toEqual([after.own[head], after.own[head]]);
      }
    } else if (spec.method !== 't5Bias') {
      expect(
        after.heads.flatMap((line) => [...line]).every((b) => b === 0),
      ).toBe(true);
    }
  }
});

it('refuses what the page does not draw, under its own names', () => {
  const told = (query: string) => {
    try {
      const ask = askOf(query);
      computeCurves(pe, ask);
      computeMap(pe, ask);
      return '';
    } catch (error) {
      const { code, param } = error as Error & { code: string; param: string };
      return `${code} ${param}`;
    }
  };
  expect(told(`heads=${limits.heads + 1}`)).toBe('PAGE_LIMIT heads');
  expect(told('size=257')).toBe('PAGE_RANGE size');
  expect(told('size=2.5')).toBe('PAGE_RANGE size');
  expect(told('method=gridBias&grid=21x20')).toBe('PAGE_LIMIT grid');
  expect(told('method=gridBias&grid=3x3&prefix=400')).toBe('PAGE_LIMIT prefix');
  expect(told('heads=0')).toBe('ERR_RANGE heads');
  expect(told('heads=')).toBe('ERR_MISSING heads');
  expect(told('method=gridBias&grid=7x')).toBe('ERR_SHAPE grid.length');
  expect(told('method=t5Bias&buckets=3')).toBe('ERR_RANGE buckets');
});
