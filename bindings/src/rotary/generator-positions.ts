/** Positions of generators of images and videos, counted without the core. */

import { makeTensor, type Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import { allocateResult } from '../core/memory.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { type AxisTokens, writeTokens } from './axis-tokens.js';
import { generatorPositionsParameters } from './generator-positions.description.js';
import { layoutOf } from './generators.js';

const name = 'generatorPositions';

/** Options of `generatorPositions`. */
export interface GeneratorPositionsOptions
  extends OptionsOf<typeof generatorPositionsParameters> {}

/** The positions of a generator's tokens. */
export interface GeneratorPositions {
  /** Positions of the text tokens, [axes, tokens]. */
  readonly text: Tensor<'float64'>;
  /** Positions of the patches, [axes, tokens], row by row. */
  readonly image: Tensor<'float64'>;
}

export interface GeneratorPositionsMethod {
  /**
   * The positions of text tokens and patches in models that make images and
   * videos, to be given as `positions` of a rope, or those of `sd3` as
   * coordinates of a table. Those of `auraFlow` are the row and the column of a
   * learned table, whose number is row · side + column.
   *
   *   formula  that of the model: FLUX (Black Forest Labs 2024), Qwen-Image (Wu
   *            et al. 2025, arXiv:2508.02324), Lumina-Image 2.0 (Qin et al. 2025,
   *            arXiv:2503.21758), Z-Image (2025, arXiv:2511.22699), CogVideoX
   *            (Yang et al. 2024, arXiv:2408.06072), LTX-Video (HaCohen et al.
   *            2024, arXiv:2501.00103), Stable Diffusion 3 (Esser et al. 2024,
   *            arXiv:2403.03206)
   *   shapes   [axes, tokens] for text and image; patches follow each other
   *            frame by frame and row by row
   *   range    grids and texts up to 2^20 an axis, as memory allows
   *   error    exact; fractions within 4 ulp(float64)
   *   cost     one pass
   *
   * @example
   * ```ts
   * const { text, image } = pe.generatorPositions({
   *   model: { type: 'qwenImage', text: 20, images: [{ grid: [1, 64, 64] }] },
   * });
   * const axes = { type: 'axial', count: 3, widths: [16, 56, 56] } as const;
   * const rope = pe.rope({ headDim: 128, layout: 'interleaved', axes });
   * const turned = rope.rotate(q, { heads, positions: image });
   * ```
   */
  generatorPositions(options: GeneratorPositionsOptions): GeneratorPositions;
}

export const generatorPositions: Method<
  GeneratorPositionsMethod,
  typeof generatorPositionsParameters,
  GeneratorPositions
> = {
  name,
  parameters: generatorPositionsParameters,
  plan(_, { model }) {
    if ('side' in model && Math.max(...model.grid) > model.side) {
      const rule = `at most model.side = ${model.side} on each axis`;
      throw wrongValue(name, 'model.grid', rule, Math.max(...model.grid));
    }
    if (model.type === 'video') {
      const { grid, frames, scales } = model;
      const wanted = grid.length === 3 ? (grid[0] as number) : 0;
      fits('frames', frames, wanted, 'the frames of model.grid');
      fits('scales', scales, grid.length, 'the axes of model.grid');
    }
    const { axes, text, image } = layoutOf(model);
    const tensor = (tokens: AxisTokens) => {
      const shape = [axes, tokens.length];
      const data = allocateResult(name, 'float64', shape, 'model');
      writeTokens(tokens, data, tokens.length);
      return makeTensor(data, shape, 'float64');
    };
    return {
      outputs: {
        text: { shape: [axes, text.length], dtype: 'float64' },
        image: { shape: [axes, image.length], dtype: 'float64' },
      },
      cost: axes * (text.length + image.length),
      run: () => ({ text: tensor(text), image: tensor(image) }),
    };
  },
};

/** Throws if a list has not the wanted length. */
function fits(
  option: string,
  list: readonly number[] | undefined,
  length: number,
  what: string,
): void {
  if (!list || list.length === length) return;
  const param = `model.${option}.length`;
  throw wrongValue(name, param, `${length}, ${what}`, list.length, 'ERR_SHAPE');
}
