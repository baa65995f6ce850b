/**
 * The kind `other`: any value, which the function with the parameter checks.
 */

import { axesText, type Shaped } from '../axes.js';
import type { Common, Face, Kind } from './kind.js';

export interface OtherParameter extends Common, Partial<Shaped> {
  readonly kind: 'other';
}

export const other: Kind<OtherParameter> = { rule: () => '' };

export const otherFace: Face<OtherParameter> = {
  doc: ({ axes }) => (axes ? axesText({ axes }) : ''),
  fuzz: () => ({ takes: [], wrongKinds: [], wrongValues: [] }),
};
