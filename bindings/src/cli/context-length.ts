/** The length of the text for which the rope of a command is made. */

import { LARGEST_POSITION } from '../arrays/positions.js';
import type { Spec } from '../index.js';
import { isObject } from './json.js';
import type { Call } from './spec.js';

/** A call, and a line for standard error if it depends on a length. */
export interface Fitted {
  readonly call: Call;
  readonly note?: string;
}

/** A schedule that differs from some length of the text on. */
interface Changing {
  readonly type: string;
  /** The longest text for which it is that of the first training. */
  readonly limit: number;
}

type Options = Readonly<Record<string, unknown>>;

/** The schedule of a rope if it depends on the length of the text. */
export function changing(scaling: unknown): Changing | undefined {
  if (!isObject(scaling)) return undefined;
  const { type, form } = scaling;
  const limit =
    type === 'longrope' ? scaling.originalMaxPosition : scaling.maxPosition;
  const depends =
    type === 'longrope' || (type === 'dynamic' && form !== 'alpha');
  return depends && typeof limit === 'number' ? { type, limit } : undefined;
}

/**
 * Makes the tables of a call for the text that their positions are of, as the
 * classes of models do: it is as long as its last position and one more.
 *
 *   ofModel    whether the rope is that of a configuration. Any other one is what
 *              its options say: for the text of the first training, with a note
 *              if the positions go beyond it
 */
export function fitted(call: Call, ofModel: boolean): Fitted {
  const { scaling, contextLength, cache } = call.spec as unknown as Options;
  const schedule = changing(scaling);
  if (schedule === undefined || contextLength !== undefined) return { call };
  const { type, limit } = schedule;
  const upTo = `texts of up to ${limit} positions`;
  const text = textLength(call.spec as unknown as Options);
  if (cache === undefined || text <= limit) {
    const longer = '--context-length N gives those of a longer one';
    const note = `${type}: the frequencies are those of ${upTo}; ${longer}`;
    return ofModel ? { call, note } : { call };
  }
  if (!ofModel) {
    const reach = `the table has positions up to ${text - 1}`;
    const other = `--context-length ${text} gives those of its length`;
    const note = `${type}: the frequencies are those of ${upTo}, but ${reach}; ${other}`;
    return { call, note };
  }
  const note =
    `${type}: the frequencies are those of a text of ${text} positions, which ` +
    `the table has; --context-length ${limit} gives those of ${upTo}`;
  return { call: withLength(call, text), note };
}

function withLength({ spec, plain, nameOf }: Call, length: number): Call {
  const more = { contextLength: length };
  return {
    spec: { ...spec, ...more } as Spec,
    plain: { ...plain, ...more },
    nameOf,
  };
}

/**
 * The length of the text that has the positions of a table; 0 if the library
 * will refuse them.
 */
function textLength({ length, start, step, positions }: Options): number {
  const last = positions
    ? lastOf(Object(positions).data ?? positions)
    : lastOfRange(Number(length), Number(start ?? 0), Number(step ?? 1));
  if (!Number.isFinite(last)) return 0;
  return Math.min(Math.floor(last) + 1, LARGEST_POSITION);
}

/** The largest number of a list, or of lists for several axes. */
function lastOf(list: unknown): number {
  if (typeof list !== 'object' || list === null) return Number(list);
  let last = Number.NEGATIVE_INFINITY;
  for (const one of list as Iterable<unknown>)
    last = Math.max(last, lastOf(one));
  return last;
}

const lastOfRange = (length: number, start: number, step: number) =>
  Math.max(start, start + (length - 1) * step);
