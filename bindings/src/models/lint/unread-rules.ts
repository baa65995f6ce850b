/** Keys that say how positions are encoded, in files whose class reads others. */

import { readsLayerTypes } from '../layers/kinds.js';
import {
  type Reading,
  readersOf,
  readingsOf,
  saysSo,
  speaksOfPositions,
} from '../readers.js';
import { familyWords, likeOf, meets, recordOf } from '../records.js';
import { isObject } from '../section.js';
import { attentionOf } from '../tower.js';
import type { Rule, Said, TowerPlace } from './rule.js';

/** Most families that a finding names. */
const MOST_NAMED = 3;

/** Most keys of a section that are looked at, and the longest of them. */
const MOST_KEYS = 64;
const LONGEST_NAME = 64;

/** Words of encodings whose specs have another method. */
const methods: Readonly<Record<string, string>> = {
  boxBias: 't5Bias',
  pageBias: 't5Bias',
};

/** What findings call what acts, where that is no word of an encoding. */
const actNames: Readonly<Record<string, string>> = {
  layout: 'interleaved pairs',
  turns: 'layers that do not turn',
};

/** Whether what a key says is so in a tower whose class does not read it. */
function isSo(
  { tower, layer }: TowerPlace,
  value: unknown,
  { acts, fact }: Reading,
): boolean {
  const nothing = { headDim: 1, rotaryDim: 0, theta: null };
  const { theta, headDim, rotaryDim = headDim } = layer?.spec ?? nothing;
  if (fact === 'theta') return value === theta;
  if (fact === 'share') return value === Number(rotaryDim) / Number(headDim);
  if (fact === 'rotaryDim') return value === rotaryDim;
  if (typeof value === 'object' || typeof value === 'number') return false;
  const own = tower.layers.flatMap(({ positions }) => positions);
  const all = new Set([...own, tower.table].map((spec) => spec?.method));
  return acts === 'layout'
    ? own.some(({ layout }) => layout === 'interleaved')
    : acts.split(' ').every((word) => all.has(methods[word] ?? word));
}

/** Some families of a list, those that are like `own` before others. */
function someOf(families: readonly string[], own: string): string {
  const base = likeOf(own) ?? own;
  const kinship = (word: string) => {
    const like = likeOf(word);
    return like === own ? 2 : Number(like === base);
  };
  const sorted = [...new Set(families)].sort((a, b) => kinship(b) - kinship(a));
  const first = sorted.slice(0, MOST_NAMED).join(', ');
  const more = sorted.length - MOST_NAMED;
  return more > 0 ? `${first} and ${more} more` : first;
}

/** The section of llm-foundry's files whose keys say how positions are encoded. */
const FOUNDRY = 'attn_config';

/** The keys of a section that speak of positions. */
function speakingKeys({ section }: TowerPlace): readonly string[] {
  const inner = section.raw(FOUNDRY);
  const names = isObject(inner)
    ? Object.keys(inner).map((name) => `${FOUNDRY}.${name}`)
    : [];
  return [...section.names, ...names]
    .filter((name) => name.length <= LONGEST_NAME && speaksOfPositions(name))
    .slice(0, MOST_KEYS);
}

/**
 * Keys of a section that other classes read as an encoding: switches and words,
 * or numbers, lists and objects.
 */
function unread(place: TowerPlace, isSwitch: boolean): readonly Said[] {
  const { section, tower, guessed, read } = place;
  // What readGguf gives has the keys that this package reads.
  if (guessed || isObject(section.raw('gguf'))) return [];
  const { family } = tower;
  const own = readingsOf(family);
  return speakingKeys(place).flatMap((name): readonly Said[] => {
    const value = section.raw(name);
    const said = typeof value === 'boolean' || typeof value === 'string';
    if (value == null || value === false || said !== isSwitch) return [];
    const reads = own.some((one) => one.key === name && saysSo(value, one));
    const [top = ''] = name.split('.');
    // A word that was asked for may be one that the class does not know.
    if (reads || (!said && read.has(top))) return [];
    const claims = readersOf(name).filter((one) => saysSo(value, one));
    const [claim] = claims;
    if (claim === undefined) return [];
    if (claims.some((one) => isSo(place, value, one))) return [];
    const families = claims.map((one) => one.family);
    const acts = actNames[claim.acts] ?? claim.acts;
    return [{ name, family, acts, others: someOf(families, family) }];
  });
}

/** What is said in keys that the class of a section does not read. */
export const unreadRules: Readonly<Record<string, Rule<TowerPlace>>> = {
  unreadSwitch: {
    kind: 'unknown_key',
    severity: 'warning',
    key: '{name}',
    when: (place) => unread(place, true),
    message:
      'says {acts}, but the class of {family} does not read it; read by {others}',
    advice: 'correct model_type, or remove it',
  },
  unreadValue: {
    kind: 'unknown_key',
    severity: 'note',
    key: '{name}',
    when: (place) => unread(place, false),
    message:
      'belongs to {acts}, but the class of {family} does not read it; read by ' +
      '{others}',
    advice: 'remove it, or correct model_type',
  },
  unreadLayers: {
    kind: 'unknown_key',
    severity: 'warning',
    key: 'layer_types',
    when: ({ section, family, tower }) => {
      const list = section.raw('layer_types');
      if (readsLayerTypes(family) || !Array.isArray(list)) return false;
      const window = section.said('window')[1];
      const index = tower.layers.findIndex(({ attention }, at) => {
        const said = attentionOf(list[at]);
        const slides = said !== 'sliding' || window != null;
        return said !== attention && (slides || attention !== 'full');
      });
      const own = tower.layers[index]?.attention;
      if (own === undefined) return false;
      const said = attentionOf(list[index]) ?? 'without attention';
      const readers = familyWords.filter((word) => {
        const record = recordOf(word);
        return record !== undefined && readsLayerTypes(record);
      });
      const others = someOf(readers, tower.family);
      const engines = {
        transformers: own ?? 'without attention',
        'programs that read it': said,
      };
      return {
        index,
        said,
        ...engines,
        own,
        family: tower.family,
        others,
        engines,
      };
    },
    message:
      'says that layer {index} is {said}, but the class of {family} does not ' +
      'read it, and there it is {own}; read by {others}',
    advice: 'correct model_type, or remove it',
  },
  foreignCode: {
    kind: 'engine_disagreement',
    severity: 'note',
    key: '{name}',
    when: ({ section, tower }) => {
      const record = recordOf(tower.family);
      const rule = record?.when?.find(({ if: conditions }) =>
        Object.entries(conditions).every(([key, wanted]) =>
          meets(section.raw(key), wanted),
        ),
      );
      const theirs = rule?.take.position;
      if (!record || !rule || rule.if.auto_map === undefined) return false;
      // Other code may differ in the order of components alone.
      if (theirs === undefined) return false;
      const [name] = Object.keys(rule.if);
      const { position = 'rope', table } = record;
      const transformers = position === 'none' ? table?.method : position;
      const engines = {
        'code of auto_map': theirs,
        transformers: `${transformers}`,
      };
      return { name, theirs, transformers, engines };
    },
    message:
      'says {theirs} to the code that auto_map names; the class of ' +
      'transformers does not read it, and positions are {transformers} there',
    advice: 'run it with its own code',
  },
};
