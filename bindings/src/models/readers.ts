/** Which families read which keys that say how positions are encoded. */

import { keysOf } from './fact-keys.js';
import type { Fact } from './facts.js';
import type { Family } from './family.js';
import { familyWords, recordOf } from './records.js';
import type { Json } from './types.js';

/** A key by which a family encodes positions. */
export interface Reading {
  readonly key: string;
  /** The family, by its word. */
  readonly family: string;
  /**
   * What acts where the key says so: words of `positions.ts` and methods of
   * tables, or `layout` and `turns` of a rotation.
   */
  readonly acts: string;
  /** The values that say so; where it is absent, any that is not empty. */
  readonly wanted?: Json;
  /** The fact that it says. */
  readonly fact?: Fact;
}

/** The facts that say how an encoding acts, by the words of `positions.ts`. */
const wordFacts: Readonly<Record<string, readonly Fact[]>> = {
  rope: ['theta', 'localTheta', 'share', 'rotaryDim'],
  alibi: ['largestBias'],
  t5Bias: ['buckets', 'farthest'],
  clippedBias: ['farthest'],
  shaw: ['clip', 'clipLeft', 'clipRight'],
};

/** The keys of encodings that are no facts. */
const wordKeys: Readonly<Record<string, string>> = {
  rope: 'rope_scaling rope_parameters mrope_section',
  deberta:
    'relative_attention pos_att_type max_relative_positions position_buckets ' +
    'norm_rel_ebd',
  boxBias: 'rel_2d_pos_bins max_rel_2d_pos',
  relativeLogits: 'd_rel rel_extent',
};

/**
 * Whether the name of a key says that it is about positions: `num_buckets` may
 * be of hashes, too.
 */
export function speaksOfPositions(key: string): boolean {
  return /rope|rotary|theta|alibi|posit|relative|(^|_)(pos|rel)(_|$)/.test(key);
}

const readings = new Map<string, Reading[]>();

/** The readings of a key by all families: collected once, when one is asked for. */
export function readersOf(key: string): readonly Reading[] {
  if (readings.size === 0) {
    for (const reading of familyWords.flatMap(readingsOf)) {
      const others = readings.get(reading.key);
      if (others) others.push(reading);
      else readings.set(reading.key, [reading]);
    }
  }
  return readings.get(key) ?? [];
}

/** The readings of families that were asked for. */
const known = new Map<string, readonly Reading[]>();

/** The readings of one family. */
export function readingsOf(family: string): readonly Reading[] {
  const own = known.get(family) ?? collected(family);
  known.set(family, own);
  return own;
}

/** Collects the readings of one family. */
function collected(family: string): readonly Reading[] {
  const found: Reading[] = [];
  const add: Add = (key, acts, more = {}) => {
    const twice = found.some((one) => one.key === key && one.acts === acts);
    if (!speaksOfPositions(key) || (twice && more.wanted === undefined)) return;
    found.push({ key, family, acts, ...more });
  };
  visit(recordOf(family) ?? {}, add);
  return found;
}

type Add = (
  key: string,
  acts: string,
  more?: Pick<Reading, 'wanted' | 'fact'>,
) => void;

const yes = { wanted: true };

/** Adds what a record reads, in all its towers and under all its conditions. */
function visit(record: Family, add: Add): void {
  const { position = 'rope', when = [], towers = {}, says = {} } = record;
  if (record.composite) return;
  const words = position.split(' ');
  for (const word of words) addWord(record, word, add);
  if (words.includes('rope')) addTurns(record, add);
  for (const [key, word] of Object.entries(says)) add(key, word, yes);
  for (const { if: condition, take } of when) {
    const [[key = '', wanted] = [], ...more] = Object.entries(condition);
    const acts = actsOf(take);
    if (more.length === 0 && wanted !== undefined && isYes(wanted)) {
      if (acts !== '') add(key, acts, { wanted });
    } else if (more.length === 0 && wanted === false) {
      if (take.position === 'none') add(key, position, yes);
    }
    visit(changed({ ...record, when: [] }, take), add);
  }
  for (const changes of Object.values(towers)) {
    visit(changed({ ...record, towers: {} }, changes), add);
  }
}

/** A record with changes, as far as keys are concerned. */
function changed(record: Family, changes: Family): Family {
  const keys = { ...record.keys, ...changes.keys };
  const defaults = { ...record.defaults, ...changes.defaults };
  return { ...record, ...changes, keys, defaults };
}

/** Adds the keys of an encoding. */
function addWord(record: Family, word: string, add: Add): void {
  for (const fact of wordFacts[word] ?? []) {
    for (const key of keysOf(fact, record)) {
      // Most classes have it, for something else.
      if (key !== 'max_position_embeddings') add(key, word, { fact });
    }
  }
  for (const key of wordKeys[word]?.split(' ') ?? []) add(key, word);
}

/** Adds the keys that say which layers turn, and which pairs. */
function addTurns(record: Family, add: Add): void {
  const { layoutKey, thetaFactor, ropeList, kinds } = record;
  if (layoutKey !== undefined) add(layoutKey, 'layout', yes);
  if (thetaFactor !== undefined) add(thetaFactor, 'rope');
  if (typeof ropeList === 'string') add(ropeList, 'turns');
  const turns = typeof kinds === 'object' && 'turns' in kinds && kinds.turns;
  if (ropeList === true || turns) {
    add('no_rope_layers', 'turns');
    add('no_rope_layer_interval', 'turns');
  }
}

/** What acts under a condition; '' for nothing besides a learned table. */
function actsOf({ position, table }: Family): string {
  if (position !== undefined && position !== 'none') return position;
  const { method = 'learned' } = table ?? {};
  return method === 'learned' ? '' : method;
}

/** Whether a wanted value switches something on. */
function isYes(wanted: Json): boolean {
  if (Array.isArray(wanted)) return wanted.every(isYes);
  return wanted === true || typeof wanted === 'string';
}

/** Whether the value of a key says what a reading does. */
export function saysSo(value: unknown, { wanted }: Reading): boolean {
  if (wanted === undefined) {
    if (typeof value === 'number') return value > 0;
    if (typeof value === 'string') return value !== '' && value !== 'none';
    if (Array.isArray(value)) return value.length > 0;
    if (typeof value !== 'object' || value === null) return value === true;
    return Object.keys(value).length > 0;
  }
  if (wanted === '*') return value !== null && value !== false;
  return [wanted].flat().includes(value as Json);
}
