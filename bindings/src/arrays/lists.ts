/** Checks of options that are short lists of numbers. */

import { viewKind, wrongKind, wrongValue } from '../base/errors.js';
import type {
  IntegersParameter,
  NumberParameter,
  NumbersParameter,
  RowsParameter,
} from '../describe/form.js';
import { checkNumber } from '../describe/number.js';
import { checkLive } from './tensor.js';

type ListParameter = IntegersParameter | NumbersParameter;

/** A list of numbers as described, each item read once. */
export function checkList(
  method: string,
  name: string,
  parameter: ListParameter,
  value: unknown,
): readonly number[] {
  const { kind, min, max } = parameter;
  const one: NumberParameter = {
    kind: 'number',
    doc: '',
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(kind === 'integers' ? { integer: true } : {}),
  };
  const items = arrayOf(method, name, listRule(parameter), value);
  const { least = 0, most = Infinity } = parameter;
  if (items.length < least || items.length > most) {
    const rule = countRule(parameter);
    const param = `${name}.length`;
    throw wrongValue(method, param, rule, items.length, 'ERR_SHAPE');
  }
  // Item by item, so that a long and wrong list is not read to its end.
  const numbers: number[] = [];
  for (let i = 0; i < items.length; ++i) {
    numbers.push(checkNumber(method, `${name}[${i}]`, one, items[i]));
  }
  return numbers;
}

/** `[from, to]`, both row numbers; whether there are as many, others check. */
export function checkRows(
  method: string,
  name: string,
  value: unknown,
): readonly [from: number, to: number] {
  const list = checkList(method, name, ROWS, value);
  const [from = 0, to = 0] = list;
  if (to < from) {
    throw wrongValue(method, `${name}[1]`, `at least ${name}[0] = ${from}`, to);
  }
  return [from, to];
}

const ROWS = { kind: 'integers', min: 0, least: 2, most: 2, doc: '' } as const;

/** What such a list must be, in words. */
export function listRule(parameter: ListParameter | RowsParameter): string {
  if (parameter.kind === 'rows') {
    return 'an array [from, to] of two row numbers';
  }
  const { kind, least } = parameter;
  const what = `an array of ${kind === 'integers' ? 'integers' : 'numbers'}`;
  return least === undefined
    ? what
    : `${what}, ${countRule(parameter)} of them`;
}

function countRule({ least = 0, most = Infinity }: ListParameter): string {
  if (least === most) return `${least}`;
  return most === Infinity ? `at least ${least}` : `from ${least} to ${most}`;
}

function arrayOf(
  method: string,
  name: string,
  rule: string,
  value: unknown,
): ArrayLike<unknown> {
  if (Array.isArray(value)) return value;
  if (ArrayBuffer.isView(value) && /^(Float|Int|Uint)/.test(viewKind(value))) {
    checkLive(method, name, value);
    return value as Float64Array;
  }
  throw wrongKind(method, name, rule, value);
}
