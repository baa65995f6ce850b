/** `mend`: a configuration with a change that a finding knows. */

import { wrongKind } from '../base/errors.js';
import { namesOf, type Values, withValue } from './extend/change.js';
import { isObject } from './section.js';
import type { Mend } from './types.js';

/** An object without the key at a path; what is not on it is shared. */
function without(
  object: Values,
  [name = '', ...rest]: readonly string[],
): Values {
  if (!Object.hasOwn(object, name)) return object;
  const { [name]: old, ...others } = object;
  if (rest.length === 0) return others;
  // The other keys stay in their order.
  const inside = isObject(old) ? without(old as Values, rest) : old;
  return { ...object, [name]: inside };
}

/**
 * The configuration with a change: one of the `mends` of a finding.
 *
 *   range    `config` is an object; the paths of `changes` lead through objects
 *   error    `PosencTypeError` if one of the two is no object
 *   cost     a copy of the objects on the paths; the given one is not changed
 */
export function mend(config: unknown, changes: Mend): Values {
  for (const [name, given] of Object.entries({ config, changes })) {
    if (!isObject(given)) throw wrongKind('mend', name, 'an object', given);
  }
  return Object.entries(changes).reduce<Values>((next, [path, value]) => {
    const names = namesOf(path);
    return value === null
      ? without(next, names)
      : withValue(next, names, value);
  }, config as Values);
}
