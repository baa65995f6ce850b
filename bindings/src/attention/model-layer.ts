/** The options of attention that a layer of a model says. */

import type { Pairs } from '../arrays/pairs.js';
import { wrongKind, wrongValue } from '../base/errors.js';
import { didYouMean } from '../base/nearest.js';
import type { Checked } from '../describe/checks.js';
import type { MethodMap } from '../describe/method.js';
import { missing } from '../describe/missing.js';
import type {
  Layer,
  LayerFacts,
  Model,
  ModelSpec,
  Tower,
} from '../models/types.js';
import { coreOf } from '../rotary/core.js';
import type { Rope, RopeSpec } from '../rotary/rope.js';
import type { CheckedCall } from './call-parameters.js';
import type { Windows } from './document-parts.js';
import type { modelParameters } from './model.description.js';
import { layerNorm } from './model-norm.js';
import { layerTerms } from './model-terms.js';

/** Options, and what of the layer depends on the lengths of the call. */
export interface LayerOptions {
  readonly checked: CheckedCall;
  /** What the layer lacks beyond some number of keys. */
  readonly limit?: KeyLimit | undefined;
  /** The rope of the layer, if it depends on the length. */
  readonly rope?: LayerRope | undefined;
  /** Rows behind the cells of the grid of its tower. */
  readonly suffix?: number;
  /** Its windows, if it has them and the grid is given. */
  readonly windows?: Windows | undefined;
}

/** The rope of a layer, or its spec if no rope of this entry is there. */
type LayerRope = Rope | RopeSpec;

/** A number of keys beyond which a class computes something else. */
interface KeyLimit {
  readonly keys: number;
  readonly rule: string;
  readonly index: number;
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
  const found = readLayer(method, checked);
  if (!found) return { checked };
  const { layer } = found;
  const { given } = checked;
  checkComputable(method, checked, found);
  const limit = checkLacks(method, checked, found);
  const terms = layerTerms(method, checked, layer, methods);
  const { attention, window, shift } = layer;
  const { grid } = checked;
  const rotary = ropeOf(layer);
  const said = {
    heads: layer.heads,
    keyHeads: layer.keyHeads,
    headDim: layer.headDim,
    ...(!given.has('logitScale') && { scale: layer.softmaxScale }),
    ...layerNorm(method, checked, layer),
    // The keys of another tower have no order with the queries.
    causal: layer.causal && attention !== 'cross',
    ...(rotary && {
      ...{ rotary, rotaryOf: layer.rotaryOf },
      rotaryInverse: layer.rotaryInverse,
    }),
    ...(layer.softcap !== null && { softcap: layer.softcap }),
    ...(layer.queryScale && { queryScale: layer.queryScale }),
    ...(layer.reach && { window: layer.reach }),
    ...(layer.blocks && !masked(given) && { blocks: layer.blocks }),
    ...(attention === 'chunked' &&
      !given.has('documents') && { chunk: window ?? undefined }),
    ...(isLinear(layer) && ofLinear(method, checked, found)),
  };
  const open = Object.entries(said).filter(([name]) => !given.has(name));
  const completed = { ...checked, ...Object.fromEntries(open), ...terms };
  return {
    checked: completed as CheckedCall,
    limit,
    rope: given.has('rotary') ? undefined : ofLength(layer),
    suffix: found.suffix,
    windows:
      grid && attention === 'window' && window !== null
        ? { grid, side: window, shift: masked(given) ? 0 : shift }
        : undefined,
  };
}

/**
 * Whether a layer without a softmax is linear attention that is computed here.
 * Those of Ring 2.5 turn heads of a width that their configuration does not say.
 */
const isLinear = ({ attention, decay, spec }: AnyLayer): boolean =>
  attention === null && decay !== null && (isOfMiniMax(decay) || !!spec);

/** Whether mixers forget by a law of MiniMax, whose layers turn nothing. */
const isOfMiniMax = ({ law }: ModelSpec): boolean =>
  law === 'minimax' || law === 'minimax-text01';

/** What a layer of linear attention says: all heads have keys of their own. */
function ofLinear(
  method: string,
  { x }: CheckedCall,
  { family, layer: { index, decay, heads, softmaxScale } }: FoundLayer,
) {
  const minimax = decay !== null && isOfMiniMax(decay);
  if (minimax && x !== undefined) {
    const rule = `given as they are behind the SiLU of layer ${index} of ${family}, and k and v, instead of x`;
    throw missing(method, 'q', rule);
  }
  return {
    ...{ keyHeads: heads, scale: minimax ? 1 : softmaxScale, causal: true },
    weighing: { type: 'linear' },
  };
}

/** The schedules whose frequencies depend on the length of the text. */
const byLength = new Set<unknown>(['dynamic', 'longrope']);

/** The rope of a layer that turns. */
function ropeOf({ spec, rope }: AnyLayer): LayerRope | undefined {
  // `posenc/models` makes no rope, and this entry takes none of another's.
  return (coreOf(rope) && rope) || (spec ?? undefined);
}

/** The rope of a layer if its schedule depends on the length. */
function ofLength(layer: AnyLayer): LayerRope | undefined {
  const type = Object(layer.spec?.scaling).type as unknown;
  return byLength.has(type) ? ropeOf(layer) : undefined;
}

/** A layer of `pe.model`, or of `readModel` of `posenc/models`. */
type AnyLayer = LayerFacts & Partial<Layer>;

/** A layer, and the word of its family. */
interface FoundLayer {
  readonly suffix: number;
  readonly family: string;
  readonly layer: AnyLayer;
}

