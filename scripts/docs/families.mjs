// @ts-check
// The page of all families that `model` knows, made from their records.
import { readFileSync } from 'node:fs';
import { at } from '../lib/paths.mjs';
import { layersOf, shareOf, tableText } from './families/texts.mjs';
import { positionWords } from './families/words.mjs';
import { table } from './table.mjs';

/**
 * @typedef {import('../../bindings/dist/models/family.js').Family} Family
 * @typedef {Record<string, Family>} Families
 */

const folder = 'models/families';

/** @typedef {{ title: string, source: string, families: Families }} Group */

/**
 * The records by their files, in the order of the index. A file's title is the
 * first sentence of the comment at its head.
 * @returns {Promise<Group[]>}
 */
async function groups() {
  const index = readFileSync(at(`bindings/src/${folder}/index.ts`), 'utf8');
  const files = [...index.matchAll(/^ {2}\.\.\.(\w+),$/gm)].map(([, name]) => {
    const from = new RegExp(`import \\{ ${name} \\} from '\\./([\\w-]+)\\.js'`);
    const [, file] = index.match(from) ?? [];
    if (name === undefined || file === undefined) {
      throw new Error(`docs: no import of ${name} in the index of families`);
    }
    return { name, file };
  });
  return Promise.all(
    files.map(async ({ name, file }) => {
      const source = readFileSync(at(`bindings/src/${folder}/${file}.ts`));
      const [, comment = ''] = `${source}`.match(/^\/\*\*(.*?)\*\//s) ?? [];
      const text = comment.replace(/\n \*/g, ' ').replace(/\s+/g, ' ').trim();
      const [, title] = text.match(/^(.+?)\. Sources:/) ?? [];
      const [, sources] = text.match(/ Sources: (.+?)\.(?: The parts|$)/) ?? [];
      if (title === undefined || sources === undefined) {
        throw new Error(`docs: ${file}.ts must begin with title and sources`);
      }
      const all = await import(at(`bindings/dist/${folder}/${file}.js`));
      return { title, source: sources, families: all[name] };
    }),
  );
}

/** Both layouts, where queries and keys leave in another one. @param {Family} record */
function layoutOf({ layout = 'half', outLayout, layoutKey }) {
  const inner = outLayout ? `${layout} to ${outLayout}` : layout;
  // `none` is a key that no file has: it takes away that of another record.
  return layoutKey && layoutKey !== 'none'
    ? `${inner}, or by \`${layoutKey}\``
    : inner;
}

/** What the scores are multiplied by, if not 1/√headDim. @param {Family} record */
function scoresOf(record) {
  const { scale, scaleSwitch, mscaled, queryScale, biasScaled, slope } = record;
  const texts = [];
  if (scale === 'terms') texts.push('1/√(headDim · (1 + terms))');
  else if (typeof scale === 'object') texts.push(scaleText({ ...scale }));
  else if (scale !== undefined) texts.push(`${scale}`);
  if (slope !== undefined) texts.push(`YaRN: ${slope} ln factor + 1`);
  if (mscaled) texts.push('with `mscale_all_dim`');
  if (scaleSwitch) texts.push(`1/layer if \`${scaleSwitch}\``);
  if (biasScaled) texts.push('biases are scaled, too');
  if (queryScale) texts.push(`queries grow (${queryScale})`);
  return texts.join('; ');
}

/** @param {Record<string, unknown>} scale */
function scaleText({ times, key, power = 1, width }) {
  const powers = /** @type {Record<string, string>} */ ({
    0.5: '√X',
    '-0.5': '1/√X',
    1: 'X',
    '-1': '1/X',
  });
  const raised = (/** @type {unknown} */ by, /** @type {string} */ what) =>
    (powers[`${by}`] ?? `X^${by}`).replace('X', what);
  const parts = [
    times === undefined ? '' : `${Number(Number(times).toPrecision(6))}`,
    key === undefined ? '' : raised(power, `\`${key}\``),
    width === undefined ? '' : raised(width, 'headDim'),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** @param {Family} record */
const turns = ({ position = 'rope' }) => position.split(' ').includes('rope');

/** What a record does, in the order of `head`. @param {Family} record */
function cellsOf(record) {
  const { position = 'rope', options, when = [] } = record;
  const more = Object.entries(options ?? {}).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}`,
  );
  const acts = position === 'none' ? '' : position.replace(' ', ', ');
  const own = more.length > 0 ? `${acts} (${more.join(', ')})` : acts;
  const conditions = when.map(
    ({ if: condition, then }) =>
      `${conditionText(condition)}: ${changes(then)}`,
  );
  return [
    own,
    turns(record) ? layoutOf(record) : '',
    turns(record) ? shareOf(record) : '',
    layersOf(record),
    scoresOf(record),
    tablesText(record),
    conditions.join('<br>'),
  ];
}

/** All tables of a family. @param {Family} record */
function tablesText({ table, boxes = {} }) {
  const sides = Object.keys(boxes);
  const more =
    sides.length > 0 ? `learned for ${sides.join(', ')} of boxes` : '';
  return [tableText(table), more].filter(Boolean).join('; ');
}

/** @param {Readonly<Record<string, unknown>>} condition */
const conditionText = (condition) =>
  Object.entries(condition)
    .map(([key, wanted]) =>
      wanted === null
        ? `no \`${key}\``
        : `\`${key}\` ${[wanted]
            .flat()
            .map((one) => one ?? 'absent')
            .join(' or ')}`,
    )
    .join(' and ');

/** Names of facts that records read from other keys. @type {Record<string, string>} */
const FACTS = {
  keyHeads: 'key heads',
  globalKeyHeads: 'key heads of full layers',
  headsWidth: 'width of all heads',
};

/** What a record becomes under a condition. @param {Family} then */
function changes(then) {
  const texts = [];
  const { position, bidirectional, defaults = {} } = then;
  if (position !== undefined) {
    texts.push(position === 'none' ? 'nothing in the layers' : position);
  }
  if (then.table !== undefined) {
    texts.push(then.table === null ? 'no table' : tableText(then.table));
  }
  if (then.kinds !== undefined) {
    texts.push(layersOf(then) || 'full attention');
  }
  if (bidirectional !== undefined) {
    texts.push(bidirectional ? 'both directions' : 'causal');
  }
  if (then.keyHeads !== undefined) texts.push(`${then.keyHeads} key head`);
  if (then.scale !== undefined) texts.push(`scores times ${scoresOf(then)}`);
  for (const [key, value] of Object.entries(defaults)) {
    texts.push(`\`${key}\` ${JSON.stringify(value)}`);
  }
  for (const [fact, key] of Object.entries(then.keys ?? {})) {
    texts.push(`${FACTS[fact] ?? fact} from \`${key}\``);
  }
  return texts.join(', ') || 'other values';
}

/** What the columns of a table of families hold. */
const head = [
  'family',
  'acts in its layers',
  'layout',
  'turns',
  'layers',
  'scores',
  'table',
  'keys that change the row',
];

/**
 * The table of families that have layers of their own. Families that do the
 * same share a row, and columns without a word are left out.
 * @param {[word: string, record: Family][]} records
 * @param {(record: Family, changes: Family) => Family} joined
 */
function familyTable(records, joined) {
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

/** @param {Family} record @returns {string} */
const partsText = ({ parts = {} }) =>
  Object.entries(parts)
    .map(([part, text]) => {
      const [family, key] = text.split(' ');
      return `${part}: \`${family}\`${key ? ` in \`${key}\`` : ''}`;
    })
    .join(', ') || 'each section names its own';

/** @returns {Promise<string>} */
export async function familiesPage() {
  const { recordOf, joined } = await import(
    at('bindings/dist/models/records.js')
  );
  const all = await groups();
  /** @type {Set<string>} */
  const used = new Set();
  const sections = all.map(({ title, source, families }) => {
    const records = Object.keys(families).map(
      (word) => /** @type {[string, Family]} */ ([word, recordOf(word)]),
    );
    const own = records.filter(([, { composite }]) => !composite);
    const composite = records.filter(([, record]) => record.composite);
    for (const [, record] of own) {
      const { position = 'rope', when = [] } = record;
      const words = [position, ...when.map(({ then }) => then.position ?? '')];
      for (const one of words.join(' ').split(' ')) used.add(one);
    }
    const parts = [];
    if (own.length > 0) parts.push(familyTable(own, joined));
    if (composite.length > 0) {
      const cells = composite.map(([word, record]) => [
        `\`${word}\``,
        partsText(record),
      ]);
      parts.push(
        table(['model', 'families of its sections by default'], cells),
      );
    }
    return `## ${title}\n\nSources: ${source}.\n\n${parts.join('\n')}`;
  });
  const count = all.reduce(
    (sum, { families }) => sum + Object.keys(families).length,
    0,
  );
  return page(count, positionWords(used), sections);
}

