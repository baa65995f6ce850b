/**
 * The formula of a rope, and what users and engines get wrong about it. Lists
 * without spreads: bundlers drop those from entries that do not use them.
 */

import type { Equation } from '../describe/formula.js';

/** One equation for each schedule, form of axes and decay; P = rotaryDim/2. */
export const ropeFormula = [
  {
    when: { layout: 'half' },
    usual: true,
    text: '(a, b) = (x_k, x_(k + rotaryDim/2))',
    latex:
      '\\begin{pmatrix} a \\\\ b \\end{pmatrix} = ' +
      '\\begin{pmatrix} x_k \\\\ x_{k+D/2} \\end{pmatrix}',
  },
  {
    when: { layout: 'interleaved' },
    text: '(a, b) = (x_2k, x_(2k+1))',
    latex:
      '\\begin{pmatrix} a \\\\ b \\end{pmatrix} = ' +
      '\\begin{pmatrix} x_{2k} \\\\ x_{2k+1} \\end{pmatrix}',
  },
  {
    text:
      '(a, b) -> (a cos(p·w_k) - b sin(p·w_k), ' +
      'b cos(p·w_k) + a sin(p·w_k))',
    latex:
      '\\begin{pmatrix} a \\\\ b \\end{pmatrix} \\mapsto ' +
      '\\begin{pmatrix} \\cos p\\omega_k & -\\sin p\\omega_k \\\\ ' +
      '\\sin p\\omega_k & \\cos p\\omega_k \\end{pmatrix}' +
      '\\begin{pmatrix} a \\\\ b \\end{pmatrix}',
  },
  {
    text: 'w_k = theta^(-2k/rotaryDim)',
    latex: '\\omega_k = \\theta^{-2k/D}',
  },
  {
    when: { scaling: 'linear' },
    text: "w'_k = w_k/factor",
    latex: "\\omega'_k = \\omega_k / f",
  },
  {
    when: { scaling: 'ntk' },
    text:
      "w'_k = w_k · factor^(-k/(P-1)) (base), " +
      'w_k · factor^(-(k+1)/P) (fixed), ' +
      'w_k · exp(-ln(factor) · ((k+1)/P)^exponent) (mixed)',
    latex:
      "\\omega'_k = \\omega_k f^{-k/(P-1)},\\; " +
      '\\omega_k f^{-(k+1)/P},\\; ' +
      '\\omega_k f^{-((k+1)/P)^b}',
  },
  {
    when: { scaling: 'dynamic' },
    text:
      "w'_k = w_k · (factor·L/maxPosition - (factor - 1))^(-k/(P-1)), " +
      'L = max(contextLength, maxPosition)',
    latex:
      "\\omega'_k = \\omega_k \\left(\\frac{f L}{L_{\\max}} - (f - 1)" +
      '\\right)^{-k/(P-1)}',
  },
  {
    when: { scaling: 'yarn' },
    text:
      "w'_k = (1-m_k)·w_k/factor + m_k·w_k, " +
      'm_k = 1 - clamp((k - low)/(high - low), 0, 1), ' +
      'low = c(betaFast), high = c(betaSlow), ' +
      'c(n) = P·ln(originalMaxPosition/(2π·n))/ln(theta)',
    latex:
      "\\omega'_k = (1-m_k)\\frac{\\omega_k}{f} + m_k\\omega_k,\\quad " +
      'm_k = 1 - \\operatorname{clamp}\\left(\\frac{k - c(\\beta_f)}' +
      '{c(\\beta_s) - c(\\beta_f)}, 0, 1\\right),\\quad ' +
      'c(n) = \\frac{P\\ln(L_0/2\\pi n)}{\\ln\\theta}',
  },
  {
    when: { scaling: 'ntkByParts' },
    text:
      "w'_k = (1-m_k)·((1-n_k)·w_k/factor + n_k·w_k·factor^(-k/(P-1))) " +
      "+ m_k·w_k, with m_k of 16 and 2 turns and n_k of 1.25 and 0.75, as YaRN's",
    latex:
      "\\omega'_k = (1-m_k)\\left((1-n_k)\\frac{\\omega_k}{f} + " +
      'n_k\\omega_k f^{-k/(P-1)}\\right) + m_k\\omega_k',
  },
  {
    when: { scaling: 'resolution' },
    text:
      'on an axis with s = patches/basePatches > 1: as ntkByParts of the factor ' +
      's, with t² times as many turns (yarn), or as ntk of s^(2t²) (ntk); cos ' +
      'and sin times 0.1·ln(s) + 1 with yarn. t = time; without it, t² is 1, or ' +
      '1/2 with ntk',
    latex:
      '\\omega_{a,k} \\gets \\omega_{a,k}(s_a, t^2),\\quad ' +
      's_a = \\max(1, n_a / n_0),\\quad ' +
      '\\cos, \\sin \\gets (0.1\\ln s_a + 1)(\\cos, \\sin)',
  },
  {
    when: { scaling: 'longrope' },
    text:
      "w'_k = w_k/shortFactor_k if contextLength <= originalMaxPosition, " +
      'else w_k/longFactor_k',
    latex:
      "\\omega'_k = \\begin{cases} \\omega_k / s_k & L \\le L_0 \\\\ " +
      '\\omega_k / l_k & L > L_0 \\end{cases}',
  },
  {
    when: { scaling: 'llama3' },
    text:
      "w'_k = (1-s_k)·w_k/factor + s_k·w_k, s_k = clamp(" +
      '(originalMaxPosition·w_k/(2π) - lowFreqFactor)' +
      '/(highFreqFactor - lowFreqFactor), 0, 1)',
    latex:
      "\\omega'_k = (1-s_k)\\frac{\\omega_k}{f} + s_k\\omega_k,\\quad " +
      's_k = \\operatorname{clamp}\\left(\\frac{L_0\\omega_k/2\\pi - l}' +
      '{h - l}, 0, 1\\right)',
  },
  {
    when: { scaling: 'proportional' },
    text: "w'_k = w_k/factor for k < floor(share·P), else 0",
    latex:
      "\\omega'_k = \\begin{cases} \\omega_k / f & " +
      'k < \\lfloor sP \\rfloor \\\\ ' +
      '0 & k \\ge \\lfloor sP \\rfloor \\end{cases}',
  },
  {
    when: { scaling: 'factors' },
    text: "w'_k = w_k/factors_k",
    latex: "\\omega'_k = \\omega_k / f_k",
  },
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
    when: { axes: 'alternating' },
    text: 'p = p_a, a = 1 + k mod 2 if k < sections_1 + sections_2, else 0',
    latex:
      'p = p_{a(k)},\\quad a(k) = 1 + k \\bmod 2 \\text{ if } k < s_1 + s_2',
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
  {
    when: { precision: 'torch' },
    text: 'the angle is f32(p · f32(w_k))',
    latex:
      'p\\,\\omega_k \\gets ' +
      '\\operatorname{f32}\\left(p\\;\\operatorname{f32}(\\omega_k)\\right)',
  },
  {
    when: { precision: 'ggml' },
    text: 'the angle of pair k is f32(that of pair k-1 · theta^(-2/rotaryDim))',
    latex:
      'p\\,\\omega_k \\gets ' +
      '\\operatorname{f32}\\left(p\\,\\omega_{k-1}\\;\\theta^{-2/D}\\right)',
  },
] as const satisfies readonly Equation[];

