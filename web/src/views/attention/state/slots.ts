// The parts of a configuration of attention, one for each family of methods,
// as the package's descriptions have them. No method has code of its own here.

import type { Family, MethodDescription } from 'posenc/descriptions';
import { allMethods } from '../../../methods/described/all.js';
import { operations } from '../../../methods/described/operations.js';
import { ownNames } from '../../../methods/learned.js';
import { settled } from '../../../methods/values.js';
import { isRecord, type Options, type Spec } from '../../../state/spec.js';

/** A place of a configuration, where at most one method stands. */
export interface Slot {
  readonly family: Family;
  /** The option of `attention` that takes it; a table is added before. */
  readonly option: string | undefined;
  /** What the methods of the family do, in a few words. */
  readonly label: string;
  /** The methods that it takes, in the order of the package. */
  readonly methods: readonly MethodDescription[];
}

/** The options by which a method gives a table of the words of a sentence. */
const rowOptions = ['length', 'start', 'dim'];

function methodsOf(family: Family): readonly MethodDescription[] {
  return allMethods.filter(
    ({ family: own, parameters }) =>
      own === family &&
      // The words of a sentence stand in a row, not on a grid.
      !Object.hasOwn(parameters, 'grid') &&
      (family !== 'table' ||
        rowOptions.every((name) => Object.hasOwn(parameters, name))),
  );
}

const words: Readonly<Record<Family, string>> = {
  table: 'added to the vectors',
  rotation: 'turns q and k',
  relative: 'meets q or k',
  bias: 'added to the scores',
  gate: 'multiplies the weights',
};

/** The option of attention that takes methods of a family. */
function optionFor(family: Family): string | undefined {
  const { parameters }: MethodDescription = operations.attention;
  const found = Object.entries(parameters).find(
    ([, parameter]) =>
      (parameter.kind === 'spec' && parameter.family === family) ||
      (parameter.kind === 'handle' &&
        allMethods.some(
          ({ name, family: own }) => name === parameter.of && own === family,
        )),
  );
  return found?.[0];
}

/** The slots for which the package has methods, and attention an option. */
export const slots: readonly Slot[] = (Object.keys(words) as Family[])
  .map((family) => ({
    family,
    option: family === 'table' ? undefined : optionFor(family),
    label: words[family],
    methods: methodsOf(family),
  }))
  .filter(
    ({ family, option, methods: found }) =>
      found.length > 0 && (option !== undefined || family === 'table'),
  );

/** One of the two configurations: the specs of its parts. */
export type Side = Readonly<Partial<Record<Family, Spec>>>;

export function methodIn(
  { methods: found }: Slot,
  name: string,
): MethodDescription | undefined {
  return found.find((method) => method.name === name);
}

/** The side that an address names; parts of unknown methods are left out. */
export function sideOf(options: Options | undefined): Side {
  const parts = slots.flatMap((slot): [Family, Spec][] => {
    const part = options?.[slot.family];
    if (part === undefined || !isRecord(part)) return [];
    const { method: name, ...rest } = part;
    const method = methodIn(slot, String(name));
    if (method === undefined) return [];
    const own = new Set(ownNames(method));
    const taken = Object.entries(rest).filter(([option]) => own.has(option));
    const spec = settled(method.parameters, Object.fromEntries(taken));
    return [[slot.family, { ...spec, method: method.name }]];
  });
  return Object.fromEntries(parts);
}

/** The names of the methods of a side, for people. */
export function titleOf(side: Side): string {
  const titles = slots.flatMap((slot) => {
    const spec = side[slot.family];
    return spec ? [methodIn(slot, spec.method)?.title ?? spec.method] : [];
  });
  return titles.join(' + ') || 'No position';
}

/** What is chosen of a part by its name: method, preset, types of options. */
function choicesIn(spec: Spec | undefined): string {
  const types = Object.values(spec ?? {}).map((value) =>
    isRecord(value) ? (value.type ?? '') : '',
  );
  return JSON.stringify([spec?.method, spec?.preset, types.filter(Boolean)]);
}

/** Whether two sides differ by more than numbers that a reader may try. */
export const chosenAnew = (before: Side, after: Side): boolean =>
  slots.some(
    ({ family }) => choicesIn(before[family]) !== choicesIn(after[family]),
  );
