// What is awaited is late after a while, once, and not after it has come.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createLate } from './late.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('tells once that something is late', () => {
  const changed = vi.fn();
  const late = createLate(changed);
  late.wait();
  vi.advanceTimersByTime(150);
  // Another wish for the same does not begin the count anew.
  late.wait();
  expect(late.is).toBe(false);
  vi.advanceTimersByTime(100);
  expect(late.is).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(changed).toHaveBeenCalledTimes(1);
});

it('says nothing of what came in time', () => {
  const changed = vi.fn();
  const late = createLate(changed);
  late.wait();
  vi.advanceTimersByTime(150);
  late.end();
  vi.advanceTimersByTime(1000);
  expect(late.is).toBe(false);
  expect(changed).not.toHaveBeenCalled();
  late.wait();
  vi.advanceTimersByTime(300);
  late.end();
  expect(late.is).toBe(false);
});
