/** The family attention: attention, its relative terms and its gate. */

// biome-ignore-all assist/source/organizeImports: users see the methods in this
// order.
export { shaw } from '../../relative/shaw.js';
export { relativeKey } from '../../relative/relative-key.js';
export { transformerXL } from '../../relative/transformer-xl.js';
export { xlnet } from '../../relative/xlnet.js';
export { deberta } from '../../relative/deberta.js';
export { tupe } from '../../relative/tupe.js';
export { cope } from '../../relative/cope.js';
export { decomposedBias } from '../../relative/decomposed-bias.js';
export { relativeLogits } from '../../relative/relative-logits.js';
export { urpe } from '../../gate/urpe.js';
export { attention } from '../../attention/attention.js';
export { attentionGradient } from '../../attention/attention-gradient.js';
export { attentionMap } from '../../attention/attention-map.js';
export { relativeIndices } from '../../relative/relative-indices.js';
export { shawMemory } from '../../relative/shaw-memory.js';
