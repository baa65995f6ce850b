/** One word for one thing: descriptions, codes of the core, entries. */

import * as main from 'posenc';
import * as external from 'posenc/external';
import { describe, expect, it } from 'vitest';
import { CODE } from '../../bindings/src/wasm/raw.js';

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
    [...Object.keys(methods), 'resident'].sort(),
  );
  expect(pe.version).toBe(main.version);
});

describe.each(Object.values(methods))('$name', (method) => {
  it('can be read as data', () => {
    expect(JSON.parse(JSON.stringify(method))).toEqual(method);
  });

  it('says all that a reader needs', () => {
    expect(methods[method.name]).toBe(method);
    expect(method.paper.arxiv).toMatch(/^\d{4}\.\d{4,5}$/);
    expect(method.pitfalls.length).toBeGreaterThan(0);
    for (const text of [method.summary, ...method.pitfalls]) {
      expect(text).toMatch(/^\S.*\.$/s);
    }
    for (const { doc } of Object.values(method.parameters)) {
      expect(doc).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('has presets of its own parameters, within their ranges', () => {
    for (const [preset, values] of Object.entries(method.presets)) {
      for (const [name, value] of Object.entries(values)) {
        const parameters: Readonly<Record<string, main.Parameter>> =
          method.parameters;
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
});
