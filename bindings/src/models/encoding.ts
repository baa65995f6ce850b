/** An encoding as the readers of a configuration give it. */

import type { Json, MissingWeight } from './types.js';

/** The options of a spec, by their names. */
export type Options = Record<string, Json>;

/** An encoding: the options of its method, and what is known besides. */
export interface Encoding {
  readonly options: Options;
  readonly missing?: Readonly<Record<string, MissingWeight>>;
  readonly facts?: Options;
}

/** A weight, its axes as `buckets heads`. */
export function weight(
  axes: string,
  ...shape: readonly (number | null)[]
): MissingWeight {
  return { axes: axes.split(' '), shape };
}

/** A weight that the method can do without. */
export function extra(
  axes: string,
  ...shape: readonly number[]
): MissingWeight {
  return { ...weight(axes, ...shape), optional: true };
}
