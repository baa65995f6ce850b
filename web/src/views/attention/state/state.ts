// The state of the view of attention, and how it is written into an address:
//   #/attention?start=100&b.bias.method=alibi&b.bias.maxBias=4&text=…

import type { Family } from 'posenc/descriptions';
import type { Typed } from '../../../figures/words/text.js';
import { longestText } from '../../../figures/words/words.js';
import { exampleOf, lean } from '../../../methods/defaults.js';
import { operations } from '../../../methods/described/operations.js';
import { leanValue, settled } from '../../../methods/values.js';
import {
  decode,
  encode,
  flagField,
  listField,
  numberField,
  type Schema,
  textField,
  wordField,
} from '../../../state/hash.js';
import type { Naming } from '../../../state/names.js';
import { isRecord, type Options, type SpecValue } from '../../../state/spec.js';
import { readOptions, writeOptions } from '../../../state/spec-query.js';
import { methodIn, type Side, sideOf, slots } from './slots.js';

/** The names of the two configurations. */
export const sides = ['a', 'b'] as const;
export type SideName = (typeof sides)[number];

/** Something of each configuration. */
export type BySide<T> = Readonly<Record<SideName, T>>;

export function bySide<T>(value: (side: SideName) => T): BySide<T> {
  return { a: value('a'), b: value('b') };
}

/** What pictures of long sequences take from the package under its names. */
const { of, pool } = operations.attentionMap.parameters;

/** Which numbers of a long sequence are drawn. */
export type LongOf = (typeof of.choices)[number];

/** What a cell shows of its pairs; a side has one picture, so no `minMax`. */
export const longPools = [
  'mean',
  'max',
] as const satisfies readonly (typeof pool.choices)[number][];
export type LongPool = (typeof longPools)[number];

/** Which numbers of a sentence the maps show. */
export const shownNumbers = ['scores', 'weights'] as const;
export type Shown = (typeof shownNumbers)[number];

/** Something of the scores, and of the weights. */
export function byShown<T>(
  value: (show: Shown) => T,
): Readonly<Record<Shown, T>> {
  return { scores: value('scores'), weights: value('weights') };
}

/** The state besides the configurations. */
export interface Scene extends Typed {
  /** A late sentence that shares words with the early one; '' for none. */
  readonly beside: string;
  readonly causal: boolean;
  /** Position of the first word of the late text; the early one begins at 0. */
  readonly start: number;
  /** Correlation of two different words. */
  readonly likeness: number;
  readonly heads: number;
  readonly headDim: number;
  /** The head that is shown; the last one where there is none such. */
  readonly head: number;
  /** The words whose arrows are shown, by their places in the order shown. */
  readonly query: number;
  readonly key: number;
  /**
   * The pair of components whose plane is shown; that of the largest product
   * where it is negative.
   */
  readonly pair: number;
  /** The number of positions whose rows of a table are drawn. */
  readonly size: number;
  /** The number of words of the long sequence. */
  readonly length: number;
  /** What is drawn of the long sequence: `[query, key, span]`, or all of it. */
  readonly zoom: readonly number[];
  readonly of: LongOf;
  readonly pool: LongPool;
  /** Which numbers of the sentence the maps show. */
  readonly show: Shown;
}

export interface AttentionState extends Scene {
  readonly a: Side;
  readonly b: Side;
  /** How distances become rows of a table, as `relativeIndices` takes it. */
  readonly scheme: Options;
}

/** No member may be called `a`, `b` or `scheme`. */
export const scene: Schema<Scene> = {
  text: textField<string>('the dog bites the man', longestText),
  beside: textField<string>('', longestText),
  order: listField([0, 4, 2, 3, 1]),
  word: numberField(0),
  causal: flagField(false),
  // Within the reach of every learned array that the page draws.
  start: numberField(100),
  likeness: numberField(0.4),
  heads: numberField(4),
  headDim: numberField(24),
  head: numberField(0),
  query: numberField(0),
  key: numberField(2),
  pair: numberField(-1),
  size: numberField(24),
  length: numberField(4096),
  zoom: listField([]),
  of: wordField(of.choices),
  pool: wordField(longPools),
  show: wordField(shownNumbers),
};

/** The side with the first method of a family. */
function firstOf(family: Family): Side {
  const slot = slots.find((one) => one.family === family);
  const method = slot?.methods[0]?.name;
  return method === undefined ? {} : sideOf({ [family]: { method } });
}

/** The configurations of the first state: no position, and a rope. */
const first: Readonly<Record<SideName, Side>> = {
  a: {},
  b: firstOf('rotation'),
};

/** The methods of other views are loaded where a name is none of a part's. */
const elsewhere = async () =>
  (await import('../../../figures/elsewhere.js')).everywhere;

