// A program to copy, which attends as both configurations do.

import type { AttentionOptions } from 'posenc';
import type { Attention } from 'posenc/attention';
import { literalOf } from 'posenc/descriptions';
import {
  drawCode,
  exampleFor,
  meanOf,
  type Sizes,
  seedOf,
  shapesFor,
  withWeights,
} from '../../figures/learned/weights.js';
import { vectorsCode } from '../../figures/words/words-code.js';
import { lean } from '../../methods/defaults.js';
import { methodNamed } from '../../methods/described/all.js';
import type { Call } from '../../methods/languages.js';
import { program } from '../../methods/snippet.js';
import { optionsOf, type Spec } from '../../state/spec.js';
import { tableSpec } from './numbers/attend.js';
import { type Side, slots } from './state/slots.js';
import { type AttentionState, sides } from './state/state.js';

function leanSpec(spec: Spec): Spec {
  const method = methodNamed(spec.method);
  return method ? lean(method, spec) : spec;
}

/** A spec as code, in which what it learns is drawn. */
function writeSpec(spec: Spec, sizes: Sizes): string {
  const options = { ...leanSpec(spec), ...exampleFor(spec) };
  const arrays = Object.entries(shapesFor(spec, sizes)).map(([name, shape]) => {
    const { method } = spec;
    const given = [seedOf(method, name), meanOf(method), ...shape];
    return `${name}: draw(${given.join(', ')})`;
  });
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

function writeTable(
  pe: Attention,
  spec: Spec,
  length: number,
  start: number,
  width: number,
): string {
  const options = optionsOf(
    tableSpec(pe, leanSpec(spec), width, length, start),
  );
  return `pe.addTo(x, pe.${spec.method}(${literalOf(options)}))`;
}

/**
 * The factor that attention gives the scores with a relative term: terms that
 * are as large as the content make it smaller. It is read off a score of ones.
 */
function scaleWith(pe: Attention, spec: Spec, headDim: number): number {
  const ones = new Float32Array(headDim).fill(1);
  const sizes = { heads: 1, keyHeads: 1, headDim, queries: 1, keys: 1 };
  const { terms } = pe.attention({
    ...{ q: ones, k: ones, heads: 1, headDim, terms: true },
    relative: withWeights(pe, spec, sizes),
  } as AttentionOptions);
  const scale = Number(terms?.content?.data[0]) / headDim;
  const divisor = Math.round(1 / (headDim * scale ** 2));
  return (headDim * divisor) ** -0.5;
}

/** What the parts of both sides call, each once. */
export function callsOf(
  pe: Attention,
  state: AttentionState,
  words: readonly string[],
): Call[] {
  const { heads, headDim, start } = state;
  const length = words.length;
  const places = { queries: length, keys: length, queryStart: start };
  const sizes = { ...places, keyStart: start, heads, headDim };
  const calls = sides.flatMap((name) => {
    const { table, rotation, relative, bias, gate } = state[name];
    const sized = table && leanSpec(table);
    return [
      ...(sized
        ? [{ spec: tableSpec(pe, sized, heads * headDim, length, start) }]
        : []),
      ...(rotation
        ? [{ spec: { ...rotation, headDim }, range: { length, start } }]
        : []),
      ...(relative
        ? [
            {
              spec: {
                ...{ ...relative, ...sizes },
                scale: scaleWith(pe, relative, headDim),
              },
            },
          ]
        : []),
      ...[bias, gate].flatMap((part) =>
        part ? [{ spec: { ...part, ...places, keyStart: start, heads } }] : [],
      ),
    ];
  });
  const seen = new Set<string>();
  return calls.filter((call) => {
    const key = JSON.stringify(call);
    return !seen.has(key) && seen.add(key);
  });
}

/** A program that attends over the words as the maps show them. */
export function writeProgram(
  pe: Attention,
  state: AttentionState,
  words: readonly string[],
): string {
  const { heads, headDim, start, causal, likeness } = state;
  const width = heads * headDim;
  const count = words.length;
  const sizes: Sizes = {
    ...{ heads, keyHeads: heads, headDim, queries: count, keys: count },
  };
  const places =
    start === 0 ? '' : `, keyStart: ${start}, queryStart: ${start}`;
  const mask = causal ? ', causal: true' : '';
  const calls = sides.flatMap((name) => {
    const { table } = state[name];
    const vectors = `${name}Vectors`;
    const sum = table ? writeTable(pe, table, count, start, width) : 'x';
    return [
      `const ${vectors} = ${sum};`,
      `const ${name} = pe.attention({`,
      `  q: ${vectors}.data, k: ${vectors}.data, heads: ${heads}, ` +
        `headDim: ${headDim}${mask}${places},`,
      ...writeParts(state[name], sizes),
      '});',
    ];
  });
  const draws = calls.some((line) => line.includes('draw('));
  return program(
    ...(draws ? drawCode : []),
    ...vectorsCode(words, width, likeness),
    ...calls,
  );
}
