// The state of the view of models, and how it is written into an address:
//   #/models?pick=DeepSeek+V3&layer=3&to=1000000&for=vllm
//   #/models?config=eyJtb2RlbF90eXBlIjoi…&file=config.json
//   #/models?held=1x2y3z&file=config.json, of one that is too long

import {
  decode,
  encode,
  type Field,
  numberField,
  type Schema,
  textField,
  wordField,
} from '../../state/hash.js';
import {
  type CacheDType,
  type CacheOrder,
  cacheDTypes,
  caches,
} from './cache/cache-shapes.js';
import { type CurveWord, curveKinds } from './context/curve-words.js';
import { type ScheduleWord, scheduleWords } from './context/schedules.js';
import { listed } from './list.js';
import { heldText, hold } from './source/held-texts.js';
import { longest, pack, unpack } from './source/pack.js';

/** The engines for which settings are shown, as the package names them. */
export const engines = [
  'vllm',
  'sglang',
  'transformers',
  'llama.cpp',
  'mlx',
  'ollama',
] as const;

export type Engine = (typeof engines)[number];

interface Chosen {
  /** The name of a configuration that the page has. */
  readonly pick: string;
  /** The name of the reader's own file, if it has one. */
  readonly file: string;
  /** The tower that is shown; the main one where there is none such. */
  readonly tower: string;
  /** Number of the layer that is shown; NaN for the one that tells most. */
  readonly layer: number;
  /** Number of tokens that the model shall read. */
  readonly to: number;
  readonly for: Engine;
  /** The schedules over each other; none for the usual ones. */
  readonly schedules: readonly ScheduleWord[];
  /** What is drawn of them. */
  readonly curve: CurveWord;
  /** The name of a known model beside it; '' for none. */
  readonly with: string;
  /** The name of the reader's own file beside it, if it has one. */
  readonly withFile: string;
  /** Number of its layer that is shown, as `layer`. */
  readonly withLayer: number;
  /** The order, the numbers and the positions of tables to save. */
  readonly cache: CacheOrder;
  readonly dtype: CacheDType;
  readonly rows: number;
}

export interface ModelsState extends Chosen {
  /** The text of the reader's own configuration; null while one is picked. */
  readonly own: string | null;
  /** The same of the second model; null while that is a known one, or none. */
  readonly withOwn: string | null;
}

export const pickNames = listed.map(({ name }) => name);

/** Words with points between them. */
const schedulesField: Field<readonly ScheduleWord[]> = {
  initial: [],
  format: (words) => words.join('.'),
  parse(text) {
    const given = text.split('.');
    return scheduleWords.filter((word) => given.includes(word));
  },
};

const schema: Schema<Chosen> = {
  pick: textField<string>(pickNames[0] ?? ''),
  file: textField<string>('', 80),
  tower: textField<string>('', 80),
  layer: numberField(Number.NaN),
  to: numberField(262_144),
  for: wordField(engines),
  schedules: schedulesField,
  curve: wordField(curveKinds),
  with: textField<string>(''),
  withFile: textField<string>('', 80),
  withLayer: numberField(Number.NaN),
  cache: wordField(caches),
  dtype: wordField(cacheDTypes),
  rows: numberField(4096),
};

/** The name of a configuration that was pasted. */
export const pasted = 'a pasted text';

/** The entries of an address for the two texts. */
const entries = {
  own: { packed: 'config', held: 'held' },
  withOwn: { packed: 'withConfig', held: 'withHeld' },
} as const;

type Own = Pick<ModelsState, 'own' | 'withOwn'>;

/**
 * The letters of both configurations; null where an address has no room: the second
 * has what the first leaves.
 */
function lettersOf({ own, withOwn }: Own) {
  const first = own === null ? null : pack(own);
  const second = withOwn === null ? null : pack(withOwn);
  const both = (first?.length ?? 0) + (second?.length ?? 0);
  return { own: first, withOwn: both > longest ? null : second };
}

/** Whether an address has room for a configuration. */
export const fits = (state: Own, which: keyof Own): boolean =>
  lettersOf(state)[which] !== null;

export function readState(query: URLSearchParams): ModelsState {
  const textOf = (which: keyof Own): string | null => {
    const letters = query.get(entries[which].packed);
    const held = heldText(query.get(entries[which].held) ?? '');
    return letters === null ? held : unpack(letters);
  };
  return {
    ...decode(schema, query),
    ...{ own: textOf('own'), withOwn: textOf('withOwn') },
  };
}

export function writeState({ own, withOwn, ...chosen }: ModelsState): string {
  const letters = lettersOf({ own, withOwn });
  const texts = Object.entries({ own, withOwn }).flatMap(([name, text]) => {
    if (text === null) return [];
    const which = name as keyof Own;
    const packed = letters[which];
    return packed === null
      ? [[entries[which].held, hold(text)]]
      : [[entries[which].packed, packed]];
  });
  // What is open is the reader's own: the last pick says nothing then.
  const named = (text: string | null, file: string) =>
    text !== null && file === '' ? pasted : file;
  const told = {
    ...chosen,
    pick: own === null ? chosen.pick : schema.pick.initial,
    file: named(own, chosen.file),
    with: withOwn === null ? chosen.with : '',
    withFile: named(withOwn, chosen.withFile),
  };
  return new URLSearchParams([...texts, ...encode(schema, told)] as [
    string,
    string,
  ][]).toString();
}
