// @ts-check
/**
 * Computes how far rounding can move a trained table from the exact one.
 *
 * A step of Adam divides by the size of the gradients. So a small error of a
 * sum that nearly cancels can grow to the whole learning rate, and the bound
 * depends on the numbers. This module repeats the training in float64, and
 * carries with each number the largest error that another program can have. It
 * only makes tolerances; no result is compared with its numbers.
 */

import { ulp32 } from './compare.mjs';
import { u64 } from './tolerance.mjs';

/**
 * PyTorch's names of options, with its defaults.
 *
 * @typedef {{ kind: string, lr?: number, momentum?: number,
 *   dampening?: number, nesterov?: boolean, betas?: number[], eps?: number,
 *   weight_decay?: number, amsgrad?: boolean }} Rule
 *
 * `arithmetic` is the dtype to which each operation and the factors of the rule
 * are rounded; `table` is the dtype to which each step rounds the table.
 * @typedef {'float32' | 'float64'} Kind
 * @typedef {{ arithmetic: Kind, table: Kind }} Kinds
 *
 * A number, and the largest error of another program.
 * @typedef {{ real: number, error: number }} Known
 */

/** The largest error of rounding a number. */
const ROUNDING = {
  float32: (/** @type {number} */ x) => ulp32(x) / 2,
  float64: (/** @type {number} */ x) => u64 * Math.abs(x),
};

/** The error of reading a given number. */
const GIVEN = {
  float32: (/** @type {number} */ x) => Math.abs(Math.fround(x) - x),
  float64: () => 0,
};

/** @returns {Known} */
const zero = () => ({ real: 0, error: 0 });

/** A weight and the state that the rule keeps for it. */
class Weight {
  mean = zero();
  square = zero();
  largest = zero();

  /** @param {number} start */
  constructor(start) {
    this.value = { real: start, error: 0 };
  }
}

export class TrainingErrors {
  #steps = 0;
  /** @type {Weight[]} */
  #weights;
  /** @type {Required<Rule>} */
  #rule;
  /** The rounding errors of an operation's result and of a factor. */
  #rounding;
  #given;
  #stored;

  /** @param {Rule} rule @param {ArrayLike<number>} table @param {Kinds} kinds */
  constructor(rule, table, kinds) {
    this.#rule = {
      ...{ lr: 0.001, momentum: 0, dampening: 0, nesterov: false },
      ...{ betas: [0.9, 0.999], eps: 1e-8, amsgrad: false },
      weight_decay: rule.kind === 'adamw' ? 0.01 : 0,
      ...rule,
    };
    this.#weights = Array.from(table, (start) => new Weight(start));
    this.#rounding = ROUNDING[kinds.arithmetic];
    this.#given = GIVEN[kinds.arithmetic];
    this.#stored = ROUNDING[kinds.table];
  }

  /** The largest error of weight `i`. @param {number} i */
  at(i) {
    return this.#weights[i]?.value.error ?? Number.NaN;
  }

  /**
   * @param {ArrayLike<number>} gradient
   * @param {(i: number) => number} error of the gradient
   */
  step(gradient, error) {
    this.#steps += 1;
    this.#weights.forEach((weight, i) => {
      const slope = { real: Number(gradient[i]), error: error(i) };
      const move =
        this.#rule.kind === 'sgd'
          ? this.#sgd(weight, slope)
          : this.#adam(weight, slope);
      const real = weight.value.real - move.real;
      const before = weight.value.error + move.error;
      weight.value = { real, error: before + this.#stored(real) };
    });
  }

  /**
   * A sum of products with factors. A product with 0 or 1 is not rounded; one
   * with 0 is not added.
   *
   * @param {[Known, number][]} terms
   * @returns {Known}
   */
  #sum(...terms) {
    let [real, error, summands] = [0, 0, 0];
    for (const [term, factor] of terms) {
      if (factor === 0) continue;
      const product = factor * term.real;
      real += product;
      error += Math.abs(factor) * term.error;
      error += this.#given(factor) * Math.abs(term.real);
      if (factor !== 1) error += this.#rounding(product);
      if (term.real !== 0) summands += 1;
    }
    if (summands > 1) error += this.#rounding(real);
    return { real, error };
  }

  /** @param {Weight} weight @param {Known} slope @returns {Known} */
  #sgd(weight, slope) {
    const { lr, momentum, dampening, nesterov, weight_decay } = this.#rule;
    let move = this.#sum([slope, 1], [weight.value, weight_decay]);
    if (momentum !== 0) {
      const first = this.#steps === 1;
      weight.mean = first
        ? move
        : this.#sum([weight.mean, momentum], [move, 1 - dampening]);
      move = nesterov
        ? this.#sum([move, 1], [weight.mean, momentum])
        : weight.mean;
    }
    return this.#sum([move, lr]);
  }

  /** @param {Weight} weight @param {Known} slope @returns {Known} */
  #adam(weight, slope) {
    const { kind, lr, betas, eps, weight_decay, amsgrad } = this.#rule;
    const [beta1 = 0, beta2 = 0] = betas;
    let g = slope;
    if (kind === 'adamw') {
      weight.value = this.#sum([weight.value, 1 - lr * weight_decay]);
    } else {
      g = this.#sum([slope, 1], [weight.value, weight_decay]);
    }
    weight.mean = this.#sum([weight.mean, beta1], [g, 1 - beta1]);
    const size = Math.abs(g.real);
    const square = {
      real: size ** 2,
      error: (2 * size + g.error) * g.error + this.#rounding(size ** 2),
    };
    weight.square = this.#sum([weight.square, beta2], [square, 1 - beta2]);
    weight.largest = {
      real: Math.max(weight.largest.real, weight.square.real),
      error: Math.max(weight.largest.error, weight.square.error),
    };
    const { real, error } = amsgrad ? weight.largest : weight.square;

    // The difference of two roots is the difference of the numbers divided by
    // the sum of the roots, and at most the root of that difference.
    const root = Math.sqrt(real);
    const other = Math.sqrt(Math.max(real - error, 0));
    const most = Math.sqrt(error);
    const rootError = Math.min(most, error / (root + other) || most);
    const shrink = Math.sqrt(1 - beta2 ** this.#steps);
    const below = root / shrink + eps;
    // The root, the quotient and the sum are rounded, and so are the given
    // numbers.
    const given = this.#given(eps) + (root * this.#given(shrink)) / shrink ** 2;
    const belowError = rootError / shrink + 3 * this.#rounding(below) + given;
    // The error of mean / root, at the smallest possible divisor.
    const least = Math.max(below - belowError, eps);
    const { mean } = weight;
    const rate = lr / (1 - beta1 ** this.#steps);
    const move = rate * (mean.real / below);
    const relative = Math.abs(mean.real / below) * belowError;
    const moveError = (rate * (mean.error + relative)) / least;
    // Rounding of the rate, its product with the mean, and the quotient.
    return { real: move, error: moveError + 3 * this.#rounding(move) };
  }
}
