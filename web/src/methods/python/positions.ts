// The positions of a table's rows.

import type { Asked } from './words.js';

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
