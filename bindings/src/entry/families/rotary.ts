/** The family rotary: rotary encodings, and what goes with them. */

// biome-ignore-all assist/source/organizeImports: users see the methods in this
// order.
export { rope } from '../../rotary/rope.js';
export { ropeCache } from '../../rotary/rope-cache.js';
export { positionMap } from '../../rotary/position-map.js';
export { queryScale } from '../../rotary/query-scale.js';
export { mropePositions } from '../../rotary/mrope-positions.js';
export { generatorPositions } from '../../rotary/generator-positions.js';
export { mixedFrequencies } from '../../rotary/mixed-frequencies.js';
export { polarPairs } from '../../rotary/polar-pairs.js';
export { polarPairsGradient } from '../../rotary/polar-pairs-gradient.js';
