// The state of the view of attention, and how it is written into an address:
//   #/rope?headDim=128&start=0&text=…

import { type MethodDescription, methods } from 'posenc/descriptions';
import type { Typed } from '../../figures/words/text.js';
import { longestText } from '../../figures/words/words.js';
import { readSpec, writeSpec } from '../../methods/query.js';
import {
  decode,
  encode,
  type Field,
  flagField,
  listField,
  numberField,
  type Schema,
  textField,
  toNumber,
} from '../../state/hash.js';
import type { Naming } from '../../state/names.js';
import type { Spec } from '../../state/spec.js';

const { preset: _, ...parameters } = methods.rope.parameters;

/**
 * The method, with an example whose heads are narrow enough for the eye. It has
 * no option `preset`: the view sets the options of a model one by one, so that
 * the reader sees and changes each.
 */
export const method: MethodDescription = {
  ...methods.rope,
  parameters,
  example: { headDim: 64 },
};

/** The state besides the spec of the rope. */
export interface Scene extends Typed {
  readonly causal: boolean;
  /** Position of the first word. */
  readonly start: number;
  /** Correlation of two different words. */
  readonly likeness: number;
  /** The words whose arrows are shown, by their places in the sentence. */
  readonly query: number;
  readonly key: number;
  /** Their positions, apart from those in the sentence. */
  readonly queryAt: number;
  readonly keyAt: number;
  /** The pair whose plane is shown; the last one where there is none such. */
  readonly pair: number;
  /** Lengths to compare wavelengths with; the schedule has others if unset. */
  readonly trained: number | undefined;
  readonly target: number | undefined;
}

export interface RopeState extends Scene {
  readonly spec: Spec;
}

/** A number that may be left out. */
const optionalNumber: Field<number | undefined> = {
  initial: undefined,
  format: (value) => (value === undefined ? '' : String(value)),
  parse: (text) => (text === '' ? undefined : toNumber(text)),
};

/** No parameter of the method may have one of these names. */
export const scene: Schema<Scene> = {
  text: textField<string>(
    'the cat that saw the dog fears the other cat',
    longestText,
  ),
  causal: flagField(false),
  start: numberField(1000),
  likeness: numberField(0.4),
  // The cat and the dog have changed places.
  order: listField([0, 5, 2, 3, 4, 1, 6, 7, 8, 9]),
  word: numberField(1),
  query: numberField(1),
  key: numberField(5),
  queryAt: numberField(12),
  keyAt: numberField(5),
  pair: numberField(6),
  trained: optionalNumber,
  target: optionalNumber,
};

export const namings: readonly Naming[] = [
  { kind: 'preset', names: () => Object.keys(method.presets) },
];

export function readState(query: URLSearchParams): RopeState {
  return { spec: readSpec(method, query), ...decode(scene, query) };
}

export function writeState({ spec, ...rest }: RopeState): string {
  const entries = [...writeSpec(method, spec), ...encode(scene, rest)];
  return new URLSearchParams(entries).toString();
}

/** Parameters of the view, which the package does not have. */
export const pageParameters = {
  start: {
    kind: 'number',
    doc: 'Position of the first word. Drag it: RoPE scores do not change.',
    default: 0,
  },
  likeness: {
    kind: 'number',
    doc: "Similarity of two different words' vectors, from 0 to 1.",
    min: 0,
    max: 1,
  },
  queryAt: {
    kind: 'number',
    doc: 'Position of the query.',
    default: 0,
  },
  keyAt: {
    kind: 'number',
    doc: 'Position of the key.',
    default: 0,
  },
  trained: {
    kind: 'number',
    doc: 'Length of the texts of training, in positions.',
    integer: true,
    min: 1,
    optional: true,
    defaultsTo: "the model's, or the schedule's original length, or 4096",
  },
  target: {
    kind: 'number',
    doc: 'Length of the texts that the model is to read, in positions.',
    integer: true,
    min: 1,
    optional: true,
    defaultsTo: "`contextLength`, or the model's, or the schedule's length",
  },
} as const;
