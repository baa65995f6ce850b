// The state of the view of attention, and how it is written into an address:
//   #/attention?start=100&b.bias.method=alibi&b.bias.maxBias=4&text=…

import {
  type Family,
  type MethodDescription,
  methods,
} from 'posenc/descriptions';
import type { Typed } from '../../figures/words/text.js';
import { longestText } from '../../figures/words/words.js';
import { exampleOf, lean } from '../../methods/defaults.js';
import { leanValue, settled } from '../../methods/values.js';
import {
  decode,
  encode,
  flagField,
  listField,
  numberField,
  type Schema,
  textField,
  wordField,
} from '../../state/hash.js';
import { isRecord, type Options, type SpecValue } from '../../state/spec.js';
import { readOptions, writeOptions } from '../../state/spec-query.js';
import { methodIn, type Side, sideOf, slots } from './slots.js';

/** The names of the two configurations. */
export const sides = ['a', 'b'] as const;
export type SideName = (typeof sides)[number];

/** What pictures of long sequences take from the package under its names. */
const { of, pool } = methods.attentionMap.parameters;

/** Which numbers of a long sequence are drawn. */
export type LongOf = (typeof of.choices)[number];

/** What a cell shows of its pairs; a side has one picture, so no `minMax`. */
export const longPools = [
  'max',
  'mean',
] as const satisfies readonly (typeof pool.choices)[number][];
export type LongPool = (typeof longPools)[number];

/** The state besides the configurations. */
export interface Scene extends Typed {
  /** A second sentence, whose words in common are compared; '' for none. */
  readonly beside: string;
  readonly causal: boolean;
  /** Position of the first word. */
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
  /** The pair of components whose plane is shown. */
  readonly pair: number;
  /** The number of positions whose rows of a table are drawn. */
  readonly size: number;
  /** The number of words of the long sequence. */
  readonly length: number;
  /** What is drawn of the long sequence: `[query, key, span]`, or all of it. */
  readonly zoom: readonly number[];
  readonly of: LongOf;
  readonly pool: LongPool;
}

export interface AttentionState extends Scene {
  readonly a: Side;
  readonly b: Side;
  /** How distances become rows of a table, as `relativeIndices` takes it. */
  readonly scheme: Options;
}

/** No member may be called `a`, `b` or `scheme`. */
export const scene: Schema<Scene> = {
  text: textField<string>('Tom likes apple, but hates orange', longestText),
  beside: textField<string>('', longestText),
  order: listField([]),
  word: numberField(0),
  causal: flagField(false),
  start: numberField(0),
  likeness: numberField(0.4),
  heads: numberField(4),
  headDim: numberField(24),
  head: numberField(0),
  query: numberField(0),
  key: numberField(2),
  pair: numberField(0),
  size: numberField(24),
  length: numberField(4096),
  zoom: listField([]),
  of: wordField(of.choices),
  pool: wordField(longPools),
};

/** The side with the first method of a family. */
function firstOf(family: Family): Side {
  const slot = slots.find((one) => one.family === family);
  const method = slot?.methods[0]?.name;
  return method === undefined ? {} : sideOf({ [family]: { method } });
}

/** The configurations of the first state. */
const first: Readonly<Record<SideName, Side>> = {
  a: firstOf('table'),
  b: firstOf('rotation'),
};

/** The shortest options that mean the same as a side. */
function leanSide(side: Side): Options {
  const parts = slots.flatMap((slot): [string, SpecValue][] => {
    const spec = side[slot.family];
    const method = spec && methodIn(slot, spec.method);
    return spec && method ? [[slot.family, lean(method, spec)]] : [];
  });
  return Object.fromEntries(parts);
}

const rows: MethodDescription = methods.relativeIndices;
const { scheme: schemes } = methods.relativeIndices.parameters;

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
  return {
    ...decode(scene, query),
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
  const entries = [...writeOptions(options, base), ...encode(scene, rest)];
  return new URLSearchParams(entries).toString();
}

/** Parameters of the view, which the package does not have. */
export const pageParameters = {
  start: {
    kind: 'number',
    doc:
      'Position of the first word. Drag it: the whole sentence moves along ' +
      'the positions.',
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
    doc: 'Width of the part of a vector that belongs to one head.',
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
  of,
  pool: {
    kind: 'choice',
    doc: 'What a cell shows of its pairs: the largest number, or the mean.',
    choices: longPools,
  },
  likeness: {
    kind: 'number',
    doc: "Similarity of two different words' vectors, from 0 to 1.",
    min: 0,
    max: 1,
  },
} as const;
