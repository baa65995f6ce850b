/** Calls of which a worker computes many parts: what they share is loaded once. */

import { create, load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';

const pe = await load();

/** What workers call of a plan. */
interface Prepared {
  write(
    rows: readonly [number, number],
    into: Readonly<Record<string, Float32Array>>,
    place: { readonly row: number; readonly count: number },
  ): unknown;
  free(): void;
}

const heads = (rows: number, seed: number, batch: number) =>
  tensor(noise(batch * rows * 4 * 16, seed), [batch, rows, 4, 16]);
const inputs = (batch: number) => ({
  ...{ q: heads(100, 1, batch), k: heads(130, 2, batch) },
  ...{ v: heads(130, 3, batch), rotary: { method: 'rope', headDim: 16 } },
});

const prepare = (own: typeof pe, spec: object) => {
  const plan = own.plan(spec as { method: 'attention'; q: never; k: never });
  const { prepare } = plan as unknown as { prepare(): Prepared };
  return { plan, prepared: prepare.call(plan) };
};

const calls: [string, object][] = [1, 2].flatMap((batch) => [
  [
    `all of attention, ${batch} items`,
    { method: 'attention', ...inputs(batch), terms: true, bias: 'alibi' },
  ],
  [
    `its output, ${batch} items`,
    { method: 'attention', ...inputs(batch), outputs: ['output'] },
  ],
  ...['max', 'mean', 'minMax'].map((pool): [string, object] => [
    `a picture of ${pool}, ${batch} items`,
    {
      ...{ method: 'attentionMap', ...inputs(batch), v: undefined, pool },
      ...{ height: 40, causal: true },
    },
  ]),
]);

describe('parts in any order are the whole', () => {
  it.each(calls)('%s', (_, spec) => {
    const { plan, prepared } = prepare(pe, spec);
    const [first, end] = plan.rows as readonly [number, number];
    const outputs = Object.entries(plan.outputs);
    const into = Object.fromEntries(
      outputs.map(([name, { bytes }]) => [name, new Float32Array(bytes / 4)]),
    );
    const [one, two] = [first + 7, first + 33];
    let made: unknown;
    for (const [from, to] of [
      [two, end],
      [first, one],
      [one, two],
    ] as const) {
      const place = { row: from - first, count: end - first };
      made = prepared.write([from, to], into, place);
      // Another call may come between two parts.
      pe.make(spec as never);
    }
    prepared.free();
    expect(made).toEqual(pe.make(spec as never));
  });
});

it('what they share is freed', async () => {
  const own = await create();
  const spec = {
    ...{ method: 'attention', q: heads(2000, 4, 1), k: heads(2000, 5, 1) },
    ...{ v: heads(2000, 6, 1), outputs: ['output'] },
  };
  prepare(own, spec).prepared.free();
  const { heapBytes } = own;
  for (let n = 0; n < 50; ++n) prepare(own, spec).prepared.free();
  expect(own.heapBytes).toBe(heapBytes);
});
