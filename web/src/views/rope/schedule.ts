// What a schedule begins with when the reader chooses it: values of well-known
// models, because the least values that are allowed would change nothing.

import type { MethodDescription } from 'posenc/descriptions';
import { firstOptions } from '../../controls/group.js';
import { effective } from '../../methods/defaults.js';
import {
  isRecord,
  type Options,
  type Spec,
  type SpecValue,
  sameValue,
  withOption,
} from '../../state/spec.js';

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

/**
 * A schedule that was just chosen, with useful values. Options stay as they are
 * if they have other values than the least, because the reader gave them,
 * unless `works` then denies the rope.
 */
export function begun(
  method: MethodDescription,
  spec: Spec,
  value: SpecValue | undefined,
  works: (spec: Spec) => boolean,
): SpecValue | undefined {
  const { scaling } = method.parameters;
  const before = spec.scaling;
  if (value === undefined || !isRecord(value) || scaling?.kind !== 'variant') {
    return value;
  }
  const { type } = value;
  const last = before !== undefined && isRecord(before) ? before.type : '';
  if (typeof type !== 'string' || type === last) return value;
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
    ...Object.fromEntries(lists),
    type,
  };
  const all = { ...usual, ...Object.fromEntries(given) };
  return works(withOption(spec, 'scaling', all)) ? all : usual;
}
