/** Statistics of a long run of errors, which are not kept. */

/** Statistics of an error over all positions and pairs. */
export interface ErrorStatistics {
  /** Largest error, and where it is. */
  readonly worst: number;
  readonly position: number;
  readonly pair: number;
  /** Root of the mean square. */
  readonly rms: number;
  /** Median, to a thousandth of it. */
  readonly median: number;
}

/**
 * Leading bits of a float32 ≥ 0 that tell the bins apart: its exponent and 9
 * bits of its fraction.
 */
const BIN_BITS = 17;
const BELOW = 31 - BIN_BITS;

const number = new Float32Array(1);
const words = new Uint32Array(number.buffer);

/** The statistics of errors from 0 to 2^127; the bins take half a megabyte. */
export class Spread {
  #count = 0;
  #squares = 0;
  #worst = 0;
  #position = 0;
  #pair = 0;
  /** Number of errors by their leading bits, which are in their order. */
  readonly #bins = new Uint32Array(2 ** BIN_BITS);

  add(error: number, position: number, pair: number): void {
    if (this.#count === 0 || error > this.#worst) {
      this.#worst = error;
      this.#position = position;
      this.#pair = pair;
    }
    this.#count += 1;
    this.#squares += error * error;
    number[0] = error;
    const bin = (words[0] as number) >>> BELOW;
    this.#bins[bin] = (this.#bins[bin] as number) + 1;
  }

  statistics(): ErrorStatistics {
    return {
      worst: this.#worst,
      position: this.#position,
      pair: this.#pair,
      rms: this.#count > 0 ? Math.sqrt(this.#squares / this.#count) : 0,
      median: this.#median(),
    };
  }

  #median(): number {
    let before = 0;
    for (let bin = 0; bin < this.#bins.length; ++bin) {
      before += this.#bins[bin] as number;
      if (before === 0 || 2 * before < this.#count) continue;
      // The middle of the bin; errors of 0 have a bin of their own.
      words[0] = (bin << BELOW) + (bin > 0 ? 2 ** (BELOW - 1) : 0);
      return number[0] as number;
    }
    return 0;
  }
}
