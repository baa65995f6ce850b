// Listeners hear when work of a kind begins, and when the last of it ends.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { begin, during, onPending, pending } from './pending.js';
import { whenQuiet } from './schedule.js';

const heard: string[] = [];
onPending((works) => heard.push(works.join(' ')));

beforeEach(() => {
  vi.useFakeTimers();
  heard.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
  expect(pending()).toEqual([]);
});

it('counts work of one kind, and ends it once', () => {
  const [first, second] = [begin('picture'), begin('picture')];
  const words = begin('words');
  first();
  first();
  expect(pending()).toEqual(['picture', 'words']);
  second();
  words();
  expect(heard).toEqual(['picture', 'picture words', 'words', '']);
});

it('lasts until things are quiet and the task has run', () => {
  const seen: string[] = [];
  const ask = whenQuiet('studies', 100, () => seen.push(pending().join(' ')));
  ask();
  vi.advanceTimersByTime(80);
  ask();
  vi.advanceTimersByTime(80);
  expect(pending()).toEqual(['studies']);
  vi.advanceTimersByTime(20);
  expect(seen).toEqual(['studies']);
  expect(heard).toEqual(['studies', '']);
});

it('goes on when the task asks for itself again', () => {
  let runs = 0;
  const ask = whenQuiet('address', 100, () => {
    runs += 1;
    if (runs < 2) ask();
  });
  ask();
  vi.advanceTimersByTime(100);
  expect(pending()).toEqual(['address']);
  vi.advanceTimersByTime(100);
  expect(runs).toBe(2);
});

it('ends when the task is taken back, and can be asked for again', () => {
  let runs = 0;
  const ask = whenQuiet('studies', 100, () => {
    runs += 1;
  });
  ask.cancel();
  ask();
  vi.advanceTimersByTime(80);
  ask.cancel();
  expect(pending()).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(runs).toBe(0);
  ask();
  vi.advanceTimersByTime(100);
  expect(runs).toBe(1);
  expect(heard).toEqual(['studies', '', 'studies', '']);
});

it('ends when the task fails', () => {
  const ask = whenQuiet('words', 100, () => {
    throw new Error('no words');
  });
  ask();
  expect(() => vi.advanceTimersByTime(100)).toThrow('no words');
});

it('does a task as work that ends with it, if it fails, too', async () => {
  const given = await during('load', async () => {
    expect(pending()).toEqual(['load']);
    return 7;
  });
  expect(given).toBe(7);
  expect(pending()).toEqual([]);
  const failed = during('load', () => {
    throw new Error('no file');
  });
  await expect(failed).rejects.toThrow('no file');
  expect(heard).toEqual(['load', '', 'load', '']);
});
