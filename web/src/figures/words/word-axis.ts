// An axis of words, with as many words as there is room for.

import type { AxisLook } from '../../plot/axis.js';
import { labelWord } from './names.js';

/** The height of a word in CSS pixels. */
const lineHeight = 13;
const longest = 9;

export function wordAxis(name: string, words: readonly string[]) {
  return (pixels: number): AxisLook => {
    const every = Math.max(1, Math.ceil((words.length * lineHeight) / pixels));
    const marks = words
      .map((_, cell) => ({ cell, label: labelWord(words, cell, longest) }))
      .filter(({ cell }) => cell % every === 0);
    return { name, cells: words.length, marks };
  };
}
