// A program to copy, which computes the numbers of the view: its maps, and the
// score of the two words whose arrows are shown.

import { splitWords } from '../../figures/words/words.js';
import { vectorsCode } from '../../figures/words/words-code.js';
import { callOf, program } from '../../methods/snippet.js';
import { placesOf } from './meeting.js';
import { method, type RopeState } from './state.js';

/** A program that attends over the words in the order shown. */
export function writeProgram(
  state: RopeState,
  words: readonly string[],
  order: readonly number[],
): string {
  const { spec, likeness, start } = state;
  const { queryAt, keyAt } = placesOf(state);
  const width = Number(spec.headDim);
  const causal = state.causal ? ', causal: true' : '';
  const places =
    start === 0 ? '' : `, keyStart: ${start}, queryStart: ${start}`;
  const typed = splitWords(state.text);
  // The words are chosen by their places in the sentence as it was typed.
  const placeOf = (chosen: number) =>
    Math.max(0, order.indexOf(chosen < typed.length ? chosen : 0));
  const vectorOf = (chosen: number) => {
    const from = placeOf(chosen) * width;
    return `x.data.slice(${from}, ${from + width})`;
  };
  const [query, key] = [state.query, state.key].map(
    (chosen) => words[placeOf(chosen)] ?? '',
  );
  return program(
    `const rotary = ${callOf(method, spec)};`,
    ...vectorsCode(words, width, likeness),
    'const { scores, weights } = pe.attention({',
    `  q: x.data, k: x.data, heads: 1, rotary${causal}${places},`,
    '});',
    '// The same words with a table added, and without position.',
    `const table = pe.sinusoidal({ length: ${words.length}, dim: ${width}, start: ${start} });`,
    'const sum = pe.addTo(x, table);',
    `const added = pe.attention({ q: sum.data, k: sum.data, heads: 1, headDim: ${width}${causal} });`,
    `const plain = pe.attention({ q: x.data, k: x.data, heads: 1, headDim: ${width}${causal} });`,
    `// The arrows: the query “${query}” at ${queryAt}, the key “${key}” at ${keyAt}.`,
    'const meeting = pe.attention({',
    `  q: ${vectorOf(state.query)}, k: ${vectorOf(state.key)},`,
    `  heads: 1, rotary, queryStart: ${queryAt}, keyStart: ${keyAt},`,
    '});',
    'const [score] = meeting.scores.data;',
  );
}
