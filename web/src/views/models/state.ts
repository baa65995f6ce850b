// The state of the view of models, and how it is written into an address:
//   #/models?pick=DeepSeek+V3&layer=3&to=1000000&for=vllm
//   #/models?config=eyJtb2RlbF90eXBlIjoi…&file=config.json
//   #/models?held=1x2y3z&file=config.json, of one that is too long

import {
  decode,
  encode,
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
import { listed } from './list.js';
import { heldText, hold } from './source/held-texts.js';
import { pack, unpack } from './source/pack.js';

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
  /** The name of a known model beside it; '' for none. */
  readonly with: string;
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
}

export const pickNames = listed.map(({ name }) => name);

const schema: Schema<Chosen> = {
  pick: textField<string>(pickNames[0] ?? ''),
  file: textField<string>('', 80),
  tower: textField<string>('', 80),
  layer: numberField(Number.NaN),
  to: numberField(262_144),
  for: wordField(engines),
  with: textField<string>(''),
  withLayer: numberField(Number.NaN),
  cache: wordField(caches),
  dtype: wordField(cacheDTypes),
  rows: numberField(4096),
};

/** The name of a configuration that was pasted. */
export const pasted = 'a pasted text';

/** Whether an address has room for a configuration. */
export const fits = (own: string): boolean => pack(own) !== null;

export function readState(query: URLSearchParams): ModelsState {
  const packed = query.get('config');
  const held = heldText(query.get('held') ?? '');
  return {
    ...decode(schema, query),
    own: packed === null ? held : unpack(packed),
  };
}

export function writeState({ own, ...chosen }: ModelsState): string {
  const packed = own === null ? null : pack(own);
  // What is open is the reader's own: the last pick says nothing then.
  const { pick, ...rest } = chosen;
  const file = own !== null && rest.file === '' ? pasted : rest.file;
  const told =
    own === null ? chosen : { ...rest, pick: schema.pick.initial, file };
  const held = own !== null && packed === null ? hold(own) : null;
  return new URLSearchParams([
    ...(packed === null ? [] : [['config', packed]]),
    ...(held === null ? [] : [['held', held]]),
    ...encode(schema, told),
  ] as [string, string][]).toString();
}
