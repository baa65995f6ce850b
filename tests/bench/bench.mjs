// @ts-check
/**
 * What the rows of the table measure with: the package on the benchmark's
 * module, the yardsticks in the same memory, and the peers. Rows do not know in
 * which host they run.
 *
 * @typedef {object} Bench
 * @property {import('posenc').Posenc} pe
 * @property {import('./instance.mjs').Yardsticks} yardsticks
 * @property {import('./peers/index.mjs').Peers} peers
 * @property {() => number} worked a clock of the milliseconds in which a
 *   processor worked for this process, so that what else the machine does does
 *   not count. Where the host does not tell them, those that passed
 */

import { judge } from './judge.mjs';
import { measure } from './measure.mjs';

/**
 * Measures a group. A peer that fails is left out, and its reason is given: a
 * peer may not manage a size.
 * @param {import('./judge.mjs').Group} group @param {Bench} bench
 * @param {import('./measure.mjs').Effort} effort
 * @param {boolean} [busy] whether the machine does other things, too: then the
 *   time in which a processor works counts, and the fastest turns
 * @returns {Promise<{ judged: import('./judge.mjs').Judged, notes: string[] }>}
 */
export async function measureGroup(group, bench, effort, busy = false) {
  const contest = await group.open(bench);
  /** @type {string[]} */
  const notes = [];
  /** @type {Map<string, import('./measure.mjs').Run>} */
  const runs = new Map();
  if (contest.yardstick) {
    runs.set(contest.yardstick.name, contest.yardstick.run);
  }
  for (const { name, run } of contest.rows) runs.set(name, run);
  for (const [name, peer] of Object.entries(contest.peers ?? {})) {
    if (!peer) continue;
    try {
      await peer.run();
      runs.set(name, peer.run);
    } catch (error) {
      const [line] = String(error).split('\n');
      notes.push(`${group.title}: ${name} fails: ${line}`);
    }
  }
  try {
    const by = busy ? 'least' : 'median';
    const clock = busy ? bench.worked : undefined;
    const samples = await measure(runs, effort, clock);
    return { judged: judge(group.title, contest, samples, by), notes };
  } finally {
    contest.close?.();
  }
}
