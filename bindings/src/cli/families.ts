/** The families of methods that a command computes, by the command's word. */

import {
  type Family,
  type MethodDescription,
  methods,
} from '../descriptions.js';

/**
 * What a line of CSV and JSON files holds: a row of the last axis, or all axes
 * but the first.
 */
export type LineUnit = 'last' | 'others';

/** Some families, and how their command speaks of them. */
export interface MethodFamily {
  /** The word of the command: `table` in `posenc table METHOD`. */
  readonly word: string;
  readonly families: readonly Family[];
  /** What a method makes, in errors: `makes no table`. */
  readonly noun: string;
  /** How lists of methods are headed. */
  readonly title: string;
  readonly usage: string;
  readonly summary: string;
  /** What the page of help says of the result. */
  readonly about: string;
  readonly lines: LineUnit;
}

const table: MethodFamily = {
  word: 'table',
  families: ['table'],
  noun: 'table',
  title: 'Tables',
  usage: 'table METHOD --length N --dim N … --out FILE',
  summary: 'Writes a table as .npy, .safetensors, .csv or .json.',
  about:
    'Rows: --rows 4096:8192 writes only these rows of the table, with the ' +
    'same bits as in the whole table. CSV files of neighbouring rows can be ' +
    'joined with `cat`. Tables are computed and written a few rows at a time, ' +
    'so they may be larger than memory.',
  lines: 'others',
};

const bias: MethodFamily = {
  word: 'bias',
  families: ['bias', 'gate'],
  noun: 'bias',
  title: 'Biases and gates',
  usage: 'bias METHOD --heads N --queries N … --out FILE',
  summary: 'Writes the map of a bias or a gate, [heads, queries, keys].',
  about:
    'A map has the axes [heads, queries, keys]; CSV files have a line for each ' +
    'head and query. Maps are computed and written some queries at a time, so ' +
    'they may be larger than memory, unless positions have fractions.',
  lines: 'last',
};

const relative: MethodFamily = {
  word: 'relative',
  families: ['relative'],
  noun: 'relative term',
  title: 'Relative terms',
  usage: 'relative METHOD --q FILE --k FILE … --out FILE',
  summary: 'Writes the relative terms of the scores, [heads, queries, keys].',
  about:
    'A map has the axes [heads, queries, keys]; CSV files have a line for each ' +
    'head and query. With --terms, each term is an array of its own: a ' +
    'safetensors file holds all of them, and of other formats each has a file, ' +
    'such as out.c2p.npy.',
  lines: 'last',
};

/** All families with a command, in the order in which they are shown. */
export const FAMILIES = { table, bias, relative } as const;

/** The methods that a command computes. */
export function madeBy({ families }: MethodFamily): MethodDescription[] {
  return Object.values<MethodDescription>(methods).filter(
    ({ family }) => family !== undefined && families.includes(family),
  );
}

/** The family with whose command a method is computed, if there is one. */
export function familyOf({
  family,
}: MethodDescription): MethodFamily | undefined {
  return Object.values<MethodFamily>(FAMILIES).find(
    ({ families }) => family !== undefined && families.includes(family),
  );
}
