/** The formulas of several axes and of a decay, and what goes wrong with them. */

import type { Equation } from '../describe/formula.js';

/** One equation for each form of axes, for `fope` and for the decay. */
export const axesFormula = [
  {
    when: { axes: 'sections' },
    text: 'p = p_a, a the axis in whose section of neighbouring pairs k lies',
    latex: 'p = p_{a(k)},\\quad a(k) = \\min\\{a : k < s_0 + \\dots + s_a\\}',
  },
  {
    when: { axes: 'interleaved' },
    text: 'p = p_a, a = k mod 3 if k < 3·sections_a, else 0',
    latex: 'p = p_{a(k)},\\quad a(k) = k \\bmod 3 \\text{ if } k < 3 s_a',
  },
  {
    when: { axes: 'axial' },
    text:
      'p = p_a, a the axis to whose block pair k belongs; the frequencies ' +
      'begin anew in each block: theta^(-2j/width) for its pair j, or bands ' +
      'from π to π·maxResolution/2',
    latex: 'p = p_a,\\quad \\omega_{a,j} = \\theta^{-2j/D_a}',
  },
  {
    when: { axes: 'mixed' },
    text: 'p·w_k becomes the sum of p_a·f[a, head, k] over the axes a',
    latex: 'p\\,\\omega_k \\gets \\sum_a p_a f_{a,h,k}',
  },
  {
    when: { scaling: 'fope' },
    text:
      'cos(p·w_k) becomes the sum of C[set, m, k]·cos(p·w_m) over the waves ' +
      'm, and sin(p·w_k) that of S[set, m, k]·sin(p·w_m)',
    latex:
      '\\cos p\\omega_k \\gets \\sum_m C_{mk} \\cos p\\omega_m,\\quad ' +
      '\\sin p\\omega_k \\gets \\sum_m S_{mk} \\sin p\\omega_m',
  },
  {
    when: { decay: 'xpos' },
    text:
      'cos and sin times z_k^e for queries and z_k^-e for keys, ' +
      'e = (p - centre)/scaleBase, ' +
      'z_k = (2k/rotaryDim + smoothing)/(1 + smoothing)',
    latex:
      '\\cos, \\sin \\gets \\zeta_k^{\\pm (p-c)/b}\\,(\\cos, \\sin),\\quad ' +
      '\\zeta_k = \\frac{2k/D + \\gamma}{1 + \\gamma}',
  },
] as const satisfies readonly Equation[];

export const axesPitfalls = [
  'Qwen-VL takes time, height, width, in this order; code of vision ' +
    'transformers that takes x before y needs `lastAxisFirst`.',
  'The rows of a vision tower that merges patches go through the grid block ' +
    'by block (`merge`), not row by row.',
  'With normalised coordinates, the cells of a grid of another size have ' +
    'other angles; without them, larger grids have angles that training never ' +
    'saw.',
  'xPos gives keys a factor that grows with the position: queries and keys ' +
    'must be turned with the same `centre`.',
  'Keys that FoPE mixed cannot be moved in a cache: a mixture of turns is no ' +
    'turn, and scores depend on more than distances.',
] as const;