/** The layer that options name, if they name a model. */
function readLayer(
  method: string,
  { model, layer, tower, given }: Checked<typeof modelParameters>,
): FoundLayer | undefined {
  if (model === undefined) {
    for (const name of ['layer', 'tower'] as const) {
      if (!given.has(name)) continue;
      const rule = 'left out where there is no model';
      throw wrongValue(method, name, rule, name === 'layer' ? layer : tower);
    }
    return undefined;
  }
  if (!isModel(model)) {
    throw wrongKind(
      method,
      'model',
      'what model() or readModel() gives',
      model,
    );
  }
  const { family, layers, suffix } = towerOf(method, model, tower);
  const found = layers[layer ?? 0];
  if (found) return { family, layer: found, suffix };
  const rule = `a layer, from 0 to ${layers.length - 1}`;
  throw wrongValue(method, 'layer', rule, layer);
}

function isModel(value: unknown): value is Model<AnyLayer> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'layers' in value &&
    'towers' in value
  );
}

function towerOf(
  method: string,
  { type, layers, towers }: Model<AnyLayer>,
  tower: unknown,
): Pick<Tower<AnyLayer>, 'family' | 'layers' | 'suffix'> {
  if (tower === undefined) {
    const main = Object.values(towers).find((one) => one?.layers === layers);
    return main ?? { family: type, layers, suffix: 0 };
  }
  const names = Object.keys(towers);
  const rule = `one of ${names.join(', ')}`;
  if (typeof tower !== 'string') throw wrongKind(method, 'tower', rule, tower);
  const found = Object.hasOwn(towers, tower) ? towers[tower] : undefined;
  if (found) return found;
  const hint = didYouMean(tower, names);
  throw wrongValue(method, 'tower', rule, tower, 'ERR_CHOICE', hint);
}

/** Throws where the configuration does not say what a layer computes. */
function checkComputable(
  method: string,
  { given }: CheckedCall,
  { family, layer }: FoundLayer,
): void {
  const { index, attention, mixer } = layer;
  if (attention === null && !isLinear(layer)) {
    const rule = `one with attention; layer ${index} is ${mixer ?? 'another mixer'}`;
    throw wrongValue(method, 'layer', rule, index);
  }
  if (attention === 'sparse' && !layer.blocks && !masked(given)) {
    const rule =
      `one whose keys the configuration says; layer ${index} is sparse, so ` +
      'give the option mask or blocks';
    throw wrongValue(method, 'layer', rule, index);
  }
  const turned = layer.positions.some((spec) => spec.method === 'rope');
  if (turned && !ropeOf(layer) && !given.has('rotary')) {
    const rule =
      `one that can be turned; no rope can be made for layer ${index}, as ` +
      'the findings of the model say';
    throw wrongValue(method, 'layer', rule, index);
  }
  const type = Object(layer.spec?.axes).type as unknown;
  // Texts have the same position on all axes of M-RoPE.
  const byCell = type === 'axial' || type === 'mixed';
  const placed = given.has('grid') || given.has('keyAxisPositions');
  if (byCell && !placed && !given.has('rotary')) {
    const rule = `that of an image, or keyAxisPositions: layer ${index} turns cells by their rows and columns`;
    throw missing(method, 'grid', rule);
  }
  if (layer.shift > 0 && !given.has('grid') && !masked(given)) {
    const rule = `that of the image, or a mask: layer ${index} moves its windows by ${layer.shift} cells`;
    throw missing(method, 'grid', rule);
  }
  if (layer.sinks && !given.has('sinks')) {
    const rule = `[heads] = [${layer.heads}], the learned sinks of ${family}`;
    throw missing(method, 'sinks', rule);
  }
}

/** Options that say which keys are seen. */
const masking = ['mask', 'documents', 'blocks'] as const;

const masked = (given: ReadonlySet<string>): boolean =>
  masking.some((one) => given.has(one));

/**
 * Throws where the class of a layer does what attention does not compute. Gives
 * what it does beyond some number of keys.
 */
function checkLacks(
  method: string,
  { given }: CheckedCall,
  { family, layer }: FoundLayer,
): KeyLimit | undefined {
  const { index } = layer;
  let limit: KeyLimit | undefined;
  for (const { what, option, keys } of layer.lacks) {
    if (option === 'mask' ? masked(given) : option && given.has(option)) {
      continue;
    }
    const instead = option ? `; give the option ${option}` : '';
    const rule =
      'one that attention computes as its class does; layer ' +
      `${index} of ${family} ${what}${instead}`;
    if (keys === undefined) throw wrongValue(method, 'layer', rule, index);
    if (!limit || keys < limit.keys) limit = { keys, rule, index };
  }
  return limit;
}

/** Throws where a call has more keys than its layer allows. */
export function checkKeys(
  method: string,
  limit: KeyLimit | undefined,
  keys: number,
): void {
  if (!limit || keys <= limit.keys) return;
  throw wrongValue(method, 'layer', limit.rule, limit.index);
}

const isRope = (rope: LayerRope): rope is Rope => coreOf(rope) !== undefined;

/** The rope of a layer for the positions of a call. */
export function ropeFor(rope: LayerRope | undefined, pairs: Pairs) {
  if (!rope) return undefined;
  let last = 0;
  for (const at of [pairs.queryAt, pairs.keyAt]) {
    for (const row of at.extremes()) last = Math.max(last, at.at(row));
  }
  const contextLength = Math.floor(last) + 1;
  return isRope(rope) ? rope.at(contextLength) : { ...rope, contextLength };
}
