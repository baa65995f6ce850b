// @ts-check
/**
 * The methods that the library does not have yet. The list only shrinks: when a
 * method is built, its line is removed and it gets a handler in handlers/.
 */

/** Methods that are not built at all. */
/** @type {Set<string>} */
export const METHODS = new Set([]);

/**
 * Missing parts of built methods. A case for which `when` is true is skipped
 * for the reason `what`. Only such cases have the parameters `params`.
 *
 * @typedef {import('./case.mjs').Case} Case
 * @type {{ methods: string[], what: string, params?: string[],
 *   when: (c: Case) => boolean }[]}
 */
export const CONDITIONS = [];

/**
 * Results that built methods do not compute yet. The case is run, all its other
 * tensors are compared, and it counts as skipped unless one of them fails.
 *
 * @type {Record<string, string[]>}
 */
export const TENSORS = {};
