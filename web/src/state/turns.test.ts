// Parts are drawn in their order: in one frame, or one in each.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pending } from './pending.js';
import { createTurns } from './turns.js';

let frames: (() => void)[] = [];
const drawn: string[] = [];
const turns = createTurns({
  first: () => drawn.push('first'),
  second: () => drawn.push('second'),
  third: () => drawn.push('third'),
});

/** Runs what waits for a frame, and gives what was drawn. */
function frame(): string[] {
  const now = frames;
  frames = [];
  for (const task of now) task();
  vi.runAllTimers();
  return drawn.splice(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => {
    frames.push(task);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('draws parts at once, or each in a frame of its own', () => {
  turns.draw(['third', 'first'], false);
  expect(drawn.splice(0)).toEqual(['first', 'third']);
  turns.draw(['third', 'second', 'first'], true);
  expect(drawn.splice(0)).toEqual(['first']);
  expect(pending()).toEqual(['picture']);
  expect(frame()).toEqual(['second']);
  expect(frame()).toEqual(['third']);
  expect(pending()).toEqual([]);
  expect(frame()).toEqual([]);
});

it('draws once what comes again while it waits, and keeps the turns', () => {
  turns.draw(['first', 'second', 'third'], true);
  turns.draw(['first', 'third'], false);
  expect(drawn.splice(0)).toEqual(['first', 'first']);
  expect(frame()).toEqual(['second']);
  expect(frame()).toEqual(['third']);
  turns.draw(['second', 'third'], true);
  turns.end();
  expect(drawn.splice(0)).toEqual(['second']);
  expect(frame()).toEqual([]);
});
