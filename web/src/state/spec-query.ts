// Options as entries of an address, one for each value that is no record:
//   length=512&scaling.type=yarn&scaling.factor=4&layers.0.window=16
// Only what differs from a base is written. An entry without a text takes away
// what the base has.
//
// The text tells the kind of the value, so no description is needed to read it:
//   512, -0.5, 1e9, NaN    a number
//   true, false            a boolean
//   14x9, 0.5_-1, 7x       a list of numbers; x between whole ones
//   {}, []                 a record and a list with nothing in them
//   yarn                   a string
//   '512'                  a string, where without quotes it would be another
//                          kind

import { isList, type Options, type SpecValue } from './spec.js';

/** Longer paths are ignored: no option stands that deep inside others. */
const deepest = 8;
const segment = /^(?:[a-z]\w*|\d{1,4})$/i;

const numeral = String.raw`-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|NaN|-?Infinity`;
const oneNumber = new RegExp(`^(?:${numeral})$`, 'i');
const numberList = new RegExp(`^(?:(?:${numeral})[x_])+(?:${numeral})?$`, 'i');

function isNumberList(value: SpecValue): value is readonly number[] {
  return isList(value) && value.every((item) => typeof item === 'number');
}

function readNumber(text: string): number {
  const words: Record<string, number> = {
    infinity: Infinity,
    '-infinity': -Infinity,
  };
  return words[text.toLowerCase()] ?? Number(text);
}

/** The value that a text stands for. */
export function readValue(text: string): SpecValue {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === '{}') return {};
  if (text === '[]') return [];
  if (oneNumber.test(text)) return readNumber(text);
  if (numberList.test(text)) {
    const parts = text.split(/[x_]/i).filter((part) => part !== '');
    return parts.map(readNumber);
  }
  return /^'.*'$/s.test(text) ? text.slice(1, -1) : text;
}

function writeNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** The text of a value that is no record and no list of others. */
function writeValue(value: SpecValue): string {
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') {
    return value !== '' && readValue(value) === value ? value : `'${value}'`;
  }
  if (!isNumberList(value)) return '{}';
  if (value.length === 0) return '[]';
  const between = value.every(Number.isInteger) ? 'x' : '_';
  const text = value.map(writeNumber).join(between);
  return value.length === 1 ? text + between : text;
}

/** Values by their paths: lists of numbers stay whole, records do not. */
function leavesOf(
  value: Options | readonly SpecValue[],
  path: readonly string[] = [],
): [path: string, value: SpecValue][] {
  return Object.entries(value).flatMap(
    ([name, part]): [string, SpecValue][] => {
      const here = [...path, name];
      const whole =
        typeof part !== 'object' ||
        isNumberList(part) ||
        Object.keys(part).length === 0;
      return whole ? [[here.join('.'), part]] : leavesOf(part, here);
    },
  );
}

interface Branch {
  readonly parts: Map<string, Branch | SpecValue>;
}

function isBranch(part: Branch | SpecValue | undefined): part is Branch {
  return (
    typeof part === 'object' && 'parts' in part && part.parts instanceof Map
  );
}

/** A branch whose names are all numbers is a list, in their order. */
function grow({ parts }: Branch, root: boolean): SpecValue {
  const grown = [...parts].map(([name, part]): [string, SpecValue] => [
    name,
    isBranch(part) ? grow(part, false) : part,
  ]);
  if (!root && grown.every(([name]) => /^\d+$/.test(name))) {
    return grown.sort(([a], [b]) => Number(a) - Number(b)).map(([, v]) => v);
  }
  return Object.fromEntries(grown);
}

function treeOf(leaves: Iterable<[string, SpecValue]>): Options {
  const root: Branch = { parts: new Map() };
  for (const [path, value] of leaves) {
    const names = path.split('.');
    const last = names.pop() as string;
    let branch = root;
    for (const name of names) {
      const next = branch.parts.get(name);
      const kept = isBranch(next) ? next : { parts: new Map() };
      branch.parts.set(name, kept);
      branch = kept;
    }
    branch.parts.set(last, value);
  }
  return grow(root, true) as Options;
}

/** Whether one path leads to the other or to a part of it. */
function meet(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

/** The entries by which `options` differ from `base`. */
export function writeOptions(
  options: Options,
  base: Options,
): [path: string, text: string][] {
  const now = new Map(
    leavesOf(options).map(([path, v]) => [path, writeValue(v)]),
  );
  const before = new Map(
    leavesOf(base).map(([path, v]) => [path, writeValue(v)]),
  );
  const gone = [...before.keys()].filter(
    (path) => ![...now.keys()].some((other) => meet(path, other)),
  );
  return [
    ...[...now].filter(([path, text]) => before.get(path) !== text),
    ...gone.map((path): [string, string] => [path, '']),
  ];
}

/**
 * What `writeOptions` wrote, against the same base. Entries for which `takes`
 * denies the first name of the path, and paths that no option has, are ignored.
 */
export function readOptions(
  entries: Iterable<[path: string, text: string]>,
  base: Options,
  takes: (name: string) => boolean,
): Options {
  const given = [...entries].filter(([path]) => {
    const names = path.split('.');
    return (
      names.length <= deepest &&
      names.every((name) => segment.test(name)) &&
      takes(names[0] as string)
    );
  });
  const leaves = new Map(leavesOf(base));
  for (const [path] of given) {
    for (const other of [...leaves.keys()]) {
      if (meet(path, other)) leaves.delete(other);
    }
  }
  for (const [path, text] of given) {
    if (text !== '') leaves.set(path, readValue(text));
  }
  return treeOf(leaves);
}
