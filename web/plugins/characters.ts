// The characters that the fonts of the page have. A test reads the sources of the
// page, and fails where they write one that is missing here.

const range = (first: number, last: number): string =>
  String.fromCodePoint(
    ...Array.from({ length: last - first + 1 }, (_, i) => first + i),
  );

/** Latin letters as in English, figures, and the punctuation of print. */
export const plain = `${range(0x20, 0x7e)}\u00a0\u202f±²³·×–—‘’“”…−`;

/** What readers type: letters with their accents, too. */
export const typed = plain + range(0xc0, 0xff);

/** What the page writes besides: signs, small digits and Greek letters. */
export const written = '¹¼½°←↑→↓≈≠≤≥√∞‹›⅓⁰⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₆₇₈₉θπωΣ⌘✓';
