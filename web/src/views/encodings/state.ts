// The state of the view of tables, and how it is written into an address:
//   #/encodings?method=NAME&length=512&show=errors
//   #/encodings?length=512&with=NAME&with.length=512

import { readSpec, writeSpec } from '../../methods/query.js';
import { tableNamed, tables } from '../../methods/table-methods.js';
import { type Subject, subjects } from '../../methods/table-spec.js';
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
  /** The row drawn as bars; none in an empty list. */
  readonly row: readonly number[];
  /** The part of the table that is shown; all of it in an empty list. */
  readonly zoom: readonly number[];
  /** Whether rows are divided by their lengths before they are multiplied. */
  readonly cosine: boolean;
  /** Whether the fold with the analysis is open. */
  readonly analysis: boolean;
  /** The table whose options the controls set. */
  readonly side: Side;
}

/** The two tables that may be beside each other. */
export const sides = ['first', 'second'] as const;
export type Side = (typeof sides)[number];

export interface EncodingsState extends Drawing {
  readonly spec: Spec;
  /** The table that it is compared with; null for none. */
  readonly other: Spec | null;
}

/** No parameter of a method may have one of these names, `method` or `with`. */
export const drawing: Schema<Drawing> = {
  pool: wordField(pools),
  show: wordField(subjects),
  lines: listField([8, 24, 40]),
  row: listField([]),
  zoom: listField([]),
  cosine: flagField(false),
  analysis: flagField(false),
  side: wordField(sides),
};

const beside = 'with';

/** The methods of other views are loaded where a name is no table's. */
const elsewhere = async () =>
  (await import('../../figures/elsewhere.js')).elsewhere;

/** The names of a table and of its preset; `path` stands before the second. */
const namingsOf = (entry: string, path: string): Naming[] => [
  {
    ...{ kind: 'method', entry, elsewhere },
    names: () => tables.map(({ name }) => name),
  },
  {
    ...{ kind: 'preset', entry: `${path}preset` },
    names: (query) => Object.keys(tableNamed(query.get(entry)).presets),
  },
];

export const namings: readonly Naming[] = [
  ...namingsOf('method', ''),
  ...namingsOf(beside, `${beside}.`),
];

/** The table that an address puts beside the first. */
function readOther(query: URLSearchParams): Spec | null {
  const name = query.get(beside);
  if (name === null) return null;
  const start = `${beside}.`;
  const own = [...query].flatMap(([path, text]): [string, string][] =>
    path.startsWith(start) ? [[path.slice(start.length), text]] : [],
  );
  return readSpec(tableNamed(name), new URLSearchParams(own));
}

function writeOther(other: Spec): [path: string, text: string][] {
  const entries = writeSpec(tableNamed(other.method), other);
  return [
    [beside, other.method],
    ...entries.map(([path, text]): [string, string] => [
      `${beside}.${path}`,
      text,
    ]),
  ];
}

export function readState(query: URLSearchParams): EncodingsState {
  const method = tableNamed(query.get('method'));
  return {
    spec: readSpec(method, query),
    other: readOther(query),
    ...decode(drawing, query),
  };
}

export function writeState({ spec, other, ...look }: EncodingsState): string {
  const method = tableNamed(spec.method);
  const usual = tableNamed(null);
  return new URLSearchParams([
    ...(method === usual ? [] : [['method', method.name]]),
    ...writeSpec(method, spec),
    ...(other === null ? [] : writeOther(other)),
    ...encode(drawing, look),
  ]).toString();
}
