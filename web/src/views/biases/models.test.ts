// Models lead to the biases that they have, and back to their names.

import { load, type Posenc } from 'posenc';
import { methods } from 'posenc/descriptions';
import { beforeAll, expect, it } from 'vitest';
import { fill } from './fill.js';
import { biases } from './methods.js';
import { modelGroups, modelOf, specOfModel } from './models.js';
import { readState, writeState } from './state.js';
import { queries, stateOf } from './testing.js';

let pe: Posenc;
beforeAll(async () => {
  pe = await load();
});

const names = modelGroups.flatMap(({ models }) =>
  models.map(({ name }) => name),
);

it('has every preset of a bias, and each name once', () => {
  for (const { name, presets } of biases) {
    for (const preset of Object.keys(presets)) {
      expect(names, name).toContain(preset);
    }
  }
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining(['BLOOM 176B', 'MPT 7B', 'RetNet 6.7B']),
  );
});

it.each(names)('%s is found by its options, and in an address', (name) => {
  const spec = specOfModel(name);
  expect(spec).toBeDefined();
  if (spec === undefined) return;
  expect(modelOf(spec)).toBe(name);
  const state = { ...stateOf(''), spec };
  const again = readState(new URLSearchParams(writeState(state)));
  expect(modelOf(again.spec)).toBe(name);
  const places = 'grid' in spec ? {} : { queries: 4 };
  const { shape } = pe.make({ ...fill(pe, spec), ...places } as never) as {
    shape: number[];
  };
  expect(shape[0]).toBe(spec.heads);
});

it('has the slopes of models by their heads', () => {
  // The published rule: powers of two, then every second one of twice as many.
  const slopes = (heads: number): number[] => {
    const power = 2 ** Math.floor(Math.log2(heads));
    const own = Array.from(
      { length: power },
      (_, i) => 2 ** ((-8 * (i + 1)) / power),
    );
    const twice = Array.from(
      { length: power },
      (_, i) => 2 ** ((-8 * (2 * i + 1)) / (2 * power)),
    );
    return [...own, ...twice].slice(0, heads);
  };
  const { presets } = methods.alibi;
  const heads = {
    'BLOOM 560M': 16,
    'Baichuan 13B': 40,
    'Replit Code v1.5 3B': 24,
  };
  for (const [name, count] of [
    ...Object.entries(heads),
    ...Object.entries(presets).map(
      ([name, { heads }]) => [name, heads] as const,
    ),
  ]) {
    const spec = specOfModel(name);
    expect(spec?.heads, name).toBe(count);
    const at = {
      queries: 1,
      keys: 1,
      queryStart: 1,
      keyStart: 0,
      dtype: 'float64',
    };
    const form = spec?.form === 'key' ? { form: 'causal' } : {};
    const made = pe.make({ ...spec, ...form, ...at } as never) as {
      data: Float64Array;
    };
    slopes(count).forEach((slope, head) => {
      expect(made.data[head]).toBeCloseTo(-slope, 12);
    });
  }
});

it.each(queries)('writes %s so that it is read again', (query) => {
  const state = stateOf(query);
  const written = writeState(state);
  expect(readState(new URLSearchParams(written))).toEqual(state);
});

it('keeps places of maps out of addresses', () => {
  const state = stateOf('queries=3&keys=9&queryStart=4&heads=5');
  expect(writeState(state)).toBe('heads=5');
  expect(state.spec).toEqual(stateOf('heads=5').spec);
});
