/**
 * Makes the state of a rope from its options. Functions that turn heads take a
 * rope or its spec, and need no more of it than this.
 */

import type { Heap } from '../core/memory.js';
import { roundedFrequencies } from '../core/oscillators.js';
import type { Checked } from '../describe/checks.js';
import { planNestedSpec } from '../describe/inside.js';
import type { Method } from '../describe/method.js';
import { coreOf, type RopeCore } from './core.js';
import { readRope } from './read-rope.js';
import { ropeParameters, ropePresets } from './rope.description.js';
import type { RopeAxes } from './turns/axes.js';
import { readMixture } from './turns/fope.js';
import { magnitudesOf } from './turns/magnitudes.js';
import { computeSchedule, type Schedule } from './turns/scaling.js';
import type { Mixture, TurnsSource } from './turns/turns.js';

/** The method `rope`, as far as its state. */
export const ropeState: Method<unknown, typeof ropeParameters, RopeCore> = {
  name: 'rope',
  parameters: ropeParameters,
  presets: ropePresets,
  plan(heap, checked) {
    const { schedule, axes } = readRope(checked);
    const mixture = readMixture(schedule);
    return {
      outputs: {},
      cost: schedule.pairs * OPERATIONS,
      run: () => makeCore(heap, checked, schedule, { axes, mixture }),
    };
  },
};

/** A rope that this package made, or the planned rope of a spec. */
export interface PlannedRope {
  readonly headDim: number;
  /** The internal state of the rope; makes it if it comes from a spec. */
  readonly make: () => RopeCore;
}

/** Plans the rope that an option gives, as a handle or a spec. */
export function planRope(
  heap: Heap,
  method: string,
  param: string,
  value: unknown,
): PlannedRope {
  const core = coreOf(value);
  if (core) return { headDim: core.headDim, make: () => core };
  const inside = { method, param, value, inner: ropeState };
  const { checked, run } = planNestedSpec(heap, inside);
  return { headDim: checked.headDim, make: run };
}

/** What a rope has besides its frequencies. */
interface Parts {
  readonly axes: RopeAxes | undefined;
  readonly mixture: Mixture | undefined;
}

/** Arithmetic operations for a frequency, about. */
const OPERATIONS = 1000;

function makeCore(
  heap: Heap,
  options: Checked<typeof ropeParameters>,
  schedule: Schedule,
  parts: Parts,
): RopeCore {
  const { headDim, theta, layout, precision, rotaryStart, decay } = options;
  const { axes, mixture } = parts;
  const { outLayout = layout } = options;
  const { pairs, contextLength } = schedule;
  const from = axes?.from?.(heap) ?? computeSchedule(heap, schedule);
  const mixed = 'sets' in from;
  const frequencies = mixed
    ? Float64Array.from(from.words)
    : roundedFrequencies(from);
  const magnitudes = magnitudesOf(heap, schedule);
  const { attentionFactor, amplitude, amplitudeRest, scales, temperature } =
    magnitudes;
  const plain: TurnsSource = {
    ...{ precision, amplitude, amplitudeRest, scales, from, mixture },
    axes: axes?.pairs,
  };
  const sided = (side: 'query' | 'key') =>
    decay ? { ...plain, decay: { ...decay, side } } : plain;
  return {
    headDim,
    theta,
    rotaryStart,
    layout,
    outLayout,
    pairs,
    frequencies,
    maxFrequency: mixed
      ? (axes?.reach ?? 0)
      : frequencies.reduce((a, b) => Math.max(a, b), 0),
    turns: sided('query'),
    keyTurns: decay && sided('key'),
    axes,
    sets: mixed ? from.sets : (mixture?.sets ?? 1),
    attentionFactor,
    softmaxScale: temperature / Math.sqrt(headDim),
    contextLength,
    options: { ...options, contextLength },
    at: (contextLength) =>
      makeCore(heap, options, { ...schedule, contextLength }, parts),
    withOptions: (changes) =>
      ropeState.plan(heap, { ...options, contextLength, ...changes }).run(),
  };
}
