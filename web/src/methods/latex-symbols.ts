// The words of LaTeX that the formulas use, and the signs they stand for.

export const letters: Record<string, string> = {
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  Gamma: 'Γ',
  delta: 'δ',
  Delta: 'Δ',
  epsilon: 'ϵ',
  varepsilon: 'ε',
  zeta: 'ζ',
  eta: 'η',
  theta: 'θ',
  Theta: 'Θ',
  kappa: 'κ',
  lambda: 'λ',
  Lambda: 'Λ',
  mu: 'μ',
  nu: 'ν',
  xi: 'ξ',
  pi: 'π',
  Pi: 'Π',
  rho: 'ρ',
  sigma: 'σ',
  Sigma: 'Σ',
  tau: 'τ',
  phi: 'ϕ',
  varphi: 'φ',
  Phi: 'Φ',
  chi: 'χ',
  psi: 'ψ',
  Psi: 'Ψ',
  omega: 'ω',
  Omega: 'Ω',
  partial: '∂',
  nabla: '∇',
  ell: 'ℓ',
  infty: '∞',
};

export const operators: Record<string, string> = {
  cdot: '·',
  times: '×',
  le: '≤',
  leq: '≤',
  lt: '<',
  ge: '≥',
  geq: '≥',
  in: '∈',
  to: '→',
  ne: '≠',
  neq: '≠',
  approx: '≈',
  sim: '∼',
  propto: '∝',
  equiv: '≡',
  pm: '±',
  leftarrow: '←',
  rightarrow: '→',
  gets: '←',
  prod: '∏',
  int: '∫',
  circ: '∘',
  oplus: '⊕',
  otimes: '⊗',
  lvert: '|',
  rvert: '|',
  lVert: '‖',
  rVert: '‖',
  Vert: '‖',
  mapsto: '↦',
  mid: '|',
  sum: '∑',
  ldots: '…',
  dots: '…',
  cdots: '⋯',
  top: '⊤',
  lfloor: '⌊',
  rfloor: '⌋',
  lceil: '⌈',
  rceil: '⌉',
  langle: '⟨',
  rangle: '⟩',
  odot: '⊙',
  prime: '′',
  '{': '{',
  '}': '}',
};

export const functions = new Set([
  'sin',
  'cos',
  'exp',
  'log',
  'ln',
  'max',
  'min',
  'tan',
  'arccos',
  'arcsin',
  'arctan',
  'arg',
  'cosh',
  'sinh',
  'tanh',
]);

/**
 * Brackets of all kinds. A browser makes each as high as all that stands in
 * its row; here only `\\left` and its like ask for that.
 */
export const fences = new Set([...'()[]{}|‖⌊⌋⌈⌉⟨⟩']);

/** Signs above a letter. */
export const accents: Record<string, string> = {
  hat: '^',
  bar: '¯',
  tilde: '~',
  vec: '→',
  dot: '˙',
};

/** Families of letters; of the doubled and the curved only the capitals. */
export const alphabets: Record<string, string> = {
  mathbb: 'ABℂDEFGℍIJKLMℕOℙℚℝSTUVWXYℤ',
  mathcal: '𝒜ℬ𝒞𝒟ℰℱ𝒢ℋℐ𝒥𝒦ℒℳ𝒩𝒪𝒫𝒬ℛ𝒮𝒯𝒰𝒱𝒲𝒳𝒴𝒵',
};

export const spaces: Record<string, string> = {
  ',': '0.17em',
  ':': '0.22em',
  ';': '0.28em',
  ' ': '0.3em',
  '!': '0em',
  quad: '1em',
  qquad: '2em',
};

export const delimiters = new Set([
  'big',
  'Big',
  'bigl',
  'bigr',
  'Bigl',
  'Bigr',
]);
export const tables: Record<string, readonly [open: string, close: string]> = {
  cases: ['{', ''],
  aligned: ['', ''],
  matrix: ['', ''],
  pmatrix: ['(', ')'],
  bmatrix: ['[', ']'],
};
