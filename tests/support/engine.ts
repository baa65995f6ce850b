/**
 * Rotary embeddings as engines write them, right and wrong, one number at a
 * time. Nothing here is shared with the package.
 */

import { frequency } from './frequency.mjs';

/** What an engine does. */
export interface Engine {
  readonly layout: 'half' | 'interleaved';
  readonly outLayout?: 'half' | 'interleaved';
  readonly theta?: number;
  readonly rotaryDim?: number;
  readonly rotaryStart?: number;
  readonly inverse?: boolean;
  /** Cosines and sines doubled for interleaved pairs, or repeated for halves. */
  readonly wrongTable?: boolean;
  /** Adds the other component of the pair to both. */
  readonly unsigned?: boolean;
  /** Adds the component before each, as some tutorials do. */
  readonly roll?: boolean;
  readonly swapped?: boolean;
  /** Takes the exponents over the head, not over the turned part of it. */
  readonly wrongExponent?: boolean;
  readonly offset?: number;
  readonly factor?: number;
  readonly scale?: number;
  readonly scaleAll?: number;
  readonly frequencies?: readonly number[];
  /** Rounds positions. */
  readonly place?: (position: number) => number;
  /** Makes the angle of a pair. */
  readonly angle?: (position: number, frequency: number) => number;
  /** Rounds results. */
  readonly round?: (value: number) => number;
}

const half = (x: readonly number[], minus: number) => {
  const middle = x.length / 2;
  return [
    ...x.slice(middle).map((value) => minus * value),
    ...x.slice(0, middle),
  ];
};

const everyTwo = (x: readonly number[], minus: number) =>
  x.map((_, i) => (i % 2 ? Number(x[i - 1]) : minus * Number(x[i + 1])));

const doubled = (x: readonly number[]) => [...x, ...x];
const repeated = (x: readonly number[]) => x.flatMap((value) => [value, value]);

/** Turns one head. */
function turnHead(
  x: readonly number[],
  position: number,
  engine: Engine,
): number[] {
  const { layout, theta = 10000, rotaryDim = x.length, scale = 1 } = engine;
  const { rotaryStart = 0, offset = 0, factor = 1, scaleAll = 1 } = engine;
  const { place = (p) => p, angle = (p, w) => p * w } = engine;
  const part = x.slice(rotaryStart, rotaryStart + rotaryDim);
  const width = engine.wrongExponent ? x.length : rotaryDim;
  const angles = Array.from({ length: rotaryDim / 2 }, (_, k) => {
    const own = engine.frequencies?.[k] ?? frequency(theta, k, width);
    return angle(place(position / factor + offset), own);
  });
  const isHalf = layout === 'half';
  const spread = isHalf !== Boolean(engine.wrongTable) ? doubled : repeated;
  let cos = spread(angles.map(Math.cos));
  let sin = spread(angles.map((a) => Math.sin(engine.inverse ? -a : a)));
  if (engine.swapped) [cos, sin] = [sin, cos];
  const minus = engine.unsigned ? 1 : -1;
  const mate = engine.roll
    ? [...part.slice(-1), ...part.slice(0, -1)]
    : (isHalf ? half : everyTwo)(part, minus);
  let turned = part.map(
    (value, i) =>
      scale * (value * Number(cos[i]) + Number(mate[i]) * Number(sin[i])),
  );
  if (engine.outLayout && engine.outLayout !== layout) {
    const middle = rotaryDim / 2;
    turned = isHalf
      ? turned.map((_, i) => Number(turned[(i >> 1) + (i % 2) * middle]))
      : turned.map((_, i) =>
          Number(turned[2 * (i % middle) + (i < middle ? 0 : 1)]),
        );
  }
  const { round = (value) => value } = engine;
  return x.map((value, i) =>
    round(scaleAll * (turned[i - rotaryStart] ?? value)),
  );
}

/** Turns rows of heads, [positions, heads, headDim]. */
export function rotateAll(
  x: Float32Array,
  { heads, headDim }: { readonly heads: number; readonly headDim: number },
  positions: readonly number[],
  engine: Engine,
): Float32Array {
  const out = new Float32Array(x.length);
  positions.forEach((position, row) => {
    for (let head = 0; head < heads; ++head) {
      const at = (row * heads + head) * headDim;
      out.set(turnHead([...x.slice(at, at + headDim)], position, engine), at);
    }
  });
  return out;
}
