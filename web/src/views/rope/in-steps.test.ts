// Work in steps: all of it is done, and new work replaces old.

import { expect, it, vi } from 'vitest';
import { pending } from '../../state/pending.js';
import { createInSteps } from './in-steps.js';

function* count(to: number, seen: number[]) {
  for (let i = 0; i < to; i++) {
    seen.push(i);
    yield undefined;
  }
  return to;
}

it('does every step, and is pending until then', async () => {
  const steps = createInSteps<number>();
  const seen: number[] = [];
  const result = await new Promise<number>((done) => {
    steps.run(count(50, seen), done);
    expect(pending()).toContain('studies');
    expect(seen).toEqual([]);
  });
  expect(result).toBe(50);
  expect(seen).toHaveLength(50);
  await vi.waitFor(() => expect(pending()).not.toContain('studies'));
});

it('gives up the work before', async () => {
  const steps = createInSteps<number>();
  const done = vi.fn();
  steps.run(count(5, []), done);
  const seen: number[] = [];
  await new Promise<number>((ready) => steps.run(count(3, seen), ready));
  expect(done).not.toHaveBeenCalled();
  steps.run(count(9, []), done);
  steps.cancel();
  await new Promise((soon) => setTimeout(soon, 20));
  expect(done).not.toHaveBeenCalled();
  expect(pending()).not.toContain('studies');
});
