// The links from layers to the view of RoPE lead to the same ropes.

import { load } from 'posenc';
import { type MethodDescription, methods } from 'posenc/descriptions';
import type { RopeSpec } from 'posenc/rotary';
import { expect, it } from 'vitest';
import { readSpec } from '../../../methods/query.js';
import { readAddress } from '../../../state/hash.js';
import { everyLayer } from '../testing.js';
import { ropeAddress } from './rope-link.js';

const { preset: _, ...parameters } = methods.rope.parameters;

/** The method as that view has it. */
const method: MethodDescription = {
  ...methods.rope,
  parameters,
  example: { headDim: 64 },
};

it('hold every option of the rope', async () => {
  const pe = await load();
  const ropes = new Map<string, RopeSpec>();
  everyLayer(({ spec }) => {
    if (spec !== null) ropes.set(JSON.stringify(spec), spec);
  });
  let count = 0;
  for (const [where, spec] of ropes) {
    const address = ropeAddress(spec);
    if (address === null) continue;
    count += 1;
    const { view, query } = readAddress(address);
    expect(view).toBe('rope');
    const read = readSpec(method, query) as unknown as RopeSpec;
    const [a, b] = [pe.make(read), pe.make(spec)];
    expect([...a.frequencies], where).toEqual([...b.frequencies]);
    expect(
      [a.headDim, a.rotaryDim, a.layout, a.attentionFactor, a.softmaxScale],
      where,
    ).toEqual([
      ...[b.headDim, b.rotaryDim, b.layout, b.attentionFactor, b.softmaxScale],
    ]);
  }
  expect(count).toBeGreaterThan(0.9 * ropes.size);
});
