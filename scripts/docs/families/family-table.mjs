// @ts-check
// The table of the families of one file.
import { table } from '../markdown-table.mjs';
import { conditionsOf, normText } from './conditions.mjs';
import { scoresOf } from './scores.mjs';
import { layersOf, shareOf, tableText } from './texts.mjs';

/** @typedef {import('../../../bindings/dist/modules/models/family.js').Family} Family */

/** @param {Family} record */
function layoutOf({ layout = 'half', layoutKey, outLayout }) {
  const turned = outLayout && layout !== outLayout;
  const own = turned ? `${layout} → ${outLayout}` : layout;
  // `none` is a key that no file has: it takes away that of another record.
  return layoutKey && layoutKey !== 'none'
    ? `${own}, or by \`${layoutKey}\``
    : own;
}

/** @param {Family} record */
const turns = ({ position = 'rope' }) => position.split(' ').includes('rope');

/** What is turned. @param {Family} record */
const turnedOf = (record) =>
  [
    shareOf(record),
    ...(record.rotaryOf ? [`of the ${record.rotaryOf}`] : []),
    ...(record.inverse ? ['by the opposite angles'] : []),
  ].join(', ');

/** What a record does, in the order of `head`. @param {Family} record */
function cellsOf(record) {
  const { position = 'rope', options, facts } = record;
  const more = Object.entries({ ...options, ...facts }).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}`,
  );
  const acts = position === 'none' ? '' : position.replace(' ', ', ');
  const own = more.length > 0 ? `${acts} (${more.join(', ')})` : acts;
  return [
    own,
    turns(record) ? layoutOf(record) : '',
    turns(record) ? turnedOf(record) : '',
    layersOf(record),
    scoresOf(record),
    normText(record.norm),
    tablesText(record),
    lacksText(record),
    conditionsOf(record),
  ];
}

/** What `attention` does not compute of a family. @param {Family} record */
function lacksText({ lacks = [] }) {
  const texts = lacks.map(({ what, option, keys }) => {
    const least = typeof keys === 'string' ? `\`${keys}\`` : keys;
    const beyond = keys === undefined ? '' : `, beyond ${least} keys`;
    return `${what}${beyond}${option ? ` (or give \`${option}\`)` : ''}`;
  });
  return texts.join('; ');
}

/** All tables of a family. @param {Family} record */
function tablesText({ table, boxes = {} }) {
  const sides = Object.keys(boxes);
  const more =
    sides.length > 0 ? `learned for ${sides.join(', ')} of boxes` : '';
  return [tableText(table), more].filter(Boolean).join('; ');
}

/** What the columns of a table of families hold. */
const head = [
  'family',
  'acts in its layers',
  'layout',
  'turns',
  'layers',
  'scores',
  'norm',
  'table',
  'not in attention',
  'keys that change the row',
];

/**
 * The table of families that have layers of their own. Families that do the
 * same share a row, and columns without a word are left out.
 * @param {[word: string, record: Family][]} records
 * @param {(record: Family, changes: Family) => Family} joined
 */
export function familyTable(records, joined) {
  /** @type {Map<string, { words: string[], tower: string, cells: string[] }>} */
  const rows = new Map();
  for (const [word, record] of records) {
    for (const [tower, cells] of towerCells(record, joined)) {
      const id = JSON.stringify([tower, cells]);
      const row = rows.get(id) ?? { words: [], tower, cells };
      row.words.push(`\`${word}\``);
      rows.set(id, row);
    }
  }
  const lines = [...rows.values()].map(({ words, tower, cells }) => [
    `${words.join(', ')}${tower && `: ${tower}`}`,
    ...cells,
  ]);
  const full = head.map((_, i) => lines.some((cells) => cells[i]));
  const kept = (/** @type {string[]} */ cells) =>
    cells.filter((_, i) => full[i]);
  return table(kept(head), lines.map(kept));
}

/**
 * The cells of each tower of a family, by its name; '' for the only one, and
 * for those that all do the same.
 * @param {Family} record
 * @param {(record: Family, changes: Family) => Family} joined
 * @returns {[tower: string, cells: string[]][]}
 */
function towerCells(record, joined) {
  const { towers = { '': {} } } = record;
  const all = Object.entries(towers).map(
    ([tower, own]) =>
      /** @type {[string, string[]]} */ ([tower, cellsOf(joined(record, own))]),
  );
  const [first] = all;
  const same = all.every(([, cells]) => `${cells}` === `${first?.[1]}`);
  return first && same ? [['', first[1]]] : all;
}
