// The controls of the view: the grid and the options of the ways that are shown.

import type { Parameters } from '../../controls/control.js';
import type { SliderRange } from '../../controls/stops.js';
import { createPanel } from '../../methods/panel.js';
import type { SpecValue } from '../../state/spec.js';
import type { ImagesState } from './state.js';
import { type WayName, wayOf } from './ways.js';

const count = { kind: 'number', integer: true, min: 1 } as const;

export const pageParameters = {
  grid: {
    ...{ kind: 'integers', min: 1, least: 2, most: 2 },
    doc: 'Rows and columns of patches in the training. A picture of 224 pixels has 14 × 14 patches of 16.',
  },
  to: {
    ...{ kind: 'integers', min: 1, least: 2, most: 2 },
    doc: 'Rows and columns of patches in a larger picture.',
  },
  dim: { ...count, doc: 'Width of a row of the table, which both axes share.' },
  headDim: { ...count, doc: 'Width of a head, whose pairs turn.' },
  head: {
    ...{ kind: 'number', integer: true, min: 0, optional: true },
    defaultsTo: 'all',
    doc: 'The head that is shown, from 0; without it, the mean of all heads.',
  },
  base: {
    ...{ kind: 'number', min: 1, optional: true, defaultsTo: '10000' },
    doc: 'Base of the waves of tables.',
  },
  theta: {
    ...{ kind: 'number', min: 1, optional: true },
    defaultsTo: '100 or 10',
    doc: 'Base of ropes. RoPE-ViT takes 100 for axial ones, and 10 for mixed ones.',
  },
  heads: {
    ...count,
    doc: 'Number of heads, which turn in directions of their own.',
  },
  least: {
    ...{ kind: 'number', min: 0 },
    doc: 'Slowest turn of golden gate RoPE, in radians from the middle to an edge. Chosen here.',
  },
  most: {
    ...{ kind: 'number', min: 0 },
    doc: 'Fastest turn of golden gate RoPE, in radians from the middle to an edge. Chosen here.',
  },
  seed: {
    ...{ kind: 'number', integer: true, min: 0 },
    doc: 'Seed of the learned table and of the directions of RoPE-Mixed.',
  },
} as const satisfies Parameters;

export const optionWords = {
  grid: 'Rows and columns of patches',
  to: 'Rows and columns, larger',
  dim: 'Numbers of a row',
  headDim: 'Numbers of a head',
  head: 'Head',
  base: 'Base of the waves',
  theta: 'Base of the ropes',
  heads: 'Heads',
  least: 'Slowest turn',
  most: 'Fastest turn',
  seed: 'Seed',
};

const ranges: Readonly<Record<string, SliderRange>> = {
  grid: { low: 1, high: 64, spacing: 'octaves', integer: true },
  to: { low: 1, high: 64, spacing: 'octaves', integer: true },
  dim: { low: 4, high: 1024, spacing: 'octaves', integer: true },
  headDim: { low: 4, high: 256, spacing: 'octaves', integer: true },
  head: { low: 0, high: 11, spacing: 'even', integer: true },
  base: { low: 1, high: 1e6, spacing: 'decades', integer: false },
  theta: { low: 1, high: 1e6, spacing: 'decades', integer: false },
  heads: { low: 1, high: 32, spacing: 'octaves', integer: true },
  least: { low: 0.01, high: 10, spacing: 'decades', integer: false },
  most: { low: 1, high: 1000, spacing: 'decades', integer: false },
  seed: { low: 0, high: 100, spacing: 'even', integer: true },
};

export const rangeOf = (path: string): SliderRange =>
  ranges[path] as SliderRange;

/** The first of them are seen; the others lie under "More options". */
const names = [
  ...(['grid', 'dim', 'headDim', 'head'] as const),
  ...(['base', 'theta', 'heads', 'least', 'most', 'seed'] as const),
];
const seen = 4;

/** What a control gives, as a part of the state. */
export type Change = (
  name: keyof ImagesState,
  value: number | readonly number[],
) => void;

export const changeOf =
  (change: Change) =>
  (name: keyof ImagesState, value: SpecValue | undefined): void => {
    const list = name === 'grid' || name === 'to';
    if (list) change(name, Array.isArray(value) ? value : []);
    else change(name, typeof value === 'number' ? value : Number.NaN);
  };

/** A value of the state, as a control shows it. */
export const shownValue = (value: number | readonly number[]) =>
  typeof value === 'number' && Number.isNaN(value) ? undefined : value;

export function createOptions(change: Change) {
  const panel = createPanel<(typeof names)[number]>({
    parameters: pageParameters,
    ...{ names, first: seen, words: optionWords, range: rangeOf },
    onInput: changeOf(change),
  });
  const controls = names.map((name) => ({
    name,
    element: panel.element.querySelector<HTMLElement>(`[data-param="${name}"]`),
  }));
  return {
    element: panel.element,
    fail: panel.fail,
    show(state: ImagesState, shown: readonly WayName[]): void {
      const takes = new Set<string>(shown.flatMap((way) => wayOf(way).takes));
      for (const { name, element } of controls) {
        if (element) element.hidden = name !== 'grid' && !takes.has(name);
      }
      const entries = names.flatMap((name) => {
        const value = shownValue(state[name]);
        return value === undefined ? [] : [[name, value] as const];
      });
      panel.show(Object.fromEntries(entries));
    },
  };
}
