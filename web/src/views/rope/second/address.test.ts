// A second rope in an address.

import { expect, it } from 'vitest';
import { lean } from '../../../methods/defaults.js';
import type { Spec } from '../../../state/spec.js';
import { method } from '../method.js';
import { readState, writeState } from '../state.js';
import { modelSpec, readSecond } from './address.js';

/** A second rope, through an address. */
function through(second: Spec | null) {
  const state = { ...readState(new URLSearchParams()), second };
  const address = writeState(state);
  const read = readState(new URLSearchParams(address)).second;
  return { address, read };
}

const sameCall = (a: Spec | null, b: Spec) => {
  expect(a).not.toBe(null);
  expect(lean(method, a as Spec)).toEqual(lean(method, b));
};

it('is not there at first', () => {
  expect(readState(new URLSearchParams()).second).toBe(null);
  expect(through(null).address).toBe('');
  expect(readSecond(new URLSearchParams('second=&second.theta=5'))).toBe(null);
});

it.each(Object.keys(method.presets))('%s is written by its name', (name) => {
  const { address, read } = through(modelSpec(name));
  sameCall(read, modelSpec(name));
  const entries = [...new URLSearchParams(address)];
  expect(entries).toHaveLength(1);
  // Models with the same options have the first name of them.
  sameCall(modelSpec(entries[0]?.[1] ?? ''), modelSpec(name));
});

it.each(Object.keys(method.presets))('%s has a short link', (name) => {
  const state = { ...readState(new URLSearchParams()), spec: modelSpec(name) };
  const address = writeState(state);
  sameCall(readState(new URLSearchParams(address)).spec, modelSpec(name));
  // Its name, or options that are shorter than it.
  expect(address.length).toBeLessThanOrEqual(
    new URLSearchParams({ preset: name }).toString().length,
  );
});

it.each<[string, Spec]>([
  ['another base', { method: 'rope', headDim: 32, theta: 77 }],
  [
    'a schedule',
    {
      ...{ method: 'rope', headDim: 64 },
      scaling: { type: 'linear', factor: 4 },
    },
  ],
  [
    'lists',
    {
      ...{ method: 'rope', headDim: 8 },
      scaling: { type: 'factors', factors: [1, 2, 3.5, 4] },
    },
  ],
  ['an option besides a model', { ...modelSpec('Phi-2'), precision: 'torch' }],
  ['the example', { method: 'rope', headDim: 64 }],
])('keeps %s', (_, spec) => {
  sameCall(through(spec).read, spec);
});

it('leaves the first rope alone', () => {
  const query = new URLSearchParams('second=own&second.headDim=8&headDim=16');
  const { spec, second } = readState(query);
  expect([spec.headDim, second?.headDim]).toEqual([16, 8]);
});
