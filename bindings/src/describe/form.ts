/**
 * The form of a description: one object a method, from which come the checks
 * of its arguments, the TypeScript type of its options, the controls of a
 * page, the flags of a command line and the reference pages.
 *
 * Above each parameter stands its JSDoc: that is what editors show for the
 * option, because the option types below are mapped from the descriptions.
 */

import type { TensorLike } from '../arrays/tensor.js';
import type { ArrayOf, DType } from '../base/dtype.js';
import type { Formula } from './formula.js';

interface Common {
  /** One line that says what it is. */
  readonly doc: string;
  /** The default in words, where it follows from other arguments. */
  readonly defaultsTo?: string;
  /** May be left out, and then does nothing. */
  readonly optional?: true;
}

/** A finite number. */
export interface NumberParameter extends Common {
  readonly kind: 'number';
  readonly default?: number;
  readonly min?: number;
  readonly max?: number;
  readonly integer?: true;
  readonly even?: true;
}

/** Yes or no. */
export interface BooleanParameter extends Common {
  readonly kind: 'boolean';
  readonly default?: boolean;
}

/** One of some words. */
export interface ChoiceParameter extends Common {
  readonly kind: 'choice';
  readonly choices: readonly string[];
  readonly default?: string;
}

/** A short list of whole numbers, such as the lengths of a grid's axes. */
export interface IntegersParameter extends Common {
  readonly kind: 'integers';
  readonly default?: readonly number[];
  readonly min?: number;
  readonly max?: number;
  /** Fewest and most of them. */
  readonly least?: number;
  readonly most?: number;
}

/** A list of finite numbers. */
export interface NumbersParameter extends Common {
  readonly kind: 'numbers';
  readonly default?: readonly number[];
  readonly min?: number;
  readonly max?: number;
  /** Fewest and most of them. */
  readonly least?: number;
  readonly most?: number;
}

/** Some rows of the result: from the first number up to the second. */
export interface RowsParameter extends Common {
  readonly kind: 'rows';
}

/** Token ids or row numbers: an array, or a typed array of integers. */
export interface IndicesParameter extends Common {
  readonly kind: 'indices';
}

/** A list of positions, one for each row. */
export interface PositionsParameter extends Common {
  readonly kind: 'positions';
}

/** A float32 array or tensor that is read. */
export interface FloatsParameter extends Common {
  readonly kind: 'floats';
}

/** An array or tensor that is written, of the dtype of the result. */
export interface OutputParameter extends Common {
  readonly kind: 'output';
}

/** Two of them, for a table of cosines and one of sines. */
export interface OutputPairParameter extends Common {
  readonly kind: 'outputPair';
}

/** A rotary encoding. */
export interface RopeParameter extends Common {
  readonly kind: 'rope';
}

/** Anything else, checked by whoever uses it. */
export interface OtherParameter extends Common {
  readonly kind: 'other';
}

/** What one argument may be. */
export type Parameter =
  | NumberParameter
  | BooleanParameter
  | ChoiceParameter
  | IntegersParameter
  | NumbersParameter
  | RowsParameter
  | IndicesParameter
  | PositionsParameter
  | FloatsParameter
  | OutputParameter
  | OutputPairParameter
  | RopeParameter
  | OtherParameter;

/** Parameters by name, in the order in which they are read. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** A value that stands for itself in JSON, as presets and examples have them. */
export type PlainValue = number | string | boolean | readonly number[];

