// Models whose biases are known: the presets of the package, and some more models
// whose biases follow from their number of heads alone.

import {
  effective,
  exampleSpec,
  isPreset,
  withPreset,
} from '../../methods/defaults.js';
import { leanValue, sameOption } from '../../methods/values.js';
import type { Options, Spec } from '../../state/spec.js';
import {
  biases,
  biasNamed,
  methodOf,
  originOf,
  ownNames,
  settle,
} from './methods.js';

export interface Model {
  readonly name: string;
  readonly method: string;
  readonly options: Options;
}

/**
 * By the numbers of heads in their configurations. BLOOM 7.1B has those of MPT 7B,
 * and the same biases.
 */
const more: readonly Model[] = [
  ['BLOOM 560M', 16],
  ['Baichuan 13B', 40],
  ['Replit Code v1.5 3B', 24],
].map(([name, heads]) => ({
  name: String(name),
  method: 'alibi',
  options: { heads: Number(heads), form: 'key' },
}));

/** The models of a method: presets first. */
export function modelsOf(name: string): readonly Model[] {
  const { presets } = biasNamed(name);
  return [
    ...Object.entries(presets).map(([model, options]) => ({
      ...{ name: model, method: name },
      options: options as Options,
    })),
    ...more.filter(({ method }) => method === name),
  ];
}

/** All of them in groups, first those whose numbers are known. */
export const modelGroups = biases
  .map((method) => ({
    method,
    known: originOf(method) === 'formula',
    models: modelsOf(method.name),
  }))
  .filter(({ models }) => models.length > 0)
  .sort((one, other) => Number(other.known) - Number(one.known));

const all: readonly Model[] = modelGroups.flatMap(({ models }) => models);

/** The spec of a model by its name: what the model says, and no other options. */
export function specOfModel(name: string): Spec | undefined {
  const model = all.find((one) => one.name === name);
  if (model === undefined) return undefined;
  const method = biasNamed(model.method);
  const plain = exampleSpec(method);
  if (Object.hasOwn(method.presets, name)) {
    // Pressing a preset that holds would take it away.
    const holds = isPreset(method, plain, name);
    return settle(holds ? plain : withPreset(method, plain, name));
  }
  return { ...plain, ...model.options, method: method.name };
}

/** The model whose options hold; '' for none. */
export function modelOf(spec: Spec): string {
  const method = methodOf(spec);
  const now = effective(method, spec);
  const found = modelsOf(spec.method).find(({ name }) => {
    const of = specOfModel(name);
    if (of === undefined) return false;
    const wanted = effective(method, of);
    return ownNames(method).every((option) => {
      const parameter = method.parameters[option];
      return (
        parameter === undefined ||
        sameOption(parameter, now[option], wanted[option])
      );
    });
  });
  return found?.name ?? '';
}

/** The options of a model that the reader sees, in its words. */
export function optionWords(spec: Spec): string {
  const method = methodOf(spec);
  return ownNames(method)
    .flatMap((name) => {
      const parameter = method.parameters[name];
      const value = spec[name];
      if (parameter === undefined || value === undefined) return [];
      const lean = leanValue(parameter, value);
      return `${name} ${typeof lean === 'object' ? JSON.stringify(lean) : lean}`;
    })
    .join(' · ');
}
