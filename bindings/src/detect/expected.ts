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
    if (type === 'default') return [];
    const own = parameter.variants[type] ?? {};
    return [[name, { type, ...unusual(own, inner) }] as const];
  });
  return Object.fromEntries(kept);
}

/** What an expected rope costs: less than any other, so that it goes first. */
export const EXPECTED = -8;

/** What one mistake costs. */
export const MISTAKE = 2;

/** The rope that was expected, and those that known mistakes make of it. */
export function expectedTrials(
  heap: Heap,
  core: RopeCore,
  length: number | undefined,
): readonly Trial[] {
  const trials: Trial[] = [];
  const options = optionsOf(core);
  const { theta: _, scaling, ...others } = options;
  const add = (changes: FoundOptions, ...mistakes: ScheduleMistake[]) => {
    const changed = { ...options, ...changes };
    const made = ropeOf(heap, changed);
    if (!made) return;
    const own = Object.keys(changes).length > 0 ? 1 : 0;
    const cost = EXPECTED + MISTAKE * Math.max(own, mistakes.length);
    trials.push({ options: changed, core: made, mistakes, cost, sure: true });
  };
  add({});
  const rest = (changes: Readonly<Record<string, unknown>>) =>
    ({ scaling: { ...scaling, ...changes } }) as FoundOptions;
  if (options.frequencies) return trials;
  if (scaling) {
    add({ scaling: undefined }, 'scaling');
    addTwice(heap, core, others, trials);
    for (const contextLength of lengthsOf(scaling, length)) {
      // Where nobody said how long the context is, either list is right.
      const said = core.contextLength !== undefined;
      add({ contextLength }, ...(said ? (['contextLength'] as const) : []));
    }
    if ('factor' in scaling) {
      for (const factor of FACTORS) {
        if (factor !== scaling.factor) add(rest({ factor }), 'factor');
      }
    }
    // That of LongRoPE does nothing but choose a list.
    if ('originalMaxPosition' in scaling && scaling.type !== 'longrope') {
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

/** Lengths of contexts for which a schedule differs. */
function lengthsOf(
  scaling: NonNullable<FoundOptions['scaling']>,
  length: number | undefined,
): readonly number[] {
  if (scaling.type === 'longrope') {
    const { originalMaxPosition: short } = scaling;
    return [short, short + 1];
  }
  return scaling.type === 'dynamic' && length ? [length] : [];
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

/** Members of schedules that frequencies do not tell. */
const UNSEEN = [
  ...['attentionFactor', 'mscale', 'mscaleAllDim', 'magnitude', 'slope'],
  'divide',
];

/**
 * A rope that was found with what its numbers do not tell, if both have the same
 * schedule: as it was expected, and with all of the schedule but its factor.
 */
export function asExpected(
  found: FoundOptions,
  core: RopeCore,
): readonly FoundOptions[] {
  const options = optionsOf(core);
  const { scaling: own, theta } = found;
  const { scaling: wanted } = options;
  if (!own || own.type !== wanted?.type) return [found];
  const seen = Object.entries(own).filter(([name]) => !UNSEEN.includes(name));
  const unseen = Object.entries(wanted).filter(([name]) =>
    UNSEEN.includes(name),
  );
  const all = (...members: readonly (readonly [string, unknown])[]) =>
    Object.fromEntries(members) as unknown as NonNullable<
      FoundOptions['scaling']
    >;
  const factor = seen.filter(([name]) => name === 'factor');
  return [
    { ...options, theta, scaling: all(...Object.entries(wanted), ...factor) },
    { ...found, scaling: all(...unseen, ...seen) },
  ];
}

/** In what a rope that was found differs from the one that was expected. */
export function differences(
  found: FoundOptions,
  core: RopeCore,
): readonly ScheduleMistake[] {
  const { scaling: wanted } = optionsOf(core);
  const { scaling: own, theta = 10000 } = unusual(
    ropeParameters,
    found,
  ) as FoundOptions;
  const mistakes = new Set<ScheduleMistake>();
  if (!found.frequencies && theta !== core.theta) mistakes.add('theta');
  for (const name of Object.keys({ ...own, ...wanted })) {
    const of = (one: object = {}) => JSON.stringify(Reflect.get(one, name));
    if (of(own) === of(wanted)) continue;
    const named = name === 'factor' || name === 'originalMaxPosition';
    mistakes.add(named && own?.type === wanted?.type ? name : 'scaling');
  }
  return [...mistakes];
}
