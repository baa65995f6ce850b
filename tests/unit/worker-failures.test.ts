/** Clients of workers: aborts, deaths, workers that hang, errors, the end. */

import { Worker } from 'node:worker_threads';
import { load, PosencTypeError, tensor } from 'posenc';
import {
  createClient,
  PosencTypeError as OfWorker,
  type WorkerLike,
} from 'posenc/worker';
import { describe, expect, it, vi } from 'vitest';
import { cuttingClient } from '../support/clients.js';
import { noise } from '../support/noise.mjs';

const pe = await load();
const short = { method: 'sinusoidal', length: 3, dim: 4 } as const;
/** It takes many seconds. */
const endless = { method: 'sinusoidal', length: 2 ** 20, dim: 256 } as const;
const q = tensor(noise(4096 * 64, 1), [4096, 1, 64]);
/** One part that takes seconds. */
const stubborn = {
  ...{ method: 'attentionGradient', q, k: q, v: q, upstream: q },
  bias: 'alibi',
} as const;

/** The error of a promise, with what tells it from others. */
async function failure(promise: Promise<unknown>) {
  const error = (await promise.then(
    () => new Error('no error'),
    (reason) => reason,
  )) as Error & { code?: string; param?: string; value?: unknown };
  const { name, message, code, param, value } = error;
  return { name, message, code, param, value, error };
}

/** A worker that only the test speaks for. */
function silentWorker() {
  const state = { asked: [] as { id?: number }[], ended: 0 };
  let said: (message: unknown) => void = () => {};
  const worker = () =>
    ({
      postMessage: (message: { id?: number }) => state.asked.push(message),
      terminate: () => {
        state.ended += 1;
      },
      on: (event: string, heard: typeof said) => {
        if (event === 'message') said = heard;
      },
    }) as WorkerLike;
  return { worker, state, hear: (message: unknown) => said(message) };
}

