// What a schedule begins with, and the models by their schedules.

import { load, type Posenc } from 'posenc';
import { beforeAll, expect, it } from 'vitest';
import { firstOptions, settable } from '../../controls/group.js';
import { makeRope } from '../../methods/make.js';
import { attempt } from '../../shell/failure.js';
import {
  type Options,
  type Spec,
  type SpecValue,
  withOption,
} from '../../state/spec.js';
import { method } from './method.js';
import { beginnings } from './schedule.js';

const plain: Spec = { method: 'rope', headDim: 64, rotaryDim: 24 };
const { scaling } = method.parameters;
const variants = scaling?.kind === 'variant' ? scaling.variants : {};
/** The types that the control offers. */
const types = Object.keys(variants).filter((type) =>
  settable(variants[type] ?? {}),
);

/** What the control gives when the reader chooses a type. */
function chosen(type: string): Options {
  return { ...firstOptions(variants[type] ?? {}), type };
}

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

function begin(spec: Spec, value: Options | undefined) {
  const all = beginnings(method, spec, value);
  const makes = (scaling: SpecValue | undefined) =>
    attempt(() => makeRope(pe, withOption(spec, 'scaling', scaling)))
      .failure === null;
  return (all.find(makes) ?? all[0]) as Options;
}

it.each(types)('%s begins with a rope', (type) => {
  const spec: Spec = { ...plain, scaling: begin(plain, chosen(type)) };
  expect(makeRope(pe, spec).frequencies).toHaveLength(12);
  // It follows any other schedule, some of whose options it takes over.
  for (const other of types) {
    const last = { ...begin(plain, chosen(other)), factor: 16 };
    const value = { ...chosen(type), factor: last.factor };
    const known = Object.hasOwn(variants[type] ?? {}, 'factor');
    const next = begin(
      { ...plain, scaling: last },
      known ? value : chosen(type),
    );
    if (other === type) continue;
    expect(makeRope(pe, { ...plain, scaling: next }).headDim).toBe(64);
  }
});

it.each([
  ['llama3', { type: 'llama3', factor: 8, originalMaxPosition: 8192 }],
  // No model has this schedule.
  ['ntk', { type: 'ntk', factor: 4 }],
  ['factors', { type: 'factors', factors: new Array(12).fill(1) }],
])('%s begins with values that a model has', (type, wanted) => {
  expect(begin(plain, chosen(type))).toEqual(wanted);
});

it('offers every schedule but the one of learned matrices', () => {
  const left = Object.keys(variants).filter((type) => !types.includes(type));
  expect(left).toEqual(['fope']);
});

it('keeps what the reader gave', () => {
  const given = { type: 'yarn', factor: 7, originalMaxPosition: 2 };
  const wanted = { ...given, originalMaxPosition: 32_768 };
  expect(begin(plain, given)).toEqual(wanted);
  // The type is the same, so the least value was typed.
  const spec: Spec = { ...plain, scaling: wanted };
  expect(begin(spec, given)).toEqual(given);
  expect(begin(spec, undefined)).toBe(undefined);
});
