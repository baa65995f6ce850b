// @ts-check
/** Attention by stick-breaking. */

import { u } from '../tolerance.mjs';
import { attentionTolerance } from './attention-error.mjs';
import { swap } from './rows.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function stickBreaking(pe, c, check) {
  const [heads = 1, length = 1, headDim = 1] = c.shape('q');
  const [q, k, v] = ['q', 'k', 'v'].map((name) =>
    Float32Array.from(swap(c.float32(name), heads, length)),
  );
  if (!q || !k || !v) throw new Error('three inputs');
  const scale = c.param('scale', 1);
  const current = c.param('attend_current', false);
  const options = { q, k, v, heads, headDim, scale, causal: true };
  const weighing = /** @type {const} */ ({ type: 'stick-breaking', current });
  const { weights, output } = pe.attention({ ...options, weighing });
  const whole = pe.attention({
    ...options,
    weighing: { ...weighing, remainder: true },
  });

  // The error δ of a score changes the part of its key by a share of δ, and so
  // what it leaves; a weight has one part and at most all that is left.
  const { score } = attentionTolerance({
    ...{ q, k, v, keys: length, headDim, scale },
  });
  const share = (length + 1) * score + u;
  const largest = v.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const ofSum = () => largest * (share + (length + 2) * u);
  const results = {
    weights: weights.data,
    out: swap(output.data, length, heads),
    remainder: Array.from({ length: heads * length }, (_, row) =>
      weights.data
        .subarray(row * length, (row + 1) * length)
        .reduce((left, weight) => left - weight, 1),
    ),
    out_with_remainder: swap(whole.output.data, length, heads),
  };
  const within = {
    weights: (/** @type {number} */ _, /** @type {number} */ want) =>
      share * want,
    out: ofSum,
    remainder: () => share + length * u,
    out_with_remainder: ofSum,
  };
  for (const name of /** @type {(keyof typeof results)[]} */ (
    Object.keys(results)
  )) {
    const allowed = within[name];
    check.near(name, results[name], allowed);
    // The reference's own float32 run has the same errors.
    check.nearTorch(
      name,
      () => results[name],
      (i, want) => 2 * allowed(i, want),
    );
  }
}

export const sticks = {
  stickbreaking: {
    params: ['heads', 'length', 'head_dim', 'attend_current', 'scale'],
    tensors: [
      ...['q', 'k', 'v', 'weights', 'out'],
      ...['remainder', 'out_with_remainder'],
    ],
    run: stickBreaking,
  },
};