describe('an abort', () => {
  it.each([
    ['between parts', endless],
    ['within a part', stubborn],
  ])('%s is obeyed, and the next call works', async (_, spec) => {
    const { client } = cuttingClient(2);
    await client.make(short);
    const control = new AbortController();
    const { signal } = control;
    let progressed = false;
    const call = client.make(spec as typeof endless, {
      signal,
      onProgress: () => {
        progressed = true;
        control.abort(new Error('enough'));
      },
    });
    if (spec !== endless)
      setTimeout(() => control.abort(new Error('enough')), 300);
    expect((await failure(call)).message).toBe('enough');
    // A part that is stubborn may end before the abort comes.
    if (spec === endless) expect(progressed).toBe(true);
    expect(await client.make(short)).toEqual(pe.make(short));
    await client.close();
  });

  it('before the call asks nothing', async () => {
    const { client, seen } = cuttingClient(1);
    const signal = AbortSignal.abort(new Error('early'));
    const call = client.make(short, { signal });
    expect((await failure(call)).message).toBe('early');
    expect(seen.workers).toEqual([]);
  });

  it.each([
    ['keeps a worker that ends its part within 40 ms', 39, 0],
    ['replaces another', 41, 1],
  ])('%s', async (_, ms, ends) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { worker, state, hear } = silentWorker();
      const client = createClient({ workers: 1, worker });
      const control = new AbortController();
      const { signal } = control;
      const call = failure(client.make(endless, { signal }));
      await Promise.resolve();
      const { id } = state.asked[0] ?? {};
      control.abort(new Error('enough'));
      expect((await call).message).toBe('enough');
      expect(state.asked).toContainEqual({ kind: 'abort', id });
      await vi.advanceTimersByTimeAsync(ms);
      hear({ id, kind: 'error', error: { name: 'AbortError', message: '' } });
      await vi.advanceTimersByTimeAsync(1000);
      expect(state.ended).toBe(ends);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a worker that dies', () => {
  it('rejects what it had, and is replaced', async () => {
    const { client, seen } = cuttingClient(2);
    const call = failure(
      client.make(endless, { onProgress: () => seen.workers[0]?.terminate() }),
    );
    expect(await call).toMatchObject({
      ...{ name: 'PosencTypeError', code: 'ERR_WORKER', param: 'worker' },
      message: 'posenc/worker: a worker failed: it ended',
    });
    expect(await client.make(short)).toEqual(pe.make(short));
    await client.close();
  });

  it('of which the file is not there, rejects, and the next one is asked', async () => {
    let made = 0;
    const files = ['missing.js', 'worker-run.js'];
    const folder = new URL('../../bindings/dist/', import.meta.url);
    const worker = () =>
      new Worker(new URL(files[made++] ?? '', folder)) as WorkerLike;
    const client = createClient({ workers: 1, worker });
    const { code, message } = await failure(client.make(short));
    expect(code).toBe('ERR_WORKER');
    expect(message).toMatch(/missing\.js/);
    expect(await client.make(short)).toEqual(pe.make(short));
    await client.close();
  });

  it('that cannot be made, rejects', async () => {
    const client = createClient({
      worker: () => {
        throw new Error('forbidden');
      },
    });
    expect(await failure(client.make(short))).toMatchObject({
      ...{ code: 'ERR_WORKER' },
      message: 'posenc/worker: a worker failed: forbidden',
    });
  });
});

it('a worker that is silent for 5 seconds of a seen page hangs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const document = { visibilityState: 'hidden' };
  vi.stubGlobal('document', document);
  try {
    const { worker, state, hear } = silentWorker();
    const client = createClient({ workers: 1, worker });
    const call = failure(client.make(endless));
    await Promise.resolve();
    const { cost } = pe.plan(endless);
    const facts = { rows: [0, 2 ** 20], cost, outputs: {} };
    const { id } = state.asked[0] ?? {};
    hear({ id, kind: 'facts', facts });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state.ended).toBe(0);
    document.visibilityState = 'visible';
    await vi.advanceTimersByTimeAsync(4000);
    hear({ id, kind: 'progress', done: 1 });
    await vi.advanceTimersByTimeAsync(4750);
    expect(state.ended).toBe(0);
    await vi.advanceTimersByTimeAsync(750);
    expect(state.ended).toBe(1);
    expect(await call).toMatchObject({
      ...{ code: 'ERR_WORKER' },
      message: 'posenc/worker: a worker failed: it does not answer',
    });
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});

it('a worker that was ended from outside while idle is noticed after 5 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  try {
    const { worker, state, hear } = silentWorker();
    const client = createClient({ workers: 1, worker });
    const first = failure(client.make(short));
    await Promise.resolve();
    // A new worker loads first: it may take longer.
    await vi.advanceTimersByTimeAsync(20_000);
    expect(state.ended).toBe(0);
    const { id } = state.asked[0] ?? {};
    const error = { name: 'Error', message: 'first' };
    hear({ id, kind: 'error', error });
    expect((await first).message).toBe('first');
    // Browsers tell nobody of `terminate()`.
    const second = failure(client.make(short));
    await vi.advanceTimersByTimeAsync(4750);
    expect(state.ended).toBe(0);
    await vi.advanceTimersByTimeAsync(750);
    expect(state.ended).toBe(1);
    expect(await second).toMatchObject({ code: 'ERR_WORKER' });
  } finally {
    vi.useRealTimers();
  }
});

