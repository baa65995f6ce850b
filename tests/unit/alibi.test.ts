/** ALiBi, and the maps that every bias has. */

import { load, toFloat32 } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

/** The published slopes, by their definition. */
function slopesOf(heads: number, maxBias = 8): number[] {
  const lower = 2 ** Math.floor(Math.log2(heads));
  return Array.from({ length: heads }, (_, h) =>
    h < lower
      ? 2 ** ((-maxBias * (h + 1)) / lower)
      : 2 ** ((-maxBias * (2 * (h - lower) + 1)) / (2 * lower)),
  );
}

type At = (slope: number, query: number, key: number) => number;

const forms: Readonly<Record<'symmetric' | 'causal' | 'key', At>> = {
  symmetric: (m, i, j) => -m * Math.abs(i - j),
  causal: (m, i, j) => -m * Math.max(i - j, 0),
  key: (m, _, j) => m * j,
};

/** A map by its definition, entry by entry. */
function mapOf(
  at: At,
  slopes: readonly number[],
  queries: readonly number[],
  keys: readonly number[],
): number[] {
  return slopes.flatMap((m) =>
    queries.flatMap((i) => keys.map((j) => at(m, i, j))),
  );
}

const range = (length: number, start = 0) =>
  Array.from({ length }, (_, n) => start + n);

const near = (found: ArrayLike<number>, wanted: readonly number[]) => {
  expect(found.length).toBe(wanted.length);
  for (const [i, want] of wanted.entries()) {
    const most = Math.max(Math.abs(want), 2 ** -40) * 2 ** -50;
    expect(Math.abs((found[i] as number) - want), `${i}`).toBeLessThanOrEqual(
      most,
    );
  }
};

describe.each(Object.entries(forms))('the form %s', (word, at) => {
  const form = word as keyof typeof forms;
  it.each([
    [1, 1, 1, 0, 0],
    [3, 5, 5, 0, 0],
    [12, 4, 9, 0, 5],
    [7, 70, 33, -3, 1000.5],
    [2, 2, 300, 2 ** 40, 2 ** 40 + 298],
  ])('%d heads, %d queries, %d keys', (heads, q, k, keyStart, queryStart) => {
    const options = { heads, queries: q, keys: k, keyStart, queryStart, form };
    const wanted = mapOf(
      at,
      slopesOf(heads),
      range(q, queryStart),
      range(k, keyStart),
    );
    const { data, shape } = pe.alibi({ ...options, dtype: 'float64' });
    expect(shape).toEqual([heads, q, k]);
    near(data, wanted);
    expect(pe.alibi(options).data).toEqual(Float32Array.from(data));
    // Lists of the same positions give the same bits, though they are computed
    // entry by entry.
    const lists = {
      ...({ heads, form, dtype: 'float64' } as const),
      queryPositions: range(q, queryStart),
      keyPositions: range(k, keyStart),
    };
    expect(pe.alibi(lists).data).toEqual(data);
  });
});

it('puts the last query at the last key unless told otherwise', () => {
  const whole = pe.alibi({ heads: 2, queries: 6 }).data;
  const last = pe.alibi({ heads: 2, queries: 2, keys: 6 }).data;
  for (const head of [0, 1]) {
    const from = head * 36 + 24;
    const part = last.subarray(head * 12, head * 12 + 12);
    expect(part).toEqual(whole.subarray(from, from + 12));
  }
});

it('takes odd lists: gaps, fractions, one key twice', () => {
  const queryPositions = [9, -2.25, 9];
  const keyPositions = Float64Array.of(100, 9, 9, 0.5);
  const { data } = pe.alibi({
    ...{ heads: 5, queryPositions, keyPositions, dtype: 'float64' },
  });
  near(
    data,
    mapOf(forms.symmetric, slopesOf(5), queryPositions, [...keyPositions]),
  );
});

it('takes other slopes on the right', () => {
  const [slopes, rightSlopes] = [
    [1, 0.5],
    [3, 0],
  ];
  const { data } = pe.alibi({ heads: 2, slopes, rightSlopes, queries: 3 });
  expect([...data]).toEqual(
    [
      [0, -3, -6, -1, 0, -3, -2, -1, 0],
      [0, -0, -0, -0.5, 0, -0, -1, -0.5, 0],
    ].flat(),
  );
});

it('scales all values', () => {
  const plain = pe.alibi({ heads: 8, queries: 7, dtype: 'float64' }).data;
  const options = { heads: 8, queries: 7, biasScale: 0.25 } as const;
  const { data } = pe.alibi({ ...options, dtype: 'float64' });
  expect(data).toEqual(plain.map((value) => value / 4));
});

it('sorts the slopes of twelve heads on request', () => {
  const sorted = pe.alibiSlopes({ heads: 12, order: 'sorted' }).data;
  const original = pe.alibiSlopes({ heads: 12 }).data;
  expect(sorted).toEqual(original.slice().sort().reverse());
  expect(sorted).not.toEqual(original);
});

it('rounds to halves once', () => {
  const options = { heads: 12, queries: 40, keys: 50 } as const;
  const exact = pe.alibi({ ...options, dtype: 'float64' }).data;
  for (const [dtype, bits] of [
    ['float16', 11],
    ['bfloat16', 8],
  ] as const) {
    const rounded = toFloat32(pe.alibi({ ...options, dtype }));
    for (const [i, value] of rounded.entries()) {
      const want = exact[i] as number;
      const most = Math.max(Math.abs(want) * 2 ** -bits, 2 ** -25);
      expect(Math.abs(value - want)).toBeLessThanOrEqual(most);
    }
  }
});

