/**
 * The internal state of a rope, kept out of the public object so that callers
 * cannot change it.
 */

import { keptObject } from '../core/kept.js';
import type { Scratch } from '../core/memory.js';
import { type Frequencies, OSCILLATOR_BYTES } from '../core/oscillators.js';
import type { RotaryLayout, Turns } from '../core/wasm/calls.js';

/** What the core makes the turns of a rope from. */
export interface TurnsSource {
  readonly frequencies: Frequencies;
  /** Factor of all cosines and sines. */
  readonly amplitude: number;
}

/** The internal state of a rope. */
export interface RopeCore {
  readonly headDim: number;
  /** The first component that is turned. */
  readonly rotaryStart: number;
  readonly layout: RotaryLayout;
  /** The layout of what was turned. */
  readonly outLayout: RotaryLayout;
  readonly turns: TurnsSource;
  /** Number of pairs that are turned; none in a layer without positions. */
  readonly pairs: number;
  /** The largest frequency. */
  readonly fastest: number;
  /** Factor of the scores of queries and keys that the rope turned. */
  readonly softmaxScale: number;
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
  const { frequencies, amplitude } = source;
  const { count, precision, words } = frequencies;
  const bytes = count * OSCILLATOR_BYTES;
  return keptObject(scratch, source, bytes, () => {
    const from = scratch.copy(words);
    const scale = amplitude;
    return scratch.make(
      (core) => core.makeTurns({ words: from, count, precision, scale }),
      bytes,
    );
  });
}

const unscaled = new WeakMap<TurnsSource, TurnsSource>();

/** The same turns with 1 for the factor of cosines and sines. */
export function withoutAmplitude(source: TurnsSource): TurnsSource {
  if (source.amplitude === 1) return source;
  const known = unscaled.get(source) ?? { ...source, amplitude: 1 };
  unscaled.set(source, known);
  return known;
}
