/**
 * The oracle of attention against the golden cases, so that it may judge the
 * package: values of the float64 runs of the references, gradients of their
 * automatic differentiation against finite differences.
 */

import { describe, expect, it } from 'vitest';
import { type Array64, sum } from '../../support/attention-oracle/array.js';
import { slopeAt } from '../../support/attention-oracle/differences.js';
import { oneIn } from '../../support/sample.mjs';
import { biases } from './biases.js';
import { deberta } from './deberta.js';
import { casesOf, Golden, type Results } from './golden.js';
import { projected } from './projected.js';
import { recurrent } from './recurrent.js';
import { relative } from './relative.js';
import { whole } from './whole.js';

/** Largest errors, relative to expected numbers above 1. */
const VALUES = 1e-9;
const GRADIENTS = 1e-8;

/** A usual run computes one in so many derivatives, which take long. */
const PART = 64;

/** The references write masked scores as numbers of this size or more. */
const MASKED = -1e8;

function expectNear(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number,
  name: string,
): void {
  expect(actual.length, name).toBe(expected.length);
  let worst = 0;
  for (let i = 0; i < expected.length; ++i) {
    const [got, want] = [actual[i] as number, expected[i] as number];
    if (want <= MASKED) expect(got, `${name}[${i}]`).toBe(-Infinity);
    else
      worst = Math.max(
        worst,
        Math.abs(got - want) / Math.max(1, Math.abs(want)),
      );
    expect(got, `${name}[${i}]`).not.toBeNaN();
  }
  expect(worst, name).toBeLessThanOrEqual(tolerance);
}

const GRADIENT = /^grad_/;

/** The input with respect to which a gradient is. */
function inputOf(golden: Golden, gradient: string): Array64 {
  const name = gradient.replace(GRADIENT, '');
  const table = name === 'table' ? 'relative_position_bias_table' : name;
  return golden.array(table);
}

/** The loss: the sum of the result that the case names, times `upstream`. */
function lossOf(golden: Golden, results: Results): () => number {
  const name = ['out', 'context', 'bias'].find((one) => one in results);
  const result = results[name ?? ''];
  if (!result) throw new Error('a case with gradients and without a result');
  const upstream = golden.arrayIfAny('upstream')?.data;
  return () => sum([...result().data].map((x, i) => x * (upstream?.[i] ?? 1)));
}

/** Where two parts of a maximum are equal, and no derivative exists. */
const KINKS: Record<string, string> = { fire_smallL: 'grad_L_multiplier' };

const all = {
  ...biases,
  ...deberta,
  ...projected,
  ...recurrent,
  ...relative,
  ...whole,
};

describe.each(Object.entries(all))('%s', (method, compute) => {
  it.each(casesOf(method))('%s', (name) => {
    const golden = new Golden(name);
    const results = compute(golden);
    const seen = golden.expected().map((tensor) => {
      const { data } = tensor;
      if (GRADIENT.test(tensor.name)) {
        const input = inputOf(golden, tensor.name);
        const loss = lossOf(golden, results);
        const places = oneIn(PART, [...data.keys()], tensor.name);
        const slopes = places.map((place) => slopeAt(loss, input, place));
        const expected = places.map((place) => data[place] as number);
        if (KINKS[name] === tensor.name) expect(slopes).toEqual([Number.NaN]);
        else expectNear(slopes, expected, GRADIENTS, tensor.name);
      } else {
        const result = results[tensor.name];
        expect(result, tensor.name).toBeDefined();
        if (result) expectNear(result().data, data, VALUES, tensor.name);
      }
      return tensor.name;
    });
    expect(seen).toEqual(expect.arrayContaining(Object.keys(results)));
  });
});
