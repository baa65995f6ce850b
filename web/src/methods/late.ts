// The words of descriptions that stand in folds alone: formulas, with their trees,
// and what a method is bad at and what people get wrong. They are loaded when such
// a fold is first opened, because most readers leave it closed; the build leaves
// them out of `methods`.

import type { MethodDescription } from 'posenc/descriptions';
import { whenOpen } from '../shell/when-open.js';
import { begin } from '../state/pending.js';

type Late = typeof import('virtual:formulas');
export type LateWords = Late['words'][string];

/** The words, and the trees of all formulas. */
export interface Loaded {
  readonly words: LateWords;
  readonly trees: Late['formulas'];
}

async function load({ name }: MethodDescription): Promise<Loaded | null> {
  const done = begin('load');
  try {
    const { words, formulas } = await import('virtual:formulas');
    const own = words[name];
    return own ? { words: own, trees: formulas } : null;
  } catch {
    return null;
  } finally {
    done();
  }
}

/**
 * Fills an element with the late words of a method when it first has room. Says
 * so in it where they cannot be loaded.
 */
export function fillLate(
  element: Element,
  method: MethodDescription,
  fill: (loaded: Loaded) => void,
): void {
  whenOpen(element, async () => {
    const loaded = await load(method);
    if (loaded !== null) fill(loaded);
    else element.replaceChildren('These words could not be loaded.');
  });
}
