// A program to copy, which computes the numbers of the view: its maps, and the
// score of the two words whose arrows are shown.

import { rowOf, splitWords, spreadOf } from '../../figures/words/words.js';
import { vectorsCode } from '../../figures/words/words-code.js';
import { callOf, program } from '../../methods/snippet.js';
import type { Spec } from '../../state/spec.js';
import { placesOf } from './meeting.js';
import { method } from './method.js';
import type { RopeState } from './state.js';

/** Lines that compute the score of two words with a second rope. */
function secondCode(
  second: Spec,
  likeness: number,
  chosen: readonly string[],
  places: string,
): string[] {
  const width = Number(second.headDim);
  const { own, common } = spreadOf(likeness);
  const rows = chosen.map(rowOf).join(', ');
  return [
    '// The same two words with the second rope.',
    `const second = ${callOf(method, second)};`,
    'const two = pe.addTo(',
    `  pe.learned({ positions: [${rows}], dim: ${width}, std: ${own} }),`,
    `  pe.learned({ positions: [0, 0], dim: ${width}, std: ${common} }),`,
    ');',
    'const beside = pe.attention({',
    `  q: two.data.slice(0, ${width}), k: two.data.slice(${width}),`,
    `  heads: 1, rotary: second, ${places},`,
    '});',
    'const [secondScore] = beside.scores.data;',
  ];
}

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
  const chosen = [state.query, state.key].map(
    (place) => words[placeOf(place)] ?? '',
  );
  const [query, key] = chosen;
  const at = `queryStart: ${queryAt}, keyStart: ${keyAt}`;
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
    `  heads: 1, rotary, ${at},`,
    '});',
    'const [score] = meeting.scores.data;',
    ...(state.second ? secondCode(state.second, likeness, chosen, at) : []),
  );
}
