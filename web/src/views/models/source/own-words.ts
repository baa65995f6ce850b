// What is said of a configuration of the reader's own.

import { fits, type ModelsState } from '../state.js';

/** What the link holds of it. */
export function ownWords(state: ModelsState, which: 'own' | 'withOwn'): string {
  const file = which === 'own' ? state.file : state.withFile;
  const name = file === '' ? 'Your own' : `Your own: ${file}`;
  return fits(state, which)
    ? `${name}. The link of this view holds it.`
    : `${name}. It is too long for a link, which holds its name alone.`;
}

/** The name of a file that is changed: a known model becomes the reader's own. */
export const changedName = (pick: string, file: string): string =>
  file === '' ? `${pick}, changed` : file;
