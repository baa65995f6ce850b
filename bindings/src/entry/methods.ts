/**
 * The registry of all methods and operations, with one line for each. The
 * package's object and its types, `make` and `plan`, the descriptions, the
 * command line, the page, the reference pages and the tests of all methods use
 * this list in this order.
 */

// biome-ignore-all assist/source/organizeImports: users see the methods in this
// order.
export { sinusoidal } from '../absolute/sinusoidal.js';
export { sinusoidalGrid } from '../absolute/sinusoidal-grid.js';
export { complexOrder } from '../absolute/complex-order.js';
export { floater } from '../absolute/floater.js';
export { polynomial } from '../absolute/polynomial.js';
export { exponential } from '../absolute/exponential.js';
export { enformer } from '../absolute/enformer.js';
export { radial } from '../absolute/radial.js';
export { fourierFeatures } from '../absolute/fourier-features.js';
export { normalised } from '../absolute/normalised.js';
export { code } from '../absolute/code.js';
export { learned } from '../absolute/learned.js';
export { resample } from '../absolute/resample.js';
export { tile } from '../absolute/tile.js';
export { hierarchical } from '../absolute/hierarchical.js';
export { windowed } from '../absolute/windowed.js';
export { rope } from '../rotary/rope.js';
export { ropeCache } from '../rotary/rope-cache.js';
export { positionMap } from '../rotary/position-map.js';
export { queryScale } from '../rotary/query-scale.js';
export { convertLayout } from '../rotary/layouts/convert-layout.js';
export { detectLayout } from '../rotary/layouts/detect-layout.js';
export { alibi } from '../bias/alibi.js';
export { alibiSlopes } from '../bias/alibi-slopes.js';
export { basisBias } from '../bias/basis-bias.js';
export { dynamicBias } from '../bias/dynamic-bias.js';
export { fire } from '../bias/fire.js';
export { forgetting } from '../bias/forgetting.js';
export { t5Bias } from '../bias/t5-bias.js';
export { clippedBias } from '../bias/clipped-bias.js';
export { kerple } from '../bias/kerple.js';
export { sandwich } from '../bias/sandwich.js';
export { biasGradient } from '../bias/bias-gradient.js';
export { gridBias } from '../bias/grid-bias.js';
export { continuousGridBias } from '../bias/continuous-grid-bias.js';
export { distanceBias } from '../bias/distance-bias.js';
export { shaw } from '../relative/shaw.js';
export { relativeKey } from '../relative/relative-key.js';
export { transformerXL } from '../relative/transformer-xl.js';
export { xlnet } from '../relative/xlnet.js';
export { deberta } from '../relative/deberta.js';
export { tupe } from '../relative/tupe.js';
export { cope } from '../relative/cope.js';
export { decomposedBias } from '../relative/decomposed-bias.js';
export { relativeLogits } from '../relative/relative-logits.js';
export { urpe } from '../gate/urpe.js';
export { attention } from '../attention/attention.js';
export { attentionGradient } from '../attention/attention-gradient.js';
export { attentionMap } from '../attention/attention-map.js';
export { relativeIndices } from '../relative/relative-indices.js';
export { shawMemory } from '../relative/shaw-memory.js';
export { addTo } from '../absolute/add-to.js';
export { concat } from '../absolute/concat.js';
export { frequencies } from '../absolute/frequencies.js';
export { positionIds } from '../absolute/position-ids.js';
export { mropePositions } from '../rotary/mrope-positions.js';
export { windowedCollisions } from '../absolute/windowed-collisions.js';
export { learnedGradient } from '../absolute/learned-gradient.js';
export { complexOrderGradient } from '../absolute/complex-order-gradient.js';
export { floaterGradient } from '../absolute/floater-gradient.js';
export { optimiser } from '../training/optimiser.js';