/**
 * @param {number} count @param {[word: string, meaning: string][]} words
 * @param {string[]} sections
 */
function page(count, words, sections) {
  return `# Families of models

What \`pe.model\` knows of each family, by the word of \`model_type\`: ${count}
words. \`npm run docs\` makes this page from the records that \`pe.model\` reads
configurations by. [From a model's name to its encoding](models.md) says how to
use it.

A row says what the configuration class and the model do where the file is
silent. The file has the last word: a \`partial_rotary_factor\`, a list of
\`layer_types\` or a \`sliding_window\` in it counts more than the row. A word that
is not here is read by its keys and marked as \`guessed\`.

* **acts in its layers**: the method of the specs in \`layer.positions\`; empty if
  no position acts there.
* **layout**: which components of a head form a pair: \`half\` (k and k + P) or
  \`interleaved\` (2k and 2k + 1).
* **turns**: the part of each head that is turned.
* **layers**: which layers attend how, and which of them are not turned. Empty if
  every layer is full attention and causal.
* **scores**: what q·k is multiplied by. Empty if it is 1/√headDim.
* **table**: what is added to the embeddings, and how many rows it has:
  \`positions\` is the longest context of the file, \`cells\` the patches of an
  image, \`patches\` the same with class and register tokens.
* **keys that change the row**: values of the file under which the family does
  something else.

A family with an encoder and a decoder that differ has a row for each. A column
in which a table would have nothing is left out. A family without any word has no
positions: its layers are convolutions, or recurrent.

| word | what it is |
| --- | --- |
${words.map(([word, text]) => `| \`${word}\` | ${text} |\n`).join('')}
${sections.join('\n')}
[All methods](README.md)
`;
}
