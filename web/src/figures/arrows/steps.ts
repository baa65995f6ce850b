// The steps from 0 to a score: a bar for the product of each pair, which begins
// where the bar before it ends.

import { roundStep } from '../../plot/ticks.js';
import type { Meeting } from './pairs.js';

/**
 * The numbers in the palette of bars that add and of bars that take away: neither
 * is like the colour of query or key.
 */
export const barColours = { more: 2, less: 5 } as const;

export interface Step {
  readonly from: number;
  readonly to: number;
}

/**
 * A step for each pair, and a last one for the components that no pair turns,
 * if there are any. The last step ends at the score.
 */
export function stepsOf({ pairs, rest, hasRest, scale }: Meeting): Step[] {
  const products = pairs.map(({ product }) => product);
  let to = 0;
  return [...products, ...(hasRest ? [rest] : [])].map((product) => {
    const from = to;
    to += scale * product;
    return { from, to };
  });
}

export interface Levels {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** The levels of an axis on which all steps have room. */
export function levelsOf(steps: readonly Step[]): Levels {
  let [least, most] = [0, 0];
  for (const { to } of steps) {
    least = Math.min(least, to);
    most = Math.max(most, to);
  }
  const step = roundStep(most - least || 1, 5, 'tens');
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(6)),
  );
  return { low: first * step, high: last * step, ticks };
}

/** The part of a step's width that its bar covers. */
const width = 0.8;

/** The bars of some steps, in steps across and levels up. */
export function barsPath(
  steps: readonly Step[],
  takes: (step: Step) => boolean,
) {
  return steps
    .flatMap((step, i) => {
      if (!takes(step)) return [];
      const left = i + (1 - width) / 2;
      return [`M${left} ${-step.from}V${-step.to}h${width}V${-step.from}z`];
    })
    .join('');
}

/** The levels between the bars, as lines from each bar to the next. */
export function linksPath(steps: readonly Step[]): string {
  return steps.map(({ to }, i) => `M${i + width} ${-to}H${i + 1.2}`).join('');
}
