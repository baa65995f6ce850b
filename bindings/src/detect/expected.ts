/** What known mistakes make of the rope that was expected. */

import type { Heap } from '../core/memory.js';
import type { Parameters } from '../describe/parameters.js';
import type { RopeCore } from '../rotary/core.js';
import { ropeParameters } from '../rotary/rope.description.js';
import { THETAS } from '../rotary/thetas.js';
import type { ScheduleMistake } from './mistakes.js';
import { type FoundOptions, ropeOf, type Trial } from './rope-trial.js';
import { FACTORS, LENGTHS } from './schedules.js';

/** The options of a rope without those that hold anyway. */
export const optionsOf = (core: RopeCore): FoundOptions =>
  unusual(ropeParameters, core.options as never) as FoundOptions;

function unusual(
  parameters: Parameters,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const kept = Object.entries(parameters).flatMap(([name, parameter]) => {
    const value = values[name];
    const usual = 'default' in parameter && parameter.default === value;
    if (value === undefined || usual || name === 'preset') return [];
    if (parameter.kind !== 'variant') return [[name, value] as const];
    const { type, ...inner } = value as { readonly type: string };
    const own = parameter.variants[type] ?? {};
    return [[name, { type, ...unusual(own, inner) }] as const];
  });
  return Object.fromEntries(kept);
}

/** What an expected rope costs: less than any other, so that it goes first. */
const EXPECTED = -8;

/** What one mistake costs. */
const MISTAKE = 2;

/** The rope that was expected, and those that known mistakes make of it. */
export function expectedTrials(heap: Heap, core: RopeCore): readonly Trial[] {
  const trials: Trial[] = [];
  const options = optionsOf(core);
  const { theta: _, scaling, ...others } = options;
  const add = (changes: FoundOptions, ...mistakes: ScheduleMistake[]) => {
    const changed = { ...options, ...changes };
    const made = ropeOf(heap, changed);
    if (!made) return;
    const cost = EXPECTED + MISTAKE * mistakes.length;
    trials.push({ options: changed, core: made, mistakes, cost, sure: true });
  };
  add({});
  const rest = (changes: Readonly<Record<string, unknown>>) =>
    ({ scaling: { ...scaling, ...changes } }) as FoundOptions;
  if (options.frequencies) return trials;
  if (scaling) {
    add({ scaling: undefined }, 'scaling');
    addTwice(heap, core, others, trials);
    if ('factor' in scaling) {
      for (const factor of FACTORS) {
        if (factor !== scaling.factor) add(rest({ factor }), 'factor');
      }
    }
    if ('originalMaxPosition' in scaling) {
      for (const length of LENGTHS) {
        if (length === scaling.originalMaxPosition) continue;
        add(rest({ originalMaxPosition: length }), 'originalMaxPosition');
      }
    }
  }
  for (const theta of THETAS) {
    if (theta === core.theta) continue;
    add({ theta }, 'theta');
    if (scaling) add({ theta, scaling: undefined }, 'theta', 'scaling');
  }
  return trials;
}

/** The frequencies of a schedule that was applied to its own result. */
function addTwice(
  heap: Heap,
  core: RopeCore,
  others: FoundOptions,
  trials: Trial[],
): void {
  const plain = core.withOptions({ scaling: undefined }).frequencies;
  const frequencies = Array.from(core.frequencies, (one, k) => {
    const once = plain[k] as number;
    return once === 0 ? 0 : (one * one) / once;
  });
  const { precision: _, ...rest } = others;
  const options = { ...rest, frequencies };
  const made = ropeOf(heap, options);
  if (!made) return;
  const cost = EXPECTED + MISTAKE;
  trials.push({ options, core: made, mistakes: ['twice'], cost, sure: true });
}

/** In what a rope that was found differs from the one that was expected. */
export function differences(
  found: FoundOptions,
  core: RopeCore,
): readonly ScheduleMistake[] {
  const expected = optionsOf(core);
  const mistakes: ScheduleMistake[] = [];
  const { theta = 10000 } = found;
  if (!found.frequencies && theta !== core.theta) mistakes.push('theta');
  const [own, wanted] = [found.scaling, expected.scaling];
  if (own?.type !== wanted?.type) mistakes.push('scaling');
  else {
    for (const name of ['factor', 'originalMaxPosition'] as const) {
      const of = (scaling: object = {}) => Reflect.get(scaling, name);
      if (of(own) !== of(wanted)) mistakes.push(name);
    }
  }
  return mistakes;
}