describe('errors are those of direct calls', () => {
  const detached = new Float32Array(4);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  const { client } = cuttingClient(1);
  const table = [
    [1, 2],
    [3, 4],
  ];
  it.each<[string, unknown]>([
    ['no spec', undefined],
    ['a list', [short]],
    ['no method', { length: 4 }],
    ['an unknown method', { method: 'sinusoid', length: 4 }],
    ['a wrong value', { ...short, length: -1 }],
    ['a wrong kind', { ...short, dim: '4' }],
    ['a function', { ...short, dim: () => 4 }],
    ['a symbol', { ...short, layout: Symbol('blocks') }],
    ['an unknown option', { ...short, d_model: 5 }],
    ['a missing option', { method: 'sinusoidal' }],
    ['a transferred array', { method: 'learned', table: detached, length: 1 }],
    ['a wrong shape', { method: 'alibi', heads: 2, queries: 2, slopes: [1] }],
    [
      'an array of another kind',
      { method: 'learned', table: new Int8Array(4) },
    ],
    [
      'an error inside',
      { method: 'attention', q, k: q, rotary: { method: 'rope', headDim: 63 } },
    ],
    [
      'a list with a function',
      { method: 'learned', length: 1, table: [() => 1] },
    ],
    ['too much memory', { ...short, length: 2 ** 40, dim: 512 }],
    ['a signal', { ...short, signal: 5 }],
  ])('%s', async (_, spec) => {
    const direct = await failure((async () => pe.make(spec as never))());
    expect(direct.code).toBeDefined();
    const { error, value, ...sent } = await failure(client.make(spec as never));
    const { error: own, value: wrong, ...expected } = direct;
    expect(sent).toEqual(expected);
    expect(Object.is(value, wrong)).toBe(true);
    expect(error).toBeInstanceOf(
      own instanceof TypeError ? TypeError : RangeError,
    );
    expect(error instanceof PosencTypeError).toBe(
      own instanceof PosencTypeError,
    );
    if (!Object.hasOwn(Object(spec), 'method')) return;
    const { method, ...options } = spec as { method: 'sinusoidal' };
    if (!(method in pe)) return;
    const byName = await failure(client[method](options as never));
    expect(byName.message).toBe(direct.message);
  });

  it.each([undefined, 5, null, [4], 'length', new Float32Array(2)])(
    'options %s by the name of a method',
    async (options) => {
      const direct = (async () => pe.sinusoidal(options as never))();
      const { error: _, ...expected } = await failure(direct);
      const call = client.sinusoidal(options as never);
      expect(await failure(call)).toMatchObject(expected);
    },
  );

  it('a method whose options have a method', async () => {
    const options = { ...short, method: 'alibi' } as never;
    const { message } = await failure((async () => pe.sinusoidal(options))());
    expect((await failure(client.sinusoidal(options))).message).toBe(message);
  });

  it('too much memory to share', async () => {
    const large = { ...short, length: 2 ** 40, dim: 512 };
    const { code } = await failure(client.make(large, { shared: true }));
    expect(code).toBe('ERR_MEMORY');
  });

  it('a plan', async () => {
    const wrong = { method: 'none' } as never;
    const direct = await failure((async () => pe.plan(wrong))());
    expect((await failure(client.plan(wrong))).message).toBe(direct.message);
  });

  it('a getter that throws', async () => {
    const spec = {
      method: 'learned' as const,
      table,
      get length(): number {
        throw new Error('mine');
      },
    };
    expect((await failure(client.make(spec))).message).toBe('mine');
  });

  it('a rope, which cannot cross, is refused with the way out', async () => {
    const rotary = pe.rope({ headDim: 64 });
    expect(
      await failure(client.make({ method: 'attention', q, k: q, rotary })),
    ).toMatchObject({
      ...{ code: 'ERR_TYPE', param: 'rotary' },
      message: expect.stringMatching(
        /^attention: rotary must be what rope\(\) gives, .*; it cannot be sent to a worker: give its spec$/,
      ),
    });
    for (const spec of [
      { method: 'rope', headDim: 8 },
      { method: 'optimiser', kind: 'sgd', lr: 0.5 },
    ]) {
      expect(await failure(client.make(spec as never))).toMatchObject({
        ...{ code: 'ERR_WORKER', param: 'method' },
        message: expect.stringMatching(/cannot leave a worker/),
      });
    }
  });

  it('an array to write into, which would not be written', async () => {
    const spec = { ...short, out: new Float32Array(12) };
    expect(await failure(client.make(spec))).toMatchObject({
      ...{ code: 'ERR_CONFLICT', param: 'out' },
    });
  });
});

