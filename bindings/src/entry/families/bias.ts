/** The family bias: biases of attention scores. */

// biome-ignore-all assist/source/organizeImports: users see the methods in this
// order.
export { alibi } from '../../bias/alibi.js';
export { alibiSlopes } from '../../bias/alibi-slopes.js';
export { decay } from '../../bias/decay.js';
export { decaySlopes } from '../../bias/decay-slopes.js';
export { decayFactors } from '../../bias/decay-factors.js';
export { basisBias } from '../../bias/basis-bias.js';
export { dynamicBias } from '../../bias/dynamic-bias.js';
export { fire } from '../../bias/fire.js';
export { forgetting } from '../../bias/forgetting.js';
export { t5Bias } from '../../bias/t5-bias.js';
export { clippedBias } from '../../bias/clipped-bias.js';
export { kerple } from '../../bias/kerple.js';
export { sandwich } from '../../bias/sandwich.js';
export { biasGradient } from '../../bias/bias-gradient.js';
export { gridBias } from '../../bias/grid-bias.js';
export { continuousGridBias } from '../../bias/continuous-grid-bias.js';
export { distanceBias } from '../../bias/distance-bias.js';
