// Tables that the entry of attention lacks are brought when a side has one.

import { load, type Posenc } from 'posenc';
import { load as loadTables } from 'posenc/absolute';
import { type Attention, load as loadAttention } from 'posenc/attention';
import { beforeAll, expect, it, vi } from 'vitest';
import { compute } from '../numbers/computed.js';
import { type AttentionState, readState } from '../state/state.js';
import { createComputing } from './computing.js';
import { createSupply } from './supply.js';

const initial = readState(new URLSearchParams());
const withTable = (table: object): AttentionState => ({
  ...initial,
  b: { table: table as NonNullable<AttentionState['b']['table']> },
});

let pe: Posenc;
let attention: Attention;
beforeAll(async () => {
  pe = await load();
  attention = await loadAttention();
});

it.each([
  { method: 'sinusoidal', base: 100 },
  { method: 'learned', seed: 3 },
])('has the table $method', (table) => {
  const tables = vi.fn(loadTables);
  const supply = createSupply(attention, tables);
  const state = withTable(table);
  expect(supply.has(state)).toBe(true);
  const computing = createComputing(supply, () => {});
  const { made, current } = computing.knownOf(state);
  expect(current).toBe(true);
  expect(made?.outcome.failure).toBeNull();
  expect(made?.outcome).toEqual(compute(pe, state));
  expect(tables).not.toHaveBeenCalled();
});

it('brings the others once, and computes what the whole package does', async () => {
  const tables = vi.fn(loadTables);
  const changed = vi.fn();
  const supply = createSupply(attention, tables);
  const computing = createComputing(supply, changed);
  const states = ['polynomial', 'radial'].map((method) =>
    withTable({ method }),
  );
  for (const [i, state] of states.entries()) {
    const known = computing.knownOf(state);
    if (i > 0) expect(known.current).toBe(true);
    else {
      expect([known.made, known.current]).toEqual([null, false]);
      await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
    }
    const { made, current } = computing.knownOf(state);
    expect(current).toBe(true);
    expect(made?.outcome).toEqual(compute(pe, state));
  }
  expect(tables).toHaveBeenCalledTimes(1);
});

it('says why tables did not come, and asks again when told to', async () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const tables = vi
    .fn(loadTables)
    .mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const changed = vi.fn();
  const computing = createComputing(createSupply(attention, tables), changed);
  const state = withTable({ method: 'code' });
  computing.knownOf(state);
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
  const { trouble, current } = computing.knownOf(state);
  expect(trouble?.message).toMatch(/Failed to fetch/);
  expect(current).toBe(false);
  computing.retry();
  computing.knownOf(state);
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(3));
  expect(computing.knownOf(state).current).toBe(true);
  vi.unstubAllGlobals();
});
