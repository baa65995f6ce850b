// What is made of the newest wish replaces what was made before; what cannot be
// made is told of, and what was made stays.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pending } from '../state/pending.js';
import { createFollower } from './follow.js';
import { WorkerTrouble } from './trouble.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A follower of numbers whose answers the test gives by hand. */
function followed() {
  const asked: {
    wish: number;
    tell(coarse: string): void;
    done(made: string): void;
    fail(error: unknown): void;
  }[] = [];
  const gone: string[] = [];
  const changed = vi.fn();
  const follower = createFollower<number, string>({
    work: 'picture',
    same: Object.is,
    make: (wish, signal, tell) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        const done = (made: string) => resolve({ made });
        asked.push({ wish, tell, done, fail: reject });
      }),
    refuse: (failure, { wish, made, retry }) => ({
      failure,
      age: made === null ? 'empty' : 'outdated',
      seen: `${wish} after ${made}`,
      ...(retry ? { retry } : {}),
    }),
    changed,
    replaced: (before) => gone.push(before),
  });
  const last = () => asked.at(-1) as (typeof asked)[number];
  return { follower, asked, last, gone, changed };
}

const rest = () => vi.advanceTimersByTimeAsync(0);

it('makes a wish once, and shows it until the next is made', async () => {
  const { follower, asked, last, gone, changed } = followed();
  expect(follower.want(1)).toBeNull();
  expect(follower.want(1)).toBeNull();
  expect(asked).toHaveLength(1);
  expect(pending()).toEqual(['picture']);
  last().tell('about one');
  expect(follower.made()).toBe('about one');
  last().done('one');
  await rest();
  expect(follower.made()).toBe('one');
  expect(changed).toHaveBeenCalledTimes(2);
  expect(pending()).toEqual([]);
  follower.want(2);
  expect(follower.made()).toBe('one');
  last().done('two');
  await rest();
  expect(follower.made()).toBe('two');
  expect(gone).toEqual(['about one', 'one']);
});

it('marks what is shown as earlier values while wishes do not rest', async () => {
  const { follower, last, changed } = followed();
  follower.want(0);
  last().done('zero');
  await rest();
  // A slider that moves every 50 ms.
  for (let wish = 1; wish <= 3; wish++) {
    follower.want(wish);
    await vi.advanceTimersByTimeAsync(50);
    expect(follower.want(wish)).toBeNull();
  }
  changed.mockClear();
  await vi.advanceTimersByTimeAsync(100);
  expect(changed).toHaveBeenCalled();
  expect(follower.want(3)).toBe('outdated');
  last().done('one');
  await rest();
  // It is not the newest: the count begins anew for that one.
  expect(follower.made()).toBe('one');
  expect(follower.want(3)).toBeNull();
  expect(last().wish).toBe(3);
  last().done('three');
  await rest();
  expect(follower.want(3)).toBeNull();
  await vi.advanceTimersByTimeAsync(1000);
  expect(follower.want(3)).toBeNull();
});

it('tells why nothing is made, and tries a lost worker again', async () => {
  const { follower, asked, last } = followed();
  follower.want(1);
  last().fail(new WorkerTrouble('it was silent'));
  await rest();
  const drawn = follower.want(1);
  expect(drawn).toMatchObject({
    ...{ age: 'empty', seen: '1 after null' },
    failure: { code: 'ERR_WORKER' },
  });
  expect(asked).toHaveLength(1);
  if (drawn === null || drawn === 'outdated') throw new Error('no refusal');
  drawn.retry?.();
  follower.want(1);
  expect(asked).toHaveLength(2);
  last().done('one');
  await rest();
  expect(follower.want(1)).toBeNull();
  follower.fail(new WorkerTrouble('it lost its table'));
  expect(follower.want(1)).toMatchObject({ seen: '1 after one' });
  follower.stop();
});

it('gives up what nobody looks at', async () => {
  const { follower, asked, last, gone } = followed();
  follower.want(1);
  last().done('one');
  await rest();
  follower.want(2);
  follower.stop();
  await rest();
  expect(pending()).toEqual([]);
  expect(follower.made()).toBe('one');
  // Who comes back is shown it, while the newest is made.
  expect(follower.want(2)).toBeNull();
  expect(asked).toHaveLength(3);
  follower.forget();
  await rest();
  expect(follower.made()).toBeNull();
  expect(gone).toEqual(['one']);
  // Nothing is wished: there is nothing to tell of.
  follower.fail(new WorkerTrouble('it was silent'));
  follower.want(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(follower.want(3)).toBeNull();
  follower.stop();
  expect(pending()).toEqual([]);
});
