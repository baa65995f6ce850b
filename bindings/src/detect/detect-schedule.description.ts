/** The schedule of rotary frequencies: parameters and description. */

import { coordinate } from '../arrays/positions.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { ropeParameters } from '../rotary/rope.description.js';

const table = [
  ['L', 'width'],
  ['L', 'pairs', '2'],
] as const;

const heads = ['L', 'heads', 'headDim'] as const;

/** The options of `detectSchedule`, in the order in which they are read. */
export const detectScheduleParameters = {
  /**
   * Frequencies in radians per position, one for each pair, such as the buffer
   * `inv_freq` of a checkpoint: an array, a tensor of any dtype of floats, or a
   * list. Given instead of tables and heads. Optional.
   */
  frequencies: { kind: 'other', axes: ['pairs'], optional: true },
  /**
   * A table of consecutive positions that has cosines and sines beside each
   * other, in any order, or either of them. Optional.
   */
  cache: { kind: 'other', axes: table, optional: true },
  /**
   * A table of cosines, each once or twice. Without `sin` it must begin at
   * position 0. Optional.
   */
  cos: { kind: 'other', axes: ['L', 'width'], optional: true },
  /** A table of sines, as `cos`. Optional. */
  sin: { kind: 'other', axes: ['L', 'width'], optional: true },
  /**
   * Queries or keys before the rotation, at consecutive positions. Given with
   * `after`. Optional.
   */
  before: { kind: 'other', axes: heads, optional: true },
  /** The same queries or keys after the rotation. Optional. */
  after: { kind: 'other', axes: heads, optional: true },
  /**
   * The rope that was expected, or its spec: one axis, no decay, no `fope`. What
   * differs from it is a mistake. Optional.
   */
  rope: { kind: 'handle', of: 'rope', optional: true },
  /**
   * Width of a head. Defaults to that of the rope or of the heads, or else to
   * two components for each pair.
   */
  headDim: { ...ropeParameters.headDim, optional: true },
  /** Position that was expected in the first row. Defaults to 0. */
  start: { ...coordinate, integer: true, default: 0 },
} as const satisfies Parameters;

export const detectScheduleDescription = {
  title: 'Schedule of rotary frequencies',
  summary:
    'Says from frequencies, from cosines and sines, or from turned heads which ' +
    'base and schedule an engine used, or which known mistake it made.',
  goodAt:
    'Engines that may ignore the schedule of a configuration: a few rows of a ' +
    'cache or a buffer of a checkpoint tell.',
  badAt:
    'LongRoPE and other divisors that follow no formula, unless `rope` has ' +
    'them, and rotations with several axes.',
  formula: {
    text: 'residual = max |w_k - f_k| / |w_k|, or |y - f(p)| / |y| of tables',
    latex:
      'r_f = \\max_k \\frac{|\\omega_k - f_k|}{|\\omega_k|},\\quad ' +
      'r_f = \\frac{\\|y - f(p)\\|}{\\|y\\|}',
  },
  paper: {
    title: 'YaRN: Efficient Context Window Extension of Large Language Models',
    authors: 'Peng et al.',
    year: 2023,
    arxiv: '2309.00071',
  },
  result: '{ verdict, spec, residual, candidates, mistakes }',
  accuracy:
    'residuals in float64, of at most 96 rows: the first ones, and ever fewer ' +
    'up to the last',
  pitfalls: [
    'Numbers cannot tell schedules apart that make the same frequencies: ' +
      '`linear` stands for the linear form of `dynamic`, and `ntk` for the ' +
      'others.',
    'Few rows or 16-bit numbers say little of slow pairs. Then several ' +
      'candidates fit, and the verdict is `ambiguous`; give `rope` to ask ' +
      'whether one of them holds.',
    'What needs far fewer digits is taken to be meant: a base of 82684.62 is ' +
      'that of NTK with the factor 8 and the base 10000.',
    'Tables without the layout of heads, such as those of ONNX Runtime, do ' +
      'not say it.',
    'A swap of cosines and sines, an opposite sign and angles of 16 bits have ' +
      'no option: with these mistakes the spec makes the table that was meant.',
  ],
} as const satisfies Description;
