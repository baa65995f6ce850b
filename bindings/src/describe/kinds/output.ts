/**
 * The kinds `output` and `outputPair`: arrays or tensors to write into, of the
 * dtype of the result.
 */

import type { TensorLike } from '../../arrays/tensor.js';
import type { ArrayOf, DType } from '../../base/dtype.js';
import { type Common, type Face, type Kind, nothing } from './kind.js';

export interface OutputParameter extends Common {
  readonly kind: 'output';
}

/** Two outputs: one for a table of cosines, one for a table of sines. */
export interface OutputPairParameter extends Common {
  readonly kind: 'outputPair';
  /** Name of the only output, if some calls have one instead of two. */
  readonly single?: string;
}

/** An array or tensor to write a result into. */
export type Output<D extends DType> = ArrayOf[D] | TensorLike<D>;

/** `targetOf` checks the array against the shape of the result. */
export const output: Kind<OutputParameter> = { rule: () => '' };

/** The method that writes both checks them. */
export const outputPair: Kind<OutputPairParameter> = { rule: () => '' };

const fuzz = () => ({
  takes: [],
  wrongKinds: [1, '1', true, {}, [1], ...nothing],
  wrongValues: [],
});

export const outputFace: Face<OutputParameter> = {
  doc: () => 'array or tensor',
  fuzz,
};

export const outputPairFace: Face<OutputPairParameter> = {
  doc: ({ single }) =>
    `\`{ cos, sin }\`${single ? ` or \`{ ${single} }\`` : ''}, arrays or tensors`,
  fuzz,
};
