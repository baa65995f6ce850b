// A desk and its worker, which stand in one thread here and speak by messages.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PageLimit } from '../shell/failure.js';
import { createDesk } from './desk.js';
import type { DeskAnswer, DeskAsk } from './messages.js';
import { serveDesk, type Turn } from './serve.js';
import { WorkerTrouble } from './trouble.js';
import { loadingMs, silenceMs } from './watchdog.js';

interface TestJobs {
  double: { input: number; output: number };
  coarse: { input: number; output: string };
  refuse: { input: null; output: null };
  long: { input: null; output: string };
}

/** A worker whose two ends stand in this thread. */
class FakeWorker {
  static made: FakeWorker[] = [];
  static deaf = false;
  onmessage: ((event: { data: DeskAnswer }) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  onerror:
    | ((event: { message: string; preventDefault(): void }) => void)
    | null = null;
  ended = false;
  readonly asks: DeskAsk[] = [];
  readonly scope: { onmessage?: (event: { data: DeskAsk }) => void } = {};

  constructor() {
    FakeWorker.made.push(this);
    if (FakeWorker.deaf) return;
    const scope = Object.assign(this.scope, {
      postMessage: (data: DeskAnswer) =>
        queueMicrotask(() => this.ended || this.onmessage?.({ data })),
    });
    vi.stubGlobal('self', scope);
    serveDesk<TestJobs>({
      double: (input) => 2 * input,
      coarse(input, turn) {
        turn.tell(`about ${input}`);
        return `exactly ${input}`;
      },
      refuse() {
        const failure = { message: 'no', code: 'ERR_RANGE', param: 'dim' };
        throw new PageLimit(failure);
      },
      long,
    });
  }

  postMessage(ask: DeskAsk): void {
    this.asks.push(ask);
    queueMicrotask(() => this.scope.onmessage?.({ data: ask }));
  }

  terminate(): void {
    this.ended = true;
  }
}

let rounds = 0;

async function long(_: null, turn: Turn<string>): Promise<string> {
  for (rounds = 0; rounds < 1e6; rounds++) {
    const begin = performance.now();
    while (performance.now() - begin < 2);
    await turn.pause();
  }
  return 'done';
}

const desk = () =>
  createDesk<TestJobs>(() => new FakeWorker() as unknown as Worker);

beforeEach(() => {
  FakeWorker.made = [];
  FakeWorker.deaf = false;
  vi.stubGlobal('document', { visibilityState: 'visible' });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('gives what a job gives, coarser first, in one worker', async () => {
  const { ask } = desk();
  expect(FakeWorker.made).toHaveLength(0);
  const told: string[] = [];
  const how = { told: (text: string) => told.push(text) };
  expect(await Promise.all([ask('double', 21), ask('coarse', 3, how)])).toEqual(
    [42, 'exactly 3'],
  );
  expect(told).toEqual(['about 3']);
  expect(FakeWorker.made).toHaveLength(1);
});

it('throws what a job refuses, as the package does', async () => {
  await expect(desk().ask('refuse', null)).rejects.toMatchObject({
    ...{ message: 'no', code: 'ERR_RANGE', param: 'dim' },
  });
});

it('gives up a job at once, and the worker a turn later', async () => {
  const { ask } = desk();
  const control = new AbortController();
  const asked = ask('long', null, { signal: control.signal });
  setTimeout(() => control.abort(), 40);
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  // Between its turns the worker hears others.
  expect(await ask('double', 4)).toBe(8);
  await vi.waitFor(async () => {
    const before = rounds;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(rounds).toBe(before);
  });
});

it('replaces a worker that breaks, and counts it', async () => {
  const { ask, turn } = desk();
  expect(await ask('double', 1)).toBe(2);
  expect(turn()).toBe(0);
  const asked = ask('long', null);
  const [first] = FakeWorker.made;
  first?.onerror?.({ message: 'no memory', preventDefault() {} });
  await expect(asked).rejects.toThrow(WorkerTrouble);
  await expect(asked).rejects.toThrow('no memory');
  expect(first?.ended).toBe(true);
  expect(turn()).toBe(1);
  rounds = 1e9;
  expect(await ask('double', 5)).toBe(10);
  expect(FakeWorker.made).toHaveLength(2);
});

it('ends its worker when it is closed, and begins another', async () => {
  const { ask, close } = desk();
  const asked = ask('long', null);
  close();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  expect(FakeWorker.made[0]?.ended).toBe(true);
  rounds = 1e9;
  expect(await ask('double', 6)).toBe(12);
  expect(FakeWorker.made).toHaveLength(2);
  close();
  close();
  expect(FakeWorker.made[1]?.ended).toBe(true);
});

it('replaces a worker that is silent, sooner once it has begun', async () => {
  vi.useFakeTimers();
  FakeWorker.deaf = true;
  const { ask } = desk();
  const states: string[] = [];
  const follow = (name: string, asked: Promise<unknown>) =>
    asked.catch((error: unknown) => states.push(`${name}: ${error}`));
  void follow('loading', ask('double', 1));
  await vi.advanceTimersByTimeAsync(loadingMs - 1000);
  expect(states).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(states).toEqual(['loading: WorkerTrouble: it was silent']);
  expect(FakeWorker.made[0]?.ended).toBe(true);

  void follow('begun', ask('double', 1));
  const [, second] = FakeWorker.made;
  second?.onmessage?.({ data: { kind: 'ready' } });
  await vi.advanceTimersByTimeAsync(silenceMs - 1000);
  // A beat is a sign of life.
  second?.onmessage?.({ data: { kind: 'beat', id: 2 } });
  await vi.advanceTimersByTimeAsync(silenceMs - 1000);
  expect(states).toHaveLength(1);
  // A page that nobody looks at is patient.
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  await vi.advanceTimersByTimeAsync(10 * silenceMs);
  expect(states).toHaveLength(1);
  vi.stubGlobal('document', { visibilityState: 'visible' });
  await vi.advanceTimersByTimeAsync(2000);
  expect(states[1]).toBe('begun: WorkerTrouble: it was silent');
});