it('writes into resident memory and into arrays of the caller', () => {
  const options = { heads: 3, queries: 300, keys: 700 } as const;
  const { data } = pe.alibi(options);
  const resident = pe.resident({ shape: [3, 300, 700] });
  expect(pe.alibi({ ...options, out: resident })).toBe(resident);
  expect(resident.data).toEqual(data);
  resident.dispose();
  const out = new Float32Array(3 * 300 * 700);
  expect(pe.alibi({ ...options, out }).data).toBe(out);
  expect(out).toEqual(data);
});

it.each<[object, string, string]>([
  [{ heads: 0, queries: 1 }, 'heads', 'ERR_RANGE'],
  [{ heads: 2.5, queries: 1 }, 'heads', 'ERR_RANGE'],
  [{ heads: 2 }, 'queries', 'ERR_MISSING'],
  [{ queries: 2 }, 'heads', 'ERR_MISSING'],
  [{ heads: 2, queries: 1, maxBias: -1 }, 'maxBias', 'ERR_RANGE'],
  [{ heads: 2, queries: 1, slopes: [1] }, 'slopes.length', 'ERR_SHAPE'],
  [
    { heads: 1, queries: 1, slopes: [1], maxBias: 8 },
    'maxBias',
    'ERR_CONFLICT',
  ],
  [
    { heads: 1, queries: 1, rightSlopes: [1], form: 'causal' },
    ...(['form', 'ERR_CONFLICT'] as const),
  ],
  [
    { heads: 1, queries: 3, keys: 4, keyPositions: [1, 2, 3] },
    ...(['keyPositions.length', 'ERR_SHAPE'] as const),
  ],
  [
    { heads: 1, queries: 4, keys: 3, keyPositions: [1, 2, 3] },
    ...(['queryPositions', 'ERR_MISSING'] as const),
  ],
  [
    { heads: 1, queries: 1, out: new Float32Array(2) },
    'out.length',
    'ERR_SHAPE',
  ],
])('refuses %o', (options, param, code) => {
  const call = () => pe.alibi(options as never);
  expect(thrown(call)).toMatchObject({ param, code });
  expect(pe.alibi({ heads: 1, queries: 1 }).data).toEqual(new Float32Array(1));
});

describe('biasGradient', () => {
  it('gives the gradients of the slopes', () => {
    const upstream = Float32Array.from({ length: 2 * 3 * 4 }, (_, i) =>
      Math.sin(i),
    );
    const given = { slopes: [0.3, 0.7], rightSlopes: [2, 1] };
    const bias = { method: 'alibi', ...given } as const;
    const found = pe.biasGradient({ bias, upstream, queries: 3, keys: 4 });
    // A bias is linear in its slopes: the derivative by one of them is the map
    // with that slope 1 and all others 0.
    for (const name of ['slopes', 'rightSlopes'] as const) {
      for (const head of [0, 1]) {
        const unit = { slopes: [0, 0], rightSlopes: [0, 0] };
        unit[name][head] = 1;
        const map = pe.alibi({ heads: 2, ...unit, queries: 3, keys: 4 }).data;
        const want = map.reduce((sum, b, i) => sum + b * (upstream[i] ?? 0), 0);
        expect(found[name]?.data[head]).toBeCloseTo(want, 5);
      }
    }
  });

  it('does not depend on how positions are given', () => {
    const upstream = Float32Array.from(
      { length: 5 * 7 },
      (_, i) => (i % 9) - 4,
    );
    const bias = { method: 'alibi', slopes: [0.5] } as const;
    const sizes = { queries: 5, keys: 7 };
    const byLine = pe.biasGradient({ bias, upstream, ...sizes });
    const byRow = pe.biasGradient({
      ...{ bias, upstream, ...sizes },
      queryPositions: range(5, 2),
      keyPositions: range(7),
    });
    expect(byRow).toEqual(byLine);
  });

  it.each<[object, string, string]>([
    [{ upstream: [1] }, 'bias', 'ERR_MISSING'],
    [{ bias: { method: 'alibi' }, upstream: [1] }, 'queries', 'ERR_MISSING'],
    [{ bias: {}, upstream: [1], queries: 1 }, 'bias.method', 'ERR_TYPE'],
    [
      { bias: { method: 'alibo' }, upstream: [1], queries: 1 },
      ...(['bias.method', 'ERR_CHOICE'] as const),
    ],
    [
      { bias: { method: 'rope' }, upstream: [1], queries: 1 },
      ...(['bias.method', 'ERR_CHOICE'] as const),
    ],
    [
      { bias: { method: 'alibi', maxBias: -1 }, upstream: [1], queries: 1 },
      ...(['bias.maxBias', 'ERR_RANGE'] as const),
    ],
    [
      { bias: { method: 'alibi', queries: 1 }, upstream: [1], queries: 1 },
      ...(['bias.queries', 'ERR_UNKNOWN_OPTION'] as const),
    ],
    [
      { bias: { method: 'alibi' }, upstream: [1, 2, 3], queries: 2 },
      ...(['upstream.length', 'ERR_SHAPE'] as const),
    ],
  ])('refuses %o', (options, param, code) => {
    const call = () => pe.biasGradient(options as never);
    expect(thrown(call)).toMatchObject({ param, code });
  });
});
