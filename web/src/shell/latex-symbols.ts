// The words of LaTeX that the formulas use, and the signs they stand for.

export const letters: Record<string, string> = {
  alpha: 'α',
  beta: 'β',
  theta: 'θ',
  Theta: 'Θ',
  lambda: 'λ',
  omega: 'ω',
  phi: 'φ',
  pi: 'π',
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
]);

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
  'left',
  'right',
  'big',
  'Big',
  'bigl',
  'bigr',
]);
export const tables: Record<string, readonly [open: string, close: string]> = {
  cases: ['{', ''],
  aligned: ['', ''],
  matrix: ['', ''],
  pmatrix: ['(', ')'],
  bmatrix: ['[', ']'],
};
