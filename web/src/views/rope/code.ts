// The calls behind the maps as a program to copy.

import { methods } from 'posenc';
import { callOptions, program } from '../../shell/code.js';
import { ropeOptions } from './sentence.js';
import type { RopeState } from './state.js';

/** A program that attends over as many words as the picture has. */
export function writeCode(state: RopeState, words: number): string {
  const options = callOptions(methods.rope.parameters, ropeOptions(state));
  const causal = state.causal ? ', causal: true' : '';
  const start = state.start === 0 ? '' : `, keyStart: ${state.start}`;
  return program(
    `const rotary = pe.rope(${options});`,
    '// Invented vectors, one a word: put those of a model here.',
    `const length = ${words} * ${state.headDim};`,
    'const x = Float32Array.from({ length }, () => Math.random() - 0.5);',
    'const { scores, weights } = pe.attention({',
    `  q: x, k: x, heads: 1, rotary${causal}${start},`,
    '});',
  );
}
