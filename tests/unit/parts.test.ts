/** Runs in parts: how long parts are, and options that are refused. */

import { load, type Tensor, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { rowsByTime } from '../../bindings/dist/modules/entry/part-rows.js';
import { noise } from '../support/noise.mjs';

const pe = await load();

it.each<[string, unknown, string, string, string]>([
  [
    'null',
    null,
    'ERR_TYPE',
    'options',
    'an object such as { signal, onProgress, cost }, got null',
  ],
  [
    'a number',
    5,
    'ERR_TYPE',
    'options',
    'an object such as { signal, onProgress, cost }, got 5',
  ],
  [
    'a signal that aborts nothing',
    { signal: 5 },
    ...(['ERR_TYPE', 'signal', 'an AbortSignal, got 5'] as const),
  ],
  [
    'progress that is no function',
    { onProgress: 5 },
    ...(['ERR_TYPE', 'onProgress', 'a function, got 5'] as const),
  ],
  [
    'no number of operations',
    { cost: Number.NaN },
    ...(['ERR_RANGE', 'cost', 'a number > 0, got NaN'] as const),
  ],
  [
    'no operations',
    { cost: 0 },
    ...(['ERR_RANGE', 'cost', 'a number > 0, got 0'] as const),
  ],
  [
    'a word for operations',
    { cost: 'many' },
    ...(['ERR_TYPE', 'cost', 'a number > 0, got "many"'] as const),
  ],
])('runs in parts refuse %s', async (_, options, code, param, rule) => {
  const plan = pe.plan({ method: 'sinusoidal', length: 4, dim: 2 });
  await expect(plan.runInParts(options as never)).rejects.toMatchObject({
    ...{ code, param },
    message: `plan.runInParts: ${param} must be ${rule}`,
  });
});

describe('some of the rows, and arrays to write into', () => {
  const plan = pe.plan({
    method: 'ropeCache',
    headDim: 8,
    cache: 'hf',
    length: 90,
  });
  type Tables = Readonly<Record<'cos' | 'sin', Tensor>>;
  const whole = plan.run() as Tables;

  it.each([
    [0, 90],
    [33, 71],
    [5, 6],
    [7, 7],
  ])('from %i to %i', async (from, to) => {
    const shares = { cos: whole.cos.data.slice(from * 8, to * 8) };
    const memory = new SharedArrayBuffer(2 * (to - from) * 8 * 4);
    const cos = new Float32Array(memory, 0, (to - from) * 8);
    const sin = new Float32Array(memory, (to - from) * 32);
    const rows = [from, to] as const;
    const into = { cos, sin };
    const some = (await plan.runInParts({ rows, into, cost: 1 })) as Tables;
    expect(some.cos.data).toBe(cos);
    expect(some.cos.shape).toEqual([to - from, 8]);
    expect(Array.from(cos)).toEqual(Array.from(shares.cos));
    const own = (await plan.runInParts({ rows, cost: 1 })) as Tables;
    expect(own.cos.data).toEqual(shares.cos);
    expect(Array.from(own.sin.data)).toEqual(Array.from(sin));
  });

  it('a map, and a result that is one part', async () => {
    const places = { queries: 6, keys: 9, queryStart: 0.5 };
    for (const queryStart of [2, 0.5]) {
      const map = pe.plan({ method: 'alibi', heads: 3, ...places, queryStart });
      const bias = new Float32Array(3 * 6 * 9);
      await map.runInParts({ into: { bias }, cost: 1 });
      expect(bias).toEqual(map.run().data);
    }
  });

  it.each<[string, object, string, string, string]>([
    [
      'rows beyond',
      { rows: [0, 91] },
      'ERR_RANGE',
      'rows[1]',
      'between 0 and 90, the rows of the plan, got 91',
    ],
    [
      'no rows',
      { rows: 5 },
      'ERR_TYPE',
      'rows',
      'an array [from, to] of two row numbers, got 5',
    ],
    [
      'no arrays',
      { into: 5 },
      'ERR_TYPE',
      'into',
      'an object with cos, sin, got 5',
    ],
    [
      'one array',
      { into: { cos: new Float32Array(720) } },
      'ERR_TYPE',
      'into.sin',
      'a Float32Array, got undefined',
    ],
    [
      'short arrays',
      { into: { cos: new Float32Array(719) } },
      'ERR_SHAPE',
      'into.cos.length',
      '720, as many as the rows have numbers, got 719',
    ],
  ])('refuse %s', async (_, options, code, param, rule) => {
    await expect(plan.runInParts(options)).rejects.toMatchObject({
      ...{ code, param },
      message: `plan.runInParts: ${param} must be ${rule}`,
    });
  });

  it('refuse rows of what is not cut', async () => {
    const rope = pe.plan({ method: 'frequencies', dim: 8 });
    await expect(rope.runInParts({ rows: [0, 1] })).rejects.toMatchObject({
      message:
        'plan.runInParts: rows[1] must be left out, as this result is not cut, got 1',
    });
  });
});

it('runs in parts refuse an option that does not exist', async () => {
  const plan = pe.plan({ method: 'sinusoidal', length: 4, dim: 2 });
  const run = plan.runInParts({ sginal: AbortSignal.abort() } as never);
  await expect(run).rejects.toMatchObject({
    ...{ code: 'ERR_UNKNOWN_OPTION', param: 'sginal' },
    message:
      'plan.runInParts: there is no option "sginal"; did you mean "signal"?',
  });
});

it('a long table runs in parts that are far shorter than the whole', async () => {
  const [length, dim] = [131_072, 1024];
  const plan = pe.plan({ method: 'sinusoidal', length, dim });
  let events = 0;
  let rows = 0;
  const whole = await plan.runInParts({
    onProgress({ rows: [from, to] }) {
      expect(from).toBe(rows);
      rows = to;
      events += 1;
    },
  });
  expect(rows).toBe(length);
  expect(events).toBeGreaterThanOrEqual(20);
  // Rows that parts begin and end with, and some between.
  for (const row of [0, 31, 32, 4095, 65_537, length - 1]) {
    const { data } = pe.sinusoidal({ positions: [row], dim });
    expect(whole.data.subarray(row * dim, (row + 1) * dim)).toEqual(data);
  }
});

it('nothing is computed after an abort from a task in between', async () => {
  const plan = pe.plan({ method: 'sinusoidal', length: 131_072, dim: 1024 });
  const controller = new AbortController();
  let events = 0;
  let atAbort = Number.NaN;
  const run = plan.runInParts({
    signal: controller.signal,
    onProgress: () => {
      events += 1;
    },
  });
  setTimeout(() => {
    atAbort = events;
    controller.abort();
  });
  await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  expect(events).toBe(atAbort);
});

it.each([0.5, 1e-9, Infinity])(
  'a plan of few operations runs in parts of %s',
  async (cost) => {
    const plan = pe.plan({ method: 'sinusoidal', length: 3, dim: 2 });
    const seen: (readonly number[])[] = [];
    const onProgress = ({ rows }: { rows: readonly number[] }) => {
      seen.push(rows);
    };
    const whole = await plan.runInParts({ cost, onProgress });
    expect(whole).toEqual(plan.run());
    const each = [0, 1, 2].map((row) => [row, row + 1]);
    expect(seen).toEqual(cost < 1 ? each : [[0, 3]]);
  },
);

describe('the rows of a part', () => {
  /** Times of parts of work that takes `fixed + rows * each` milliseconds. */
  function times(fixed: number, each: number, rowCost: number, parts = 40) {
    const size = rowsByTime(rowCost);
    return Array.from({ length: parts }, () => {
      const rows = size.next();
      const ms = fixed + rows * each;
      size.took(rows, ms);
      return { rows, ms };
    });
  }

  it.each([
    ['as estimated', 1e-6, 1000],
    ['slower than estimated by far', 1e-2, 10],
    ['faster than estimated by far', 1e-6, 1e6],
  ])('take 8 ms if rows are %s', (_, each, rowCost) => {
    const all = times(0, each, rowCost);
    // The first part is as long as the second, and they grow after these.
    for (const { ms, rows } of all.slice(13)) {
      expect(ms).toBeLessThanOrEqual(8.001);
      expect(ms + 32 * each).toBeGreaterThan(7.9);
      if (rows > 32) expect(rows % 32).toBe(0);
    }
    for (const { ms } of all.slice(1)) expect(ms).toBeLessThanOrEqual(8.001);
  });

  it('have one row if one takes longer', () => {
    for (const { rows } of times(0, 100, 1e9)) expect(rows).toBe(1);
  });

  it('take twice the time that copies take, if it is longer than 4 ms', () => {
    const last = times(15, 0.001, 1000).at(-1);
    expect(last?.ms).toBeGreaterThan(29);
    expect(last?.ms).toBeLessThanOrEqual(30.001);
  });

  it('stay as short under pauses if nothing is done anew', () => {
    const size = rowsByTime(1000, { ms: 25, times: 0 });
    let pause = 0;
    for (let part = 0; part < 200; ++part) {
      const rows = size.next();
      expect(rows * 0.001).toBeLessThanOrEqual(25.001);
      // Now and then, another program has the processor.
      pause = part % 7 === 3 ? 300 : 0;
      size.took(rows, rows * 0.001 + pause);
    }
    expect(size.fixed()).toBe(0);
  });

  it('return to 8 ms after a pause that was none of theirs', () => {
    const size = rowsByTime(1000);
    size.took(size.next(), 500);
    let ms = 0;
    for (let part = 0; part < 20; ++part) {
      const rows = size.next();
      ms = rows * 0.001;
      size.took(rows, ms);
    }
    expect(ms).toBeGreaterThan(7.5);
    expect(ms).toBeLessThanOrEqual(8.001);
  });
});

describe('a map of positions runs in parts with the bits of the whole', () => {
  const integers = [-3, 0, 1, 5, 5, 9, 40, 2];
  const places = {
    ends: { queries: 6, keys: 9 },
    'a start': { queries: 6, keys: 9, queryStart: 2, keyStart: -1 },
    lists: { queryPositions: integers, keyPositions: [7, ...integers] },
    'a list of keys': { queries: 6, keyPositions: integers },
    fractions: { queries: 6, keys: 9, queryStart: 0.1, keyStart: 0.7 },
  };
  const grid = { grid: [3, 3], queries: 9 };
  const biases: Record<string, object> = {
    alibi: { heads: 3 },
    t5Bias: { table: noise(32 * 2, 1), heads: 2, bidirectional: true },
    clippedBias: { table: noise(7 * 2, 2), heads: 2, left: 3, right: 3 },
    kerple: { scale: [1, 2], rate: [0.5, 0.1], heads: 2 },
    sandwich: { heads: 2, dim: 16 },
    gridBias: { table: noise(25 * 2, 3), heads: 2, ...grid },
    relativeIndices: { scheme: { type: 't5', buckets: 8 } },
  };
  for (const [method, own] of Object.entries(biases)) {
    for (const [name, at] of Object.entries(places)) {
      const onGrid = 'grid' in own;
      if (onGrid && name !== 'ends') continue;
      it(`${method}, ${name}`, async () => {
        const plan = pe.plan({ method, ...at, ...own } as never);
        let events = 0;
        const options = { cost: 1, onProgress: () => ++events };
        const joined = await plan.runInParts(options);
        expect(joined).toEqual(plan.run());
        const { shape = [] } = plan;
        expect(events).toBe(name === 'fractions' ? 1 : shape.at(-2));
        const queries = name === 'fractions' ? undefined : [0, shape.at(-2)];
        expect(plan.rows).toEqual(queries);
      });
    }
  }
});

it('a gradient is cut by heads, unless something is summed over them', () => {
  const rows = (count: number) =>
    tensor(noise(count * 4 * 8, count), [count, 4, 8]);
  const [q, k] = [rows(5), rows(6)];
  const inputs = { ...{ q, k, v: k, upstream: q }, causal: true };
  const cutRows = (more: object) =>
    pe.plan({ method: 'attentionGradient', ...inputs, ...more }).rows;
  expect(cutRows({})).toEqual([0, 4]);
  const apart = Array.from({ length: 4 * 5 * 6 }, (_, i) => i % 5 > 0);
  for (const more of [
    { rotary: { method: 'rope', headDim: 8 } },
    { bias: 'alibi' },
    { gate: { method: 'urpe', table: noise(65 * 4, 1) } },
    { sinks: [1, 2, 3, 4] },
    { queryScale: tensor(noise(5, 2), [5]) },
    { mask: tensor(Int32Array.from(apart, Number), [4, 5, 6]) },
    { scoresUpstream: tensor(noise(120, 3), [4, 5, 6]) },
    {
      outputWeight: tensor(noise(3 * 32, 4), [3, 32]),
      upstream: tensor(noise(15, 5), [5, 3]),
    },
  ]) {
    expect([Object.keys(more), cutRows(more)]).toEqual([
      Object.keys(more),
      undefined,
    ]);
  }
});
