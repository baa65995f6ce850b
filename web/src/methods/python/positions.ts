// The positions of a table's rows, and those of queries and keys.

import { type Asked, plus } from './words.js';

export interface Places {
  /** Lines that set `position`. */
  readonly lines: readonly string[];
  /** The largest position. */
  readonly last: number;
}

export function positionsOf(options: Asked): Places {
  const length = options.number('length', 0);
  const start = options.number('start', 0);
  const step = options.number('step', 1);
  const list = options.numbers('positions');
  if (list) {
    const lines = [`position = torch.tensor([${list.join(', ')}])`];
    return { lines, last: Math.max(...list) };
  }
  const last = Math.max(start, start + step * (length - 1));
  const whole = `torch.arange(${length})`;
  const stepped = step === 1 ? whole : `${whole} * ${step}`;
  const before = start === 0 ? '' : `${start} + `;
  return { lines: [`position = ${before}${stepped}`], last };
}

export interface Distances {
  /** Lines that set `distance`, [queries, keys]: key minus query. */
  readonly lines: readonly string[];
  readonly queries: number;
  readonly keys: number;
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
  return { lines, queries, keys };
}
