// Of wishes that come fast, one runs at a time, and of those that wait only the
// newest.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pending } from '../state/pending.js';
import { createNewest } from './newest.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A wish that ends when the test says so. */
function held() {
  let end: () => void = () => {};
  const seen = { begun: 0, aborted: false };
  const wish = (signal: AbortSignal) => {
    seen.begun += 1;
    signal.addEventListener('abort', () => {
      seen.aborted = true;
    });
    return new Promise<void>((resolve, reject) => {
      end = resolve;
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  return { seen, wish, end: () => end() };
}

it('runs one, and then the newest of those that wait', async () => {
  const newest = createNewest('picture');
  const [a, b, c] = [held(), held(), held()];
  for (const one of [a, b, c]) newest.want(one.wish);
  expect([a, b, c].map(({ seen }) => seen.begun)).toEqual([1, 0, 0]);
  expect(pending()).toEqual(['picture']);
  a.end();
  await vi.advanceTimersByTimeAsync(0);
  expect([a, b, c].map(({ seen }) => seen.begun)).toEqual([1, 0, 1]);
  expect(a.seen.aborted).toBe(false);
  c.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(pending()).toEqual([]);
});

it('gives up a slow one some time after a newer has come', async () => {
  const newest = createNewest('picture');
  const [slow, next] = [held(), held()];
  newest.want(slow.wish);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(slow.seen.aborted).toBe(false);
  newest.want(next.wish);
  await vi.advanceTimersByTimeAsync(100);
  expect(slow.seen.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(slow.seen.aborted).toBe(true);
  expect(next.seen.begun).toBe(1);
  newest.stop();
  expect(pending()).toEqual([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(next.seen.aborted).toBe(true);
  expect(pending()).toEqual([]);
});

it('reports a wish that throws, and goes on', async () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const newest = createNewest('picture');
  const next = held();
  newest.want(async () => {
    throw new Error('a defect');
  });
  newest.want(next.wish);
  await vi.advanceTimersByTimeAsync(0);
  expect(report).toHaveBeenCalledOnce();
  expect(next.seen.begun).toBe(1);
  next.end();
  await vi.advanceTimersByTimeAsync(0);
  vi.unstubAllGlobals();
});
