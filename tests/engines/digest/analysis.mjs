// @ts-check
/** Cases of analyses. */

import { tensor } from './words.mjs';

/**
 * The table that a line of the cases describes.
 *
 * @param {import('posenc').Posenc} pe
 * @param {import('./words.mjs').Words} w
 */
function tableOf(pe, w) {
  const [length, dim] = [w.number(), w.number()];
  const kind = w.choice();
  return kind === 'noise'
    ? tensor(1, length, dim)
    : pe.make({ method: 'sinusoidal', length, dim, base: 100, dtype: kind });
}

/** @param {number[]} values */
const numbers = (...values) => ({ data: Float64Array.from(values) });

/** @param {Float64Array[]} arrays */
const arrays = (...arrays) => arrays.map((data) => ({ data }));

/** @type {import('./words.mjs').Verbs} */
export const analysis = {
  gram(pe, w) {
    const table = tableOf(pe, w);
    const normalise = w.flag();
    /** @type {[number, number]} */
    const rows = [w.number(), w.number()];
    /** @type {[number, number]} */
    const columns = [w.number(), w.number()];
    const options = { normalise, rows, columns, dtype: w.choice() };
    return [pe.analysis.gram(table, options)];
  },

  toeplitz(pe, w) {
    const { residual, mean, deviation } = pe.analysis.toeplitz(tableOf(pe, w));
    return [numbers(residual), ...arrays(mean, deviation)];
  },

  distanceCurve(pe, w) {
    const table = tableOf(pe, w);
    const [count = 0] = table.shape;
    const measure = w.choice();
    const anchors = Array.from({ length: w.number() }, (_, i) => {
      return (i * 7) % count;
    });
    const options = anchors.length > 0 ? { measure, anchors } : { measure };
    const curve = pe.analysis.distanceCurve(table, options);
    return arrays(curve.mean, curve.min, curve.max, curve.pairs);
  },

  wavelengths(pe, w) {
    const waves = pe.analysis.wavelengths(tableOf(pe, w));
    return arrays(waves.wavelengths, waves.explained);
  },

  spectrum(pe, w) {
    return [pe.analysis.spectrum(tableOf(pe, w)).power];
  },

  shiftMatrix(pe, w) {
    const table = tableOf(pe, w);
    const options = { shift: w.number(), tolerance: w.number() };
    const map = pe.analysis.shiftMatrix(table, options);
    const { matrix, residual, conditionNumber, rank } = map;
    return [matrix, numbers(residual, conditionNumber, rank)];
  },

  singularValues(pe, w) {
    const table = tableOf(pe, w);
    const { values, rank, effectiveRank } = pe.analysis.singularValues(table, {
      tolerance: w.number(),
    });
    return [...arrays(values), numbers(rank, effectiveRank)];
  },

  sumOrConcat(pe, w) {
    const table = tableOf(pe, w);
    const [, width = 0] = table.shape;
    const embeddings = tensor(2, w.number(), width);
    const scale = w.number();
    const embeddingScale = w.embeddingScale();
    const [energy, bins] = [w.number(), w.number()];
    const { variance, cosine, dimensions, principalAngles, effectiveRank } =
      pe.analysis.sumOrConcat({
        ...{ embeddings, table, scale, embeddingScale, energy, bins },
      });
    const { mean, rms, min, max, pairs, histogram } = cosine;
    const { sum, concat } = effectiveRank;
    return [
      ...arrays(variance.embeddings, variance.table),
      numbers(mean, rms, min, max, pairs),
      ...arrays(histogram, principalAngles),
      numbers(dimensions.embeddings, dimensions.table),
      numbers(effectiveRank.embeddings, effectiveRank.table, sum, concat),
    ];
  },
};
