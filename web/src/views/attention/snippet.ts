// A program to copy, which attends as both configurations do.

import { literalOf } from 'posenc/descriptions';
import { lean } from '../../methods/defaults.js';
import { program } from '../../methods/snippet.js';
import { optionsOf, type Spec } from '../../state/spec.js';
import {
  learnedNames,
  methodIn,
  methodNamed,
  type Side,
  slots,
} from './slots.js';
import { type AttentionState, sides } from './state.js';

/** The options of `attention` that hold the parts of a side, as code. */
function writeParts(side: Side, headDim: number): string[] {
  return slots.flatMap((slot) => {
    const spec = side[slot.family];
    const method = spec && methodIn(slot, spec.method);
    if (!spec || !method || slot.option === undefined) return [];
    const width = slot.family === 'rotation' ? { headDim } : {};
    const options = { ...lean(method, spec), ...width };
    const missing = learnedNames(method);
    const note =
      missing.length > 0
        ? ` // and what it learned: ${missing.join(', ')}`
        : '';
    return [`  ${slot.option}: ${literalOf(options)},${note}`];
  });
}

function writeTable(spec: Spec, words: number, start: number, width: number) {
  const method = methodNamed(spec.method);
  const own = method ? lean(method, spec) : spec;
  const options = { ...optionsOf(own), length: words, start, dim: width };
  return `pe.addTo(x, pe.${spec.method}(${literalOf(options)}))`;
}

/** A program that attends over as many words as the maps have. */
export function writeProgram(state: AttentionState, words: number): string {
  const { heads, headDim, start, causal } = state;
  const width = heads * headDim;
  const places = start === 0 ? '' : `, keyStart: ${start}`;
  const mask = causal ? ', causal: true' : '';
  const calls = sides.flatMap((name) => {
    const { table } = state[name];
    const vectors = `${name}Vectors`;
    const sum = table ? writeTable(table, words, start, width) : 'x';
    return [
      `const ${vectors} = ${sum};`,
      `const ${name} = pe.attention({`,
      `  q: ${vectors}, k: ${vectors}, heads: ${heads}, ` +
        `headDim: ${headDim}${mask}${places},`,
      ...writeParts(state[name], headDim),
      '});',
    ];
  });
  return program(
    '// Random vectors, one for each word: put those of a model here.',
    `const length = ${words} * ${width};`,
    'const data = Float32Array.from({ length }, () => Math.random() - 0.5);',
    `const x = { data, shape: [${words}, ${width}], dtype: 'float32' };`,
    ...calls,
  );
}
