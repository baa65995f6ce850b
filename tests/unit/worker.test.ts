/** Results of workers: the bits of direct calls, for any number of them. */

import { load, tensor } from 'posenc';
import { type MethodDescription, methods } from 'posenc/descriptions';
import {
  type Client,
  type ClientSpec,
  createClient,
  type Names,
  type SharedTensor,
} from 'posenc/worker';
import { afterAll, describe, expect, expectTypeOf, it } from 'vitest';
import { cuttingClient } from '../support/clients.js';
import { noise } from '../support/noise.mjs';

const pe = await load();

type Call = (options: object, how?: object) => Promise<unknown>;
const named = (client: Client, name: string) =>
  (client as unknown as Record<string, Call>)[name] as Call;

/** A result as plain data: classes of buffers do not count. */
const plain = (value: unknown): unknown => {
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    return [
      Object.prototype.toString.call(value),
      Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString(
        'hex',
      ),
    ];
  }
  if (Array.isArray(value) || typeof value !== 'object' || value === null) {
    return value;
  }
  const entries = Object.entries(value).map(([key, one]) => [key, plain(one)]);
  return Object.fromEntries(entries);
};

const heads = (rows: number, seed: number, more: readonly number[] = []) =>
  tensor(noise(rows * 4 * 16 * more.reduce((n, m) => n * m, 1), seed), [
    ...more,
    rows,
    4,
    16,
  ]);
const [q, k, v] = [heads(300, 1), heads(400, 2), heads(400, 3)];
const batch = {
  q: heads(70, 4, [3]),
  k: heads(90, 5, [3]),
  v: heads(90, 6, [3]),
};

const keysSeen = Array.from({ length: 90 }, (_, key) => key % 7 > 0);

/** Calls that are cut: each has more work than is done at once. */
const long: Readonly<Record<string, object>> = {
  'a table': { method: 'sinusoidal', length: 3001, dim: 512 },
  'a table of doubles': {
    method: 'sinusoidal',
    start: 7,
    length: 2049,
    dim: 768,
    dtype: 'float64',
  },
  'rows of a table': {
    method: 'sinusoidal',
    length: 9000,
    dim: 512,
    rows: [1234, 7777],
    dtype: 'bfloat16',
  },
  'a list of positions': {
    method: 'sinusoidal',
    positions: noise(4000, 7),
    dim: 512,
  },
  'two tables': {
    method: 'ropeCache',
    headDim: 256,
    cache: 'hf',
    length: 9000,
  },
  'a map of positions': { method: 'alibi', heads: 5, queries: 999, keys: 1001 },
  'a map of rows': {
    method: 'relativeIndices',
    scheme: { type: 't5', buckets: 32 },
    queries: 901,
    keys: 1024,
  },
  attention: { method: 'attention', q, k, v, causal: true },
  'attention of a window, its output': {
    method: 'attention',
    q,
    k,
    v,
    window: [100, 0],
    causal: true,
    outputs: ['output'],
    rotary: { method: 'rope', headDim: 16 },
  },
  'terms of a batch': {
    method: 'attention',
    ...batch,
    bias: ['alibi'],
    terms: true,
    sinks: [1, 2, 3, 4],
    gate: { method: 'urpe', table: noise(65 * 4, 8) },
  },
  'the output of a batch': {
    method: 'attention',
    ...batch,
    outputs: ['output'],
  },
  'a gradient': {
    ...{ method: 'attentionGradient', q, k, v, causal: true },
    upstream: heads(300, 14),
  },
  'a gradient of a batch': {
    ...{ method: 'attentionGradient', ...batch, keyMask: keysSeen },
    upstream: heads(70, 15, [3]),
  },
  'a picture': {
    method: 'attentionMap',
    q,
    k,
    height: 91,
    width: 80,
    pool: 'minMax',
  },
  'a picture of a batch': {
    method: 'attentionMap',
    height: 31,
    q: heads(300, 12, [3]),
    k: heads(301, 13, [3]),
    rotary: { method: 'rope', headDim: 16 },
    of: 'weights',
    rows: [3, 29],
  },
};

