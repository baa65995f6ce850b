/** The options of attention that a layer of a model says. */

import type { Pairs } from '../arrays/pairs.js';
import { wrongKind, wrongValue } from '../base/errors.js';
import { didYouMean } from '../base/nearest.js';
import type { Checked } from '../describe/checks.js';
import type { MethodMap } from '../describe/method.js';
import type { Layer, Model } from '../models/types.js';
import type { CheckedCall } from './call-parameters.js';
import type { modelParameters } from './model.description.js';
import { layerTerms } from './model-terms.js';

/** Options, and the length of the chunks that queries do not look out of. */
export interface LayerOptions {
  readonly checked: CheckedCall;
  readonly chunk: number | undefined;
}

/**
 * Completes checked options by those of the layer that they name. Options that
 * were given take precedence.
 */
export function withLayer(
  method: string,
  checked: CheckedCall,
  methods: MethodMap,
): LayerOptions {
  const layer = readLayer(method, checked);
  if (!layer) return { checked, chunk: undefined };
  checkComputable(method, checked, layer);
  const terms = layerTerms(method, checked, layer, methods);
  const { causal, window, attention } = layer;
  const sliding = attention === 'sliding' && window !== null;
  const half = Math.floor((window ?? 0) / 2);
  const said = {
    heads: layer.heads,
    keyHeads: layer.keyHeads,
    headDim: layer.headDim,
    scale: layer.softmaxScale,
    causal,
    ...(layer.rope && { rotary: layer.rope }),
    ...(layer.softcap !== null && { softcap: layer.softcap }),
    ...(layer.queryScale && { queryScale: layer.queryScale }),
    ...(sliding && { window: causal ? [(window ?? 1) - 1, 0] : [half, half] }),
  };
  const missing = Object.entries(said).filter(
    ([name]) => !checked.given.has(name),
  );
  const chunked = attention === 'chunked' && !checked.given.has('documents');
  const completed = { ...checked, ...Object.fromEntries(missing), ...terms };
  return {
    checked: completed as CheckedCall,
    chunk: chunked ? (window ?? undefined) : undefined,
  };
}

/** The numbers of the chunks in which queries and keys lie, as documents. */
export function chunkDocuments(chunk: number | undefined, pairs: Pairs) {
  if (chunk === undefined) return {};
  const of = (at: Pairs['queryAt']) =>
    Array.from({ length: at.length }, (_, row) =>
      Math.max(0, Math.floor(at.at(row) / chunk)),
    );
  return { documents: of(pairs.queryAt), keyDocuments: of(pairs.keyAt) };
}

/** The layer that options name, if they name a model. */
function readLayer(
  method: string,
  { model, layer, tower, given }: Checked<typeof modelParameters>,
): Layer | undefined {
  if (model === undefined) {
    for (const name of ['layer', 'tower'] as const) {
      if (!given.has(name)) continue;
      const rule = 'left out where there is no model';
      throw wrongValue(method, name, rule, name === 'layer' ? layer : tower);
    }
    return undefined;
  }
  if (!isModel(model)) {
    throw wrongKind(method, 'model', 'what model() gives', model);
  }
  const layers = layersOf(method, model, tower);
  const found = layers[layer ?? 0];
  if (found) return found;
  const rule = `a layer, from 0 to ${layers.length - 1}`;
  throw wrongValue(method, 'layer', rule, layer);
}

function isModel(value: unknown): value is Model {
  return (
    typeof value === 'object' &&
    value !== null &&
    'layers' in value &&
    'towers' in value
  );
}

function layersOf(
  method: string,
  { layers, towers }: Model,
  tower: unknown,
): readonly Layer[] {
  if (tower === undefined) return layers;
  const names = Object.keys(towers);
  const rule = `one of ${names.join(', ')}`;
  if (typeof tower !== 'string') throw wrongKind(method, 'tower', rule, tower);
  const found = Object.hasOwn(towers, tower) ? towers[tower] : undefined;
  if (found) return found.layers;
  const hint = didYouMean(tower, names);
  throw wrongValue(method, 'tower', rule, tower, 'ERR_CHOICE', hint);
}

/** Throws where the configuration does not say what a layer computes. */
function checkComputable(
  method: string,
  { given }: CheckedCall,
  { index, attention, mixer }: Layer,
): void {
  if (attention === null) {
    const rule = `one with attention; layer ${index} is ${mixer ?? 'another mixer'}`;
    throw wrongValue(method, 'layer', rule, index);
  }
  if (attention === 'sparse' && !given.has('mask')) {
    const rule =
      `one whose keys the configuration says; layer ${index} is sparse, so ` +
      'give the option mask';
    throw wrongValue(method, 'layer', rule, index);
  }
}
