// @ts-check
/**
 * Compares what was measured with an earlier table. Only ratios to yardsticks
 * are compared: they belong to the code, where times belong to the machine.
 *
 * @typedef {import('./judge.mjs').Judged} Judged
 * @typedef {{ groups: readonly Judged[], busy?: boolean, browser?: string }}
 *   Table what --json wrote
 *
 * @typedef {object} Loss
 * @property {string} group
 * @property {string} name of the row
 * @property {number} before ratio to the yardstick
 * @property {number} now
 */

/** The part of a ratio that may be lost: machines differ, and are noisy. */
export const TOLERATED = 0.25;

/** @param {Table} table @returns {Map<string, number>} by group and row */
function ratiosOf({ groups }) {
  return new Map(
    groups.flatMap(({ title, rows }) =>
      rows.flatMap(({ name, yardstick }) =>
        yardstick ? [[`${title}\n${name}`, yardstick.ratio]] : [],
      ),
    ),
  );
}

/**
 * Why two tables cannot be compared, or undefined.
 * @param {Omit<Table, 'groups'>} before @param {Omit<Table, 'groups'>} now
 */
export function obstacle(before, now) {
  const busy = ({ busy = false }) => (busy ? 'with --busy' : 'without --busy');
  // Its ratios are those of the fastest turns; the others are of medians.
  if (busy(before) !== busy(now)) return `it was measured ${busy(before)}`;
  const host = ({ browser = 'Node' }) => browser.split(' ')[0];
  if (host(before) !== host(now)) return `it was measured in ${host(before)}`;
  return undefined;
}

/**
 * The names of rows that were in a group and are not in it any more: a row that
 * was renamed has nothing to be compared with.
 * @param {Table} before @param {Table} now
 */
export function gone(before, now) {
  const rows = ratiosOf(now);
  const titles = new Set(now.groups.map(({ title }) => title));
  return [...ratiosOf(before).keys()].flatMap((key) => {
    const [title = ''] = key.split('\n');
    return titles.has(title) && !rows.has(key) ? [key.replace('\n', ', ')] : [];
  });
}

/**
 * The rows that lost more than is tolerated. Rows that only one of the tables
 * has are passed over: a filter or a new row is no loss.
 * @param {Table} before @param {Table} now
 * @returns {Loss[]}
 */
export function losses(before, now) {
  const known = ratiosOf(before);
  return [...ratiosOf(now)].flatMap(([key, ratio]) => {
    const earlier = known.get(key);
    if (earlier === undefined || ratio >= (1 - TOLERATED) * earlier) return [];
    const [group = '', name = ''] = key.split('\n');
    return [{ group, name, before: earlier, now: ratio }];
  });
}

/** How often a group is measured again before it counts as slower. */
const ATTEMPTS = 2;

/**
 * The losses that remain when each group that seems slower is measured again: a
 * row counts as slower only if it was so each time.
 * @param {Table} before @param {Table} now
 * @param {(group: string) => Promise<Judged>} again
 * @returns {Promise<Loss[]>}
 */
export async function lastingLosses(before, now, again) {
  let found = losses(before, now);
  for (let attempt = 0; attempt < ATTEMPTS && found.length > 0; ++attempt) {
    const titles = [...new Set(found.map(({ group }) => group))];
    const groups = [];
    for (const title of titles) groups.push(await again(title));
    const still = losses(before, { groups });
    found = found.flatMap((loss) => {
      const one = still.find(
        ({ group, name }) => group === loss.group && name === loss.name,
      );
      return one ? [one.now > loss.now ? one : loss] : [];
    });
  }
  return found;
}

/** @param {Loss} loss */
export function lossLine({ group, name, before, now }) {
  const percent = (/** @type {number} */ x) => `${(100 * x).toFixed(0)} %`;
  return `SLOWER: ${group}, ${name}: ${percent(now)} of its yardstick, before ${percent(before)}`;
}
