// What the view of attention shows, and how that stands in the address:
//   #/rope?headDim=128&start=0&text=…

import { type MethodDescription, methods } from 'posenc';
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

/** The method, shown with heads of a width at which waves can be seen. */
export const method: MethodDescription = {
  ...methods.rope,
  example: { headDim: 64 },
};

/** What the view shows besides the rope. */
export interface Scene {
  readonly text: string;
  readonly causal: boolean;
  /** Position of the first word. */
  readonly start: number;
  /** Correlation of two different words. */
  readonly likeness: number;
  /** Places of the words in the sentence, in the order shown. */
  readonly order: readonly number[];
  /** The word of the profile, by its place in the sentence. */
  readonly word: number;
}

export interface RopeState extends Scene {
  readonly spec: Spec;
}

/** Letters of a sentence: more than the words that are drawn need. */
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

/** What the package does not know: where the words of this page come from. */
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
