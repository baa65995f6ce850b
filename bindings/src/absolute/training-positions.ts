/** Positions that are drawn for training. */

import { makeTensor, type Tensor } from '../arrays/tensor.js';
import { uniformDraws } from '../core/uniform-draws.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { planDraw } from './training-draws.js';
import { trainingPositionsParameters } from './training-positions.description.js';

const name = 'trainingPositions';

/** Options of `trainingPositions`. */
export interface TrainingPositionsOptions
  extends OptionsOf<typeof trainingPositionsParameters> {}

/** A sequence of training. */
export interface TrainingPositions {
  /** The position of each token. */
  readonly positions: Tensor<'float64'>;
  /** The indices of the tokens in the text. */
  readonly tokens: Tensor<'int32'>;
}

export interface TrainingPositionsMethod {
  /**
   * Positions drawn for a sequence of training.
   *
   *   formula  randomised (Ruoss et al. 2023, arXiv:2305.16843), PoSE (Zhu et
   *            al. 2023, arXiv:2309.10400), SHAPE (Kiyono et al. 2021,
   *            arXiv:2109.05644), CAPE (Likhomanenko et al. 2021,
   *            arXiv:2106.03143)
   *   shapes   positions and tokens [length], with PoSE at most [context]
   *   range    length up to 2^20, positions of integers up to 2^32
   *   error    integers exact; CAPE within 2^-40 of the largest position
   *   cost     one pass, randomised with a sort
   *
   * @example
   * ```ts
   * const sampling = { type: 'randomised', most: 2048 } as const;
   * const { positions } = pe.trainingPositions({ sampling, length: 64, seed: 1 });
   * const { cos, sin } = rope.cosSin({ positions });
   * ```
   */
  trainingPositions(options: TrainingPositionsOptions): TrainingPositions;
}

export const trainingPositions: Method<
  TrainingPositionsMethod,
  typeof trainingPositionsParameters,
  TrainingPositions
> = {
  name,
  parameters: trainingPositionsParameters,
  plan(heap, { sampling, length, seed, draws }) {
    const planned = planDraw(name, sampling, length, draws);
    const { tokens, uniform, place } = planned;
    const shape = [tokens];
    return {
      outputs: {
        positions: { shape, dtype: 'float64' },
        tokens: { shape, dtype: 'int32' },
      },
      cost: 100 * uniform + tokens,
      run: () => {
        const placed = place(uniformDraws(heap, name, seed, uniform));
        return {
          positions: makeTensor(placed.positions, shape, 'float64'),
          tokens: makeTensor(placed.tokens, shape, 'int32'),
        };
      },
    };
  },
};