/** Those that take hardly longer than writing them. */
const maps: unknown[] = [long['a map of positions'], long['a map of rows']];

describe.each([1, 2, 3])('%i workers', (workers) => {
  const { client, seen } = cuttingClient(workers);
  afterAll(() => client.close());

  it.each(Object.entries(long))('%s', async (_, given) => {
    const spec = given as ClientSpec;
    const direct = plain(pe.make(spec));
    let total = 0;
    let before = 0;
    const onProgress = (progress: { done: number; total: number }) => {
      expect(progress.done).toBeGreaterThan(before);
      before = progress.done;
      total = progress.total;
    };
    const parts = seen.parts.reduce((sum, n) => sum + n, 0);
    expect(plain(await client.make(spec, { onProgress }))).toEqual(direct);
    expect(before).toBe(total);
    const [from, to] = pe.plan(spec).rows ?? [0, 0];
    expect(total).toBe(to - from);
    const more = seen.parts.reduce((sum, n) => sum + n, 0) - parts;
    // What only writes is made by one worker; the client would copy it.
    const least = maps.includes(spec) ? 0 : workers;
    if (workers > 1) expect(more).toBeGreaterThanOrEqual(least);
    const shared = await client.make(spec, { shared: true });
    expect(plain(shared)).toEqual(direct);
    const { method, ...options } = spec;
    expect(plain(await named(client, method)(options))).toEqual(direct);
  });

  it('all of them take part', () => {
    expect(seen.workers.length).toBe(workers);
    for (const parts of seen.parts) expect(parts).toBeGreaterThan(0);
  });
});

describe.each<[string, ClientSpec]>([
  ['alibi', { method: 'alibi', heads: 8, queries: 1024 }],
  [
    't5Bias',
    {
      ...{ method: 't5Bias', table: tensor(noise(32 * 8, 16), [32, 8]) },
      queries: 1024,
    },
  ],
])('a map of biases, which only writes: %s', (_, spec) => {
  it.each([
    ['by transfer one worker makes it at once', false, 0],
    ['in shared memory two workers fill it', true, 2],
  ])('%s', async (_, shared, least) => {
    const { client, seen } = cuttingClient(2);
    const there = await client.make(spec, { shared });
    const parts = seen.parts.reduce((sum, n) => sum + n, 0);
    if (least === 0) expect(parts).toBe(0);
    else expect(parts).toBeGreaterThanOrEqual(least);
    expect(seen.workers.length).toBe(shared ? 2 : 1);
    expect(plain(there)).toEqual(plain(pe.make(spec)));
    await client.close();
  });
});

describe('memory for rows that the client copies', () => {
  const spec = { method: 'sinusoidal', length: 4096, dim: 512 } as const;
  it.each([
    ['goes back to the workers', false, 2],
    ['is not needed where they share memory', true, 2],
    ['is not needed of one worker', false, 1],
  ])('%s', async (_, shared, workers) => {
    const { client, seen } = cuttingClient(workers);
    const made = await client.make(spec, { shared });
    // The first rows of each worker, and those that it computes meanwhile.
    const copied = !shared && workers > 1;
    if (copied) expect(seen.lent).toBeGreaterThan(0);
    else expect(seen.lent).toBe(0);
    expect(plain(made)).toEqual(plain(pe.make(spec)));
    await client.close();
  });
});

