// @ts-check
// The rows with targets as Chromium measured them, beside Node's.
import { ratioText } from '../../tests/bench/printed-table.mjs';
import {
  boundOf,
  EVERY,
  found,
  foundInChromium,
  misses,
  peerCells,
  peersOf,
  targetsCell,
} from './benchmark-data.mjs';
import { table } from './markdown-table.mjs';

/** @typedef {import('./benchmark-data.mjs').Row} Row */

/** Before what bounds a row in Chromium alone. */
const HOST = 'Chromium: ';

/** The targets that a row misses. @param {Row | undefined} row */
const missed = (row) =>
  (row?.targets ?? []).flatMap(({ versus = 'time', reached }) =>
    reached === false ? [versus] : [],
  );

/** @param {Row} row @param {Row | undefined} inNode */
function bound(row, inNode) {
  const own = boundOf(row, HOST);
  if (own) return own;
  const [here, there] = [missed(row), missed(inNode)];
  const same = here.every((versus) => there.includes(versus));
  return here.length > 0 && same ? 'as in Node' : '';
}

/** @returns {string} */
export function chromiumTable() {
  const inNode = new Map(
    found().groups.flatMap(({ title, rows }) =>
      rows.map((row) => [`${title}: ${row.name}`, row]),
    ),
  );
  const groups = foundInChromium().groups.flatMap(({ title, rows }) => {
    if (title.startsWith(EVERY)) return [];
    const kept = rows.filter(({ targets }) => targets.length > 0);
    return kept.length > 0 ? [{ title, rows: kept }] : [];
  });
  const peers = peersOf(groups);
  const share = (/** @type {Row | undefined} */ row) =>
    row?.yardstick ? ratioText(row.yardstick.ratio) : '';
  const lines = groups.flatMap(({ title, rows }) => [
    [`**${title}**`, ...Array.from({ length: 4 + peers.length }, () => '')],
    ...rows.map((row) => {
      const other = inNode.get(`${title}: ${row.name}`);
      return [
        row.name,
        share(row),
        share(other),
        ...peerCells(row, peers),
        targetsCell(row),
        bound(row, other),
      ];
    }),
  ]);
  const head = ['work', 'of the yardstick', 'in Node'];
  const heads = peers.map(([head]) => `× ${head}`);
  return table([...head, ...heads, 'target', 'what bounds it'], lines);
}

/** The tables that write less than a quarter of the sinusoidal one's bytes. */
export function slowInChromium() {
  const every = foundInChromium().groups.filter(({ title }) =>
    title.startsWith(EVERY),
  );
  const slow = every.filter(({ rows }) => rows.some(misses));
  const names = slow.map(({ title }) => title.slice(EVERY.length));
  return `Of ${every.length} tables, ${slow.length} write less than a quarter of the sinusoidal
one's bytes a second there: ${names.join(', ') || 'none'}.`;
}
