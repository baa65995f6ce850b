// What is computed at once, and what is left to a worker.

import { load } from 'posenc';
import { expect, it, vi } from 'vitest';
import { compute } from './computed.js';
import { costOf, createComputing, keyOf } from './computing.js';
import { readState } from './state.js';

const initial = readState(new URLSearchParams());

/** A worker that keeps what it is asked. */
class Keeper {
  static readonly all: Keeper[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly got: { id: number; ask: typeof initial }[] = [];
  constructor() {
    Keeper.all.push(this);
  }
  postMessage(message: never): void {
    this.got.push(message);
  }
  terminate(): void {}
}

it('takes numbers for the same where only their look differs', () => {
  const looks = { head: 2, show: 'weights', pair: 3, zoom: [1], pool: 'mean' };
  expect(keyOf({ ...initial, ...looks } as never)).toBe(keyOf(initial));
  for (const patch of [{ start: 4 }, { causal: true }, { a: initial.b }]) {
    expect(keyOf({ ...initial, ...patch })).not.toBe(keyOf(initial));
  }
});

it('asks a worker for what takes long, and for the newest alone', async () => {
  vi.stubGlobal('Worker', Keeper);
  const pe = await load();
  const ready = vi.fn();
  const computing = createComputing(pe, ready);
  expect(costOf(initial)).toBeLessThan(1e5);
  expect(computing.outcomeOf(initial)).toEqual(compute(pe, initial));
  expect(Keeper.all).toHaveLength(0);

  const wide = { ...initial, heads: 16, headDim: 512, text: 'a b '.repeat(20) };
  expect(computing.outcomeOf(wide)).toBeNull();
  expect(computing.outcomeOf({ ...wide, head: 1 })).toBeNull();
  const wider = { ...wide, heads: 32 };
  expect(computing.outcomeOf(wider)).toBeNull();
  const [worker] = Keeper.all;
  expect(worker?.got.map(({ ask }) => ask.heads)).toEqual([16, 32]);
  const answer = compute(pe, wider);
  worker?.onmessage?.({ data: { id: 1, answer: compute(pe, initial) } });
  expect(ready).not.toHaveBeenCalled();
  worker?.onmessage?.({ data: { id: 2, answer } });
  expect(ready).toHaveBeenCalledTimes(1);
  expect(computing.outcomeOf(wider)).toBe(answer);

  const wrong = computing.outcomeOf({ ...wider, heads: 65 });
  expect(wrong?.failure?.code).toBe('PAGE_RANGE');
  vi.unstubAllGlobals();
});
