/** Formulas follow the options of a call. */

import {
  equationsFor,
  type MethodDescription,
  methods,
  usualFormula,
} from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';

const all = Object.values<MethodDescription>(methods);

/**
 * The values of defaults. A required option has the value of the equation that
 * is called usual.
 */
function defaultsOf({ parameters, formula }: MethodDescription) {
  const usual = [formula].flat().filter((equation) => equation.usual);
  const entries = Object.entries(parameters).map(([name, parameter]) => {
    const required = !('default' in parameter || parameter.optional);
    const [value] = usual.flatMap(({ when = {} }) => when[name] ?? []);
    const held = 'default' in parameter ? parameter.default : undefined;
    return [name, required ? value : held];
  });
  return Object.fromEntries(entries);
}

/** Every combination of the values of some options. */
function combinations(
  choices: readonly (readonly [name: string, values: readonly unknown[]])[],
): Record<string, unknown>[] {
  return choices.reduce<Record<string, unknown>[]>(
    (some, [name, values]) =>
      some.flatMap((options) =>
        values.map((value) => ({ ...options, [name]: value })),
      ),
    [{}],
  );
}

describe.each(all)('the formula of $name', (method) => {
  const equations = [method.formula].flat();
  const conditions = equations.flatMap(({ when = {} }) => Object.entries(when));
  const names = [...new Set(conditions.map(([name]) => name))];

  it('has equations of options and words that there are', () => {
    for (const [name, condition] of conditions) {
      const parameter = method.parameters[name];
      expect(parameter, name).toBeDefined();
      if (parameter?.kind === 'choice') {
        expect(parameter.choices).toContain(condition);
      }
      // Null stands for an option that is left out.
      if (condition === null) expect(parameter?.optional, name).toBe(true);
      else if (parameter?.kind === 'variant') {
        expect(Object.keys(parameter.variants)).toContain(condition);
      }
    }
  });

  it('is the usual one with the defaults', () => {
    const held = equationsFor(method.formula, defaultsOf(method));
    const { text, latex } = usualFormula(method.formula);
    expect(held.map((equation) => equation.text).join(', ')).toBe(text);
    expect(held.map((equation) => equation.latex).join(',\\quad ')).toBe(latex);
  });

  it('has equations whatever the options are', () => {
    const choices = names.map((name) => {
      const parameter = method.parameters[name];
      const values =
        parameter?.kind === 'choice'
          ? parameter.choices
          : parameter?.kind === 'boolean'
            ? [false, true]
            : parameter?.kind === 'variant'
              ? Object.keys(parameter.variants).map((type) => ({ type }))
              : [undefined, defaultsOf(method)[name], 7];
      return [name, values] as const;
    });
    for (const options of combinations(choices)) {
      const held = equationsFor(method.formula, options);
      // Enformer without any class is refused.
      if (Object.values(options).every((value) => value === false)) continue;
      expect(held.length, JSON.stringify(options)).toBeGreaterThan(0);
    }
  });
});

it('equations hold where all of their conditions do', () => {
  const formula = [
    { text: 'a', latex: 'a' },
    { text: 'b', latex: 'b', when: { x: 1, y: { not: 'no' } } },
    { text: 'c', latex: 'c', when: { z: { not: null } }, usual: true },
    { text: 'd', latex: 'd', when: { z: null } },
  ] as const;
  const held = (options: object) =>
    equationsFor(formula, options as Record<string, unknown>)
      .map(({ text }) => text)
      .join('');
  expect(held({})).toBe('ad');
  expect(held({ x: 1 })).toBe('abd');
  expect(held({ x: 1, y: 'no', z: 0 })).toBe('ac');
  expect(held({ x: 1, y: { type: 'no' } })).toBe('ad');
  expect(held({ x: 1, y: { type: 'yes', z: 1 } })).toBe('abd');
  expect(usualFormula(formula)).toEqual({ text: 'a, c', latex: 'a,\\quad c' });
  expect(usualFormula(formula[0])).toEqual({ text: 'a', latex: 'a' });
});
