/** Bases of well-known models, the commonest first. */
export const THETAS = [1e4, 5e5, 1e6, 1e5, 1e7, 5e6, 150000, 160000, 1e8];
