// The words of descriptions that stand in folds alone: formulas, with their trees,
// what a method is bad at and what people get wrong; and, in views with many
// methods, the lines below their controls. They are loaded when such a fold is first
// opened, because most readers leave it closed; the build leaves them out of the
// descriptions.

import type {
  DescribedParameter,
  MethodDescription,
} from 'posenc/descriptions';
import type { Doc } from '../controls/control.js';
import { whenOpen } from '../shell/when-open.js';
import { during } from '../state/pending.js';

type Late = typeof import('virtual:formulas');
export type LateWords = Late['words'][string];

/** The words, and the trees of all formulas. */
export interface Loaded {
  readonly words: LateWords;
  readonly trees: Late['formulas'];
}

const missing = 'These words could not be loaded.';

/** What a task gives, while the page says that it loads; null where it fails. */
async function loading<T>(task: () => Promise<T>): Promise<T | null> {
  try {
    return await during('load', task);
  } catch {
    return null;
  }
}

/** Makes the descriptions of all methods whole. */
export const loadWords = () => loading(() => import('./described/whole.js'));

/** The line below the control of a parameter, in a view that does not bring it. */
export function docOf(
  parameter: Partial<Pick<DescribedParameter, 'doc'>>,
): Doc {
  async function later(): Promise<string> {
    // Words that are there stand in the first frame of their fold.
    if (parameter.doc === undefined) await loadWords();
    return parameter.doc ?? missing;
  }
  return parameter.doc ?? later;
}

/**
 * Fills an element with the late words of a method when it first has room; the
 * description is whole by then. Says so in it where they cannot be loaded.
 */
export function fillLate(
  element: Element,
  { name }: MethodDescription,
  fill: (loaded: Loaded) => void,
): void {
  whenOpen(element, async () => {
    const loaded = await loading(() =>
      Promise.all([import('virtual:formulas'), import('./described/whole.js')]),
    );
    const words = loaded?.[0].words[name];
    if (loaded && words) fill({ words, trees: loaded[0].formulas });
    else element.replaceChildren(missing);
  });
}
