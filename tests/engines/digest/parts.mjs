// @ts-check
/**
 * The whole package with the methods of one part in the place of its own, so
 * that the digests of all calls are those of that part wherever it has the
 * method.
 */

import * as whole from 'posenc';
import { parts } from '../../../scripts/build/parts.mjs';

/** The names of the parts. */
export const PARTS = parts();

/** @param {string} name @returns {Promise<whole.Posenc>} */
export async function withPart(name) {
  const all = await whole.create();
  const { create } = await import(`posenc/${name}`);
  /** @type {Record<string, any>} */
  const part = await create();
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