/** The names of methods, and of their presets, in all parts of both sides. */
export const namings: readonly Naming[] = sides.flatMap((side) =>
  slots.flatMap((slot): Naming[] => {
    const { family, methods } = slot;
    const entry = `${side}.${family}.method`;
    const methodOf = (query: URLSearchParams) =>
      methodIn(slot, query.get(entry) ?? first[side][family]?.method ?? '');
    return [
      {
        ...{ kind: 'method', entry, elsewhere },
        names: () => methods.map(({ name }) => name),
      },
      {
        ...{ kind: 'preset', entry: `${side}.${family}.preset` },
        names: (query) => Object.keys(methodOf(query)?.presets ?? {}),
      },
    ];
  }),
);

/** The shortest options that mean the same as a side. */
function leanSide(side: Side): Options {
  const parts = slots.flatMap((slot): [string, SpecValue][] => {
    const spec = side[slot.family];
    const method = spec && methodIn(slot, spec.method);
    return spec && method ? [[slot.family, lean(method, spec)]] : [];
  });
  return Object.fromEntries(parts);
}

const rows = operations.relativeIndices;
const { scheme: schemes } = rows.parameters;

const base: Options = {
  a: leanSide(first.a),
  b: leanSide(first.b),
  scheme: exampleOf(rows).scheme ?? {},
};

function recordOf(value: SpecValue | undefined): Options | undefined {
  return value !== undefined && isRecord(value) ? value : undefined;
}

export function readState(query: URLSearchParams): AttentionState {
  const takes = (name: string) => Object.hasOwn(base, name);
  const { a, b, scheme } = readOptions(query, base, takes);
  const given = recordOf(scheme) ?? recordOf(base.scheme) ?? {};
  const decoded = decode(scene, query);
  // The first order is one of the words of the first text.
  const other = decoded.text !== scene.text.initial && !query.has('order');
  return {
    ...decoded,
    ...(other && { order: [] }),
    a: sideOf(recordOf(a)),
    b: sideOf(recordOf(b)),
    scheme:
      recordOf(settled({ scheme: schemes }, { scheme: given }).scheme) ?? {},
  };
}

export function writeState({ a, b, scheme, ...rest }: AttentionState): string {
  const options = {
    ...{ a: leanSide(a), b: leanSide(b) },
    scheme: leanValue(schemes, scheme),
  };
  const written = encode(scene, rest).filter(([name]) => name !== 'order');
  const order = scene.order.format(rest.order);
  const same = rest.text === scene.text.initial;
  const left = same ? scene.order.format(scene.order.initial) : '';
  const entries: [string, string][] = [
    ...writeOptions(options, base),
    ...written,
    ...(order === left ? [] : [['order', order] as [string, string]]),
  ];
  return new URLSearchParams(entries).toString();
}

/** Parameters of the view, which the package does not have. */
export const pageParameters = {
  start: {
    kind: 'number',
    doc:
      'Position of the first word of the late text. Drag it: the whole ' +
      'text moves along.',
    default: 0,
  },
  heads: {
    kind: 'number',
    doc: 'Number of heads.',
    integer: true,
    min: 1,
    max: 64,
  },
  headDim: {
    kind: 'number',
    doc: 'How many numbers of a vector belong to one head.',
    integer: true,
    min: 1,
    max: 512,
  },
  causal: {
    kind: 'boolean',
    doc: 'Whether a word sees only itself and earlier words.',
    default: false,
  },
  size: {
    kind: 'number',
    doc: 'Number of positions.',
    integer: true,
    min: 1,
    max: 512,
  },
  length: {
    kind: 'number',
    doc: 'Number of words: the sentence, again and again.',
    integer: true,
    min: 2,
    max: 100_000,
  },
  of: {
    ...of,
    doc: 'The numbers that are drawn: scores, or weights after the softmax.',
  },
  pool: {
    kind: 'choice',
    doc: 'What a cell shows of its pairs: the largest number, or the mean.',
    choices: longPools,
  },
  likeness: {
    kind: 'number',
    doc:
      'What the vectors of two different words have in common: 0 is nothing, ' +
      '1 is all.',
    min: 0,
    max: 1,
  },
} as const;

/** What people call them. */
export const pageWords = {
  start: 'Late text begins at',
  heads: 'Heads',
  headDim: 'Numbers of a head',
  causal: 'Words see only earlier ones',
  likeness: 'How alike two words are',
  length: 'Words',
  of: 'Numbers',
  pool: 'A cell shows the',
  size: 'Positions',
} as const satisfies Readonly<Record<keyof typeof pageParameters, string>>;

/**
 * Milliseconds without a change after which open tables of numbers are filled
 * anew: a browser lays out thousands of cells too slowly for a slider.
 */
export const tableMs = 200;
