// @ts-check
/**
 * Where groups are measured: in this process, or in a worker of a browser's page.
 *
 * @typedef {import('../../engines/browsers.mjs').Engine} Browser
 * @typedef {Awaited<ReturnType<typeof import('../bench.mjs').measureGroup>>} Found
 *
 * @typedef {object} Host
 * @property {Readonly<Record<string, string>>} about its versions, for the record
 * @property {readonly { title: string, quick?: boolean }[]} groups
 * @property {readonly string[]} without titles of the groups that only others
 *   can measure
 * @property {(title: string, effort: import('../measure.mjs').Effort,
 *   busy: boolean) => Promise<Found>} measure a group
 * @property {() => unknown} close
 *
 * @typedef {object} Wanted
 * @property {boolean} install the peers' npm packages that are not there
 * @property {boolean} native NumPy and PyTorch, too
 */

import { openBrowser } from './browser.mjs';
import { openNode } from './node.mjs';

/**
 * @param {import('./engines.mjs').Engine} engine @param {Wanted} wanted
 * @param {(line: string) => void} say
 * @returns {Promise<Host>}
 */
export const openHost = (engine, wanted, say) =>
  engine === 'node' ? openNode(wanted, say) : openBrowser(engine, wanted, say);
