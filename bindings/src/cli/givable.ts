/** The flags of a method, from the descriptions of its parameters. */

import type {
  AnyParameter,
  InnerParameter,
  Flag as KindFlag,
} from '../describe/kinds/kind.js';
import { faceOf, type MethodDescription } from '../descriptions.js';
import { type Flag, kebab } from './flags.js';

/**
 * A parameter that has a flag; nested ones have paths with dots. Parameters of
 * several variants may share a path.
 */
export interface Givable<P extends AnyParameter = AnyParameter> {
  readonly path: string;
  readonly parameter: P;
  /** The variants that have the parameter; undefined outside of variants. */
  readonly types?: readonly string[];
  readonly flag: KindFlag<AnyParameter>;
}

/** The parameters that have flags, including nested ones. */
export function givable<P extends AnyParameter>(
  parameters: Readonly<Record<string, P>>,
): readonly Givable<P>[] {
  const all = Object.entries(parameters);
  return all.flatMap(([name, parameter]) => givableAt({ name, parameter }));
}

function givableAt<P extends AnyParameter>(
  { name, parameter, types }: InnerParameter,
  before = '',
): readonly Givable<P>[] {
  const { flag, inside } = faceOf<AnyParameter>(parameter);
  const path = `${before}${name}`;
  if (inside) {
    return inside(parameter).flatMap((inner) =>
      givableAt<P>(inner, `${path}.`),
    );
  }
  if (!flag) return [];
  return [{ path, parameter: parameter as P, flag, ...(types && { types }) }];
}

/** The flag of the parameter at a path, without dashes before it. */
export type FlagNames = (path: string) => string;

/**
 * The flags of some parameters, one for each path. Several variants may share
 * one.
 */
export function flagsFor(
  parameters: readonly Givable[],
  nameOf: FlagNames = kebab,
): readonly Flag[] {
  const flags = parameters.map(({ path, flag: { value } }) => ({
    name: nameOf(path),
    ...(value === undefined ? {} : { value }),
  }));
  return flags.filter(
    ({ name }, i) => flags.findIndex((flag) => flag.name === name) === i,
  );
}

/**
 * A method without its option `preset`: `posenc rope` puts the numbers of a
 * preset in its place, so that flags can change what is inside its schedule.
 */
export function withoutPreset(method: MethodDescription): MethodDescription {
  const { preset: _, ...parameters } = method.parameters;
  return { ...method, parameters };
}

/** The flags of a method. */
export const flagsOf = ({ parameters }: MethodDescription) =>
  flagsFor(givable(parameters));

/**
 * The parameters of a method that reads files of heads: the files say the
 * dtype, and the flags of `posenc rope` a rope. There is no flag for a model, so
 * there is none for its layer.
 */
export const readable = ({ parameters }: MethodDescription) =>
  givable(parameters).filter(
    ({ path }) => !['dtype', 'rope', 'layer'].includes(path),
  );

/** The names that errors may use for parameters; nested ones have paths. */
export const paths = ({ parameters }: MethodDescription) => [
  ...Object.keys(parameters),
  ...new Set(givable(parameters).map(({ path }) => path)),
];
