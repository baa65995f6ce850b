/**
 * The kind `handle`: the result of one method that another method takes, such
 * as a rope; or its spec.
 */

import { wrongKind } from '../../base/errors.js';
import { type Common, type Face, type Kind, NON_VALUES } from './kind.js';
import { specOf } from './spec.js';
import { SPEC_WORDS, specOrFile } from './text.js';

export interface HandleParameter extends Common {
  readonly kind: 'handle';
  /** Name of the method that makes the handle. */
  readonly of: string;
}

declare const brand: unique symbol;

/**
 * Brand of the handle that a method makes. A description can name the handle
 * that it takes without importing that method.
 */
export interface Handle<Method extends string> {
  readonly [brand]: Method;
}

/**
 * Marks every handle, whichever entry of the package made it. An entry knows
 * its own ones alone, as each is a program of its own; by this mark it can say
 * why it does not take another's.
 */
export const MADE: unique symbol = Symbol.for('posenc.handle') as never;

/** What stands under `MADE` in a worker for a handle, which cannot be sent to it. */
export const UNSENT = 'unsent';

const rule = ({ of }: HandleParameter) =>
  `what ${of}() gives, or { method: "${of}", … }`;

/** The method that takes a handle recognises it, or makes one from the spec. */
export const handle: Kind<HandleParameter> = {
  rule,
  check(method, path, parameter, value) {
    const one = specOf(value);
    if (typeof one === 'object' && one !== null) return one;
    throw wrongKind(method, path, rule(parameter), value);
  },
};

export const handleFace: Face<HandleParameter> = {
  doc: ({ of }) => `what \`pe.${of}\` gives, or its spec`,
  flag: {
    value: 'JSON|FILE',
    words: ({ of }) =>
      `${SPEC_WORDS}, such as {"method": "${of}", …} as \`pe.${of}\` takes it`,
    plain: specOrFile,
  },
  spec: ({ of }) => ({ arrays: false, method: of }),
  fuzz: () => ({
    takes: [],
    wrongKinds: [1, true, ...NON_VALUES],
    wrongValues: [],
  }),
};
