/**
 * What tells of a forgotten `await`: the promise of `load` has a function by
 * the name of each method, which throws an error that says so.
 */

import { PosencTypeError } from '../base/errors.js';

/** The error for a use of the promise as if it were what it gives. */
function notAwaited(loader: string, member: string): PosencTypeError {
  const message =
    `${loader}() gives a promise, which has no ${member}: write ` +
    `\`const pe = await ${loader}()\``;
  return new PosencTypeError(message, { code: 'ERR_TYPE', param: loader });
}

/**
 * Makes the function that marks promises of a loading function. They stay
 * promises with no members of their own: the names of an instance's members
 * stand on an object between them and the prototype of all promises. A function
 * can be read, and throws when it is called; anything else throws when it is
 * read.
 */
export function promiseMarker(
  loader: string,
  functions: readonly string[],
  others: readonly string[],
): <T>(promise: Promise<T>) => Promise<T> {
  let prototype: object | undefined;
  const make = (ofPromises: object) => {
    const made = Object.create(ofPromises) as object;
    const define = (name: string, property: PropertyDescriptor) => {
      if (!(name in ofPromises)) Object.defineProperty(made, name, property);
    };
    for (const name of functions) {
      const value = () => {
        throw notAwaited(loader, `${name}()`);
      };
      define(name, { value });
    }
    for (const name of others) {
      const get = () => {
        throw notAwaited(loader, name);
      };
      define(name, { get });
    }
    return made;
  };
  return (promise) => {
    // Some environments replace the class `Promise`, but not what async
    // functions give.
    prototype ??= make(Object.getPrototypeOf(promise));
    return Object.setPrototypeOf(promise, prototype);
  };
}
