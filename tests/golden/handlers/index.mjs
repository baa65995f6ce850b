// @ts-check
/** The handlers of all methods that the runner can run. */

import { isResult, twinned } from '../case.mjs';
import { alibi } from './alibi.mjs';
import { attention } from './attention.mjs';
import { attentionAdded } from './attention-added.mjs';
import { attentionMpt } from './attention-mpt.mjs';
import { bert } from './bert.mjs';
import { bilevel } from './bipe.mjs';
import { buckets } from './buckets.mjs';
import { complexOrder } from './complex-order.mjs';
import { cope } from './cope.mjs';
import { debertaModules } from './deberta.mjs';
import { decays } from './decay.mjs';
import { decomposed } from './decomposed.mjs';
import { detrGrid } from './detr.mjs';
import { drawnPositions } from './drawn-positions.mjs';
import { dynamicBias } from './dynamic-bias.mjs';
import { dype } from './dype.mjs';
import { embedding } from './embedding.mjs';
import { exact } from './exact.mjs';
import { fire } from './fire.mjs';
import { floater } from './floater.mjs';
import { sumsOfGates } from './forgetting.mjs';
import { fourier } from './fourier.mjs';
import { generatorRopes } from './generator-ropes.mjs';
import { generators } from './generators.mjs';
import { grid } from './grid.mjs';
import { ids } from './ids.mjs';
import { kerple } from './kerple.mjs';
import { learned } from './learned.mjs';
import { mmPositions } from './mm-positions.mjs';
import { mmRopes } from './mm-ropes.mjs';
import { mrope } from './mrope.mjs';
import { polar } from './pope.mjs';
import { resample } from './resample.mjs';
import { retnet } from './retnet.mjs';
import { rope } from './rope.mjs';
import { ropeAxes } from './rope-axes.mjs';
import { ropeFrequencies } from './rope-frequencies.mjs';
import { ropeHf } from './rope-hf.mjs';
import { ropeXPos } from './rope-xpos.mjs';
import { sandwich } from './sandwich.mjs';
import { shaw } from './shaw.mjs';
import { sinusoidal } from './sinusoidal.mjs';
import { sticks } from './stick-breaking.mjs';
import { swinWindows } from './swin.mjs';
import { timing } from './timing.mjs';
import { timingGrid } from './timing-grid.mjs';
import { transformerXl } from './transformer-xl.mjs';
import { tupe } from './tupe.mjs';
import { urpeGate } from './urpe.mjs';
import { xlnetModules } from './xlnet.mjs';

/**
 * `params` and `tensors` are everything that a handler understands: a case with
 * anything else fails. Tensors are given as names or patterns of names, or as a
 * function of the case. Any result may have a twin in float32, which is not
 * listed.
 *
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {(string | RegExp)[]} Names
 * @typedef {object} Handler
 * @property {string[]} params
 * @property {Names | ((c: Case) => Names)} tensors
 * @property {(pe: import('posenc').Posenc, c: Case,
 *   check: import('../compare.mjs').Comparison) => void} run
 */

/**
 * Whether a tensor is one of these, or the float32 twin of one.
 *
 * @param {import('../case.mjs').Tensor} tensor
 * @param {Names} names
 */
export function isNamed(tensor, names) {
  const { name } = tensor;
  const result = isResult(tensor) ? twinned(name) : undefined;
  return names.some((known) =>
    typeof known === 'string'
      ? known === name || known === result
      : known.test(name) || (result !== undefined && known.test(result)),
  );
}

/** @type {Record<string, Handler>} */
export const handlers = {
  ...sinusoidal,
  ...timing,
  ...timingGrid,
  ...grid,
  ...detrGrid,
  ...fourier,
  ...learned,
  ...embedding,
  ...resample,
  ...ids,
  ...rope,
  ...ropeFrequencies,
  ...ropeHf,
  ...ropeAxes,
  ...ropeXPos,
  ...mrope,
  ...mmPositions,
  ...generators,
  ...drawnPositions,
  ...alibi,
  ...kerple,
  ...sandwich,
  ...fire,
  ...dynamicBias,
  ...attention,
  ...attentionAdded,
  ...attentionMpt,
  ...buckets,
  ...swinWindows,
  ...decays,
  ...sumsOfGates,
  ...sticks,
  ...retnet,
  ...bilevel,
  ...mmRopes,
  ...generatorRopes,
  ...dype,
  ...polar,
  ...urpeGate,
  ...exact,
  ...complexOrder,
  ...floater,
  ...shaw,
  ...bert,
  ...debertaModules,
  ...decomposed,
  ...cope,
  ...tupe,
  ...transformerXl,
  ...xlnetModules,
};
