/**
 * The internal state of a rope, kept out of the public object so that callers
 * cannot change it.
 */

import type { OwnArray } from '../base/dtype.js';
import { PosencTypeError, wrongValue } from '../base/errors.js';
import { keptObject } from '../core/kept.js';
import type { Scratch } from '../core/memory.js';
import type { RotaryLayout, Side, Turns } from '../core/wasm/calls.js';
import type { Checked } from '../describe/checks.js';
import type { ropeParameters } from './rope.description.js';
import type { RopeAxes } from './turns/axes.js';
import { makeTurns, type TurnsSource, turnsBytes } from './turns/turns.js';

/** The internal state of a rope. */
export interface RopeCore {
  readonly headDim: number;
  /** Base of the frequencies. */
  readonly theta: number;
  /** The first component that is turned. */
  readonly rotaryStart: number;
  readonly layout: RotaryLayout;
  /** The layout of what was turned. */
  readonly outLayout: RotaryLayout;
  /** The turns of a query; of every row, if there is no decay. */
  readonly turns: TurnsSource;
  /** The turns of a key, if there is a decay. */
  readonly keyTurns: TurnsSource | undefined;
  /** Undefined if there is one axis. */
  readonly axes: RopeAxes | undefined;
  /** Number of sets of tables; as many neighbouring heads share each. */
  readonly sets: number;
  /** Number of pairs that are turned; none in a layer without positions. */
  readonly pairs: number;
  /** Angles per position, rounded as the precision rounds them. */
  readonly frequencies: OwnArray<'Float64Array'>;
  /** The largest frequency, or sum of frequencies. */
  readonly maxFrequency: number;
  /** Factor A of cosines and sines, as a float64. */
  readonly attentionFactor: number;
  /** Factor of the scores of queries and keys that the rope turned. */
  readonly softmaxScale: number;
  /** Number of tokens for which it was made, if that was said. */
  readonly contextLength: number | undefined;
  /** The checked options of which it was made. */
  readonly options: Checked<typeof ropeParameters>;
  /** Makes the rope for another number of tokens. */
  readonly at: (contextLength: number) => RopeCore;
  /** Makes the rope with some of its checked options replaced. */
  readonly withOptions: (
    changes: Partial<Checked<typeof ropeParameters>>,
  ) => RopeCore;
}

const cores = new WeakMap<object, RopeCore>();

/** Keeps the state of a rope that was made. */
export function keepCore(rope: object, core: RopeCore): void {
  cores.set(rope, core);
}

/** The state of a rope; undefined if the value is no rope. */
export function coreOf(rope: unknown): RopeCore | undefined {
  return cores.get(rope as object);
}

/** The turns of a rope, which live at least as long as the scratch. */
export function turnsOf(scratch: Scratch, source: TurnsSource): Turns {
  return keptObject(scratch, source, turnsBytes(source), () =>
    makeTurns(scratch, source),
  );
}

/** What the turns of queries or keys are made from. */
export function sourceOf(
  method: string,
  { turns, keyTurns }: RopeCore,
  side: Side | undefined,
): TurnsSource {
  if (!keyTurns) return turns;
  if (side === undefined) {
    throw new PosencTypeError(
      `${method}: side is required, because the rope has a decay: "query" or ` +
        '"key"',
      { code: 'ERR_MISSING', param: 'side' },
    );
  }
  return side === 'query' ? turns : keyTurns;
}

/** Throws unless the heads can share the sets of tables. */
export function checkSets(
  method: string,
  { sets }: RopeCore,
  heads: number,
): void {
  if (heads % sets === 0) return;
  const rule = `a multiple of ${sets}, for which the rope has tables`;
  throw wrongValue(method, 'heads', rule, heads, 'ERR_SHAPE');
}

/** Throws if a function cannot take this rope because of one of these parts. */
export function checkPlain(
  method: string,
  { axes, turns }: RopeCore,
  parts: readonly ('axes' | 'decay' | 'mixture')[],
): void {
  const found = parts.find((part) =>
    part === 'axes' ? axes !== undefined : turns[part] !== undefined,
  );
  if (found === undefined) return;
  const name = found === 'mixture' ? 'scaling "fope"' : found;
  throw new PosencTypeError(
    `${method}: the rope has ${name}, and must have none`,
    {
      code: 'ERR_CONFLICT',
      param: found === 'mixture' ? 'scaling' : found,
    },
  );
}

const unscaled = new WeakMap<TurnsSource, TurnsSource>();

/** The same turns with 1 for the factor of cosines and sines. */
export function withoutAmplitude(source: TurnsSource): TurnsSource {
  if (source.amplitude === 1 && source.amplitudeRest === 0) return source;
  const plain = { amplitude: 1, amplitudeRest: 0, scales: undefined };
  const known = unscaled.get(source) ?? { ...source, ...plain };
  unscaled.set(source, known);
  return known;
}
