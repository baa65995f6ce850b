// A worker that answers, one that dies and one that falls silent.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Asked, createWatched, loadingMs, silenceMs } from './watched.js';

/** A worker that does what a test says. */
class Puppet implements Asked {
  onmessage: Worker['onmessage'] = null;
  onerror: Worker['onerror'] = null;
  readonly got: unknown[] = [];
  ended = false;

  postMessage(message: unknown): void {
    this.got.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  say(id: number, answer?: string): void {
    const data = answer === undefined ? { id } : { id, answer };
    this.onmessage?.call(this as never, { data } as MessageEvent);
  }

  die(): void {
    this.onerror?.call(this as never, new Event('error') as ErrorEvent);
  }
}

const made: Puppet[] = [];
const events: string[] = [];

function watch() {
  made.length = events.length = 0;
  return createWatched<string, string>({
    make: () => {
      const puppet = new Puppet();
      made.push(puppet);
      return puppet;
    },
    work: 'studies',
    answered: (answer) => {
      events.push(answer);
      return answer !== 'last';
    },
    replaced: () => events.push('replaced'),
    broken: () => events.push('broken'),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('passes on what belongs to the newest ask', () => {
  const work = watch();
  work.ask('one');
  work.ask('two');
  expect(made).toHaveLength(1);
  const [puppet] = made;
  expect(puppet?.got).toEqual([
    { id: 1, ask: 'one' },
    { id: 2, ask: 'two' },
  ]);
  puppet?.say(1, 'old');
  puppet?.say(2, 'new');
  puppet?.say(2, 'last');
  expect(events).toEqual(['new', 'last']);
  vi.advanceTimersByTime(10 * loadingMs);
  expect(puppet?.ended).toBe(false);
});

it('stops a worker whose work is no longer wanted, and keeps it', () => {
  const work = watch();
  work.ask('one');
  work.stop();
  expect(made[0]?.got.at(-1)).toBeNull();
  made[0]?.say(1, 'late');
  vi.advanceTimersByTime(10 * loadingMs);
  expect(events).toEqual([]);
  work.ask('two');
  expect(made).toHaveLength(1);
});

it('ends a worker with its view, and begins another with the next ask', () => {
  const work = watch();
  work.ask('one');
  work.close();
  expect(made[0]?.ended).toBe(true);
  vi.advanceTimersByTime(10 * loadingMs);
  expect(events).toEqual([]);
  work.ask('two');
  made[1]?.say(3, 'last');
  expect(events).toEqual(['last']);
});

it('replaces one that dies, and asks again', () => {
  const work = watch();
  work.ask('one');
  made[0]?.say(1, 'first');
  made[0]?.die();
  expect(made[0]?.ended).toBe(true);
  expect(made[1]?.got).toEqual([{ id: 2, ask: 'one' }]);
  made[0]?.say(2, 'from the dead');
  made[1]?.say(2, 'last');
  expect(events).toEqual(['first', 'replaced', 'last']);
});

it('replaces one that falls silent, not one that is at work', () => {
  const work = watch();
  work.ask('one');
  made[0]?.say(1);
  for (let i = 0; i < 5; i++) {
    vi.advanceTimersByTime(silenceMs - 1);
    made[0]?.say(1);
  }
  expect(events).toEqual([]);
  vi.advanceTimersByTime(silenceMs);
  expect(events).toEqual(['replaced']);
});

it('waits longer for one that is being loaded', () => {
  const work = watch();
  work.ask('one');
  vi.advanceTimersByTime(loadingMs - 1);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(events).toEqual(['replaced']);
});

it('gives up after three workers, and begins anew with another ask', () => {
  const work = watch();
  work.ask('one');
  vi.advanceTimersByTime(3 * loadingMs + 1000);
  expect(events).toEqual(['replaced', 'replaced', 'broken']);
  expect(made).toHaveLength(3);
  expect(made.every(({ ended }) => ended)).toBe(true);
  work.ask('two');
  made[3]?.say(4, 'last');
  expect(events.at(-1)).toBe('last');
});
