/** One word for one thing: descriptions, codes of the core, entries. */

import * as main from 'posenc';
import * as external from 'posenc/external';
import { describe, expect, it } from 'vitest';
import { CODE } from '../../bindings/src/core/wasm/raw.js';

const { methods } = main;

it('choices of options are the enumerators of the core, in order', () => {
  const { sinusoidal, rope } = methods;
  const { cosSin } = rope.operations;
  for (const [choices, codes] of [
    [sinusoidal.parameters.precision.choices, CODE.precision],
    [rope.parameters.precision.choices, CODE.precision],
    [sinusoidal.parameters.layout.choices, CODE.columns],
    [rope.parameters.layout.choices, CODE.pairs],
    [sinusoidal.parameters.dtype.choices, CODE.dtype],
    [cosSin.parameters.dtype.choices, CODE.dtype],
    [main.analyses.distanceCurve.parameters.measure.choices, CODE.measure],
  ] as const) {
    expect(Object.keys(codes)).toEqual([...choices]);
    expect(Object.values(codes)).toEqual(choices.map((_, i) => i));
  }
});

it('both entries export the same names', () => {
  expect(Object.keys(external).sort()).toEqual(Object.keys(main).sort());
});

it('methods have descriptions, and descriptions methods', async () => {
  const pe = await main.load();
  const functions = Object.entries(pe).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : [],
  );
  expect(functions.sort()).toEqual(
    [...Object.keys(methods), 'addTo', 'concat', 'resident'].sort(),
  );
  expect(Object.keys(pe.analysis)).toEqual(Object.keys(main.analyses));
  expect(pe.version).toBe(main.version);
});

describe.each(Object.values(main.analyses))('analysis.$name', (analysis) => {
  it('can be read as data, and says what it is', () => {
    expect(JSON.parse(JSON.stringify(analysis))).toEqual(analysis);
    expect(main.analyses[analysis.name]).toBe(analysis);
    expect(analysis.summary).toMatch(/^[A-Z].*\.$/s);
    for (const { doc } of Object.values(analysis.parameters)) {
      expect(doc).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe.each(Object.values(methods))('$name', (method) => {
  it('can be read as data', () => {
    expect(JSON.parse(JSON.stringify(method))).toEqual(method);
  });

  it('says all that a reader needs', () => {
    expect(methods[method.name]).toBe(method);
    const { paper }: main.MethodDescription = method;
    if (paper?.arxiv) expect(paper.arxiv).toMatch(/^\d{4}\.\d{4,5}$/);
    for (const text of [method.goodAt, method.badAt]) {
      expect(text).toMatch(/^[A-Z].*\.$/s);
    }
    expect(method.pitfalls.length).toBeGreaterThan(0);
    for (const text of [method.summary, ...method.pitfalls]) {
      expect(text).toMatch(/^\S.*\.$/s);
    }
    for (const { doc } of Object.values(method.parameters)) {
      expect(doc).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('has presets of its own parameters, within their ranges', () => {
    const { parameters, presets }: main.MethodDescription = method;
    for (const [preset, values] of Object.entries(presets)) {
      for (const [name, value] of Object.entries(values)) {
        const parameter = parameters[name];
        expect(parameter, `${preset}: ${name}`).toBeDefined();
        if (parameter?.kind === 'choice') {
          expect(parameter.choices).toContain(value);
        } else {
          expect(typeof value).toBe(parameter?.kind);
        }
      }
    }
  });

  it('names its presets where it takes one', () => {
    const { parameters, presets }: main.MethodDescription = method;
    const { preset } = parameters;
    if (preset === undefined) return;
    expect(preset.kind === 'choice' && preset.choices).toEqual(
      Object.keys(presets),
    );
    // A size is the caller's own.
    for (const values of Object.values(presets)) {
      expect(values).not.toHaveProperty('dim');
      expect(values).not.toHaveProperty('length');
    }
  });
});

describe.each(
  Object.values<main.MethodDescription>(methods).filter(
    ({ family }) => family === 'table',
  ),
)('the table $name', ({ name, example, presets }) => {
  it('comes from its example, and from every preset', async () => {
    const pe = await main.load();
    const make = (spec: object) =>
      (pe[name as 'sinusoidal'] as (spec: never) => main.Tensor)(spec as never);
    expect(make({ ...example }).data.length).toBeGreaterThan(0);
    for (const preset of Object.keys(presets)) {
      const table = make({ ...example, preset });
      expect(table.data.length, preset).toBeGreaterThan(0);
    }
  });
});
