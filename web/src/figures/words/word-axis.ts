// An axis of words, with as many words as there is room for.

import type { AxisLook } from '../../plot/axis.js';
import { labelWord } from './names.js';

/** The height of a word in CSS pixels. */
const lineHeight = 13;
const longest = 9;

/** The labels of words, which many maps have in common. */
const labelled = new WeakMap<readonly string[], readonly string[]>();

function labelsOf(words: readonly string[]): readonly string[] {
  const labels =
    labelled.get(words) ?? words.map((_, i) => labelWord(words, i, longest));
  labelled.set(words, labels);
  return labels;
}

export function wordAxis(name: string, words: readonly string[]) {
  return (pixels: number): AxisLook => {
    const every = Math.max(1, Math.ceil((words.length * lineHeight) / pixels));
    const marks = labelsOf(words)
      .map((label, cell) => ({ cell, label }))
      .filter(({ cell }) => cell % every === 0);
    return { name, cells: words.length, marks };
  };
}
