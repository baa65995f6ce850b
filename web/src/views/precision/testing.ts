// What tests of this view share: the ropes of the page, and errors in exact integer
// arithmetic, with every float32 step of torch and ggml taken one by one.

import {
  angles32,
  frequency,
  sinCos32,
  sinCosAt,
} from '../../../../tests/oracle/definition.js';
import { fromNumber } from '../../../../tests/oracle/fixed.js';
import { BFLOAT16, round } from '../../../../tests/oracle/ulp.js';
import { FORMATS } from '../../../../tests/oracle/worst.js';
import { knownRopes } from '../../../plugins/known-ropes.js';
import { type KnownRope, plainRope } from './ropes.js';
import { isStored, type Way } from './ways.js';

export const allRopes: readonly KnownRope[] = [plainRope, ...knownRopes()];

export function ropeNamed(wanted: string): KnownRope {
  const found = allRopes.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`no rope is that of ${wanted}`);
  return found;
}

/** A rope without a schedule, whose pairs are all of a head. */
export interface Plain {
  readonly theta: number;
  readonly headDim: number;
}

const exactAt = (position: number, { theta, headDim }: Plain, k: number) =>
  sinCosAt(position, frequency(theta, k, headDim));

/** The cosine and sine of a pair, as a way has them. */
export function wrongAt(
  way: Way,
  position: number,
  rope: Plain,
  k: number,
): { readonly cos: number; readonly sin: number } {
  const { theta, headDim } = rope;
  if (way === 'torch' || way === 'ggml') {
    const angles = angles32(position, theta, headDim, headDim / 2, way);
    return sinCos32(angles[k] as number);
  }
  const at =
    way === 'position' ? round(fromNumber(position), BFLOAT16) : position;
  const { cos, sin } = exactAt(at, rope, k);
  const format = FORMATS[isStored(way) ? way : 'float32'];
  return { cos: round(cos, format), sin: round(sin, format) };
}

/** A number of the oracle, to 53 bits. */
const toNumber = (value: bigint): number => Number(value >> 200n) / 2 ** 120;

/** How far a way is off in a pair: the larger error of cosine and sine. */
export function oracleError(
  way: Way,
  position: number,
  rope: Plain,
  k: number,
): number {
  const { cos, sin } = exactAt(position, rope, k);
  const wrong = wrongAt(way, position, rope, k);
  return Math.max(
    Math.abs(toNumber(fromNumber(wrong.cos) - cos)),
    Math.abs(toNumber(fromNumber(wrong.sin) - sin)),
  );
}

/** Takes all steps at once. */
export function finish<T>(steps: Generator<undefined, T, undefined>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
