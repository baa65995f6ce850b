// @ts-check
/**
 * Runs the calls of calls.jsonl, one a line, each an object of JSON:
 *
 *   { "make": SPEC }                    the result of `pe.make`
 *   { "make": SPEC, "then": [NAME, …] } that of a method of the handle it gives
 *   { "call": [NAME, …] }               that of `pe.NAME`, such as analysis.gram
 *   { "optimiser": OPTIONS, "count": N, "steps": N }   weights after some steps
 *
 * `of` names the members of the result that are digested, in this order; without
 * it, the whole result is, a tensor or a record of some. What would be long stands in a line as an object
 * of one member; `values` says what each stands for.
 */

import { noise } from '../../support/noise.mjs';
import { arraysOf } from './hash.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('./hash.mjs').Result} Result
 * @typedef {object} Line
 * @property {object} [make]
 * @property {[name: string, ...given: unknown[]]} [then]
 * @property {[name: string, ...given: unknown[]]} [call]
 * @property {import('posenc').OptimiserOptions} [optimiser]
 * @property {number} [count]
 * @property {number} [steps]
 * @property {'float64'} [dtype] of the weights of an optimiser
 * @property {string[]} [of]
 */

/** @type {Record<string, (pe: Posenc, ...given: any[]) => unknown>} */
const values = {
  $noise: (_, length, seed, from = 0, to = length) =>
    noise(length, seed).subarray(from, to),
  $tensor: (_, seed, ...shape) => ({
    data: noise(
      shape.reduce((a, b) => a * b, 1),
      seed,
    ),
    ...{ shape, dtype: 'float32' },
  }),
  $range: (_, length, start, step) =>
    Array.from({ length }, (_, i) => start + i * step),
  $modulo: (_, length, factor, modulus) =>
    Array.from({ length }, (_, i) => (i * factor) % modulus),
  $ones: (_, length) => new Float32Array(length).fill(1),
  // Finite float16 of every size, zeros and subnormal ones too.
  $halves: (_, length) =>
    Uint16Array.from(
      { length },
      (_, i) => ((i * 37) % 0x7c00) + (i % 2) * 0x8000,
    ),
  $made: (pe, spec) => pe.make(spec),
};

/** What a part of a line stands for. @param {Posenc} pe @param {unknown} part @returns {any} */
function read(pe, part) {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one) => read(pe, one));
  const [[name = '', given] = []] = Object.entries(part);
  const value = values[name];
  if (value) return value(pe, ...[given].flat());
  return Object.fromEntries(
    Object.entries(part).map(([key, one]) => [key, read(pe, one)]),
  );
}

/** The member of an object at a path. @param {any} object @param {string[]} path */
const memberAt = (object, path) =>
  path.reduce((member, name) => member[name], object);

/**
 * Calls the function of an object at a path.
 * @param {Posenc} pe @param {unknown} object
 * @param {readonly [path: string, ...given: unknown[]]} words
 */
function called(pe, object, [path, ...given]) {
  const owner = path.split('.');
  const name = owner.pop() ?? '';
  return memberAt(object, owner)[name](...read(pe, given));
}

/** @param {any} result a tensor, an array, a number, or a record of such
 * @returns {Result[]} */
function resultsOf(result) {
  if (ArrayBuffer.isView(result)) return [{ data: result }];
  if (ArrayBuffer.isView(result.data)) return [result];
  const list = [result].flat();
  if (typeof list[0] === 'number') return [{ data: Float64Array.from(list) }];
  const found = arraysOf(result);
  if (found.length === 0) throw new Error('the call gives nothing to digest');
  return found;
}

/** @param {Posenc} pe @param {Line} line @returns {Result} */
function stepped(pe, { optimiser, count = 0, steps = 0, dtype }) {
  const rule = pe.optimiser(/** @type {any} */ (optimiser));
  const begin = noise(count, 1);
  const data = dtype ? Float64Array.from(begin) : begin;
  for (let step = 0; step < steps; ++step) {
    rule.step(data, noise(count, step + 2));
  }
  return { data };
}

/** @param {Posenc} pe @param {Line} line @returns {Result[]} */
function run(pe, line) {
  if (line.optimiser) return [stepped(pe, line)];
  const { make, then, call, of } = line;
  const made = make && pe.make(read(pe, make));
  const result = then
    ? called(pe, made, then)
    : (made ?? called(pe, pe, call ?? ['']));
  const paths = of?.map((path) => path.split('.')) ?? [[]];
  return paths.flatMap((path) => resultsOf(memberAt(result, path)));
}

/**
 * @param {Posenc} pe @param {string} text calls.jsonl
 * @returns {[title: string, run: () => Result[]][]}
 */
export const calls = (pe, text) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => [line, () => run(pe, JSON.parse(line))]);