describe('wrong options of the client', () => {
  it.each<[object | number, string, string, string]>([
    [
      5,
      'ERR_TYPE',
      'options',
      'createClient: options must be an object such as { workers, part, worker }, got 5',
    ],
    [
      { workers: 0 },
      'ERR_RANGE',
      'workers',
      'createClient: workers must be an integer from 1 to 64, got 0',
    ],
    [
      { workers: '2' },
      'ERR_TYPE',
      'workers',
      'createClient: workers must be an integer from 1 to 64, got "2"',
    ],
    [
      { part: 'rope' },
      'ERR_CHOICE',
      'part',
      'createClient: part must be one of posenc, rotary, absolute, bias, attention, layouts, detect, got "rope"',
    ],
    [
      { part: 5 },
      'ERR_TYPE',
      'part',
      'createClient: part must be one of posenc, rotary, absolute, bias, attention, layouts, detect, got 5',
    ],
    [
      { worker: 'run.js' },
      'ERR_TYPE',
      'worker',
      'createClient: worker must be a function that makes a worker, got "run.js"',
    ],
    [
      { wrokers: 2 },
      'ERR_UNKNOWN_OPTION',
      'wrokers',
      'createClient: there is no option "wrokers"; there are workers, part, worker',
    ],
  ])('%o', (options, code, param, message) => {
    const create = () => createClient(options as never);
    expect(create).toThrow(message);
    try {
      create();
    } catch (error) {
      expect(error).toMatchObject({ code, param });
      expect(error instanceof OfWorker || error instanceof RangeError).toBe(
        true,
      );
    }
  });

  it.each<[object, string, string, string]>([
    [
      { signal: 5 },
      'ERR_TYPE',
      'signal',
      'make: signal must be an AbortSignal, got 5',
    ],
    [
      { onProgress: 5 },
      'ERR_TYPE',
      'onProgress',
      'make: onProgress must be a function, got 5',
    ],
    [
      { shared: 1 },
      'ERR_TYPE',
      'shared',
      'make: shared must be true or false, got 1',
    ],
    [
      { sginal: 1 },
      'ERR_UNKNOWN_OPTION',
      'sginal',
      'make: there is no option "sginal"; there are signal, onProgress, shared',
    ],
  ])('of a call: %o', async (how, code, param, message) => {
    const client = createClient();
    const call = client.make(short, how as never);
    expect(await failure(call)).toMatchObject({ code, param, message });
  });
});

it('what onProgress throws rejects the call', async () => {
  const { client } = cuttingClient(1);
  const onProgress = () => {
    throw new Error('mine');
  };
  const call = client.make(endless, { onProgress });
  expect((await failure(call)).message).toBe('mine');
  expect(await client.make(short)).toEqual(pe.make(short));
  await client.close();
});

it('a closed client rejects, what runs and what comes', async () => {
  const { client, seen } = cuttingClient(2);
  const call = failure(client.make(endless));
  await client.make(short);
  const ends = seen.workers.map(
    (worker) => new Promise((resolve) => worker.once('exit', resolve)),
  );
  await client.close();
  await Promise.all(ends);
  for (const one of [await call, await failure(client.make(short))]) {
    expect(one).toMatchObject({
      ...{
        code: 'ERR_DISPOSED',
        message: 'posenc/worker: the client is closed',
      },
    });
  }
  await client.close();
});

it('workers of a part have its methods alone', async () => {
  await using client = createClient({ part: 'rotary', workers: 1 });
  const spec = {
    method: 'ropeCache',
    headDim: 8,
    cache: 'hf',
    length: 5,
  } as const;
  expect(await client.make(spec)).toEqual(pe.make(spec));
  const other = await failure(client.make(short as never));
  expect(other).toMatchObject({ code: 'ERR_CHOICE', param: 'method' });
});
