// @ts-check
// The page of all families that `model` knows, made from their records.
import { at } from '../lib/paths.mjs';
import { familyTable } from './families/family-table.mjs';
import { groups } from './families/groups.mjs';
import { positionWords } from './families/words.mjs';
import { table } from './markdown-table.mjs';

/** @typedef {import('../../bindings/dist/modules/models/family.js').Family} Family */

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
    at('bindings/dist/modules/models/records.js')
  );
  const all = await groups();
  /** @type {Set<string>} */
  const used = new Set();
  const sections = all.map(({ title, source, words }) => {
    const records = words.map(
      (word) => /** @type {[string, Family]} */ ([word, recordOf(word)]),
    );
    const own = records.filter(([, { composite }]) => !composite);
    const composite = records.filter(([, record]) => record.composite);
    for (const [, record] of own) {
      const { position = 'rope', when = [] } = record;
      const acts = [position, ...when.map(({ take }) => take.position ?? '')];
      for (const one of acts.join(' ').split(' ')) used.add(one);
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
  const count = all.flatMap(({ words }) => words).length;
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
silent. The file has the last word: a \`partial_rotary_factor\` or a
\`sliding_window\` in it counts more than the row, and so does a list of
\`layer_types\` where the class reads one. A word that is not here is read by
\`architectures\` or by its keys, and marked as \`guessed\`.

* **acts in its layers**: the method of the specs in \`layer.positions\`; empty if
  no position acts there.
* **layout**: which components of a head form a pair: \`half\` (k and k + P) or
  \`interleaved\` (2k and 2k + 1). With \`interleaved → half\` the class brings heads
  into halves before it turns them (\`outLayout\`).
* **turns**: the part of each head that is turned.
* **layers**: which layers attend how, where no \`layer_types\` says it, and which
  of them are not turned. Empty if every layer is full attention and causal.
* **scores**: what q·k is multiplied by. Empty if it is 1/√headDim.
* **norm**: what normalises queries and keys, each head by itself unless it says
  otherwise. Empty if nothing does, or if nobody looked.
* **table**: what is added to the embeddings, and how many rows it has:
  \`positions\` is the longest context of the file, \`cells\` the patches of an
  image, \`patches\` the same with class and register tokens.
* **not in attention**: what the class does that \`attention({ model })\` does not
  compute. It refuses such a layer.
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
