// A method that does not exist: the page needs only its description.

import type { MethodDescription } from 'posenc/descriptions';
import { describe, expect, it, vi } from 'vitest';

const madeUp = {
  name: 'tenth',
  title: 'Tenth',
  family: 'table',
  summary: 'Nobody has thought of it.',
  goodAt: 'Tests.',
  badAt: 'Everything else.',
  formula: { text: 'x', latex: 'x' },
  result: 'Tensor [cells, dim]',
  accuracy: 'none',
  parameters: {
    length: { kind: 'number', integer: true, min: 0, optional: true, doc: '' },
    shape: { kind: 'integers', least: 1, most: 3, doc: '' },
    dim: { kind: 'number', integer: true, even: true, min: 2, doc: '' },
    weights: { kind: 'numbers', optional: true, doc: '' },
    table: { kind: 'floats', axes: ['rows', 'dim'], optional: true, doc: '' },
    preset: {
      kind: 'choice',
      choices: ['one', 'two'],
      optional: true,
      doc: '',
    },
    bent: { kind: 'boolean', default: false, doc: '' },
    curve: { kind: 'choice', choices: ['a', 'b'], default: 'a', doc: '' },
    dtype: { kind: 'choice', choices: ['float32'], doc: '' },
    out: { kind: 'output', optional: true, doc: '' },
  },
  presets: { one: { curve: 'b', bent: true }, two: { weights: [1, 2.5] } },
  example: { shape: [3, 4], dim: 6, curve: 'b' },
  cells: 'shape',
  pitfalls: ['None.'],
} as const satisfies MethodDescription;

vi.mock('posenc/descriptions', async (original) => {
  const known = await original<typeof import('posenc/descriptions')>();
  return { ...known, methods: { ...known.methods, tenth: madeUp } };
});

const { carried, effective, exampleSpec, isPreset, lean, withPreset } =
  await import('../methods/defaults.js');
const { rangeIn } = await import('../methods/reach.js');
const { controlNames, settable } = await import('../methods/settable.js');
const { tableNamed, tables } = await import('../methods/table-methods.js');
const { drawing, readState, writeState } = await import('./encodings/state.js');

const tenth = tableNamed('tenth');
const usual = tableNamed(null);
const query = (text: string) => readState(new URLSearchParams(text));
const example = { ...madeUp.example, method: 'tenth' };

it('is among the tables, and has the controls of its kinds', () => {
  expect(tenth).toBe(madeUp);
  expect(tables.at(-1)).toBe(madeUp);
  expect([...controlNames(tenth)].sort()).toEqual(
    ['bent', 'curve', 'dim', 'dtype', 'length', 'shape', 'weights'].sort(),
  );
  expect(controlNames(tenth).slice(0, 3)).toEqual(['shape', 'dim', 'curve']);
  expect(rangeIn(tenth, 'shape', madeUp.parameters.shape)).toMatchObject({
    ...{ integer: true, low: 1, high: 16 },
  });
});

describe('its state', () => {
  it('begins with the example', () => {
    const state = query('method=tenth');
    expect(state.spec).toEqual(example);
    expect(writeState(state)).toBe('method=tenth');
    expect(lean(tenth, state.spec)).toEqual(example);
  });

  it.each([
    'method=tenth&shape=2x5x7',
    'method=tenth&weights=0.5_-1',
    'method=tenth&curve=',
    'method=tenth&bent=true&preset=two',
    'method=tenth&dim=many&length=3&lines=1.2&cosine=1',
  ])('comes back from %s', (text) => {
    const state = query(text);
    const again = readState(new URLSearchParams(writeState(state)));
    expect(again).toEqual(state);
    if (!text.includes('many')) {
      expect([...new URLSearchParams(writeState(state))].sort()).toEqual(
        [...new URLSearchParams(text)].sort(),
      );
    }
  });

  it('leaves out of a call what holds anyway', () => {
    const { spec } = query('method=tenth&curve=a&bent=false');
    const { curve, ...rest } = example;
    expect(lean(tenth, spec)).toEqual(rest);
  });
});

describe('presets', () => {
  it('are defaults: they take away what they set', () => {
    const spec = withPreset(tenth, example, 'one');
    expect(lean(tenth, spec)).toEqual({
      method: 'tenth',
      shape: [3, 4],
      dim: 6,
      preset: 'one',
    });
    expect(effective(tenth, spec)).toMatchObject({ curve: 'b', bent: true });
    expect(isPreset(tenth, spec, 'one')).toBe(true);
    const own = { ...spec, bent: false };
    expect(lean(tenth, own)).toMatchObject({ preset: 'one', bent: false });
  });

  it('give way to each other, and go when pressed again', () => {
    const one = withPreset(tenth, example, 'one');
    const two = withPreset(tenth, one, 'two');
    expect(effective(tenth, two)).toMatchObject({ weights: [1, 2.5] });
    expect(effective(tenth, two)).toMatchObject({ curve: 'a', bent: false });
    expect(isPreset(tenth, withPreset(tenth, two, 'two'), 'two')).toBe(false);
  });

  it('set options where there is no parameter for them', () => {
    const { preset, ...parameters } = madeUp.parameters;
    const plain: MethodDescription = { ...madeUp, parameters };
    const spec = withPreset(plain, example, 'one');
    expect(lean(plain, spec)).toMatchObject({ curve: 'b', bent: true });
    expect(isPreset(plain, spec, 'one')).toBe(true);
    expect(isPreset(plain, spec, 'two')).toBe(false);
    // What another preset sets is that of the example.
    const more = { ...spec, weights: [1, 2.5] };
    expect(isPreset(plain, more, 'one')).toBe(false);
    expect(withPreset(plain, spec, 'one')).toEqual(example);
  });
});

describe('another method', () => {
  const from = { ...exampleSpec(usual), length: 77, dim: 12, start: 5 };

  it('keeps what the reader set and it takes', () => {
    expect(carried(usual, tenth, from)).toEqual({
      ...example,
      length: 77,
      dim: 12,
    });
    expect(carried(usual, tenth, { ...from, dim: 13 })).toMatchObject({
      dim: 6,
    });
  });

  it('has an example of its own for the rest', () => {
    expect(carried(usual, tenth, exampleSpec(usual))).toEqual(example);
    expect(carried(tenth, usual, example)).toEqual(exampleSpec(usual));
  });
});

it('an unknown or missing method is the first', () => {
  expect(query('').spec.method).toBe(usual.name);
  expect(query('method=nobody').spec.method).toBe(usual.name);
  expect(writeState(query('length=9'))).toBe('length=9');
});

it('no parameter has a name that the page uses itself', () => {
  for (const method of tables) {
    for (const name of settable(method)) {
      expect(['method', ...Object.keys(drawing)]).not.toContain(name);
    }
  }
});
