// A second rope in an address: a model by its name, and the options in which the
// rope differs from it.
//   #/rope?second=Llama+3.1+8B&second.theta=1000000
// A rope that is no model's is called `own`; it differs from the example.

import { readSpec, writeSpec } from '../../../methods/query.js';
import type { Spec } from '../../../state/spec.js';
import { modelOf } from '../lengths.js';
import { method } from '../method.js';
import { prefix } from './prefix.js';

export const ownName = 'own';

/** What a link may call a second rope. */
export const secondNames = (): readonly string[] => [
  ownName,
  ...Object.keys(method.presets),
];

/** The options of a model, and no others. */
export function modelSpec(name: string): Spec {
  return readSpec(method, new URLSearchParams({ preset: name }));
}

/** Null where an address has no second rope. */
export function readSecond(query: URLSearchParams): Spec | null {
  const name = query.get('second') ?? '';
  if (name === '') return null;
  const own = new URLSearchParams(name === ownName ? {} : { preset: name });
  for (const [path, text] of query) {
    if (path.startsWith(prefix)) own.append(path.slice(prefix.length), text);
  }
  return readSpec(method, own);
}

export function writeSecond(second: Spec | null): [string, string][] {
  if (second === null) return [];
  const name = modelOf(method, second) ?? ownName;
  const entries = writeSpec(method, second);
  if (name === ownName) return [['second', name], ...entries.map(prefixed)];
  // A model's own options are not written.
  const same = new Map(writeSpec(method, modelSpec(name)));
  const more = entries.filter(([path, text]) => same.get(path) !== text);
  const written = new Set(entries.map(([path]) => path));
  const gone = [...same.keys()].filter((path) => !written.has(path));
  return [
    ['second', name],
    ...more.map(prefixed),
    ...gone.map((path) => prefixed([path, ''])),
  ];
}

function prefixed([path, text]: [string, string]): [string, string] {
  return [prefix + path, text];
}
