/** Writes a stretch into a configuration. */

import type { TowerSection } from '../model.js';
import { isNested, ropeObject } from '../rope-parameters.js';
import { isObject, type Section } from '../section.js';
import type { Json } from '../types.js';
import type { SettingNote } from './options.js';
import type { Stretch } from './stretch.js';

/** An object of a configuration. */
export type Values = { readonly [key: string]: unknown };

/** A changed configuration, and where its rope parameters stand. */
export interface Change {
  readonly config: Values;
  /** The path of the object with rope parameters. */
  readonly path: readonly string[];
  /** The key of the longest context, and its value if that was changed. */
  readonly maxKey: string;
  readonly max: number | null;
  readonly notes: readonly SettingNote[];
}

/** The names of a path such as `text_config.`. */
export function namesOf(path: string): readonly string[] {
  return path.split('.').filter((name) => name !== '');
}

/** The section of a tower as its class has it. */
export function sectionOf({ section, nests }: TowerSection): readonly string[] {
  return namesOf(`${section.path}${nests ?? ''}`);
}

/** An object with another value at a path; what is not on it is shared. */
export function withValue(
  object: unknown,
  [name, ...rest]: readonly string[],
  value: unknown,
): Values {
  const old = (isObject(object) ? object : {}) as Values;
  if (name === undefined) return old;
  const inside = Object.hasOwn(old, name) ? old[name] : undefined;
  const next = rest.length > 0 ? withValue(inside, rest, value) : value;
  return { ...old, [name]: next };
}

/** Kinds of layers whose distances a window bounds. */
const windowed = /^(sliding|local|chunked)/;

/** The configuration with a stretch, in the spelling that the file has. */
export function changed(
  config: Values,
  { section, family }: TowerSection,
  {
    type,
    factor,
    original,
    max,
  }: Pick<Stretch, 'type' | 'factor' | 'original' | 'max'>,
): Change {
  const before = namesOf(section.path);
  const outer = ropeObject(section, family);
  const key = outer?.path.split('.').at(-2) ?? 'rope_scaling';
  const path = [...before, key];
  const [maxKey] = section.said('maxPosition');
  const notes: SettingNote[] = [];
  let next: Values = config;
  if (max !== null) next = withValue(next, [...before, maxKey], max);
  if (factor === null) return { config: next, path, maxKey, max, notes };
  const kinds =
    outer && isNested(outer)
      ? outer.names.filter(
          (name) => isObject(outer.raw(name)) && !windowed.test(name),
        )
      : [''];
  for (const kind of kinds) {
    const names = [...path, ...namesOf(kind)];
    const old = valuesOf(kind === '' ? outer : (outer?.inner(kind) ?? null));
    next = withValue(next, names, {
      ...own(old, factor, notes, `${names.join('.')}.`),
      rope_type: type,
      factor,
      ...(type === 'yarn' && { original_max_position_embeddings: original }),
    });
  }
  // Classes prefer the length beside the rope parameters to that among them.
  const outside = 'original_max_position_embeddings';
  if (section.raw(outside) != null && type === 'yarn') {
    next = withValue(next, [...before, outside], original);
  }
  return { config: next, path, maxKey, max, notes };
}

/** All keys of a section, also those that its class writes. */
function valuesOf(section: Section | null): Values {
  const names = section?.names ?? [];
  return Object.fromEntries(names.map((name) => [name, section?.raw(name)]));
}

/** What stays of rope parameters: all but the type and a factor of the old factor. */
function own(
  { type: _, attention_factor: given, ...old }: Values,
  factor: number,
  notes: SettingNote[],
  path: string,
): Values {
  if (typeof given !== 'number') return old;
  const usual = 1 + 0.1 * Math.log(Number(old.factor ?? 1));
  const key = `${path}attention_factor`;
  const follows = given !== 1 && Math.abs(given - usual) < 0.01 * usual;
  const why = follows ? `left out: programs compute it for ${factor}` : 'kept';
  notes.push({ about: 'number', key, value: follows ? null : given, why });
  return follows ? old : { ...old, attention_factor: given };
}

/**
 * Rope parameters that replace those of a class as a whole: with the base and the
 * part that turns, which the file may say beside them.
 */
export function restated(
  parameters: Values,
  theta: number,
  share: number | null,
): { readonly [key: string]: Json } {
  const { rope_theta = theta, ...others } = parameters;
  const partial = share !== null && share !== 1;
  const part = partial ? { partial_rotary_factor: share } : {};
  return { rope_theta, ...part, ...others } as { [key: string]: Json };
}

/** What rope parameters say of keys of the old ones, with which they are merged. */
export function stale(old: unknown, type: Json = null) {
  const { type: had, attention_factor: factor } = Object(old) as Values;
  if (type === null) return {};
  return {
    ...(had !== undefined && { type }),
    ...(factor !== undefined && { attention_factor: null }),
  };
}
