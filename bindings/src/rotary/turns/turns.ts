/** What the core makes the turns of a rope from. */

import type { Scratch } from '../../core/memory.js';
import {
  type Frequencies,
  OSCILLATOR_BYTES,
  type Precision,
} from '../../core/oscillators.js';
import type { Side, Turns } from '../../core/wasm/calls.js';

/** The axes of the pairs. */
export interface PairAxes {
  readonly count: number;
  /** The axis of each pair. */
  readonly of: Int32Array;
  /** See `PairAxes::continued` of the core. */
  readonly continued: boolean;
}

/** Learned frequencies [axes, sets, pairs] of angles that sum over all axes. */
export interface MixedFrequencies {
  readonly words: Float32Array;
  readonly axes: number;
  readonly sets: number;
  readonly pairs: number;
}

/** Learned mixtures [sets, mixed, mixed] of cosines and of sines. */
export interface Mixture {
  readonly cosines: Float32Array;
  readonly sines: Float32Array;
  readonly sets: number;
  readonly mixed: number;
  /** Number of pairs; those from `mixed` on are not turned. */
  readonly pairs: number;
}

/** A decay with the position. */
export interface Decay {
  readonly scaleBase: number;
  readonly centre: number;
  readonly smoothing: number;
  readonly side: Side;
}

/** What the core makes the turns of a rope from. */
export interface TurnsSource {
  readonly precision: Precision;
  /** Factor of all cosines and sines: the sum of both numbers. */
  readonly amplitude: number;
  readonly amplitudeRest: number;
  /** Both for each axis, in whose place these stand. */
  readonly scales?: Float64Array | undefined;
  /** The frequency of each pair, or those of mixed angles. */
  readonly from: Frequencies | MixedFrequencies;
  /** Undefined if there is one axis, or if angles are mixed. */
  readonly axes?: PairAxes | undefined;
  readonly mixture?: Mixture | undefined;
  readonly decay?: Decay | undefined;
}

/** Bytes that the core holds for the turns, about. */
export function turnsBytes(source: TurnsSource): number {
  const { from, mixture, amplitude } = source;
  // With a factor there are oscillators with it and without it.
  const banks = amplitude === 1 ? 1 : 2;
  const own =
    'count' in from
      ? banks * from.count * OSCILLATOR_BYTES
      : from.words.byteLength;
  return own + 2 * (mixture?.cosines.byteLength ?? 0);
}

/** Makes the turns; the caller must dispose of them. */
export function makeTurns(scratch: Scratch, source: TurnsSource): Turns {
  const { mixture, decay, precision } = source;
  const bytes = turnsBytes(source);
  const turns = makeAngles(scratch, source, bytes);
  if (mixture) {
    const cosines = scratch.copy(mixture.cosines);
    const sines = scratch.copy(mixture.sines);
    const options = { ...mixture, cosines, sines, turns, precision };
    disposeOnFailure(scratch, turns, scratch.core.mixTurns(options), bytes);
  }
  if (decay) {
    const status = scratch.core.decayTurns({ ...decay, turns, precision });
    disposeOnFailure(scratch, turns, status, bytes);
  }
  return turns;
}

/** Disposes of the turns if a step of making them failed. */
function disposeOnFailure(
  scratch: Scratch,
  turns: Turns,
  status: Parameters<Scratch['check']>[0],
  bytes: number,
): void {
  if (status !== 'ok') scratch.core.dispose({ object: turns });
  scratch.check(status, bytes);
}

function makeAngles(
  scratch: Scratch,
  { from, axes, precision, amplitude, amplitudeRest, scales }: TurnsSource,
  bytes: number,
): Turns {
  const scale = { scale: amplitude, scaleRest: amplitudeRest };
  if (!('count' in from)) {
    const frequencies = scratch.copy(from.words);
    const options = { ...from, frequencies, precision, ...scale };
    return scratch.make((core) => core.makeMixedTurns(options), bytes);
  }
  const words = scratch.copy(from.words);
  const { count } = from;
  const axisOf = axes ? copyIntegers(scratch, axes.of) : 0;
  const options = {
    ...{ words, count, precision, ...scale, axisOf },
    axes: axes?.count ?? 1,
    continued: axes?.continued ?? false,
    scales: axes && scales ? scratch.copy(scales) : 0,
  };
  return scratch.make((core) => core.makeTurns(options), bytes);
}

function copyIntegers(scratch: Scratch, list: Int32Array): number {
  const pointer = scratch.bytes(list.byteLength);
  new Int32Array(scratch.heap.buffer, pointer, list.length).set(list);
  return pointer;
}
