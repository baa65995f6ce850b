/** Pages of help on attention and on the rows of relative tables. */

import { pictureParameters } from '../attention/attention-map.description.js';
import { type MethodDescription, methods } from '../descriptions.js';
import { kebab } from './flags.js';
import { givable } from './givable.js';
import { WORK_FLAGS } from './help-flags.js';
import {
  aboutMethod,
  outputList,
  parameterList,
  pitfallList,
  presetList,
} from './help-method.js';
import { fold, joined } from './help-text.js';

/** `posenc attention --help`. */
export function attentionHelp(): string {
  const method: MethodDescription = methods.attention;
  return joined([
    `${method.title}: posenc attention --q FILE --k FILE … --out FILE`,
    ...aboutMethod(method),
    `Parameters\n${parameterList(givable(method.parameters))}`,
    presetList(method.presets),
    `Output\n${outputList(WORK_FLAGS)}`,
    fold(
      'A safetensors file holds all results. Files of other formats hold one: ' +
        '--out a.npy then writes a.scores.npy, a.weights.npy, a.output.npy ' +
        'and, with --terms, a.terms.content.npy and so on. Inside the JSON of ' +
        'a spec, arrays are lists or the names of files: ' +
        '{"method": "t5Bias", "table": "table.npy"}.',
    ),
    pitfallList(method.pitfalls),
    'Example\n  posenc attention --q q.npy --k k.npy --v v.npy --bias alibi ' +
      '--causal\n    --terms --out attention.safetensors',
  ]);
}

/** The options of `attention` that neither scores nor weights depend on. */
const unused: readonly string[] = [
  ...['v', 'valueWeight', 'valueBias', 'valueDim'],
  ...['outputWeight', 'outputBias'],
];

/** `posenc attention-map --help`. */
export function attentionMapHelp(): string {
  const method: MethodDescription = methods.attentionMap;
  const used = givable(method.parameters).filter(
    ({ path }) => !unused.includes(path),
  );
  const isOwn = ({ path }: (typeof used)[number]) => path in pictureParameters;
  const own = used.filter(isOwn);
  const others = used.filter((parameter) => !isOwn(parameter));
  return joined([
    `${method.title}: posenc attention-map --q FILE --k FILE … --out FILE`,
    ...aboutMethod(method),
    fold(
      'It writes the numbers of the picture, one for each cell, and no image: ' +
        'any program that plots arrays shows them.',
    ),
    `What is shown\n${parameterList(own)}`,
    `Output\n${outputList(WORK_FLAGS)}`,
    `What the scores are made from\n${parameterList(others)}`,
    pitfallList(method.pitfalls),
    'Example\n  posenc attention-map --q q.npy --k k.npy --causal --of weights ' +
      '\n    --query-range 90000,100000 --out picture.npy',
  ]);
}

/**
 * The flags of `posenc matrix`: those of a scheme have its options' names, and
 * the scheme itself is a word.
 */
export const schemeFlag = (path: string) =>
  kebab(path.replace(/^scheme\./, ''));

/** `posenc matrix --help`. */
export function matrixHelp(): string {
  const method: MethodDescription = methods.relativeIndices;
  const { doc } = methods.relativeIndices.parameters.scheme;
  const parameters = givable(method.parameters).filter(
    ({ path }) => path !== 'scheme.type',
  );
  return joined([
    `${method.title}: posenc matrix SCHEME [--parameter value …] [--out FILE]`,
    fold(
      'Without --out it prints the matrix, if there are at most 64 queries and ' +
        'keys; with --json, of any size: the positions of queries and keys, and ' +
        'a list for each query, in which -1 is no row.',
    ),
    ...aboutMethod(method),
    fold(`SCHEME: ${doc}`),
    `Parameters\n${parameterList(parameters, schemeFlag)}`,
    `Output\n${outputList(WORK_FLAGS)}`,
    pitfallList(method.pitfalls),
    'Example\n  posenc matrix t5 --queries 16 --buckets 8 --max-distance 16',
  ]);
}
