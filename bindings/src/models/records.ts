/** Records of families by the words of `model_type`. */

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
const synonyms = new Map<string, readonly string[]>();
for (const names of Object.values(factKeys)) {
  const common = names.filter((name) => !/^(en|de)coder_/.test(name));
  for (const name of common) synonyms.set(name, common);
}

/** One record with the changes of another. */
export function joined(first: Family, changes: Family): Family {
  const keys = { ...first.keys, ...changes.keys };
  const defaults: Record<string, Json> = { ...first.defaults };
  for (const [key, value] of Object.entries(changes.defaults ?? {})) {
    // A default counts whichever key the other record has it under.
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
function meets(value: unknown, wanted: Json): boolean {
  if (Array.isArray(wanted)) return wanted.some((one) => meets(value, one));
  if (Array.isArray(value)) return value.includes(wanted);
  if (wanted === '*') return (value ?? null) !== null;
  return (value ?? null) === wanted;
}

/**
 * The word of the family of a section: `model_type`, or what `architectures`
 * says, such as `LlamaForCausalLM`; `undefined` if neither is known.
 */
export function familyWord(section: Section): string | undefined {
  const type = section.text('model_type');
  if (type !== null) {
    const word = type.toLowerCase().replace(/[-.]/g, '_');
    if (known.has(word)) return word;
  }
  for (const name of section.list('architectures') ?? []) {
    if (typeof name !== 'string') continue;
    const stem = plain(name.replace(/(For[A-Z]|LMHead|Model$).*/, ''));
    const word = familyWords.find((one) => plain(one) === stem);
    if (word !== undefined) return word;
  }
  return undefined;
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, '');
}
