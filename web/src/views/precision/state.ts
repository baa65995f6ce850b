// The state of the view of precision, and how it is written into an address:
//   #/precision?pick=Phi-2&pair=7&error=0.001&at=4096&vectors=seeded&distance=1

import { writeCount } from '../../plot/ticks.js';
import { type Failure, PageLimit } from '../../shell/failure.js';
import {
  decode,
  encode,
  numberField,
  optionalNumber,
  type Schema,
  textField,
  wordField,
} from '../../state/hash.js';
import { farthest } from './lines.js';
import { type Vectors, vectorNames } from './scores.js';

export interface PrecisionState {
  /** The name of a model, or `plainName`. */
  readonly pick: string;
  /** The pair whose errors are shown; undefined for the worst of all. */
  readonly pair: number | undefined;
  /** The error whose first position is searched. */
  readonly error: number;
  /** The position of which all pairs are shown, and that of the key of a score. */
  readonly at: number;
  readonly vectors: Vectors;
  /** How far the query of a score stands after its key. */
  readonly distance: number;
}

/** What an address calls the rope of no model. */
export const plainName = 'plain';

const schema: Schema<PrecisionState> = {
  pick: textField<string>('Llama 3.1 8B'),
  pair: optionalNumber,
  error: numberField(0.01),
  at: numberField(131_071),
  vectors: wordField(vectorNames),
  distance: numberField(16),
};

export const readState = (query: URLSearchParams): PrecisionState =>
  decode(schema, query);

export const writeState = (state: PrecisionState): string =>
  new URLSearchParams(encode(schema, state)).toString();

/** The farthest that a query stands after its key. */
const longest = 2 ** 20;

/** What a number must be, and whether it is. */
const rules: readonly (readonly [
  param: 'error' | 'at' | 'distance' | 'pair',
  rule: string,
  holds: (value: number) => boolean,
])[] = [
  ['error', 'a number above 0', (value) => value > 0 && value < Infinity],
  [
    'at',
    `a whole number from 1 to ${writeCount(farthest)}`,
    (value) => Number.isInteger(value) && value >= 1 && value <= farthest,
  ],
  [
    'pair',
    'a whole number from 0',
    (value) => Number.isInteger(value) && value >= 0,
  ],
  [
    'distance',
    `a whole number from 0 to ${writeCount(longest)}`,
    (value) => Number.isInteger(value) && value >= 0 && value <= longest,
  ],
];

/** Why a state cannot be drawn; null where it can. */
export function refusalOf(state: PrecisionState): Failure | null {
  for (const [param, rule, holds] of rules) {
    const value = state[param];
    if (value === undefined || holds(value)) continue;
    const got = Number.isInteger(value) ? writeCount(value) : String(value);
    const message = `${param} must be ${rule}, got ${got}`;
    return new PageLimit({ code: 'PAGE_RANGE', param, message });
  }
  return null;
}
