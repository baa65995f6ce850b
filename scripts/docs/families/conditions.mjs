// @ts-check
// What families do under conditions on keys of the file.
import { scoresOf } from './scores.mjs';
import { layersOf, tableText } from './texts.mjs';

/** @typedef {import('../../../bindings/dist/modules/models/family.js').Family} Family */

/** The conditions of a record, one a line. @param {Family} record */
export const conditionsOf = ({ when = [] }) =>
  when
    // GGUF files have what code beside the weights does.
    .filter(({ if: condition }) => !('gguf' in condition))
    .map(
      ({ if: condition, take }) =>
        `${conditionText(condition)}: ${changes(take)}`,
    )
    .join('<br>');

/** @param {Readonly<Record<string, unknown>>} condition */
const conditionText = (condition) =>
  Object.entries(condition)
    .map(([key, wanted]) => {
      if (wanted === null) return `no \`${key}\``;
      if (wanted === '*') return `with \`${key}\``;
      const values = [wanted].flat().map((one) => one ?? 'absent');
      return `\`${key}\` ${values.join(' or ')}`;
    })
    .join(' and ');

/** Names of facts that records read from other keys. @type {Record<string, string>} */
const FACTS = {
  keyHeads: 'key heads',
  globalKeyHeads: 'key heads of full layers',
  headsWidth: 'width of all heads',
};

/** What a record becomes under a condition. @param {Family} take */
function changes(take) {
  const texts = [];
  const { position, bidirectional, defaults = {} } = take;
  if (position !== undefined) {
    texts.push(position === 'none' ? 'nothing in the layers' : position);
  }
  if (take.table !== undefined) {
    texts.push(take.table === null ? 'no table' : tableText(take.table));
  }
  if (take.kinds !== undefined) {
    texts.push(layersOf(take) || 'full attention');
  }
  if (bidirectional !== undefined) {
    texts.push(bidirectional ? 'both directions' : 'causal');
  }
  if (take.noRope === 'none') texts.push('all turn');
  else if (take.noRope) texts.push(layersOf(take));
  if (take.ropeDense) texts.push('those with a dense MLP turn');
  if (take.layout !== undefined) texts.push(take.layout);
  if (take.outLayout !== undefined) texts.push(`written as ${take.outLayout}`);
  if (take.mscaled === false) texts.push('without `mscale_all_dim`');
  if (take.keyHeads !== undefined) texts.push(`${take.keyHeads} key head`);
  if (take.norm !== undefined) {
    texts.push(take.norm ? `norm ${normText(take.norm)}` : 'no norm');
  }
  if (take.rotaryOf) texts.push(`turns ${take.rotaryOf}`);
  if (take.scale !== undefined) texts.push(`scores times ${scoresOf(take)}`);
  for (const [key, value] of Object.entries(defaults)) {
    texts.push(`\`${key}\` ${JSON.stringify(value)}`);
  }
  for (const [fact, key] of Object.entries(take.keys ?? {})) {
    texts.push(`${FACTS[fact] ?? fact} from \`${key}\``);
  }
  for (const { what } of take.lacks ?? []) texts.push(what);
  if (take.towers) texts.push('other keys say the sizes of its towers');
  return texts.join(', ') || 'other values';
}

/** What the words of a norm mean. @type {Readonly<Record<string, string>>} */
const NORMS = {
  heads: 'weights of each head',
  width: 'all heads together',
  one: '1 + weight',
  bias: 'with a bias',
  turned: 'after the turn',
  logits: 'a learned factor of each head',
};

/** A norm in words. @param {string | undefined} norm */
export function normText(norm = '') {
  const [form = '', ...words] = norm.split(' ');
  return [form, ...words.map((word) => NORMS[word] ?? word)].join(', ');
}
