/**
 * The kinds `output`, `outputPair` and `outputSet`: arrays or tensors to write
 * into, of the dtype of the result.
 */

import type { LibraryTensor } from '../../arrays/forms.js';
import type { TensorLike } from '../../arrays/tensor.js';
import type { DType, GivenArrayOf } from '../../base/dtype.js';
import { wrongKind } from '../../base/errors.js';
import { type Common, type Face, type Kind, NON_VALUES } from './kind.js';

export interface OutputParameter extends Common {
  readonly kind: 'output';
}

/** Two outputs: one for a table of cosines, one for a table of sines. */
export interface OutputPairParameter extends Common {
  readonly kind: 'outputPair';
  /** Name of the only output, if some calls have one instead of two. */
  readonly single?: string;
}

/** Outputs by the names of results, of which some may be left out. */
export interface OutputSetParameter extends Common {
  readonly kind: 'outputSet';
  /** Names of the results. */
  readonly names: readonly string[];
}

/** An array or tensor to write a result into. */
export type Output<D extends DType> =
  | GivenArrayOf[D]
  | TensorLike<D>
  | LibraryTensor;

/** `targetOf` checks the array against the shape of the result. */
export const output: Kind<OutputParameter> = { rule: () => '' };

/** The method that writes both checks them. */
export const outputPair: Kind<OutputPairParameter> = { rule: () => '' };

const someOf = ({ names }: OutputSetParameter) =>
  `an object with ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** The method checks the arrays. */
export const outputSet: Kind<OutputSetParameter> = {
  rule: someOf,
  check(method, path, parameter, value, checkRecord) {
    const each = { kind: 'output', optional: true } as const;
    const names = parameter.names.map((name) => [name, each]);
    const parameters = Object.fromEntries(names);
    const { given: _, ...outs } = checkRecord(method, parameters, value, path);
    if (Object.keys(outs).length > 0) return outs;
    throw wrongKind(method, path, someOf(parameter), value);
  },
};

const fuzz = () => ({
  takes: [],
  wrongKinds: [1, '1', true, {}, [1], ...NON_VALUES],
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

export const outputSetFace: Face<OutputSetParameter> = {
  doc: ({ names }) =>
    `\`{ ${names.join(', ')} }\`, arrays or tensors, any of them`,
  fuzz,
};