export const ropePitfalls = [
  'The two layouts pair different components: weights trained for one give ' +
    'plausible but wrong results with the other.',
  'Keys in a cache are already turned; a new key needs its own position ' +
    '(`start`), not 0.',
  'Only queries and keys are turned, never values.',
  'dynamic: keys that a cache holds were turned with the theta of a shorter ' +
    'context. Turn them anew with `rebase`, or make one rope for the longest ' +
    'context (`contextLength`) and use it from the start.',
  'dynamic: the length counts from maxPosition, the length of the training, ' +
    'not from a context that was already stretched.',
  'yarn: gpt-oss has `truncate: false`. Engines that round both ends of the ' +
    'range all the same change the frequency of pair 17 by 76 %.',
  'yarn: an attention factor of 1 does not mean that there is no temperature. ' +
    "DeepSeek's `mscaleAllDim` multiplies the softmax scale instead, and acts on " +
    'components that are not turned, too.',
  'yarn: the ratio of `mscale` and `mscaleAllDim` counts only if neither is 0. ' +
    'Models that give both but leave the softmax alone, such as Ministral 3, ' +
    'need `attentionFactor: 1` and no `mscaleAllDim`.',
  'yarn: the range ends at pair rotaryDim - 1, although there are only ' +
    'rotaryDim/2 pairs; to end it sooner changes its slope.',
  'yarn: ggml multiplies cosines and sines by 1 + 0.1·ln(factor) itself. A file ' +
    'for it holds the attention factor divided by that, and with ' +
    '`extrapolationFactor: 0` ggml leaves the multiplication out.',
  'resolution: the rope of a time is another rope. Make one for each step of ' +
    'the diffusion; queries and keys of a step need the same.',
  'resolution: FLUX turns text with the same rope, and so multiplies its cosines ' +
    'and sines, too; Qwen-Image turns text with a rope without the schedule.',
  'longrope: the divisors are float32 in Hugging Face. `Math.fround` each number ' +
    'of a config for the exact frequencies of its checkpoint, as `pe.model` ' +
    'does unless its `divisors` is `float64`.',
  'longrope: the short divisors hold up to originalMaxPosition itself, and the ' +
    'attention factor holds for both lists. All keys of a cache must have been ' +
    'turned with the same list.',
  'llama3: GGUF files hold this schedule as divisors of the frequencies; to ' +
    'apply both scales twice.',
  'proportional: pairs without a frequency still belong to the head. Do not ' +
    'shorten rotaryDim instead: the exponents and, in layout half, the pairs ' +
    'would be others.',
  'Qwen-VL takes time, height, width, in this order; code of vision ' +
    'transformers that takes x before y needs `lastAxisFirst`.',
  'axial, mixed: `start`, `length` and a single list of positions hold for all ' +
    'axes, so that row p is the cell (p, p). The cells of a picture need `grid`, ' +
    'or a list for each axis.',
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
