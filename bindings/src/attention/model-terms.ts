/** The biases and relative terms of a layer of a model, as specs. */

import { wrongValue } from '../base/errors.js';
import type { MethodMap } from '../describe/method.js';
import { missing } from '../describe/missing.js';
import type { LayerFacts, PositionDetails } from '../models/types.js';
import { isTerm } from '../terms/inside.js';
import type { TermFamily } from '../terms/term.js';
import type { scoreParameters } from './scores.description.js';

type Spec = Readonly<Record<string, unknown>>;
type Given = Partial<Readonly<Record<keyof typeof scoreParameters, unknown>>>;

/**
 * The options `bias` and `relative` of a layer: its specs, completed by those
 * that were given for the same methods, then all others that were given.
 */
export function layerTerms(
  method: string,
  given: Given,
  layer: LayerFacts,
  methods: MethodMap,
): Given {
  const lists = {
    bias: listOf(given.bias),
    relative: listOf(given.relative),
  };
  const said = { bias: [] as Spec[], relative: [] as Spec[] };
  const specs = layer.decay
    ? [...layer.positions, layer.decay]
    : layer.positions;
  for (const [at, spec] of specs.entries()) {
    if (spec.method === 'rope') continue;
    const details = layer.details[at];
    const found = methods.get(spec.method);
    if (!found || !isTerm(found) || found.term.family === 'gate') {
      throw unknown(method, layer, spec.method);
    }
    const { family, parameters } = found.term;
    const list = lists[family];
    const own = list.findIndex((one) => named(one) === spec.method);
    const more = own < 0 ? {} : (list.splice(own, 1)[0] as Spec);
    const { heads: _, ...options } = spec;
    const whole = { ...without(options, more), ...more, method: spec.method };
    if (details) checkWeights(method, family, whole, details, parameters);
    said[family].push(whole);
  }
  const [bias, relative] = (['bias', 'relative'] as const).map((family) => [
    ...said[family],
    ...lists[family],
  ]);
  return {
    ...(bias?.length && { bias }),
    ...(relative?.length && { relative }),
  };
}

const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? [...value] : [value];

const named = (value: unknown) => Object(value).method as unknown;

/** Options of sinusoids, which a table of other features has no use for. */
const ofSinusoids = new Set(['dim', 'base', 'clampLength', 'layout', 'shift']);

/** The options of a spec that go with those that were given. */
function without(said: Spec, more: Spec): Spec {
  const { method } = said;
  const table =
    (method === 'transformerXL' || method === 'xlnet') &&
    more.table !== undefined;
  if (!table) return said;
  return Object.fromEntries(
    Object.entries(said).filter(([name]) => !ofSinusoids.has(name)),
  );
}

/** Throws where the weights of a learned method were not given. */
function checkWeights(
  method: string,
  family: TermFamily,
  { method: name, ...options }: Spec,
  details: PositionDetails,
  parameters: object,
): void {
  const need = (option: string, what: string) => {
    if (options[option] !== undefined) return;
    const rule = `${what}, in ${family}: { method: "${String(name)}", ${option} }`;
    throw missing(method, `${family}.${option}`, rule);
  };
  const { axis, gated } = details.facts;
  if (axis !== undefined) {
    need('keyPositions', `the places of boxes on axis ${axis} of the page`);
  }
  if (gated) {
    need('queryGate', 'the factors that the class makes of hidden states');
  }
  // A method that draws weights would draw them for a model, too.
  if ('seed' in parameters && 'seed' in options) return;
  // A table may stand for the weights that make its rows.
  if ('positionWeight' in parameters && options.table !== undefined) return;
  for (const [option, weight] of Object.entries(details.missing)) {
    if (weight.optional || options[option] !== undefined) continue;
    const axes = weight.axes.join(', ');
    const shape = weight.shape.map((length) => length ?? '?').join(', ');
    need(option, `[${axes}] = [${shape}] of the layer`);
  }
}

function unknown(method: string, { index }: LayerFacts, what: string) {
  const rule = `one whose encoding attention computes; layer ${index} has ${what}`;
  return wrongValue(method, 'layer', rule, index);
}
