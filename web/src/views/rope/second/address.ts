// A second rope in an address: a model by its name, and the options in which the
// rope differs from it.
//   #/rope?second=Llama+3.1+8B&second.theta=1000000
// A rope that is no model's is called `own`; it differs from the example.

import { readSpec, writeFrom } from '../../../methods/query.js';
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
  const model = modelOf(method, second) ?? null;
  const entries = writeFrom(method, second, model);
  return [['second', model ?? ownName], ...entries.map(prefixed)];
}

function prefixed([path, text]: [string, string]): [string, string] {
  return [prefix + path, text];
}
