// Options inside options: in addresses, and in the shortest form.

import type { MethodDescription } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import type { Options } from '../state/spec.js';
import { isPreset, lean, withPreset } from './defaults.js';
import { readSpec, writeSpec } from './query.js';
import { rangeIn } from './reach.js';
import { callOf } from './snippet.js';
import { tableNamed } from './table-methods.js';

const factor = { kind: 'number', min: 1, doc: '' } as const;
const fast = { kind: 'number', default: 32, doc: '' } as const;
const axis = { kind: 'number', integer: true, min: 1, doc: '' } as const;
const turn = {
  kind: 'variant',
  optional: true,
  doc: '',
  variants: { by: { angle: { kind: 'number', default: 0, doc: '' } } },
} as const;

const method: MethodDescription = {
  ...tableNamed(null),
  name: 'm',
  parameters: {
    scaling: {
      kind: 'variant',
      optional: true,
      doc: '',
      variants: { linear: { factor }, yarn: { factor, fast } },
    },
    axes: {
      kind: 'records',
      optional: true,
      doc: '',
      of: {
        length: axis,
        weights: { kind: 'numbers', optional: true, doc: '' },
        turn,
      },
    },
  },
  presets: {
    long: { scaling: { type: 'yarn', factor: 64 } },
    same: { scaling: { type: 'linear', factor: 2 } },
  },
  example: { scaling: { type: 'linear', factor: 2 } },
};

const yarn = { type: 'yarn', factor: 4 };

describe('the shortest spec', () => {
  it.each<[Options, Options]>([
    [{ scaling: { fast: 32, ...yarn } }, { scaling: yarn }],
    [{ scaling: { ...yarn, fast: 8 } }, { scaling: { ...yarn, fast: 8 } }],
    [
      { axes: [{ turn: { angle: 0, type: 'by' }, length: 3 }] },
      { axes: [{ length: 3, turn: { type: 'by' } }] },
    ],
    // What is wrong stays: the package says so.
    [
      { scaling: { type: 'none', fast: 32 } },
      { scaling: { type: 'none', fast: 32 } },
    ],
    [
      { scaling: 'yarn', axes: 3 },
      { scaling: 'yarn', axes: 3 },
    ],
    [{ axes: [1, { lenth: 2 }] }, { axes: [1, { lenth: 2 }] }],
    [{ axes: [{ constructor: 1 }] }, { axes: [{ constructor: 1 }] }],
  ])('of %j', (options, wanted) => {
    expect(lean(method, { method: 'm', ...options })).toEqual({
      method: 'm',
      ...wanted,
    });
  });

  it('has its options in the order of the description', () => {
    const scaling = { fast: 8, factor: 4, type: 'yarn' };
    expect(callOf(method, { method: 'm', scaling })).toBe(
      "pe.m({ scaling: { type: 'yarn', factor: 4, fast: 8 } })",
    );
  });
});

describe('an address', () => {
  it.each<[Options, string]>([
    [{ scaling: yarn }, 'scaling.type=yarn&scaling.factor=4'],
    [{ scaling: { ...yarn, fast: 32 } }, 'scaling.type=yarn&scaling.factor=4'],
    [{ scaling: { type: 'linear', factor: 3 } }, 'scaling.factor=3'],
    [{}, 'scaling.type=&scaling.factor='],
    [
      {
        scaling: { type: 'linear', factor: 2 },
        axes: [
          { length: 3, weights: [0.5] },
          { length: 4, turn: { type: 'by' } },
        ],
      },
      'axes.0.length=3&axes.0.weights=0.5_&axes.1.length=4&axes.1.turn.type=by',
    ],
  ])('has %j', (options, text) => {
    const spec = { method: 'm', ...options };
    expect(new URLSearchParams(writeSpec(method, spec)).toString()).toBe(text);
    expect(readSpec(method, new URLSearchParams(text))).toEqual(
      lean(method, spec),
    );
  });

  it.each<[string, Options]>([
    [
      'scaling.factor=four',
      { scaling: { type: 'linear', factor: Number.NaN } },
    ],
    ['axes.0.weights=1', { axes: [{ weights: [1] }] }],
    [
      'axes.0.length=x&axes.1.length=2',
      { axes: [{ length: Number.NaN }, { length: 2 }] },
    ],
    // No type, so there are no parameters to read it by.
    [
      'scaling.type=other&scaling.factor=four',
      { scaling: { type: 'other', factor: 'four' } },
    ],
  ])('%s is read by the parameters inside', (text, wanted) => {
    const read = readSpec(method, new URLSearchParams(text));
    expect(read).toEqual({ ...method.example, ...wanted, method: 'm' });
  });
});

it('an address names the preset that holds, where that is shorter', () => {
  const spec = withPreset(method, { method: 'm', ...method.example }, 'long');
  const text = (given: Options) =>
    new URLSearchParams(
      writeSpec(method, { method: 'm', ...given }),
    ).toString();
  expect(text(spec)).toBe('preset=long');
  // Written out, its defaults are the same preset.
  const whole = { scaling: { type: 'yarn', factor: 64, fast: 32 } };
  expect(text(whole)).toBe('preset=long');
  // What it does not set stands beside it.
  expect(text({ ...spec, axes: [{ length: 3 }] })).toBe(
    'preset=long&axes.0.length=3',
  );
  for (const given of [spec, { ...spec, axes: [{ length: 3 }] }]) {
    const read = readSpec(method, new URLSearchParams(text(given)));
    expect(read).toEqual({ ...given, method: 'm' });
  }
  // The example needs no name, though a preset has its options.
  expect(text(method.example ?? {})).toBe('');
  expect(isPreset(method, { method: 'm', ...method.example }, 'same')).toBe(
    true,
  );
});

it('a preset holds, whether its defaults are written or not', () => {
  const spec = withPreset(method, { method: 'm', ...method.example }, 'long');
  expect(spec.scaling).toEqual({ type: 'yarn', factor: 64 });
  const written = { ...spec, scaling: { type: 'yarn', factor: 64, fast: 32 } };
  expect(isPreset(method, written, 'long')).toBe(true);
  expect(isPreset(method, written, 'same')).toBe(false);
  const other = { ...spec, scaling: { type: 'yarn', factor: 64, fast: 8 } };
  expect(isPreset(method, other, 'long')).toBe(false);
});

it('the sliders inside reach what example and presets have', () => {
  expect(rangeIn(method, 'scaling.factor', factor)).toEqual({
    ...{ low: 1, high: 200, spacing: 'decades', integer: false },
  });
  const axes = [{ length: 4 }, { length: 9 }];
  const long = { ...method, example: { axes } };
  // Every row has the range of the first.
  for (const path of ['axes[0].length', 'axes[7].length']) {
    expect(rangeIn(long, path, axis)).toMatchObject({ low: 1, high: 64 });
  }
});
