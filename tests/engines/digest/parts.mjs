// @ts-check
/**
 * The whole package with the methods of one part in the place of its own, so
 * that the digests of all calls are those of that part wherever it has the
 * method.
 */

import * as whole from 'posenc';
import * as absolute from 'posenc/absolute';
import * as attention from 'posenc/attention';
import * as bias from 'posenc/bias';
import * as layouts from 'posenc/layouts';
import * as rotary from 'posenc/rotary';

const parts = { absolute, rotary, layouts, bias, attention };

/** @typedef {keyof typeof parts} Part */

/** The names of the parts. */
export const PARTS = /** @type {Part[]} */ (Object.keys(parts));

/** @param {Part} name @returns {Promise<whole.Posenc>} */
export async function withPart(name) {
  const all = await whole.create();
  /** @type {Record<string, any>} */
  const part = await parts[name].create();
  const own = new Set(Object.keys(part));
  /** @param {'make' | 'plan'} call */
  const bySpec = (call) => (/** @type {{ method: string }} */ spec) =>
    (own.has(spec.method) ? part : /** @type {any} */ (all))[call](spec);
  return /** @type {whole.Posenc} */ ({
    ...all,
    ...part,
    analysis: { ...all.analysis, ...part.analysis },
    make: bySpec('make'),
    plan: bySpec('plan'),
  });
}
