// @ts-check
/**
 * The frequency of pair `k` among those of `width` components, in radians for a
 * position, in float64. tests/oracle/definition.ts has it in more digits.
 * @param {number} base @param {number} k @param {number} width
 */
export const frequency = (base, k, width) => base ** ((-2 * k) / width);
