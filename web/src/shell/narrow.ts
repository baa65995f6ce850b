// Whether controls stand below the pictures, and not beside them.

/** The same condition as in the style sheets. */
export const narrow = matchMedia('(max-width: 56rem)');
