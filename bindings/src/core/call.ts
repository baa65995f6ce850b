/**
 * Calls functions of the core. Each takes one object, whose members are written
 * to a list of float64 that the module reads: numbers as they are, words as the
 * numbers of their enumerators, records member by member. The build takes
 * names, types and layouts from the C++ lines that bind the functions; see
 * `bindings/embind/call.hpp`.
 */

import {
  type Calls,
  type CoreObject,
  enums,
  makerCalls,
  numberCalls,
  records,
  type Status,
  statusCalls,
} from './wasm/calls.js';
import type { CallName, WasmModule } from './wasm/module.js';

/** Names of all functions of the core. */
export const callNames = [statusCalls, numberCalls, makerCalls].flatMap(
  (layouts) => Object.keys(layouts) as CallName[],
);

/** Most numbers that a call writes; see `kListSize` in call.hpp. */
const MOST = 40;

/** A member of an argument, and how it is written to the list. */
interface Member {
  readonly name: string;
  /** The number of each word, if the member is a word. */
  readonly words?: Readonly<Record<string, number>> | undefined;
  /** The members of the record, if the member is one. */
  readonly parts?: readonly Member[] | undefined;
}

/** The argument of any function: numbers, booleans, words and records. */
type Argument = Readonly<Record<string, unknown>>;

const wordsOf: Readonly<Record<string, string>> = enums;
const partsOf: Readonly<Record<string, string>> = records;

/** Parses a layout such as `dim dtype:DType where:Where`. */
function readLayout(layout: string): readonly Member[] {
  return layout.split(' ').map((text) => {
    const [name = '', type = ''] = text.split(':');
    const words = wordsOf[type]?.split(' ').map((word, i) => [word, i]);
    const parts = partsOf[type];
    return {
      name,
      words: words && Object.fromEntries(words),
      parts: parts === undefined ? undefined : readLayout(parts),
    };
  });
}

/**
 * Writes an argument to the list, from index `place` on; returns the index
 * after it.
 */
function write(
  list: Float64Array,
  place: number,
  members: readonly Member[],
  argument: Argument,
): number {
  let next = place;
  for (const { name, words, parts } of members) {
    const value = argument[name];
    if (parts) {
      next =
        value instanceof Float64Array
          ? copy(list, next, value)
          : write(list, next, parts, value as Argument);
    } else {
      // Booleans become 0 and 1.
      list[next++] = words
        ? (words[value as string] as number)
        : (value as number);
    }
  }
  return next;
}

/** Copies the numbers of a record to the list; returns the index after them. */
function copy(
  list: Float64Array,
  place: number,
  numbers: Float64Array,
): number {
  for (let i = 0; i < numbers.length; ++i) {
    list[place + i] = numbers[i] as number;
  }
  return place + numbers.length;
}

/**
 * The numbers of a record, to be given in its place to calls that happen often:
 * writing them takes less time than reading the record's members.
 */
export function numbersOf<R extends object>(
  type: keyof typeof records,
  record: R,
): R {
  const list = new Float64Array(MOST);
  const layout = readLayout(records[type]);
  const count = write(list, 0, layout, record as unknown as Argument);
  return list.slice(0, count) as object as R;
}

/** The core's functions, bound to an instance. */
export function makeCalls(module: WasmModule): Calls {
  let view = new Float64Array(0);
  const list = () => {
    const { buffer } = module.HEAPU8;
    // After the memory has grown, `buffer` is another object.
    if (view.buffer !== buffer) view = new Float64Array(buffer, module.list);
    return view;
  };
  const statuses = enums.Status.split(' ') as Status[];
  const statusOf = (code: number) => statuses[code] as Status;
  const madeOf = (code: number) =>
    code === 0 ? (list()[0] as CoreObject) : statusOf(code);
  const all = <T>(
    layouts: Readonly<Record<string, string>>,
    result: (code: number) => T,
  ) =>
    Object.entries(layouts).map(([name, layout]) => {
      const members = readLayout(layout);
      const call = (argument: Argument) => {
        write(list(), 0, members, argument);
        return result(module[name as CallName]());
      };
      return [name, call] as const;
    });
  return Object.fromEntries([
    ...all(statusCalls, statusOf),
    ...all(numberCalls, (number) => number),
    ...all(makerCalls, madeOf),
  ]) as unknown as Calls;
}
