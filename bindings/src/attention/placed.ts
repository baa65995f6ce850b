/** Biases inside attention whose queries and keys have positions of their own. */

import {
  type Pairs,
  pairsOf,
  readPairLists,
  startParameters,
} from '../arrays/pairs.js';
import type { Checked } from '../describe/checks.js';
import type { PlannedTerms, Term, TermSizes } from '../terms/term.js';

const { keyPositions, queryPositions } = startParameters;

/** The options of positions that the spec of a bias has inside attention. */
export const placeParameters = { keyPositions, queryPositions } as const;

/** The terms of a bias, at the positions that its spec says, if it does. */
export function placed(
  method: string,
  planned: PlannedTerms,
  checked: Checked<typeof placeParameters>,
  { queries, keys }: TermSizes,
): PlannedTerms {
  const start = { keyStart: 0, queryStart: undefined };
  const lists = readPairLists(method, { ...checked, ...start });
  if (!lists.keyPositions && !lists.queryPositions) return planned;
  const pairs = pairsOf(method, start, lists, queries, keys);
  return {
    ...planned,
    load(scratch, gradient) {
      const loaded = planned.load(scratch, gradient);
      return { ...loaded, terms: loaded.terms.map((term) => at(term, pairs)) };
    },
  };
}

/** A term that takes these positions for those of the call. */
const at = (term: Term, pairs: Pairs): Term => ({
  name: term.name,
  write: (tile, out) => term.write({ ...tile, pairs }, out),
  lines: () => term.lines?.(pairs),
  sums: () => term.sums?.(pairs),
  back: (tile, ...more) => term.back({ ...tile, pairs }, ...more),
});
