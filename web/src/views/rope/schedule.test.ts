// What a schedule begins with, and the models by their schedules.

import { load } from 'posenc';
import { expect, it } from 'vitest';
import { firstOptions } from '../../controls/group.js';
import { makeRope } from '../../methods/make.js';
import type { Options, Spec } from '../../state/spec.js';
import { begun } from './schedule.js';
import { method } from './state.js';

const plain: Spec = { method: 'rope', headDim: 64, rotaryDim: 24 };
const { scaling } = method.parameters;
const variants = scaling?.kind === 'variant' ? scaling.variants : {};

/** What the control gives when the reader chooses a type. */
function chosen(type: string): Options {
  return { ...firstOptions(variants[type] ?? {}), type };
}

it.each(Object.keys(variants))('%s begins with a rope', async (type) => {
  const pe = await load();
  const value = begun(method, plain, chosen(type));
  const spec: Spec = { ...plain, scaling: value as Options };
  expect(makeRope(pe, spec).frequencies).toHaveLength(12);
});

it.each([
  ['llama3', { type: 'llama3', factor: 8, originalMaxPosition: 8192 }],
  // No model has this schedule.
  ['ntk', { type: 'ntk', factor: 4 }],
  ['factors', { type: 'factors', factors: new Array(12).fill(1) }],
])('%s begins with values that a model has', (type, wanted) => {
  expect(begun(method, plain, chosen(type))).toEqual(wanted);
});

it('keeps what the reader gave', () => {
  const given = { type: 'yarn', factor: 7, originalMaxPosition: 2 };
  const wanted = { ...given, originalMaxPosition: 32_768 };
  expect(begun(method, plain, given)).toEqual(wanted);
  // The type is the same, so the least value was typed.
  const spec: Spec = { ...plain, scaling: wanted };
  expect(begun(method, spec, given)).toEqual(given);
  expect(begun(method, spec, undefined)).toBe(undefined);
});
