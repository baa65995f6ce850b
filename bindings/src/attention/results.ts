/** The results of attention: new arrays, or those that the caller gave. */

import {
  checkApart,
  type Given,
  inputOf,
  type Named,
  readGiven,
  type Target,
  targetOf,
} from '../arrays/operand.js';
import { PosencTypeError } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import type { Planned } from '../describe/method.js';
import type { Call } from './call.js';

/** Which results a call gives. */
export interface Wanted {
  readonly scores: boolean;
  readonly weights: boolean;
  readonly output: boolean;
  readonly terms: boolean;
}

/** Whether results are wanted that are maps. */
export const needsMaps = ({ scores, weights, terms }: Wanted) =>
  scores || weights || terms;

/** The queries that have results, without the last. */
export type Queries = readonly [from: number, to: number];

/** Where results go, by name; terms are `terms.NAME`. */
export type Results = Readonly<Record<string, Target<'float32'>>>;

/** The option `out`, read but not yet checked against the shapes. */
export type GivenResults = ReadonlyMap<string, Given<'float32'>>;

/** The shapes of the results by name; terms are `terms.NAME`. */
export function outputsOf(
  { sizes, outputLayer, terms }: Call,
  wanted: Wanted,
  [from, to]: Queries,
): Record<string, Planned> {
  const { batch, keys, heads, valueDim } = sizes;
  const queries = to - from;
  const of = (axis: number, ...shape: readonly number[]): Planned =>
    batch === undefined
      ? { shape, dtype: 'float32', axis }
      : { shape: [batch, ...shape], dtype: 'float32', axis: axis + 1 };
  const map = of(1, heads, queries, keys);
  const summands = ['content', ...terms.names].map((term) => `terms.${term}`);
  return {
    ...(wanted.scores && { scores: map }),
    ...(wanted.weights && { weights: map }),
    ...(wanted.output && {
      output: outputLayer
        ? of(0, queries, outputLayer.dim)
        : of(0, queries, heads, valueDim),
    }),
    ...(wanted.terms &&
      Object.fromEntries(summands.map((term) => [term, map]))),
    ...(wanted.terms && terms.gated && { gate: map }),
  };
}

/** Reads `out`, whose names must be those of results that are wanted. */
export function readResults(
  method: string,
  out: object | undefined,
  wanted: Wanted,
): GivenResults {
  const given = Object.entries(out ?? {}).filter(
    ([, one]) => one !== undefined,
  );
  return new Map(
    given.map(([name, value]) => {
      const param = `out.${name}`;
      if (!wanted[name as keyof Wanted]) {
        throw new PosencTypeError(
          `${method}: ${param} is given, but this call gives no ${name}`,
          { code: 'ERR_CONFLICT', param },
        );
      }
      return [name, readGiven(method, param, value, 'float32')];
    }),
  );
}

/** Makes room for the results. */
export function makeResults(
  heap: Heap,
  call: Call,
  wanted: Wanted,
  outs: GivenResults,
  rows: Queries,
): Results {
  const { method } = call;
  const results = Object.entries(outputsOf(call, wanted, rows)).map(
    ([name, { shape }]) => {
      const given = outs.get(name);
      const how = { dtype: 'float32', shape } as const;
      return [name, targetOf(heap, method, given, how)] as const;
    },
  );
  const made = Object.fromEntries(results);
  checkOuts(heap, call, outs, made);
  return made;
}

/** Throws if an array of the caller shares memory with another one. */
function checkOuts(
  heap: Heap,
  { method, arrays }: Call,
  outs: GivenResults,
  results: Results,
): void {
  const others: Named[] = arrays.map(({ given }) => {
    const { array } = inputOf(heap, method, given).operand;
    return { param: given.param, array };
  });
  for (const [name, { param }] of outs) {
    const { array } = (results[name] as Target<'float32'>).operand;
    for (const other of others) checkApart(method, { param, array }, other);
    others.push({ param, array });
  }
}
