// A program to copy, which computes maps such as those of the view.

import { callOf, program } from '../../methods/snippet.js';
import { method, type RopeState } from './state.js';

/** A program that attends over as many words as the maps have. */
export function writeProgram(state: RopeState, words: number): string {
  const causal = state.causal ? ', causal: true' : '';
  const start = state.start === 0 ? '' : `, keyStart: ${state.start}`;
  return program(
    `const rotary = ${callOf(method, state.spec)};`,
    '// Random vectors, one for each word: put those of a model here.',
    `const length = ${words} * ${state.spec.headDim};`,
    'const x = Float32Array.from({ length }, () => Math.random() - 0.5);',
    'const { scores, weights } = pe.attention({',
    `  q: x, k: x, heads: 1, rotary${causal}${start},`,
    '});',
  );
}
