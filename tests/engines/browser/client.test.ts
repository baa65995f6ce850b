/**
 * Clients of workers in a browser, by a file and from a blob, on a page that is
 * not cross-origin isolated, with a policy that allows both.
 */

import { load, type Tensor } from 'posenc';
import { createClient, type WorkerLike } from 'posenc/worker';
import { inlineWorker } from 'posenc/worker/inline';
import { expect, it } from 'vitest';
import { hash } from '../digest/hash.mjs';

const pe = await load();
const byFile = (file: string) => () =>
  new Worker(`/posenc/dist/${file}.js`, { type: 'module' });

/** Workers that say that a row takes a second, so that their calls are cut. */
function slow(make: () => WorkerLike) {
  const asked: string[] = [];
  const worker = (): WorkerLike => {
    const made = make() as Worker;
    const name = `worker ${asked.length}`;
    return {
      postMessage(message: { kind?: string }) {
        if (message.kind === 'rows') asked.push(name);
        made.postMessage(message);
      },
      terminate: () => made.terminate(),
      addEventListener: (event: string, hear: (event: unknown) => void) =>
        made.addEventListener(event, (event) => {
          const { data } = event as MessageEvent;
          const measured = data?.kind === 'measured';
          hear(measured ? { data: { ...data, rowMs: 1000 } } : event);
        }),
    } as WorkerLike;
  };
  return { worker, asked };
}

it.each([
  ['a file', byFile('worker-run')],
  ['a file of a family', byFile('worker-run-absolute')],
  ['a blob', inlineWorker],
])('workers of %s give the bits of a direct call', async (_, make) => {
  const { worker, asked } = slow(make);
  await using client = createClient({ workers: 2, worker });
  const spec = { method: 'sinusoidal', length: 4321, dim: 510 } as const;
  let done = 0;
  const onProgress = (progress: { done: number }) => {
    done = progress.done;
  };
  const table = await client.make(spec, { onProgress });
  expect(hash([table as Tensor])).toBe(hash([pe.make(spec)]));
  expect(done).toBe(4321);
  expect(asked.length).toBeGreaterThan(2);
  const short = await client.sinusoidal({ length: 3, dim: 2 });
  expect(short).toEqual(pe.sinusoidal({ length: 3, dim: 2 }));
});

it('an abort is obeyed, and the next call works', async () => {
  const worker = byFile('worker-run');
  await using client = createClient({ workers: 1, worker });
  const control = new AbortController();
  const { signal } = control;
  const call = client.make(
    { method: 'sinusoidal', length: 2 ** 20, dim: 256 },
    { signal, onProgress: () => control.abort() },
  );
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  const spec = { method: 'alibi', heads: 2, queries: 3 } as const;
  expect(await client.make(spec)).toEqual(pe.make(spec));
});

it('errors keep code, parameter and message', async () => {
  await using client = createClient({ worker: byFile('worker-run') });
  await expect(client.sinusoidal({ length: 3, dim: -1 })).rejects.toMatchObject(
    {
      ...{ name: 'PosencRangeError', code: 'ERR_RANGE', param: 'dim' },
      message: 'sinusoidal: dim must be an integer ≥ 1, got -1',
    },
  );
});

it('a file that is not there is an error of the call', async () => {
  await using client = createClient({ worker: byFile('none') });
  await expect(client.sinusoidal({ length: 3, dim: 2 })).rejects.toMatchObject({
    code: 'ERR_WORKER',
  });
});

it('says that it needs a worker, and what shared memory needs', async () => {
  expect(() => createClient()).toThrow(
    'createClient: worker is required in browsers: () => new Worker(new URL(' +
      '"posenc/worker/run", import.meta.url), { type: "module" })',
  );
  expect(crossOriginIsolated).toBe(false);
  await using client = createClient({ worker: byFile('worker-run') });
  const call = client.sinusoidal({ length: 3, dim: 2 }, { shared: true });
  await expect(call).rejects.toMatchObject({
    ...{ code: 'ERR_CHOICE', param: 'shared' },
  });
});
