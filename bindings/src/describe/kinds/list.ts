/** The kinds `integers` and `numbers`: short lists. */

import { isNumeric, itemsOfView } from '../../arrays/numbers.js';
import { viewKind, wrongKind, wrongValue } from '../../base/errors.js';
import {
  type Common,
  type Face,
  type Flag,
  FlagError,
  type Kind,
  NON_VALUES,
} from './kind.js';
import { checkNumber, rangeWords } from './number.js';
import { FILE_WORDS, listOrFile, valuesOf } from './text.js';

interface ListOfNumbers extends Common {
  readonly default?: readonly number[];
  /** Smallest and largest allowed number. */
  readonly min?: number;
  readonly max?: number;
  /** Smallest and largest length of the list. */
  readonly least?: number;
  readonly most?: number;
}

export interface IntegersParameter extends ListOfNumbers {
  readonly kind: 'integers';
  /** Set if a single number may stand for a list of one. */
  readonly orOne?: true;
}

export interface NumbersParameter extends ListOfNumbers {
  readonly kind: 'numbers';
}

type ListParameter = IntegersParameter | NumbersParameter;

/** Checks a list of numbers and reads each item once. */
export function checkList(
  method: string,
  path: string,
  parameter: ListParameter,
  value: unknown,
  rule = listRule(parameter),
): readonly number[] {
  const items = itemsOf(method, path, rule, value);
  const { least = 0, most = Infinity } = parameter;
  if (items.length < least || items.length > most) {
    const count = countWords(parameter);
    throw wrongValue(
      method,
      `${path}.length`,
      count,
      items.length,
      'ERR_SHAPE',
    );
  }
  const one = parameter.kind === 'integers' ? wholeOf(parameter) : parameter;
  // Checked item by item, so that a long list is read no further than its first
  // error.
  const numbers: number[] = [];
  for (let i = 0; i < items.length; ++i) {
    const at = `${path}[${i}]`;
    numbers.push(
      checkNumber(method, at, limits(one), exact(method, at, items[i])),
    );
  }
  return numbers;
}

/** The number that a bigint stands for; any other value as it is. */
function exact(method: string, path: string, item: unknown): unknown {
  if (typeof item !== 'bigint') return item;
  const number = Number(item);
  if (Number.isSafeInteger(number)) return number;
  throw wrongValue(method, path, 'less than 2^53 from zero', item);
}

const wholeOf = (parameter: IntegersParameter) => ({
  ...parameter,
  integer: true as const,
});

/** The limits for each number of a list. */
function limits(one: {
  readonly min?: number;
  readonly max?: number;
  readonly integer?: true;
}) {
  const { min = -Infinity, max = Infinity, integer } = one;
  return { min, max, ...(integer && { integer }) };
}

function listRule(parameter: ListParameter): string {
  const one = takesOne(parameter) ? 'an integer or ' : '';
  const what = `${one}an array of ${parameter.kind}`;
  return parameter.least === undefined
    ? what
    : `${what}, ${countWords(parameter)} of them`;
}

const takesOne = (parameter: ListParameter) =>
  parameter.kind === 'integers' && parameter.orOne === true;

function countWords({ least = 0, most = Infinity }: ListParameter): string {
  if (least === most) return `${least}`;
  return most === Infinity ? `at least ${least}` : `from ${least} to ${most}`;
}

/** The items of an array, or of a typed array whose buffer is not detached. */
export function itemsOf(
  method: string,
  path: string,
  rule: string,
  value: unknown,
): ArrayLike<unknown> {
  if (Array.isArray(value)) return value;
  if (ArrayBuffer.isView(value) && isNumeric(viewKind(value))) {
    return itemsOfView(method, path, value);
  }
  throw wrongKind(method, path, rule, value);
}

export const integers: Kind<IntegersParameter> = {
  rule: listRule,
  check(method, path, parameter, value) {
    if (typeof value !== 'number' || !takesOne(parameter)) {
      return checkList(method, path, parameter, value);
    }
    return [checkNumber(method, path, limits(wholeOf(parameter)), value)];
  },
};

export const numbers: Kind<NumbersParameter> = {
  rule: listRule,
  check: (method, path, parameter, value) =>
    checkList(method, path, parameter, value),
};

/** The numbers in a text of numbers with commas. */
export function listOf(text: string): readonly number[] {
  const list = listOrFile(text);
  if (typeof list !== 'string') return list;
  throw new FlagError('numbers such as 14,14');
}

/** `2 to 3 integers from 1`. */
function integerWords(parameter: IntegersParameter): string {
  const { least, most } = parameter;
  const more = most === undefined ? ' or more' : ` to ${most}`;
  const count =
    least === undefined
      ? ''
      : least === most
        ? `${least} `
        : `${least}${more} `;
  return `${count}integers${rangeWords(parameter)}`;
}

/** A number beyond a limit, even where adding 1 would be rounded away. */
const beyond = (limit: number, side: number) =>
  limit + side * Math.max(1, Math.abs(limit));

/** The shortest list that is not empty, of one value. */
const filled = ({ least = 0 }: ListParameter, value: unknown) =>
  Array(Math.max(least, 1)).fill(value);

const refused = (parameter: ListParameter) => {
  const { least = 0, min, max, kind } = parameter;
  const wrong = [
    Number.NaN,
    ...(kind === 'integers' ? [2.5] : []),
    ...(min === undefined ? [] : [beyond(min, -1)]),
    ...(max === undefined ? [] : [beyond(max, 1)]),
  ];
  return {
    wrongKinds: [
      ...(takesOne(parameter) ? [] : [1]),
      ...['1,2', true, {}, ...NON_VALUES, filled(parameter, '1')],
    ],
    wrongValues: [
      ...(least > 0 ? [[]] : []),
      ...(takesOne(parameter) ? wrong : []),
      ...wrong.map((value) => filled(parameter, value)),
    ],
  };
};

const takenLists = (parameter: ListParameter) => [
  filled(parameter, Math.max(parameter.min ?? 0, 1)),
];

export const integersFace: Face<IntegersParameter> = {
  doc: (parameter) =>
    takesOne(parameter)
      ? `integer or list of integers${rangeWords(parameter)}`
      : integerWords(parameter),
  control: 'list',
  flag: {
    value: 'N,N…',
    words: (parameter) => `${integerWords(parameter)}, such as 14,14`,
    plain: listOf,
    read: (given) => (typeof given === 'string' ? listOf(given) : given),
  },
  fuzz: (parameter) => ({
    takes: [
      ...takenLists(parameter),
      ...(takesOne(parameter) ? takenLists(parameter).flat() : []),
    ],
    ...refused(parameter),
  }),
};

const numbersFlag: Flag<NumbersParameter> = {
  value: 'LIST|FILE',
  words: () => `numbers such as 1,0.5, ${FILE_WORDS}`,
  plain: listOrFile,
  read: (given, array) => {
    const read = array(given);
    return 'dtype' in read ? Array.from(valuesOf(read), Number) : read;
  },
};

export const numbersFace: Face<NumbersParameter> = {
  doc: () => 'list of numbers',
  control: 'list',
  flag: numbersFlag,
  fuzz: (parameter) => ({
    takes: takenLists(parameter),
    ...refused(parameter),
  }),
};
