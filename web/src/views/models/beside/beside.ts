// The facts of two layers beside each other.

import type { Fact } from '../facts/option-facts.js';

export interface Row {
  readonly word: string;
  readonly api: string;
  /** What the first and the second have; empty where one has no such fact. */
  readonly texts: readonly [first: string, second: string];
  readonly differs: boolean;
}

/** Facts by their names; several of one name are counted. */
function byName(facts: readonly Fact[]): ReadonlyMap<string, Fact> {
  const named = new Map<string, Fact>();
  for (const fact of facts) {
    let id = fact.api;
    for (let i = 2; named.has(id); i++) id = `${fact.api} ${i}`;
    named.set(id, fact);
  }
  return named;
}

/** All facts of both, in the order of the first. */
export function rowsOf(
  first: readonly Fact[],
  second: readonly Fact[],
): readonly Row[] {
  const [own, other] = [byName(first), byName(second)];
  const names = new Set([...own.keys(), ...other.keys()]);
  return [...names].map((id) => {
    const [a, b] = [own.get(id), other.get(id)];
    const { word, api } = (a ?? b) as Fact;
    const texts = [a?.text ?? '', b?.text ?? ''] as const;
    return { word, api, texts, differs: texts[0] !== texts[1] };
  });
}

/** In how many facts two layers differ. */
export function differWords(rows: readonly Row[]): string {
  const count = rows.filter(({ differs }) => differs).length;
  if (count === 0) return 'Both layers do the same.';
  return `The layers differ in ${count} of ${rows.length} facts.`;
}
