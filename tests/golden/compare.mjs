// @ts-check
/** Compares results with a case's tensors and keeps the largest errors. */

import { twinOf } from './case.mjs';

/** @typedef {import('./case.mjs').Case} Case */

const float32 = new Float32Array(1);
const bits32 = new Uint32Array(float32.buffer);

/** The unit in the last place of float32 at `x` (not infinite).
 * @param {number} x */
export function ulp32(x) {
  float32[0] = Math.abs(x);
  const exponent = (bits32[0] ?? 0) >>> 23;
  return 2 ** (Math.max(exponent, 1) - 150);
}

/** The unit in the last place of float64 at `x` (not infinite).
 * @param {number} x */
export function ulp64(x) {
  const size = Math.abs(x);
  // log2 may be off by one next to a power of two.
  let exponent = Math.floor(Math.log2(size));
  if (2 ** exponent > size) --exponent;
  if (2 ** (exponent + 1) <= size) ++exponent;
  return size === 0 ? 2 ** -1074 : 2 ** Math.max(exponent - 52, -1074);
}

/**
 * @typedef {(index: number, expected: number) => number} Tolerance
 * @typedef {(index: number, expected: number) => number} Scale
 */

/**
 * Errors are measured in ulps of the value itself. For sums of products the
 * scale is the absolute sum instead.
 * @type {Scale}
 */
const itself = (_, expected) => expected;

export class Comparison {
  /** Names of the tensors that were compared.
   * @type {Set<string>} */
  seen = new Set();
  /** Largest error, except in torch precision. */
  maxAbs = 0;
  /** Largest error of float32 results, in ulps. */
  maxUlp = 0;
  /** Largest difference from the float32 outputs of the references. */
  torchMaxAbs = 0;

  /** @param {Case} golden */
  constructor(golden) {
    this.golden = golden;
  }

  /** Whether the case has a result, or the reference's float32 run of it.
   * @param {string} name */
  wants(name) {
    return this.golden.has(name) || this.golden.has(twinOf(name));
  }

  /** The expected numbers of a result.
   * @param {string} name */
  expected(name) {
    const { golden } = this;
    return golden.tensor(golden.has(name) ? name : twinOf(name)).data;
  }

  /**
   * Throws unless every |actual - expected| is within the tolerance. Does
   * nothing if the case does not have the tensor; the runner checks that no
   * tensor of a case is left over.
   *
   * @param {string} name the tensor to compare with
   * @param {ArrayLike<number>} actual
   * @param {Tolerance} tolerance
   * @param {Scale} [scale] whose ulps maxUlp counts
   */
  near(name, actual, tolerance, scale = itself) {
    if (!this.golden.has(name)) return;
    const { abs, ulp } = this.#compare(name, actual, tolerance, scale);
    this.maxAbs = Math.max(this.maxAbs, abs);
    if (actual instanceof Float32Array)
      this.maxUlp = Math.max(this.maxUlp, ulp);
  }

  /**
   * Compares a result in torch precision with the reference's float32 result,
   * the tensor `name` + `_f32`, if the case has it.
   *
   * @param {string} name
   * @param {() => ArrayLike<number>} actual
   * @param {Tolerance} tolerance
   */
  nearTorch(name, actual, tolerance) {
    const twin = twinOf(name);
    if (!this.golden.has(twin)) return;
    const { abs } = this.#compare(twin, actual(), tolerance, itself);
    this.torchMaxAbs = Math.max(this.torchMaxAbs, abs);
  }

  /**
   * Compares the reference's float32 result with one of a method that does not
   * emulate float32 but rounds the real result once. The distance may be what
   * the case states, at most `bound`, or `bound` if the case states nothing.
   *
   * @param {string} name
   * @param {() => ArrayLike<number>} actual rounded to float32
   * @param {Tolerance} bound
   */
  nearRounded(name, actual, bound) {
    const stated = this.golden.tensors.get(twinOf(name))?.stated;
    this.nearTorch(name, actual, (i, want) => {
      const most = bound(i, want);
      if (stated === undefined) return most;
      // The reference's error plus the rounding of the library's result.
      return Math.min(most, stated + 0.51 * ulp32(want) + 1e-10);
    });
  }

  /**
   * For results that are rounded at most once, such as integers and copies.
   * Both runs of the reference must give the same numbers.
   *
   * @param {string} name
   * @param {ArrayLike<number>} actual
   */
  same(name, actual) {
    this.near(name, actual, () => 0);
    const twin = () => Float32Array.from(actual);
    this.nearTorch(name, twin, () => 0);
  }

  /**
   * @param {string} name
   * @param {ArrayLike<number>} actual
   * @param {Tolerance} tolerance
   * @param {Scale} scale
   */
  #compare(name, actual, tolerance, scale) {
    const { data: expected } = this.golden.tensor(name);
    if (actual.length !== expected.length) {
      const lengths = `${actual.length} values for ${expected.length}`;
      throw new Error(`${name}: ${lengths}`);
    }
    this.seen.add(name);
    let [abs, ulp] = [0, 0];
    for (let i = 0; i < expected.length; ++i) {
      const [got, want] = [Number(actual[i]), Number(expected[i])];
      // Masked scores are infinite, and their difference is NaN.
      const error = got === want ? 0 : Math.abs(got - want);
      const allowed = tolerance(i, want);
      // Written so that the comparison fails for NaN.
      if (!(error <= allowed)) {
        const detail = `error ${error} above ${allowed}`;
        throw new Error(`${name}[${i}]: ${got} for ${want}, ${detail}`);
      }
      abs = Math.max(abs, error);
      ulp = Math.max(ulp, error / ulp32(scale(i, want)));
    }
    return { abs, ulp };
  }
}
