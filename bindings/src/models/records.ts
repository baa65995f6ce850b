/** Records of families by the words of `model_type`. */

import { show } from '../base/errors.js';
import { factKeys } from './facts.js';
import { families } from './families/index.js';
import type { Family } from './family.js';
import type { Section } from './section.js';
import type { Json } from './types.js';

/** Records that are the same have their words in one key. */
const known = new Map(
  Object.entries(families).flatMap(([words, record]) =>
    words.split(' ').map((word) => [word, record] as const),
  ),
);

/** The families that are known. */
export const familyWords: readonly string[] = [...known.keys()];

/** The family whose record that of another begins with. */
export function likeOf(word: string): string | undefined {
  return known.get(word)?.like;
}

/** A record with all that it takes over from the one that it is like. */
const whole = new Map<string, Family>();

/** The record of a family; `undefined` if it is unknown. */
export function recordOf(word: string): Family | undefined {
  const own = known.get(word);
  if (own === undefined) return undefined;
  let record = whole.get(word);
  if (record === undefined) {
    const like = own.like === undefined ? {} : recordOf(own.like);
    record = like === undefined ? own : joined(like, own);
    whole.set(word, record);
  }
  return record;
}

/**
 * Keys that say the same fact. Those of encoders and decoders are not among
 * them: a file has both.
 */
const synonyms = new Map<string, readonly string[]>(
  Object.values(factKeys).flatMap((names) => {
    const common = names.filter((name) => !/^(en|de)coder_/.test(name));
    return common.map((name) => [name, common] as const);
  }),
);

/** One record with the changes of another. */
export function joined(first: Family, changes: Family): Family {
  const keys = { ...first.keys, ...changes.keys };
  const defaults: Record<string, Json> = { ...first.defaults };
  for (const [key, value] of Object.entries(changes.defaults ?? {})) {
    // The default of the first record may stand under another name of the key.
    for (const name of synonyms.get(key) ?? []) delete defaults[name];
    defaults[key] = value;
  }
  return { ...first, ...changes, keys, defaults };
}

/** The record with the changes whose conditions the section meets. */
export function fitted(family: Family, section: Section): Family {
  const { when = [] } = family;
  for (const { if: conditions, take } of when) {
    const holds = Object.entries(conditions).every(([key, wanted]) =>
      meets(section.get(key), wanted),
    );
    if (holds) return fitted(joined({ ...family, when: [] }, take), section);
  }
  return family;
}

/**
 * Whether a value is the wanted one, or a list that holds it. Of a list of
 * wanted values, one is enough. A wanted null stands for a key that is absent or
 * null, and `*` for any other value.
 */
export function meets(value: unknown, wanted: Json): boolean {
  if (Array.isArray(wanted)) return wanted.some((one) => meets(value, one));
  if (Array.isArray(value)) return value.includes(wanted);
  if (wanted === '*') return (value ?? null) !== null;
  return (value ?? null) === wanted;
}

/** The family that `model_type` names; `undefined` if it names none that is known. */
function typedWord(section: Section): string | undefined {
  const type = section.text('model_type') ?? section.text('_class_name');
  const word = type?.toLowerCase().replace(/[-.]/g, '_') ?? '';
  return known.has(word) ? word : undefined;
}

/**
 * The word of the family of a section: what `model_type` says, or else the first
 * of `architectures` that names a family, such as `LlamaForCausalLM`, which is
 * noted as a guess; `undefined` if neither is known.
 */
export function familyWord(section: Section): string | undefined {
  const typed = typedWord(section);
  if (typed !== undefined) return typed;
  for (const name of section.list('architectures') ?? []) {
    const word = typeof name === 'string' ? wordOfClass(name) : undefined;
    if (word === undefined) continue;
    noteGuess(section, `${name}`, word);
    return word;
  }
  return undefined;
}

function noteGuess(section: Section, name: string, word: string): void {
  const { notes, path } = section;
  const value = section.raw('model_type');
  const [what, others] =
    value == null
      ? ['missing', 'stops, or goes by the name of the folder']
      : ['unknown', 'runs the code beside the weights, or stops'];
  notes.guessed = true;
  notes.find(
    'warning',
    'missing',
    `${path}model_type`,
    value,
    `is ${what}: transformers ${others}; here ${show(name)} of architectures ` +
      `is taken for ${word}`,
    `write "model_type": "${word}" if it is one`,
  );
}

/** The longest name of a class that is looked at. */
const LONGEST_CLASS = 100;

/** What follows the name of a family in the name of a class. */
const ofClass =
  /^(For[A-Z]|With|LMHead|DoubleHeads|Text|Encoder|Decoder|Model|PreTrain|$)/;

/** Words of families by their letters and digits. */
const plainWords = new Map(
  familyWords.map((word) => [plain(word), word] as const),
);

/** The family whose name a class begins with, the longest if there are several. */
function wordOfClass(name: string): string | undefined {
  const own = name.slice(0, LONGEST_CLASS).replace(/^(TF|Flax)(?=[A-Z])/, '');
  for (let end = own.length; end > 0; end--) {
    if (!ofClass.test(own.slice(end))) continue;
    const word = plainWords.get(plain(own.slice(0, end)));
    if (word !== undefined) return word;
  }
  return undefined;
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, '');
}
