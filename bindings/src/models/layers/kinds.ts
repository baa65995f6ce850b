/** Which layers of a tower attend how. */

import type { EveryRule, Family, KeyRule } from '../family.js';
import { count, type Section, valueAt } from '../section.js';
import { listedTurns } from './rope-layers.js';
import { MOST_LAYERS } from './stages.js';

/** The word of the kind of each layer, as in `layer_types`. */
export type LayerWord = string;

const FULL = 'full_attention';
const SLIDING = 'sliding_attention';
const WINDOW = 'window_attention';

/** Kinds of layers, from the file or from what the class does without it. */
export function layerWords(
  section: Section,
  family: Family,
  layers: number,
): readonly LayerWord[] {
  const words = saidWords(section, family, layers);
  const { last } = family;
  return last === undefined || layers === 0
    ? words
    : [...words.slice(0, -1), last];
}

/** Whether the class of a family reads `layer_types`. */
export function readsLayerTypes({ kinds, layerTypes }: Family): boolean {
  return layerTypes ?? typeof kinds === 'object';
}

/** The words that the file says, or else the rule of a family. */
function saidWords(
  section: Section,
  family: Family,
  layers: number,
): readonly LayerWord[] {
  const listed = readsLayerTypes(family) ? section.list('layer_types') : null;
  if (listed !== null) {
    const words = listed.filter((word) => typeof word === 'string');
    if (words.length === listed.length && words.length >= layers) {
      return words.slice(0, layers);
    }
    section.fault(
      words.length === listed.length ? 'wrong_length' : 'wrong_type',
      'layer_types',
      `must hold a word for each of ${layers} layers, has ${words.length}`,
      `write ${layers} words`,
      listed.length,
    );
  }
  const at = ruled(section, family, layers);
  const meanings = new Map(Object.entries(family.words ?? {}));
  return Array.from({ length: layers }, (_, index) => {
    const word = at(index);
    return meanings.get(word) ?? word;
  });
}

/** The word of a layer by the rule of a family. */
function ruled(
  section: Section,
  { kinds = 'full' }: Family,
  layers: number,
): (index: number) => LayerWord {
  if (kinds === 'full') return () => FULL;
  if (kinds === 'sliding') return () => SLIDING;
  if (kinds === 'window') return () => WINDOW;
  if (typeof kinds === 'string') return () => kinds;
  const that = kinds.that ?? FULL;
  const others = kinds.others ?? SLIDING;
  if ('every' in kinds) return everyNth(section, kinds, layers, that, others);
  return byKey(section, kinds, layers, that, others);
}

function everyNth(
  section: Section,
  { every, of, at, after, until, rest }: EveryRule,
  layers: number,
  that: LayerWord,
  others: LayerWord,
): (index: number) => LayerWord {
  let n = of ?? 1;
  let key = '';
  if (typeof every === 'number') {
    n = every;
  } else {
    key = every;
    const said = section.get(key);
    // EXAONE 4 writes the group in letters, such as LLLG.
    if (typeof said === 'string' && said !== '') {
      return (index) => (said[index % said.length] === 'G' ? that : others);
    }
    const number = section.number(key, count);
    if (number !== null) n = number;
    else if (said === null) return () => that;
    else section.assume(key, n);
  }
  const place = at ?? n - 1;
  const first = (after && section.number(after, { min: 0 })) || 0;
  const listed = typeof rest === 'string' && section.number(rest, { min: 0 });
  const last = rest === true ? layers % n : listed || null;
  const whole = last === null ? null : layers - last;
  const said = until === undefined ? null : section.number(until, { min: 0 });
  const end = said ?? whole ?? Number.POSITIVE_INFINITY;
  return (index) =>
    index < first || (index - first) % n === place || index >= end
      ? that
      : others;
}

function byKey(
  section: Section,
  rule: KeyRule,
  layers: number,
  that: LayerWord,
  others: LayerWord,
): (index: number) => LayerWord {
  if (rule.turns) {
    const turns = listedTurns(section, true);
    return (index) => (turns(index) ? that : others);
  }
  if (rule.cycle !== undefined) {
    const words = (section.list(rule.cycle) ?? []).filter(
      (word) => typeof word === 'string',
    );
    const { length } = words;
    if (length > 0) return (index) => words[index % length] ?? others;
  }
  const { list = '', letters, absent } = rule;
  const said = list === '' ? null : (section.get(list) ?? null);
  if (said === null && absent !== undefined) return () => absent;
  if (letters !== undefined) {
    const path = rule.field?.split('.') ?? [];
    const values = typeof said === 'string' ? said : (section.list(list) ?? []);
    const words = new Map(Object.entries(letters));
    return (index) => {
      const value = valueAt(values[index], path);
      const plain = typeof value === 'object' ? '' : String(value);
      return words.get(plain) ?? others;
    };
  }
  if (rule.list !== undefined) {
    const numbers = new Set(section.numbers(rule.list) ?? []);
    const base = rule.base ?? 0;
    return (index) => (numbers.has(index + base) ? that : others);
  }
  if (rule.groups !== undefined) {
    const words = repeated(section, rule.groups);
    return (index) => {
      const word = words[index % words.length];
      return typeof word === 'string' ? word : FULL;
    };
  }
  if (rule.period !== undefined) {
    const period = section.number(rule.period, count) ?? 1;
    const offset = section.number(rule.offset ?? '', { min: 0 }) ?? 0;
    return (index) => (index % period === offset ? that : others);
  }
  const from = section.number(rule.from ?? '', { min: 0 }) ?? layers;
  return (index) => (index >= from ? others : that);
}

/**
 * The words of pairs such as `[['global', 'local'], 12]`, repeated, but no more
 * than a tower may have layers; none, and a finding, if a pair is no such pair.
 */
function repeated(section: Section, key: string): readonly unknown[] {
  const all: unknown[] = [];
  for (const [index, pair] of (section.list(key) ?? []).entries()) {
    const [words, times] = Array.isArray(pair) ? pair : [];
    const whole = typeof times === 'number' && times % 1 === 0;
    if (!whole || !Array.isArray(words)) {
      const rule = 'a pair of a list of words and a whole number';
      section.wrong(`${key}[${index}]`, pair, rule);
      return [];
    }
    const room = MOST_LAYERS - all.length;
    const length = Math.min(words.length * times, room);
    for (let at = 0; at < length; at++) all.push(words[at % words.length]);
  }
  return all;
}
