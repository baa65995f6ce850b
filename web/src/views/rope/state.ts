// The state of the view of RoPE, and how it is written into an address:
//   #/rope?headDim=128&start=0&text=…

import type { Typed } from '../../figures/words/text.js';
import { longestText } from '../../figures/words/words.js';
import { readSpec, writeSpec } from '../../methods/query.js';
import {
  decode,
  encode,
  flagField,
  listField,
  numberField,
  optionalNumber,
  type Schema,
  textField,
  wordField,
} from '../../state/hash.js';
import type { Naming } from '../../state/names.js';
import type { Spec } from '../../state/spec.js';
import { method } from './method.js';
import { readSecond, secondNames, writeSecond } from './second/address.js';

/** How positions come to the scores: by the rope, an added table, or not. */
export const ways = ['rotary', 'added', 'plain'] as const;
export type Way = (typeof ways)[number];

/** What the maps show: scores, or their shares after the softmax. */
export const subjects = ['scores', 'weights'] as const;
export type Subject = (typeof subjects)[number];

/**
 * With what a map of differences compares: with no position, with the sentence
 * at position 0, or with the order in which it was typed.
 */
export const others = ['plain', 'moved', 'reordered'] as const;
export type Other = (typeof others)[number];

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
  /** Their positions, where those are not the sentence's own. */
  readonly queryAt: number | undefined;
  readonly keyAt: number | undefined;
  /** The pair whose plane is shown; the last one where there is none such. */
  readonly pair: number;
  /** Lengths to compare wavelengths with; the schedule has others if unset. */
  readonly trained: number | undefined;
  readonly target: number | undefined;
  /** The distances whose scores are drawn: `[from, to]`, or all of them. */
  readonly reach: readonly number[];
  /** Whether their bound is drawn, too. */
  readonly bound: boolean;
  /** What the maps show. */
  readonly way: Way;
  readonly subject: Subject;
  readonly other: Other;
}

export interface RopeState extends Scene {
  readonly spec: Spec;
  /** Another rope, to compare it with. */
  readonly second: Spec | null;
}

/** No parameter of the method may have one of these names, or `second`. */
export const scene: Schema<Scene> = {
  text: textField<string>(
    'the cat that saw the dog fears the other cat',
    longestText,
  ),
  causal: flagField(false),
  start: numberField(0),
  likeness: numberField(0.4),
  order: listField([]),
  word: numberField(1),
  query: numberField(1),
  key: numberField(5),
  queryAt: optionalNumber,
  keyAt: optionalNumber,
  pair: numberField(6),
  trained: optionalNumber,
  target: optionalNumber,
  reach: listField([]),
  bound: flagField(false),
  way: wordField(ways),
  subject: wordField(subjects),
  other: wordField(others),
};

export const namings: readonly Naming[] = [
  { kind: 'preset', names: () => Object.keys(method.presets) },
  { kind: 'second', names: secondNames },
];

/** The scene that an empty address stands for. */
export const firstScene: Scene = decode(scene, new URLSearchParams());

export function readState(query: URLSearchParams): RopeState {
  return {
    spec: readSpec(method, query),
    second: readSecond(query),
    ...decode(scene, query),
  };
}

export function writeState({ spec, second, ...rest }: RopeState): string {
  return new URLSearchParams([
    ...writeSpec(method, spec),
    ...encode(scene, rest),
    ...writeSecond(second),
  ]).toString();
}

/** Parameters of the view that stand among those of the rope. */
export const pageParameters = {
  causal: {
    kind: 'boolean',
    doc: 'Whether a word sees only itself and the words before it.',
    default: false,
  },
  likeness: {
    kind: 'number',
    doc: "Similarity of two different words' vectors, from 0 to 1.",
    min: 0,
    max: 1,
  },
} as const;
