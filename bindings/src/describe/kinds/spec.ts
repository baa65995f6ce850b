/**
 * The kind `spec`: the spec of any method of a family, such as of a bias, that
 * another method runs; with `tensor` also the finished array, with `list` also
 * a list of either.
 */

import { wrongKind, wrongValue } from '../../base/errors.js';
import { axesText, type Shaped } from '../axes.js';
import { type Common, type Face, type Kind, NON_VALUES } from './kind.js';
import { SPEC_WORDS, specOrFile } from './text.js';

/** Families of methods whose specs other methods take. */
export type SpecFamily = 'table' | 'bias' | 'relative' | 'gate';

export interface SpecParameter extends Common, Partial<Shaped> {
  readonly kind: 'spec';
  readonly family: SpecFamily;
  /** Whether a tensor with the finished numbers is taken, too. */
  readonly tensor?: true;
  /** Whether a list of several is taken, too. */
  readonly list?: true;
}

/** Most specs of a list: an array can have length 2^32 - 1 and hold nothing. */
const MOST = 256;

/** A spec; the bare name of a method stands for one without options. */
export const specOf = (value: unknown): unknown =>
  typeof value === 'string' ? { method: value } : value;

const rule = ({ family, tensor, list }: SpecParameter) =>
  `{ method, … } of a ${family}, or its name` +
  (tensor ? ', or a tensor of floats' : '') +
  (list ? ', or a list of these' : '');

/** The method that takes a spec finds its method and checks its options. */
export const spec: Kind<SpecParameter> = {
  rule,
  check(method, path, parameter, value) {
    const listed = Array.isArray(value) && parameter.list;
    if (listed && value.length > MOST) {
      const rule = `at most ${MOST}`;
      const { length } = value;
      throw wrongValue(method, `${path}.length`, rule, length, 'ERR_SHAPE');
    }
    if (listed) return value.map(specOf);
    const one = specOf(value);
    if (typeof one === 'object' && one !== null && !Array.isArray(one)) {
      return one;
    }
    throw wrongKind(method, path, rule(parameter), value);
  },
};

export const specFace: Face<SpecParameter> = {
  doc: ({ family, tensor, list, axes }) =>
    `spec of a ${family}` +
    (tensor ? ' or tensor of floats' : '') +
    (axes ? ` ${axesText({ axes })}` : '') +
    (list ? ', or a list of them' : ''),
  flag: {
    value: 'NAME|JSON|FILE',
    words: ({ family, tensor }) =>
      `the name of a ${family}, ${SPEC_WORDS}` +
      (tensor ? ', which may hold the finished numbers, too' : ''),
    plain: specOrFile,
  },
  spec: ({ tensor = false }) => ({ arrays: tensor }),
  fuzz: ({ list }) => ({
    takes: list ? [[]] : [],
    wrongKinds: [1, true, ...NON_VALUES],
    wrongValues: list ? [new Array(MOST + 1)] : [],
  }),
};
