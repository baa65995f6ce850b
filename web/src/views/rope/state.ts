// The state of the view of attention, and how it is written into an address:
//   #/rope?headDim=128&start=0&text=…

import { type MethodDescription, methods } from 'posenc/descriptions';
import { readSpec, writeSpec } from '../../methods/query.js';
import {
  decode,
  encode,
  flagField,
  listField,
  numberField,
  type Schema,
  textField,
} from '../../state/hash.js';
import type { Spec } from '../../state/spec.js';

/** The method, with an example whose heads are narrow enough for the eye. */
export const method: MethodDescription = {
  ...methods.rope,
  example: { headDim: 64 },
};

/** The state besides the spec of the rope. */
export interface Scene {
  readonly text: string;
  readonly causal: boolean;
  /** Position of the first word. */
  readonly start: number;
  /** Correlation of two different words. */
  readonly likeness: number;
  /** The places that the words have in the sentence, in the order shown. */
  readonly order: readonly number[];
  /** The word of the profile, by its place in the sentence. */
  readonly word: number;
}

export interface RopeState extends Scene {
  readonly spec: Spec;
}

/** The most letters of a sentence. */
export const longestText = 400;

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
};

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
} as const;
