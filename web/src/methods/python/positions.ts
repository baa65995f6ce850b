// The positions of a table's rows, and those of queries and keys.

import { type Asked, plus } from './words.js';

export interface Places {
  /** Lines that set `position`. */
  readonly lines: readonly string[];
  /** The largest position. */
  readonly last: number;
  /** How many there are of a range; 0 for listed ones. */
  readonly length: number;
  /** Whether all of them are whole numbers from 0 on. */
  readonly whole: boolean;
}

export function positionsOf(options: Asked): Places {
  const length = options.number('length', 0);
  const start = options.number('start', 0);
  const step = options.number('step', 1);
  const list = options.numbers('positions');
  if (list) {
    const lines = [`position = torch.tensor([${list.join(', ')}])`];
    const whole = list.every((one) => Number.isInteger(one) && one >= 0);
    return { lines, last: Math.max(...list), length: 0, whole };
  }
  const last = Math.max(start, start + step * (length - 1));
  const counted = `torch.arange(${length})`;
  const stepped = step === 1 ? counted : `${counted} * ${step}`;
  const before = start === 0 ? '' : `${start} + `;
  const least = Math.min(start, start + step * (length - 1));
  const whole = Number.isInteger(start) && Number.isInteger(step) && least >= 0;
  const lines = [`position = ${before}${stepped}`];
  return { lines, last, length, whole };
}

export interface Distances {
  /** Lines that set `distance`, [queries, keys]: key minus query. */
  readonly lines: readonly string[];
  readonly queries: number;
  readonly keys: number;
  /** The least and the largest position of both. */
  readonly first: number;
  readonly last: number;
}

export function distancesOf(options: Asked): Distances {
  const queries = options.number('queries', 0);
  const keys = options.number('keys', queries);
  const keyStart = options.number('keyStart', 0);
  const queryStart = options.number('queryStart', keyStart + keys - queries);
  const lines = [
    `query = torch.arange(${queries})[:, None]${plus(queryStart)}`,
    `key = torch.arange(${keys})[None, :]${plus(keyStart)}`,
    'distance = key - query',
  ];
  const first = Math.min(queryStart, keyStart);
  const last = Math.max(queryStart + queries, keyStart + keys) - 1;
  return { lines, queries, keys, first, last };
}
