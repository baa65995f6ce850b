// What the view of the tables shows, and how that stands in the address.

import { methods } from 'posenc';
import {
  listField,
  numberField,
  type Schema,
  textField,
  wordField,
} from '../../state/hash.js';

const { parameters } = methods.sinusoidal;

/** The parameters that have a control, in their order on the page. */
export const parameterNames = [
  'length',
  'dim',
  'base',
  'layout',
  'start',
  'step',
  'dtype',
  'precision',
] as const;

export const pools = ['mean', 'minmax', 'nearest'] as const;

/** The values themselves, or how far they are from the exact float64 ones. */
export const subjects = ['values', 'errors'] as const;

export interface EncodingsState {
  readonly length: number;
  readonly dim: number;
  readonly base: number;
  readonly layout: (typeof parameters.layout.choices)[number];
  readonly start: number;
  readonly step: number;
  readonly dtype: (typeof parameters.dtype.choices)[number];
  readonly precision: (typeof parameters.precision.choices)[number];
  readonly pool: (typeof pools)[number];
  readonly show: (typeof subjects)[number];
  /** Columns drawn as lines. */
  readonly lines: readonly number[];
}

export const schema: Schema<EncodingsState> = {
  length: numberField(256),
  dim: numberField(128),
  base: numberField(parameters.base.default),
  layout: textField<EncodingsState['layout']>(parameters.layout.default),
  start: numberField(parameters.start.default),
  step: numberField(parameters.step.default),
  dtype: textField<EncodingsState['dtype']>(parameters.dtype.default),
  precision: textField<EncodingsState['precision']>(
    parameters.precision.default,
  ),
  pool: wordField(pools),
  show: wordField(subjects),
  lines: listField([8, 24, 40]),
};
