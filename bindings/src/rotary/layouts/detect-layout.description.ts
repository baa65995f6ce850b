/** The rotary layout of heads that an engine turned: parameters and description. */

import type { Description } from '../../describe/description.js';
import type { Parameters } from '../../describe/parameters.js';
import { ropeParameters } from '../rope.description.js';
import {
  headsAxes,
  headsParameters,
  rotaryPositionParameters,
} from '../rotation/rotate.description.js';

/** The options of `detectLayout`, in the order in which they are read. */
export const detectLayoutParameters = {
  /**
   * Queries or keys after the rotation, float32, float16 or bfloat16. Required.
   */
  after: { kind: 'other', axes: headsAxes },
  /**
   * The same queries or keys before the rotation. Required unless `reference` is
   * given.
   */
  before: { kind: 'other', axes: headsAxes, optional: true },
  /**
   * What another engine made of the same queries or keys. Without `before`, the
   * mistake is searched that turns one of the two outputs into the other; with
   * it, a report is made of each. Optional.
   */
  reference: { kind: 'other', axes: headsAxes, optional: true },
  /**
   * The rope with which the heads should have been turned, or its spec: one axis,
   * no decay, no `fope`. Without it, usual bases and widths are tried. Optional.
   */
  rope: { kind: 'handle', of: 'rope', optional: true },
  /**
   * Width of a head, even. Defaults to that of the rope, or to the last of three
   * or four axes; otherwise required.
   */
  headDim: { ...ropeParameters.headDim, optional: true },
  ...headsParameters,
  ...rotaryPositionParameters,
  /**
   * Largest residual of a hypothesis that explains the heads. Defaults to 0.002,
   * or for bfloat16 to 0.016.
   */
  tolerance: { kind: 'number', min: 0, max: 1, optional: true },
} as const satisfies Parameters;

export const detectLayoutDescription = {
  title: 'Rotary layout of turned heads',
  summary:
    'Says from queries or keys before and after a rotation which layout and ' +
    'sign an engine used, and which known mistake explains a difference.',
  goodAt:
    'Ports whose scores are wrong: a few tokens and heads name the mistake.',
  badAt:
    'Several mistakes at once, and rotations with several axes: it then says ' +
    'that nothing explains them.',
  formula: {
    text: 'residual = |y - f(x)| / max(|x|, |y|), for each known way f of turning',
    latex: 'r_f = \\frac{\\|y - f(x)\\|}{\\max(\\|x\\|, \\|y\\|)}',
  },
  paper: {
    title: 'RoFormer: Enhanced Transformer with Rotary Position Embedding',
    authors: 'Su et al.',
    year: 2021,
    arxiv: '2104.09864',
  },
  result: '{ verdict, best, residual, ambiguous, hypotheses, reference }',
  accuracy: 'residuals in float64, of at most 16 rows and about 4096 numbers',
  pitfalls: [
    'Position 0 turns nothing: give rows at other positions. A report that ' +
      'cannot tell says so: `ambiguous` is true and `best` is null.',
    'The heads must be compared at the same place: after the projection and a ' +
      'norm of the heads, right before and right after the rotation.',
    'An engine that reads converted weights has other numbers before the ' +
      'rotation. Give its own, not those of the other engine.',
    'A head of width 2 has the same pairs in both layouts.',
    'A hypothesis with a residual near the rounding of the dtype is the right ' +
      'one; the next ones are often 1000 times worse.',
  ],
} as const satisfies Description;
