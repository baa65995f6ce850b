// A program to copy, which attends as both configurations do.

import { literalOf } from 'posenc/descriptions';
import { lean } from '../../methods/defaults.js';
import { program } from '../../methods/snippet.js';
import { optionsOf, type Spec } from '../../state/spec.js';
import { methodNamed, type Side, slots } from './slots.js';
import { type AttentionState, sides } from './state.js';
import { exampleFor, type Sizes, shapesFor } from './weights.js';

function leanSpec(spec: Spec): Spec {
  const method = methodNamed(spec.method);
  return method ? lean(method, spec) : spec;
}

/** A spec as code, in which what it learns is drawn. */
function writeSpec(spec: Spec, sizes: Sizes): string {
  const options = { ...leanSpec(spec), ...exampleFor(spec) };
  const arrays = Object.entries(shapesFor(spec, sizes)).map(
    ([name, shape]) => `${name}: draw(${shape.join(', ')})`,
  );
  const own = literalOf(options).slice(2, -2);
  return `{ ${[own, ...arrays].join(', ')} }`;
}

/** The options of `attention` that hold the parts of a side, as code. */
function writeParts(side: Side, sizes: Sizes): string[] {
  return slots.flatMap(({ family, option }) => {
    const spec = side[family];
    if (!spec || option === undefined) return [];
    const { headDim } = sizes;
    const own = family === 'rotation' ? { ...spec, headDim } : spec;
    return [`  ${option}: ${writeSpec(own, sizes)},`];
  });
}

function writeTable(spec: Spec, length: number, start: number, width: number) {
  const options = { ...optionsOf(leanSpec(spec)), length, start, dim: width };
  return `pe.addTo(x, pe.${spec.method}(${literalOf(options)}))`;
}

/** A program that attends over as many words as the maps have. */
export function writeProgram(state: AttentionState, words: number): string {
  const { heads, headDim, start, causal } = state;
  const width = heads * headDim;
  const sizes: Sizes = {
    ...{ heads, keyHeads: heads, headDim, queries: words, keys: words },
  };
  const places = start === 0 ? '' : `, keyStart: ${start}`;
  const mask = causal ? ', causal: true' : '';
  const calls = sides.flatMap((name) => {
    const { table } = state[name];
    const vectors = `${name}Vectors`;
    const sum = table ? writeTable(table, words, start, width) : 'x';
    return [
      `const ${vectors} = ${sum};`,
      `const ${name} = pe.attention({`,
      `  q: ${vectors}.data, k: ${vectors}.data, heads: ${heads}, ` +
        `headDim: ${headDim}${mask}${places},`,
      ...writeParts(state[name], sizes),
      '});',
    ];
  });
  return program(
    '// Random numbers: put those of a model here.',
    'const draw = (...shape) => {',
    '  const length = shape.reduce((product, extent) => product * extent);',
    '  const data = Float32Array.from({ length }, () => Math.random() - 0.5);',
    "  return { data, shape, dtype: 'float32' };",
    '};',
    `const x = draw(${words}, ${width}); // a vector for each word`,
    ...calls,
  );
}
