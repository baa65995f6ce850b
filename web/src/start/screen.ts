// What a screen of the lesson is: words, a state, controls, and two pure
// functions. `compute` asks the package for numbers, at build time for the first
// state and in the page for others; `draw` makes a drawing of them.

import type { Absolute } from 'posenc/absolute';
import type { Attention } from 'posenc/attention';
import type { Biases } from 'posenc/bias';
import type { Rotary } from 'posenc/rotary';
import type { Schema } from '../state/hash.js';
import type { Drawing, Tone } from './shape.js';

/** The entries of the package that screens use, and what each gives. */
export interface Instances {
  readonly absolute: Absolute;
  readonly attention: Attention;
  readonly bias: Biases;
  readonly rotary: Rotary;
}
export type Part = keyof Instances;

/** The width of the page for which a figure is drawn. */
export type Room = 'wide' | 'narrow';

/** One of some words, as buttons in a row. */
export interface Choice<S> {
  readonly kind: 'choice';
  readonly label: string;
  /** What the package calls it: said under More. */
  readonly api?: string;
  readonly field: keyof S & string;
  /** `means` says what one is. On a phone, where the list of words lies below what
   *  is in sight, that of the chosen one stands above the buttons. */
  readonly options: readonly (readonly [
    value: string,
    label: string,
    means?: string,
  ])[];
}

/** A slider. */
export interface Range<S> {
  readonly kind: 'range';
  readonly label: string;
  readonly api?: string;
  readonly field: keyof S & string;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** The values that it stops at, in place of equal steps from min to max. */
  readonly stops?: readonly number[];
  /** How the value is printed and said. */
  readonly say?: (value: number) => string;
  /** Good values, each a button under the slider. */
  readonly ticks?: readonly number[];
}

/** A button that leads from one state to another. */
export interface Press<S> {
  readonly kind: 'press';
  readonly label: string | ((state: S) => string);
  readonly to: (state: S) => S;
}

/** Play, pause and step; `next` gives null at the end, from which playing begins
 *  anew at `first`, if there is one. */
export interface Play<S> {
  readonly kind: 'play';
  readonly label: string;
  /** What the button of one step says; "Step" if not given. */
  readonly once?: string;
  /** Milliseconds of a step. */
  readonly every: number;
  readonly next: (state: S) => S | null;
  readonly first?: (state: S) => S;
}

export type Control<S> = Choice<S> | Range<S> | Press<S> | Play<S>;

/** A question before the figure is touched: answers, and a reply to each. */
export interface Guess {
  readonly question: string;
  readonly answers: readonly (readonly [answer: string, reply: string])[];
}

/** A word that the screen needs, and what it means in plain words. */
export interface Term {
  /** May be marked, as below. */
  readonly word: string;
  readonly means: string;
  /** The colour that stands for it in the figure. */
  readonly tone?: Tone;
}

/** Something to try, which the page notices once it was done. */
export interface Try<S, N> {
  /** An order in a sentence. */
  readonly words: string;
  /** Whether a state is what it asks for, or the step from the state before. */
  readonly done: (state: S, numbers: N, before: S) => boolean;
  /** What was learned when it was done, in a sentence that stays. */
  readonly found: (state: S, numbers: N) => string;
}

/** Numbers of a figure, with a name without commas. */
export type Column = readonly [name: string, values: readonly number[]];

export interface Screen<S extends object, N> {
  /** Its name in addresses. */
  readonly name: string;
  readonly title: string;
  /** One sentence. Here and below, `[words](#mark)` light marked shapes. */
  readonly claim: string;
  readonly terms: readonly Term[];
  /** Done in any order; none is done in the first state. */
  readonly tries: readonly Try<S, N>[];
  /** Questions of newcomers that it answers, each with the answer in a line. */
  readonly answers: readonly (readonly [question: string, answer: string])[];
  /** Paragraphs for those who want more; words between backticks are code. */
  readonly more: readonly string[];
  readonly guess?: Guess;
  /** How the page is read, said once. */
  readonly hint?: string;
  /** Whether scores or weights of words are shown, whose vectors are drawn. */
  readonly seeded: boolean;
  readonly parts: readonly Part[];
  readonly fields: Schema<S>;
  /** The first is the main one, which stands under the figure. */
  readonly controls: readonly Control<S>[];
  /** Numbers that JSON can hold; the same for the same state. */
  readonly compute: (use: Instances, state: S) => N;
  readonly draw: (state: S, numbers: N, room: Room) => Drawing;
  /** What the figure shows now, in a sentence under it. */
  readonly say: (state: S, numbers: N) => string;
  /** The options of the package's calls whose numbers the figure shows: of one, or
   *  of several by what they make. A saved file holds them. */
  readonly spec: (state: S) => object;
  /** The numbers of the figure as named columns of one length, to be saved. */
  readonly columns: (state: S, numbers: N) => readonly Column[];
  /** The state after a grip was moved to a value. */
  readonly drag?: (state: S, grip: string, value: number) => S;
  /** The value of a grip at a point of the drawing. */
  readonly at?: (
    state: S,
    grip: string,
    point: readonly [x: number, y: number],
    room: Room,
  ) => number;
  /** The view behind the screen, in its state. */
  readonly lead: (state: S) => { readonly text: string; readonly href: string };
  /** States that tests look at besides the first. */
  readonly examples: readonly Partial<S>[];
}

/** Stands wherever scores of words are shown. */
export const seeded =
  'The words’ vectors are seeded, not trained: drawn by chance, the same each time.';

/** What a figure needs of a screen: no words but those about it. */
export type Figure<S extends object, N> = Pick<
  Screen<S, N>,
  'fields' | 'parts' | 'controls' | 'compute' | 'draw' | 'say' | 'drag' | 'at'
>;

/** A figure whose state and numbers only it knows. */
// biome-ignore lint/suspicious/noExplicitAny: each figure has types of its own
export type AnyFigure = Figure<any, any>;

/** A screen whose state and numbers only it knows. */
// biome-ignore lint/suspicious/noExplicitAny: each screen has types of its own
export type AnyScreen = Screen<any, any>;

export function defineScreen<S extends object, N>(
  screen: Screen<S, N>,
): Screen<S, N> {
  return screen;
}

/** The state that an empty address names. */
export function firstState<S extends object>({
  fields,
}: Pick<Screen<S, unknown>, 'fields'>): S {
  const entries = Object.entries(fields as Schema<Record<string, unknown>>);
  return Object.fromEntries(
    entries.map(([name, { initial }]) => [name, initial]),
  ) as S;
}
