// What is computed at once, and what is left to a worker.

import { load, type Posenc } from 'posenc';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { compute } from '../numbers/computed.js';
import { type AttentionState, readState } from '../state/state.js';
import { costOf, createComputing, keyOf } from './computing.js';
import { createSupply, type Supply } from './supply.js';

const initial = readState(new URLSearchParams());
const wide: AttentionState = {
  ...{ ...initial, heads: 16, headDim: 512, text: 'a b '.repeat(20) },
};

/** A worker that keeps what it is asked. */
class Keeper {
  static all: Keeper[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  readonly got: { id: number; input?: AttentionState }[] = [];
  constructor() {
    Keeper.all.push(this);
  }
  postMessage(message: never): void {
    this.got.push(message);
  }
  terminate(): void {}

  /** Answers what it was asked last. */
  async answer(output: unknown): Promise<void> {
    const id = this.got.findLast(({ input }) => input !== undefined)?.id;
    this.onmessage?.({ data: { kind: 'done', id, output } });
    await vi.waitFor(() => {});
  }
}

let pe: Posenc;
let supply: Supply;
beforeAll(async () => {
  pe = await load();
  // The whole package has all tables.
  supply = createSupply(pe, () => Promise.reject(new Error('is not asked')));
});
beforeEach(() => {
  Keeper.all = [];
  vi.stubGlobal('Worker', Keeper);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('takes numbers for the same where only their look differs', () => {
  const looks = { head: 2, show: 'weights', pair: 3, zoom: [1], length: 99 };
  expect(keyOf({ ...initial, ...looks } as never)).toBe(keyOf(initial));
  for (const patch of [{ start: 4 }, { causal: true }, { a: initial.b }]) {
    expect(keyOf({ ...initial, ...patch })).not.toBe(keyOf(initial));
  }
});

it('computes here what takes a moment, and says what is wrong', () => {
  const computing = createComputing(supply, () => {});
  expect(costOf(initial)).toBeLessThan(1e5);
  const { made, current } = computing.knownOf(initial);
  expect(current).toBe(true);
  expect(made?.outcome).toEqual(compute(pe, initial));
  const wrong = computing.knownOf({ ...initial, length: 1 });
  expect(wrong.made?.outcome.failure?.code).toBe('PAGE_RANGE');
  expect(wrong.current).toBe(true);
  expect(Keeper.all).toHaveLength(0);
});

it('computes a first state before it is drawn, unless a worker does', async () => {
  const computing = createComputing(supply, () => {});
  let turns = 0;
  const other = setInterval(() => turns++);
  await computing.prepare(initial);
  clearInterval(other);
  // Other tasks have their turn between its steps.
  expect(turns).toBeGreaterThan(1);
  const { made, current } = computing.knownOf({ ...initial, head: 1 });
  expect([made?.state, current]).toEqual([initial, true]);
  expect(made?.outcome).toEqual(compute(pe, initial));
  await computing.prepare(wide);
  await computing.prepare({ ...initial, length: 1 });
  expect(computing.knownOf(initial).made).toBe(made);
  expect(Keeper.all).toHaveLength(0);
});

it('asks a worker for what takes long: one at a time, then the newest', async () => {
  const changed = vi.fn();
  const computing = createComputing(supply, changed);
  const states = [16, 17, 18].map((heads) => ({ ...wide, heads }));
  for (const state of states) {
    expect(computing.knownOf(state).current).toBe(false);
    expect(computing.knownOf({ ...state, head: 1 }).current).toBe(false);
  }
  const [worker] = Keeper.all;
  expect(worker?.got.map(({ input }) => input?.heads)).toEqual([16]);
  const [first, , last] = states as [AttentionState, never, AttentionState];
  const answer = compute(pe, first);
  await worker?.answer(answer);
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
  // What has come is shown until the newest is there.
  const known = computing.knownOf(last);
  expect([known.made?.state, known.current]).toEqual([first, false]);
  expect(known.made?.outcome).toBe(answer);
  expect(worker?.got.map(({ input }) => input?.heads)).toEqual([16, 18]);
  await worker?.answer(answer);
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
  expect(computing.knownOf(last).current).toBe(true);
  computing.leave();
});

it('says that a worker stopped, and asks another when told to', async () => {
  const changed = vi.fn();
  const computing = createComputing(supply, changed);
  computing.knownOf(wide);
  Keeper.all[0]?.onerror?.({ message: 'no memory', preventDefault() {} });
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
  const { trouble, current } = computing.knownOf(wide);
  expect(trouble?.message).toMatch(/stopped \(no memory\)/);
  expect([trouble?.code, current]).toEqual(['ERR_WORKER', false]);
  expect(Keeper.all).toHaveLength(1);
  computing.retry();
  expect(computing.knownOf(wide).trouble).toBeNull();
  expect(Keeper.all).toHaveLength(2);
  computing.leave();
});