describe('short calls', async () => {
  const client = createClient({ workers: 1 });
  afterAll(() => client.close());

  const shown = Object.values<MethodDescription>(methods).filter(
    ({ name, example }) =>
      example && name in pe && !['rope', 'optimiser'].includes(name),
  );
  it.each(shown.map((one) => [one.name, one]))('%s', async (name, one) => {
    const spec = { method: name, ...one.example } as unknown as ClientSpec;
    let direct: unknown;
    try {
      direct = pe.make(spec);
    } catch (error) {
      await expect(client.make(spec)).rejects.toEqual(error);
      return;
    }
    expect(plain(await client.make(spec))).toEqual(plain(direct));
    const again = await named(client, name)(one.example ?? {}, {
      shared: true,
    });
    expect(plain(again)).toEqual(plain(direct));
  });

  it('a plan says what that of a direct call says', async () => {
    const spec = { method: 'attention', q, k, v } as const;
    const { method, outputs, shape, bytes, cost, rows } = pe.plan(spec);
    expect(await client.plan(spec)).toEqual({
      ...{ method, outputs, shape, bytes, cost, rows, dtype: undefined },
    });
  });

  it('shared results are in shared memory, others are not', async () => {
    const spec = { method: 'sinusoidal', length: 3, dim: 4 } as const;
    const shared = await client.make(spec, { shared: true });
    expect(shared.data.buffer).toBeInstanceOf(SharedArrayBuffer);
    const own = await client.make(spec);
    expect(own.data.buffer).toBeInstanceOf(ArrayBuffer);
    expect(() => own.shape.push(1)).toThrow(TypeError);
  });

  it('options are copied when the call is made, and stay with the caller', async () => {
    const table = noise(64 * 8, 9);
    const positions = [5, 3, 60];
    const spec = {
      method: 'learned',
      table: tensor(table, [64, 8]),
      positions,
    } as const;
    const direct = pe.make(spec);
    const [one, other] = [client.make(spec), client.make(spec)];
    table.fill(0);
    positions.fill(1);
    expect(await one).toEqual(direct);
    expect(await other).toEqual(direct);
    expect(table.length).toBe(64 * 8);
  });

  it('a view of a part of a buffer, of another realm, of a resident tensor', async () => {
    const whole = noise(1000, 10);
    using resident = pe.resident({ shape: [5, 8], data: noise(40, 11) });
    for (const table of [tensor(whole.subarray(11, 51), [5, 8]), resident]) {
      const spec = { method: 'learned', table, length: 5 } as const;
      expect(await client.make(spec)).toEqual(pe.make(spec));
    }
  });

  it('a call may be named as no method is, and the client be awaited', async () => {
    expect(await client).toBe(client);
    await expect(named(client, 'nothing')({})).rejects.toMatchObject({
      code: 'ERR_CHOICE',
    });
  });
});

it('results have the types of direct calls', () => {
  const spec = { method: 'sinusoidal', length: 3, dim: 4 } as const;
  const wide = { ...spec, dtype: 'float64' } as const;
  const inputs = { method: 'attention', q, k, v } as const;
  const list = { ...inputs, outputs: ['weights'] } as const;
  // Only their types are looked at.
  const types = (client: Client, part: Client<Names<'rotary'>>) => {
    expectTypeOf(client.make(spec)).resolves.toEqualTypeOf(pe.make(spec));
    expectTypeOf(client.make(wide)).resolves.toEqualTypeOf(pe.make(wide));
    expectTypeOf(client.sinusoidal(wide)).resolves.toEqualTypeOf(pe.make(wide));
    expectTypeOf(client.make(inputs)).resolves.toEqualTypeOf(pe.make(inputs));
    expectTypeOf(client.make(list)).resolves.toEqualTypeOf(pe.make(list));
    const shared = client.make(wide, { shared: true });
    expectTypeOf(shared).resolves.toEqualTypeOf<SharedTensor<'float64'>>();
    expectTypeOf(part.ropeCache).toBeFunction();
    // @ts-expect-error: it is of another family
    void part.sinusoidal;
    // @ts-expect-error: a rope cannot leave its worker
    void client.rope;
    // @ts-expect-error: there is no such option
    void client.sinusoidal({ length: 3, dim: 4, depth: 5 });
  };
  expect(types).toBeTypeOf('function');
});
