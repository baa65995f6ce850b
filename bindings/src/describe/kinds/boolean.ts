/** The kind `boolean`: true or false. */

import { wrongKind } from '../../base/errors.js';
import { type Common, type Face, type Kind, NON_VALUES } from './kind.js';

export interface BooleanParameter extends Common {
  readonly kind: 'boolean';
  readonly default?: boolean;
}

const rule = () => 'true or false';

export const boolean: Kind<BooleanParameter> = {
  rule,
  check(method, path, _, value) {
    if (typeof value === 'boolean') return value;
    throw wrongKind(method, path, rule(), value);
  },
};

export const booleanFace: Face<BooleanParameter> = {
  doc: rule,
  control: 'switch',
  flag: { words: rule, plain: (text) => text === 'true' },
  fuzz: () => ({
    takes: [true, false],
    wrongKinds: [0, 1, 'true', [true], {}, ...NON_VALUES],
    wrongValues: [],
  }),
};
