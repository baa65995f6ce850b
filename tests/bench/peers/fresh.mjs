// @ts-check
/**
 * The works in plain JavaScript, of which the engine knows nothing yet. Engines
 * compile a function for the arrays that it was given so far; in a copy of its
 * own, a group does not suffer from what others gave. The file `plain.mjs` is
 * beside this one, and beside the bundle that a browser gets.
 * @param {string} title of the group
 * @returns {Promise<typeof import('./plain.mjs')>}
 */
export function freshPlain(title) {
  const address = new URL('plain.mjs', import.meta.url);
  address.search = encodeURIComponent(title);
  return import(address.href);
}
