// @ts-check
/**
 * The works in plain JavaScript, of which the engine knows nothing yet. Engines
 * compile a function for the arrays that it was given so far; in a copy of its
 * own, a group does not suffer from what others gave.
 * @param {string} title of the group
 * @returns {Promise<typeof import('./plain.mjs')>}
 */
export const freshPlain = (title) =>
  import(`./plain.mjs?${encodeURIComponent(title)}`);
