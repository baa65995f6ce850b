// What each schedule makes of the pairs of a layer in texts of a length: how fast
// each turns, and which angles the training has not shown.

import type { RopePair } from 'posenc';
import type { Layer } from 'posenc/models';
import type { Rotary } from 'posenc/rotary';
import { makeRope, measurePairs } from '../../../methods/make.js';
import { attempt } from '../../../shell/failure.js';
import type { Spec } from '../../../state/spec.js';
import { firstTraining, windowOf } from '../waves/waves.js';
import type { Asked, Scheduled } from './schedules.js';

export interface Curve extends Scheduled {
  readonly spec: Spec;
  readonly pairs: readonly RopePair[];
  /**
   * Degrees of its circle that each pair comes to and that no text of the first
   * training has shown; null where nothing tells how long those were.
   */
  readonly unseen: Float64Array | null;
  /** The factor of cosines and sines. */
  readonly attentionFactor: number;
  /** What the schedule multiplies the scores of turned components by. */
  readonly temperature: number;
}

/** The lengths with which a layer is compared. */
export interface Span {
  /** Of the texts of the first training; undefined where unknown. */
  readonly first: number | undefined;
  readonly to: number;
  /** How far a query of the layer sees; null without limit. */
  readonly window: number | null;
}

export const spanOf = ({ layer, first, to }: Asked): Span => ({
  ...{ first, to, window: windowOf(layer) },
});

/** The longest distance in a text of a length. */
export const reachIn = ({ window }: Pick<Span, 'window'>, length: number) =>
  Math.min(length, window ?? length);

/** Where an angle is no more than rounding beyond another. */
const slack = 1 + 1e-12;

/** Degrees that `after` adds to a circle of which `before` is known, in turns. */
function added(before: number, after: number): number {
  if (before >= 1 || after <= before * slack) return 0;
  return 360 * (Math.min(1, after) - before);
}

/** The turns of each pair in the first training; null where nothing tells of it. */
function trainedTurns(
  pe: Pick<Rotary, 'analysis'>,
  layer: Layer,
  span: Span,
): Float64Array | null {
  const { first } = span;
  if (first === undefined) return null;
  const own = layer.spec as unknown as Spec;
  const used = { trainedLength: first, contextLength: first };
  // A schedule that tells of no training before it was there in the training.
  const before = firstTraining(layer) !== undefined;
  const far = reachIn(span, first) / first;
  return Float64Array.from(
    measurePairs(pe, own, used),
    ({ turns, turnsAfter }) => far * (before ? turns : turnsAfter),
  );
}

/** The curves of those schedules that there are, and the others with the reason. */
export function curvesOf(
  pe: Pick<Rotary, 'analysis' | 'make'>,
  asked: Asked,
  scheduled: readonly Scheduled[],
): readonly (Curve | Scheduled)[] {
  const { layer } = asked;
  if (layer.spec === null) return scheduled;
  const span = spanOf(asked);
  const trained = trainedTurns(pe, layer, span);
  const far = reachIn(span, span.to);
  return scheduled.map((one): Curve | Scheduled => {
    const { spec } = one;
    if (spec === null) return one;
    const { value, failure } = attempt(() => {
      const rope = makeRope(pe, spec);
      const lengths = { trainedLength: far, contextLength: span.to };
      return { rope, pairs: measurePairs(pe, spec, lengths) };
    });
    if (value === null) return { ...one, spec: null, failure };
    const { rope, pairs } = value;
    const unseen =
      trained &&
      Float64Array.from(pairs, ({ after }, k) =>
        added(trained[k] as number, (far * after) / (2 * Math.PI)),
      );
    return {
      ...{ ...one, spec, pairs, unseen },
      attentionFactor: rope.attentionFactor,
      temperature: rope.scoreFactor * Math.sqrt(rope.headDim),
    };
  });
}

export const isCurve = (one: Curve | Scheduled): one is Curve =>
  one.spec !== null && 'pairs' in one;
