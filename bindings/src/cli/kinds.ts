/**
 * How each kind of parameter is given on a command line and in a spec file. A
 * kind that is not here cannot be given there, and has no flag.
 */

import { toFloat32 } from '../arrays/float32.js';
import type { Parameter } from '../describe/form.js';
import { bound } from '../describe/number.js';
import type { FileTensor } from '../formats/index.js';
import { misuse } from './failure.js';
import { isList, listOf, readArray } from './inputs.js';
import type { Source } from './source.js';

/** A kind of parameter, as text. */
export interface Kind {
  /** What stands behind the flag; nothing behind a switch. */
  readonly value?: string;
  /** What the value is, in words. */
  readonly words: (parameter: Parameter) => string;
  /** What the library gets: of the text of a flag, or of a value in JSON. */
  readonly read: (given: unknown, source: Source) => unknown;
  /** What a spec holds of the text of a flag. */
  readonly plain: (text: string, source: Source) => unknown;
}

const FILE = 'or a file: .npy, .safetensors (with :NAME), .csv or .json';

/** An array: numbers in line, or a file. */
function arrays(
  words: string,
  convert: (array: FileTensor | readonly number[], source: Source) => unknown,
): Kind {
  return {
    value: 'LIST|FILE',
    words: () => `${words}, ${FILE}`,
    read: (given, source) => convert(readArray(given, source), source),
    plain: (text) => (isList(text) ? listOf(text) : text),
  };
}

const numberOf = (text: string, { name }: Source): number => {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isNaN(value)) return value;
  throw misuse(`${name} must be a number, got "${text}"`);
};

/** A list of whole numbers in line; the library checks them. */
const listIn: Pick<Kind, 'read' | 'plain'> = {
  read: (given, source) =>
    typeof given === 'string' ? inlineList(given, source) : given,
  plain: inlineList,
};

function inlineList(text: string, { name }: Source): readonly number[] {
  if (isList(text)) return listOf(text);
  throw misuse(`${name} must be numbers such as 14,14, got "${text}"`);
}

const asIs = (given: unknown) => given;

/** `4096:8192`; an end that is left out stays open. */
function rowsOf(given: unknown, { name }: Source): unknown {
  if (typeof given !== 'string') return given;
  const match = /^(\d*):(\d*)$/.exec(given.trim());
  if (!match) {
    const rule = 'two row numbers with a colon, such as 4096:8192';
    throw misuse(`${name} must be ${rule}, got "${given}"`);
  }
  const [, from, to] = match;
  return [Number(from || 0), to ? Number(to) : Infinity];
}

function range(parameter: Parameter): string {
  const { min = -Infinity, max = Infinity } = parameter as {
    min?: number;
    max?: number;
  };
  const least = Number.isFinite(min) ? ` from ${bound(min)}` : '';
  const most = Number.isFinite(max) ? ` to ${bound(max)}` : '';
  return least || !most ? least + most : ` up to ${bound(max)}`;
}

/** By the kind of a parameter. */
export const KINDS: { readonly [K in Parameter['kind']]?: Kind } = {
  number: {
    value: 'N',
    words: (parameter) => {
      const { integer, even } = parameter as { integer?: true; even?: true };
      const what = even ? 'even integer' : integer ? 'integer' : 'number';
      return what + range(parameter);
    },
    read: (given, source) =>
      typeof given === 'string' ? numberOf(given, source) : given,
    plain: numberOf,
  },
  boolean: { words: () => 'true or false', read: asIs, plain: asIs },
  choice: {
    value: 'WORD',
    words: (parameter) =>
      'choices' in parameter ? `one of ${parameter.choices.join(', ')}` : '',
    read: asIs,
    plain: asIs,
  },
  integers: {
    value: 'N,N…',
    words: (parameter) => {
      const { least, most } = parameter as { least?: number; most?: number };
      const count =
        least === undefined
          ? ''
          : least === most
            ? `${least} `
            : `${least}${most === undefined ? ' or more' : ` to ${most}`} `;
      return `${count}integers${range(parameter)}, such as 14,14`;
    },
    ...listIn,
  },
  rows: {
    value: 'A:B',
    words: () => 'two row numbers, such as 4096:8192; either may be left out',
    read: rowsOf,
    plain: asIs,
  },
  numbers: arrays('numbers such as 1,0.5', (array) =>
    isTensor(array) ? Array.from(numbersOf(array), Number) : array,
  ),
  positions: arrays('numbers such as 0,7,1.5', (array, { name }) => {
    if (!isTensor(array)) return array;
    if (array.shape.filter((length) => length !== 1).length > 1) {
      const shape = `[${array.shape.join(', ')}]`;
      throw misuse(`${name} must be a list, got an array of shape ${shape}`);
    }
    return numbersOf(array);
  }),
  indices: arrays('integers such as 3,1,4', (array, { name }) => {
    if (!isTensor(array)) return array;
    if (/^u?int(8|16|32)$/.test(array.dtype)) return array.data;
    // As NumPy and PyTorch hold integers, or as they stand in a text.
    return Array.from(numbersOf(array), (index: number | bigint) => {
      const value = Number(index);
      if (Number.isSafeInteger(value)) return value;
      throw misuse(`${name} must hold integers, got ${index}`);
    });
  }),
  floats: arrays('numbers such as 1,0.5', (array, { name }) => {
    if (!isTensor(array)) return Float32Array.from(array);
    const { shape, dtype } = array;
    if (!/float/.test(dtype)) {
      throw misuse(`${name} must hold floats, got ${dtype}`);
    }
    const data = toFloat32(array as Parameters<typeof toFloat32>[0]);
    return { data, shape, dtype: 'float32' };
  }),
};

/** The numbers of an array, of the halves not their bits. */
function numbersOf(array: FileTensor): ArrayLike<number | bigint> {
  const { dtype, data } = array;
  return dtype === 'float16' || dtype === 'bfloat16' ? toFloat32(array) : data;
}

function isTensor(array: FileTensor | readonly number[]): array is FileTensor {
  return 'dtype' in array;
}
