// @ts-check
/** Powers of ten as text: 10⁵. @param {number} value */
export const power = (value) =>
  `10${String(Math.round(Math.log10(value))).replace(/[-\d]/g, (c) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)] ?? '⁻')}`;
