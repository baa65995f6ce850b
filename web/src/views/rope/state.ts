// What the view of attention shows, and how that stands in the address.

import { methods } from 'posenc';
import {
  flagField,
  listField,
  numberField,
  type Schema,
  textField,
} from '../../state/hash.js';

const { parameters } = methods.rope;

export interface RopeState {
  readonly text: string;
  readonly headDim: number;
  /** NaN: left out, so that the package takes its default. */
  readonly rotaryDim: number;
  readonly theta: number;
  readonly layout: (typeof parameters.layout.choices)[number];
  readonly precision: (typeof parameters.precision.choices)[number];
  readonly causal: boolean;
  readonly start: number;
  /** Correlation of two different words. */
  readonly likeness: number;
  /** Places of the words in the sentence, in the order shown. */
  readonly order: readonly number[];
  /** The word of the profile, by its place in the sentence. */
  readonly word: number;
}

/** Letters of a sentence: more than the words that are drawn need. */
export const longestText = 400;

export const schema: Schema<RopeState> = {
  text: textField<string>(
    'the cat that saw the dog fears the other cat',
    longestText,
  ),
  headDim: numberField(64),
  rotaryDim: numberField(Number.NaN),
  theta: numberField(parameters.theta.default),
  layout: textField<RopeState['layout']>(parameters.layout.default),
  precision: textField<RopeState['precision']>(parameters.precision.default),
  causal: flagField(false),
  start: numberField(1000),
  likeness: numberField(0.4),
  // The cat and the dog have changed places.
  order: listField([0, 5, 2, 3, 4, 1, 6, 7, 8, 9]),
  word: numberField(1),
};

/** Parameters with a control beside the maps, in their order on the page. */
export const parameterNames = [
  'headDim',
  'rotaryDim',
  'theta',
  'layout',
  'causal',
  'precision',
  'likeness',
] as const;

/** What the package does not know: where the words of this page come from. */
export const pageParameters = {
  start: {
    kind: 'number',
    doc: 'Position of the first word. Move it: the maps with RoPE stay.',
    default: 0,
  },
  likeness: {
    kind: 'number',
    doc: 'How much two different words have in common, 0 to 1.',
    min: 0,
    max: 1,
  },
} as const;
