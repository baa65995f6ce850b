// @ts-check
/**
 * Calls of the methods that a description names: every table and bias, in every
 * variant that a word can choose, and the gradients of relative methods. A new
 * method in `methods` is covered. A test of the descriptions makes sure that no
 * other method is forgotten.
 */

import { methods } from 'posenc/descriptions';
import { noise } from '../../support/noise.mjs';
import { arraysOf } from './hash.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc/descriptions').MethodDescription} Description
 * @typedef {import('posenc').TableSpec} Spec
 * @typedef {import('./hash.mjs').Result} Result
 */

/** Number of rows of each table that has a length: more than a block of 256. */
const LENGTH = 300;

/**
 * Large, negative and fractional positions, for tables that take any position.
 */
export const PLACES = [0, 1, 2.5, -3, 255.75, 256, 65537.125, 1e6 + 1 / 3];

/** @param {Description} description @returns {[string, Spec][]} */
function variants({ name, parameters, example = {} }) {
  const { length, start: _, step: __, ...rest } = example;
  // An example may be short because the method has no more rows.
  const long =
    typeof length === 'number' && length > 100 ? { length: LENGTH } : {};
  const base = { ...example, ...long };
  /** @type {Record<string, unknown>[]} */
  const specs = [base];
  for (const [param, parameter] of Object.entries(parameters)) {
    if (parameter.kind === 'boolean') {
      specs.push({ ...base, [param]: true }, { ...base, [param]: false });
    } else if (parameter.kind === 'choice') {
      for (const word of parameter.choices) {
        specs.push({ ...base, [param]: word });
      }
    }
  }
  if ('positions' in parameters) {
    specs.push({ ...rest, span: LENGTH, positions: PLACES });
  }
  if ('keyPositions' in parameters) {
    const keyPositions = [4.25, 0, 1, 2.5, 7];
    specs.push({ ...example, queries: 3, keys: 5, keyPositions });
  }
  // Options that exclude each other give errors, whose codes are digested,
  // too. Options that a method does not have are left out.
  return specs.map((spec) => {
    const known = Object.entries(spec).filter(([key]) => key in parameters);
    const options = Object.fromEntries(known);
    const whole = /** @type {Spec} */ ({ method: name, ...options });
    return [`${name} ${JSON.stringify(spec)}`, whole];
  });
}

/** Families whose methods give maps of scores or weights. */
const MAPS = ['bias', 'relative', 'gate'];

/**
 * Whether the specs of a method follow from its description: those of all
 * tables, and those of maps whose examples hold all that is required.
 *
 * @param {Description} description
 */
export function isDescribed({ family, parameters, example = {} }) {
  if (!MAPS.includes(family ?? '')) return family === 'table';
  return Object.entries(parameters).every(
    ([param, parameter]) =>
      param in example || 'default' in parameter || 'optional' in parameter,
  );
}

/** All methods. */
const all = Object.values(/** @type {Record<string, Description>} */ (methods));

/** The tensors of a result, which is one or has several by name.
 * @param {object} made @returns {Result[]} */
const tensorsOf = (made) =>
  'data' in made ? [/** @type {Result} */ (made)] : Object.values(made);

/** @param {Posenc} pe @returns {[string, () => Result[]][]} */
function tables(pe) {
  return all
    .filter(isDescribed)
    .flatMap(variants)
    .map(([title, spec]) => [title, () => tensorsOf(pe.make(spec))]);
}

/**
 * The gradients of relative methods through attention, with the weights of
 * their examples.
 *
 * @param {Posenc} pe @returns {[string, () => Result[]][]}
 */
function relativeGradients(pe) {
  return all
    .filter(({ family }) => family === 'relative')
    .map(({ name, example = {} }) => {
      const { q, k = q, heads = 1, headDim = 4, queries = 4, ...own } = example;
      const [rows, width] = [Number(queries), Number(heads) * Number(headDim)];
      const asked = /** @type {number[][][] | undefined} */ (q);
      const count = asked?.length ?? rows;
      return [
        `attentionGradient, ${name}`,
        () =>
          arraysOf(
            pe.attentionGradient({
              q: asked ?? noise(rows * width, 1),
              k: /** @type {typeof asked} */ (k) ?? noise(rows * width, 2),
              ...{
                heads: Number(heads),
                headDim: asked?.[0]?.[0]?.length ?? Number(headDim),
              },
              scoresUpstream: noise(Number(heads) * count ** 2, 3),
              relative: /** @type {never} */ ({ method: name, ...own }),
            }),
          ),
      ];
    });
}

/** @param {Posenc} pe @returns {[title: string, run: () => Result[]][]} */
export const describedCalls = (pe) => [...tables(pe), ...relativeGradients(pe)];
