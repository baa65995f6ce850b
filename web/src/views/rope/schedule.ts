// What a schedule begins with when the reader chooses it: values of well-known
// models, because the least values that are allowed would change nothing.

import type {
  DescribedParameters,
  MethodDescription,
} from 'posenc/descriptions';
import { firstOptions } from '../../controls/group.js';
import type { Lengths } from '../../figures/spans/lengths.js';
import { effective } from '../../methods/defaults.js';
import {
  isRecord,
  type Options,
  type Spec,
  type SpecValue,
  sameValue,
} from '../../state/spec.js';

/** The type of the schedule of a rope; undefined without one. */
function typeOf({ scaling }: Spec): SpecValue | undefined {
  return scaling !== undefined && isRecord(scaling) ? scaling.type : undefined;
}

/** Whether one rope has a schedule of another type, or none. */
export const otherSchedule = (before: Spec, after: Spec): boolean =>
  typeOf(before) !== typeOf(after);

/** The schedules of all presets. */
function schedulesOf({ presets }: MethodDescription): Options[] {
  return Object.values(presets).flatMap((preset) => {
    const { scaling } = preset as Options;
    return scaling !== undefined && isRecord(scaling) ? [scaling] : [];
  });
}

/** The number of pairs of a rope; 1 where its widths are wrong. */
function pairsOf(method: MethodDescription, spec: Spec): number {
  const { headDim, rotaryDim = headDim } = effective(method, spec);
  const pairs = Number(rotaryDim) / 2;
  return Number.isInteger(pairs) && pairs > 0 ? pairs : 1;
}

/**
 * The schedule of the first model that has the type. Where none has it, its
 * required options are those of other schedules.
 */
function usualOptions(
  method: MethodDescription,
  type: string,
  required: Options,
): Options {
  const all = schedulesOf(method);
  const own = all.find((schedule) => schedule.type === type);
  const others = Object.keys(required).flatMap((name) => {
    const values = all.flatMap(({ [name]: option }) => option ?? []);
    return values.slice(0, 1).map((option) => [name, option] as const);
  });
  return own ?? Object.fromEntries(others);
}

/** The options of a schedule that the lengths of a model tell. */
function knownOptions(
  parameters: DescribedParameters,
  lengths?: Lengths,
): Options {
  const { trained, target } = lengths ?? {};
  if (!trained || trained.source === 'assumed') return {};
  const from = trained.value;
  const to = target && target.source !== 'assumed' ? target.value : from;
  // A schedule with both lengths takes no factor beside them.
  const original = Object.hasOwn(parameters, 'originalMaxPosition');
  const longest = Object.hasOwn(parameters, 'maxPosition');
  const all: Options = {
    originalMaxPosition: from,
    // The dynamic schedule names its original length `maxPosition`.
    maxPosition: original ? to : from,
    ...(to > from && !(original && longest) ? { factor: to / from } : {}),
  };
  const own = Object.entries(all).filter(([name]) =>
    Object.hasOwn(parameters, name),
  );
  return Object.fromEntries(own);
}

/**
 * A schedule that was just chosen, with useful values: the first that makes a
 * rope is to be taken. Options stay as they are if they have other values than
 * the least, because the reader gave them, unless no rope takes them. Lengths of
 * a model that are known become those of the schedule.
 */
export function beginnings(
  method: MethodDescription,
  spec: Spec,
  value: SpecValue | undefined,
  lengths?: Lengths,
): readonly [SpecValue | undefined, ...SpecValue[]] {
  const { scaling } = method.parameters;
  if (value === undefined || !isRecord(value) || scaling?.kind !== 'variant') {
    return [value];
  }
  const { type } = value;
  if (typeof type !== 'string' || type === typeOf(spec)) return [value];
  const parameters = scaling.variants[type] ?? {};
  const required = firstOptions(parameters);
  const given = Object.entries(value).filter(
    ([name, option]) => !sameValue(option, required[name]),
  );
  // A divisor for each pair, which changes nothing yet.
  const ones = new Array<number>(pairsOf(method, spec)).fill(1);
  const lists = Object.keys(required).flatMap((name) =>
    parameters[name]?.kind === 'numbers' ? [[name, ones] as const] : [],
  );
  const usual: Options = {
    ...required,
    ...usualOptions(method, type, required),
    ...knownOptions(parameters, lengths),
    ...Object.fromEntries(lists),
    type,
  };
  return [{ ...usual, ...Object.fromEntries(given) }, usual];
}
