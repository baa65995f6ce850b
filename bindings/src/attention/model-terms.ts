/** The biases and relative terms of a layer of a model, as specs. */

import { wrongValue } from '../base/errors.js';
import type { MethodMap } from '../describe/method.js';
import { missing } from '../describe/missing.js';
import type { Layer, ModelSpec } from '../models/types.js';
import { isTerm } from '../terms/inside.js';
import type { TermFamily } from '../terms/term.js';
import type { scoreParameters } from './scores.description.js';

type Spec = Readonly<Record<string, unknown>>;
type Given = Partial<Readonly<Record<keyof typeof scoreParameters, unknown>>>;

/**
 * What a configuration says of its weights, or what attention knows by other
 * options.
 */
const UNNEEDED = new Set([
  ...['method', 'heads', 'everyLayer', 'tableLength', 'untied', 'shareKeys'],
  ...['span', 'biases', 'bothDirections', 'attentionType'],
]);

/** Options of specs that have another form in the method. */
const rewritten: Readonly<Record<string, (spec: ModelSpec) => Spec>> = {
  deberta: ({ terms, dim: _, ...rest }) => {
    const has = (term: string) => Array.isArray(terms) && terms.includes(term);
    return { ...rest, c2p: has('c2p'), p2c: has('p2c'), p2p: has('p2p') };
  },
  relativeKey: ({ queries, dim: _, ...rest }) => ({
    ...rest,
    form: queries ? 'keyQuery' : 'key',
  }),
  shaw: ({ dim: _, ...rest }) => rest,
  alibi: ({ symmetric: _, ...rest }) => rest,
};

/**
 * The options `bias` and `relative` of a layer: its specs, completed by those
 * that were given for the same methods, then all others that were given.
 */
export function layerTerms(
  method: string,
  given: Given,
  layer: Layer,
  methods: MethodMap,
): Given {
  const lists = {
    bias: listOf(given.bias),
    relative: listOf(given.relative),
  };
  for (const spec of [...layer.positions].reverse()) {
    if (spec.method === 'rope') continue;
    const found = methods.get(spec.method);
    if (!found || !isTerm(found) || found.term.family === 'gate') {
      throw unknown(method, layer, spec.method);
    }
    const { family, parameters } = found.term;
    const list = lists[family];
    const own = list.findIndex((one) => named(one) === spec.method);
    const more = own < 0 ? {} : (list.splice(own, 1)[0] as Spec);
    const said = optionsOf(method, layer, spec, parameters);
    const whole = { ...said, ...more, method: spec.method };
    checkWeights(method, family, whole, parameters);
    list.unshift(whole);
  }
  return {
    ...(lists.bias.length > 0 && { bias: lists.bias }),
    ...(lists.relative.length > 0 && { relative: lists.relative }),
  };
}

const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? [...value] : [value];

const named = (value: unknown) => Object(value).method as unknown;

/** The options of a spec that its method has. */
function optionsOf(
  method: string,
  layer: Layer,
  spec: ModelSpec,
  parameters: object,
): Spec {
  const options = rewritten[spec.method]?.(spec) ?? spec;
  const entries = Object.entries(options).filter(([name, value]) => {
    if (UNNEEDED.has(name) && !(name in parameters)) return false;
    if (name in parameters) return name !== 'heads';
    throw unknown(method, layer, `${spec.method} with ${name} ${value}`);
  });
  return Object.fromEntries(entries);
}

/** Throws where the weights of a learned method were not given. */
function checkWeights(
  method: string,
  family: TermFamily,
  { method: name, ...options }: Spec,
  parameters: object,
): void {
  // A method that draws weights would draw them for a model, too.
  if (!('seed' in parameters) || 'seed' in options) return;
  const weights = Object.keys(parameters).filter((one) =>
    /[tT]able$|Weight$/.test(one),
  );
  if (weights.some((one) => options[one] !== undefined)) return;
  const wanted = weights[0] ?? 'table';
  const rule = `${family}: { method: "${String(name)}", ${wanted} } of the layer`;
  throw missing(method, `${family}.${wanted}`, rule);
}

function unknown(method: string, { index }: Layer, what: string) {
  const rule = `one whose encoding attention computes; layer ${index} has ${what}`;
  return wrongValue(method, 'layer', rule, index);
}
