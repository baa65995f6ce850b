/**
 * The kind `other`: any value, which the function with the parameter checks.
 */

import type { Common, Face, Kind } from './kind.js';

export interface OtherParameter extends Common {
  readonly kind: 'other';
}

export const other: Kind<OtherParameter> = { rule: () => '' };

export const otherFace: Face<OtherParameter> = {
  doc: () => '',
  fuzz: () => ({ takes: [], wrongKinds: [], wrongValues: [] }),
};
