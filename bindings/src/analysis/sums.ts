/** Sums that keep what every addition rounds away. */

/**
 * A sum of float64 whose error is one rounding of the result and the number of
 * terms times 2^-105 of the sum of their magnitudes.
 */
export class ExactSum {
  #sum = 0;
  #lost = 0;

  add(x: number): void {
    const sum = this.#sum + x;
    const part = sum - this.#sum;
    this.#lost += this.#sum - (sum - part) + (x - part);
    this.#sum = sum;
  }

  get value(): number {
    return this.#sum + this.#lost;
  }
}