/** All there is to say about a method. */
export interface MethodDescription {
  /** Name of the method on the object that `load` gives. */
  readonly name: string;
  /** Name of the method for people. */
  readonly title: string;
  /** Where position enters attention. */
  readonly family: 'table' | 'rotation' | 'bias' | 'relative' | 'gate' | 'none';
  /** What it does, in a sentence. */
  readonly summary: string;
  /** What it is good at, in a sentence. */
  readonly goodAt: string;
  /** What it is bad at, in a sentence. */
  readonly badAt: string;
  /** One equation, or several with the options for which they hold. */
  readonly formula: Formula;
  /** Where it was published first, if it was. */
  readonly paper?: {
    readonly title: string;
    readonly authors: string;
    readonly year: number;
    readonly arxiv?: string;
    readonly doi?: string;
    readonly url?: string;
  };
  /** What comes out, with its shape. */
  readonly result: string;
  /** Error bound of the `exact` results. */
  readonly accuracy: string;
  /** Its options, in the order in which they are read. */
  readonly parameters: Parameters;
  /** Parameters of the calls that its result has. */
  readonly operations?: Readonly<Record<string, { parameters: Parameters }>>;
  /**
   * Parameters of well-known models or programs, by their name. If there is a
   * parameter `preset`, these names are its words: what a preset sets is a
   * default, and what the caller gives wins.
   */
  readonly presets: Readonly<
    Record<string, Readonly<Record<string, PlainValue>>>
  >;
  /**
   * Options, JSON only, that show the method well; every table has them, and a
   * table from them alone.
   */
  readonly example?: Readonly<Record<string, PlainValue>>;
  /**
   * The list of lengths among the parameters on whose grid the rows lie, the
   * last axis fastest, behind rows of their own. `grid` if there is one.
   */
  readonly cells?: string;
  /** What people get wrong. */
  readonly pitfalls: readonly string[];
}

/** A list of positions: integers, fractions or negative numbers. */
export type PositionList =
  | readonly number[]
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;

/** Token ids or row numbers. */
export type IndexList =
  | readonly number[]
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array;

declare const handle: unique symbol;

/**
 * What a method gives and another one takes, such as a rope. It is a brand:
 * descriptions can name the kind without knowing the method behind it.
 */
export interface Handle<Kind extends string> {
  readonly [handle]: Kind;
}

/** An array or tensor of float32 to read. */
export type Floats = Float32Array | TensorLike<'float32'>;

/** An array or tensor to write a result into. */
export type Output<D extends DType> = ArrayOf[D] | TensorLike<D>;

/** What a caller may give for a parameter. */
type Given<P extends Parameter, D extends DType> = P extends ChoiceParameter
  ? P['choices'][number]
  : P extends NumberParameter
    ? number
    : P extends BooleanParameter
      ? boolean
      : P extends IntegersParameter | NumbersParameter
        ? readonly number[]
        : P extends RowsParameter
          ? readonly [from: number, to: number]
          : P extends PositionsParameter
            ? PositionList
            : P extends IndicesParameter
              ? IndexList
              : P extends FloatsParameter
                ? Floats
                : P extends OutputParameter
                  ? Output<D>
                  : P extends OutputPairParameter
                    ? { readonly cos: Output<D>; readonly sin: Output<D> }
                    : P extends RopeParameter
                      ? Handle<'rope'>
                      : unknown;

/** Names of the parameters that may be left out. */
type OptionalName<P extends Parameters> = {
  [N in keyof P]: P[N] extends
    | { readonly default: unknown }
    | { readonly defaultsTo: string }
    | { readonly optional: true }
    ? N
    : never;
}[keyof P];

// Mapped over the names of `P` itself, so that editors find the JSDoc above
// each parameter.
type RequiredOptions<
  P extends Parameters,
  N extends keyof P,
  D extends DType,
> = {
  readonly [K in N]: K extends 'dtype' ? D : Given<P[K], D>;
};
type OptionalOptions<
  P extends Parameters,
  N extends keyof P,
  D extends DType,
> = {
  readonly [K in N]?: (K extends 'dtype' ? D : Given<P[K], D>) | undefined;
};

/**
 * The options that a set of parameters describes; `D` is the dtype of the
 * result, which ties `dtype` and `out` together.
 */
export type OptionsOf<
  P extends Parameters,
  D extends DType = DType,
  Without extends keyof P = never,
> = RequiredOptions<P, Exclude<keyof P, OptionalName<P> | Without>, D> &
  OptionalOptions<P, Exclude<OptionalName<P>, Without>, D>;
