// A program to copy, which computes the numbers of the view: the bias of the pair
// that is read, and the map of the head.

import { literalOf } from 'posenc/descriptions';
import {
  drawCode,
  exampleFor,
  meanOf,
  seedOf,
  shapesFor,
} from '../../figures/learned/weights.js';
import { lean } from '../../methods/defaults.js';
import type { Call } from '../../methods/languages.js';
import { program } from '../../methods/snippet.js';
import { type Options, optionsOf, type Spec } from '../../state/spec.js';
import { type Curves, type HeadMap, pairOf } from './curves.js';
import { queryAt, shownDistance } from './distances.js';
import { setOptions, sizesOf } from './fill.js';
import { isGrid, methodOf } from './methods.js';
import type { BiasState } from './state.js';

/** What the numbers of the page are computed from. */
export interface Shown {
  readonly state: BiasState;
  readonly head: number;
  readonly curves: Pick<Curves, 'drawn'>;
  readonly map: HeadMap | null;
}

/** The options of the two calls besides those of the bias. */
function placesOf({ state, map }: Shown) {
  const { spec, down } = state;
  const at = queryAt(state);
  const distance = shownDistance(state);
  const { query, key } = pairOf(spec, { distance, down, at });
  const pair = { queries: 1, keys: 1, queryStart: query, keyStart: key };
  const from = map?.first ?? 0;
  const count = map?.grid.rows ?? 0;
  // The package knows how many tokens a grid has.
  const whole = isGrid(spec) ? {} : { queries: count };
  const start = from === 0 ? {} : { queryStart: from, keyStart: from };
  return { pair, map: map && { ...whole, ...start } };
}

/** A call as code, in which what a model learns is drawn. */
function writeCall(spec: Spec, places: Options): string {
  const method = methodOf(spec);
  const own = lean(method, setOptions(spec));
  const arrays = Object.entries(shapesFor(own, sizesOf(spec))).map(
    ([name, shape]) => {
      const given = [seedOf(spec.method, name), meanOf(spec.method), ...shape];
      return `${name}: draw(${given.join(', ')})`;
    },
  );
  const options = {
    ...exampleFor(own),
    ...optionsOf(own),
    ...places,
    dtype: 'float64',
  };
  const written = literalOf(options).slice(2, -2);
  return `pe.${spec.method}({ ${[written, ...arrays].join(', ')} })`;
}

export function writeProgram(shown: Shown): string {
  const { state, head, curves } = shown;
  const { spec } = state;
  const places = placesOf(shown);
  const { drawn } = curves;
  const call = writeCall(spec, { ...drawn, ...places.pair });
  const lines = [
    '// The bias of each head at the distance that is read.',
    `const biases = ${call};`,
    `const bias = biases.data[${head}];`,
    'const factor = Math.exp(bias);',
    ...(places.map
      ? [
          '// The maps of all heads: [heads, queries, keys].',
          `const maps = ${writeCall(spec, { ...drawn, ...places.map })};`,
        ]
      : []),
  ];
  const draws = lines.some((line) => line.includes('draw('));
  return program(...(draws ? drawCode : []), ...lines);
}

/** The same calls for other languages. */
export function callsOf(shown: Shown): Call[] {
  const { state, curves } = shown;
  const { pair, map } = placesOf(shown);
  const own = { ...setOptions(state.spec), ...curves.drawn };
  const dtype = 'float64';
  return [pair, ...(map ? [map] : [])].map((places) => ({
    spec: { ...own, ...places, dtype, method: state.spec.method },
  }));
}
