/** Maps of far distances onto near ones. */

import { load, type PositionMapOptions } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

type Map = PositionMapOptions['map'];

/** The distance of query i and key j ≤ i, by the words of each publication. */
function distance(map: Map, i: number, j: number): number {
  const r = i - j;
  if (map.type === 'rerope') {
    const { window, slope = 0 } = map;
    return r < window ? r : window + slope * (r - window);
  }
  if (map.type === 'selfExtend') {
    const { window, groupSize } = map;
    if (r < window) return r;
    const [q, k] = [Math.floor(i / groupSize), Math.floor(j / groupSize)];
    return q - k + window - Math.floor(window / groupSize);
  }
  // In the same chunk, or in the chunk before within the local size, distances
  // are exact; all others are what the two places in their chunks give.
  const { chunkSize, localSize } = map;
  const length = chunkSize - localSize;
  const chunks = Math.floor(i / length) - Math.floor(j / length);
  if (chunks === 0) return r;
  if (chunks === 1 && (i % length) + length <= chunkSize) return r;
  const query = chunks === 1 ? chunkSize : Math.min(2 * length - 1, chunkSize);
  return query - (j % length);
}

const maps: Map[] = [
  { type: 'rerope', window: 5 },
  { type: 'rerope', window: 4, slope: 0.25 },
  { type: 'rerope', window: 1, slope: 1 },
  { type: 'selfExtend', window: 8, groupSize: 4 },
  { type: 'selfExtend', window: 5, groupSize: 3 },
  { type: 'dualChunk', chunkSize: 8, localSize: 3 },
  { type: 'dualChunk', chunkSize: 8, localSize: 1 },
  { type: 'dualChunk', chunkSize: 6, localSize: 0 },
  { type: 'dualChunk', chunkSize: 9, localSize: 8 },
];

describe.each(maps)('%o', (map) => {
  const made = pe.positionMap({ map, queries: 40, keys: 40 });
  const { sets, which, distances } = made;

  it('gives the published distances', () => {
    expect(distances).toMatchObject({ shape: [40, 40], dtype: 'float64' });
    for (let i = 0; i < 40; ++i) {
      for (let j = 0; j <= i; ++j) {
        expect(distances.data[40 * i + j], `${i}, ${j}`).toBe(
          distance(map, i, j),
        );
      }
    }
  });

  it('never exceeds what the training had', () => {
    if (map.type !== 'dualChunk') return;
    for (let i = 0; i < 40; ++i) {
      for (let j = 0; j <= i; ++j) {
        expect(distances.data[40 * i + j]).toBeLessThanOrEqual(map.chunkSize);
        expect(distances.data[40 * i + j]).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it('comes about by rotating with the set that counts', () => {
    const rope = pe.rope({ headDim: 8, theta: 30 });
    const x = Float32Array.from({ length: 8 }, (_, i) => Math.sin(3 * i + 1));
    const y = Float32Array.from({ length: 8 }, (_, i) => Math.cos(5 * i));
    const at = (v: Float32Array, position: number) =>
      rope.rotate(v, { heads: 1, positions: [position] }).data;
    const dot = (a: Float32Array, b: Float32Array) =>
      a.reduce((sum, value, k) => sum + value * (b[k] as number), 0);
    for (const [i, j] of [
      [39, 0],
      [39, 30],
      [20, 13],
      [7, 7],
      [12, 3],
    ] as const) {
      const set = sets[which[40 * i + j] as number];
      const q = at(x, set?.queries[i] as number);
      const k = at(y, set?.keys[j] as number);
      const wanted = dot(at(x, distance(map, i, j)), y);
      expect(Math.abs(dot(q, k) - wanted)).toBeLessThan(1e-5);
    }
  });

  it('serves the last queries as it serves all', () => {
    const last = pe.positionMap({ map, queries: 3, keys: 40 });
    expect(last.distances.data).toEqual(distances.data.slice(37 * 40));
    expect(last.which).toEqual(which.slice(37 * 40));
    const early = pe.positionMap({ map, queries: 2, keys: 40, queryStart: 10 });
    expect(early.distances.data).toEqual(distances.data.slice(400, 480));
  });

  it('counts keys behind their query in the first set', () => {
    for (let i = 0; i < 40; ++i) {
      for (let j = i + 1; j < 40; ++j) expect(which[40 * i + j]).toBe(0);
    }
  });

  it('is planned before it is made', () => {
    const plan = pe.plan({ method: 'positionMap', map, queries: 3, keys: 40 });
    const lists = sets.length * (3 + 40) * 8;
    expect(plan.bytes).toBe(3 * 40 * 12 + lists);
    expect(plan.outputs.distances).toMatchObject({ shape: [3, 40] });
  });
});

it('keeps the keys of dual chunks the same in all sets', () => {
  const map = { type: 'dualChunk', chunkSize: 8, localSize: 3 } as const;
  const [intra, successive, inter] = pe.positionMap({
    ...{ map, queries: 20, keys: 20 },
  }).sets;
  expect(successive?.keys).toEqual(intra?.keys);
  expect(inter?.keys).toEqual(intra?.keys);
});

it.each<[object, string]>([
  [{ queries: 5 }, 'keys'],
  [{ map: { type: 'rerope', window: 0 } }, 'map.window'],
  [{ map: { type: 'rerope', window: 2, slope: 2 } }, 'map.slope'],
  [{ map: { type: 'selfExtend', window: 2, groupSize: 1.5 } }, 'map.groupSize'],
  [{ map: { type: 'dualChunk', chunkSize: 4, localSize: 4 } }, 'map.localSize'],
  [{ map: { type: 'alibi' } }, 'map.type'],
])('refuses %o', (wrong, param) => {
  const valid = { map: { type: 'rerope', window: 3 }, queries: 2, keys: 4 };
  const run = () => pe.positionMap({ ...valid, ...wrong } as never);
  const error = thrown(run);
  expect(error).toBeInstanceOf(RangeError);
  expect(error).toMatchObject({ param });
  expect(error.message).toMatch(/^positionMap: /);
});

it('refuses maps that fit into no memory', () => {
  const map = { type: 'rerope', window: 3 } as const;
  const run = () => pe.positionMap({ map, queries: 2 ** 20, keys: 2 ** 20 });
  expect(thrown(run)).toMatchObject({ code: 'ERR_MEMORY' });
});
