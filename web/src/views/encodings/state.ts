// The state of the view of tables, and how it is written into an address:
//   #/encodings?method=NAME&length=512&show=errors

import { readSpec, writeSpec } from '../../methods/query.js';
import { type Subject, subjects } from '../../methods/table.js';
import { tableNamed, tables } from '../../methods/tables.js';
import { type Pool, pools } from '../../plot/resample.js';
import {
  decode,
  encode,
  flagField,
  listField,
  type Schema,
  wordField,
} from '../../state/hash.js';
import type { Naming } from '../../state/names.js';
import type { Spec } from '../../state/spec.js';

/** How the table is drawn. */
export interface Drawing {
  readonly pool: Pool;
  readonly show: Subject;
  /** Columns drawn as lines. */
  readonly lines: readonly number[];
  /** Whether rows are divided by their lengths before they are multiplied. */
  readonly cosine: boolean;
}

export interface EncodingsState extends Drawing {
  readonly spec: Spec;
}

/** No parameter of a method may have one of these names, or `method`. */
export const drawing: Schema<Drawing> = {
  pool: wordField(pools),
  show: wordField(subjects),
  lines: listField([8, 24, 40]),
  cosine: flagField(false),
};

export const namings: readonly Naming[] = [
  { kind: 'method', names: () => tables.map(({ name }) => name) },
  {
    kind: 'preset',
    names: (query) => Object.keys(tableNamed(query.get('method')).presets),
  },
];

export function readState(query: URLSearchParams): EncodingsState {
  const method = tableNamed(query.get('method'));
  return { spec: readSpec(method, query), ...decode(drawing, query) };
}

export function writeState({ spec, ...look }: EncodingsState): string {
  const method = tableNamed(spec.method);
  const usual = tableNamed(null);
  return new URLSearchParams([
    ...(method === usual ? [] : [['method', method.name]]),
    ...writeSpec(method, spec),
    ...encode(drawing, look),
  ]).toString();
}
