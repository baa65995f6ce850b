/**
 * What every kind of parameter says of itself. Each kind is one file here: its
 * form in a description, its check, and its face for people and programs that
 * show it or try it.
 */

/** What every parameter may say. */
export interface Common {
  /** The option may be left out. The comment above it says what happens then. */
  readonly optional?: true;
}

/** A parameter of any kind, as far as kinds that hold others know it. */
export interface AnyParameter extends Common {
  readonly kind: string;
}

/** Checks an object of options, for kinds that hold such objects. */
export type CheckRecord = (
  method: string,
  parameters: Readonly<Record<string, AnyParameter>>,
  options: unknown,
  path: string,
) => object;

/** What the checks of arguments need of a kind. */
export interface Kind<P> {
  /** What a value must be, in words that follow "must be"; '' if it depends. */
  readonly rule: (parameter: P) => string;
  /**
   * The value as methods use it, or the error to throw. A kind without this is
   * checked by the methods that use its values.
   */
  readonly check?: (
    method: string,
    path: string,
    parameter: P,
    value: unknown,
    checkRecord: CheckRecord,
  ) => unknown;
}

/** An array that was read from a file or from JSON. */
export interface ReadArray {
  readonly data: ArrayLike<number | bigint>;
  readonly shape: readonly number[];
  readonly dtype: string;
}

/** Reads an array from numbers in line, from JSON, or from the file it names. */
export type ArrayReader = (given: unknown) => ReadArray | readonly number[];

/** A text or a JSON value that is not what its parameter needs. */
export class Misread extends Error {
  /** What the value must be, in words that follow "must be". */
  readonly rule: string;
  /** What it is instead, if the given text does not say it. */
  readonly got: string | undefined;

  constructor(rule: string, got?: string) {
    super(`must be ${rule}`);
    this.rule = rule;
    this.got = got;
  }
}

/** How a command line and a spec file give values of a kind. */
export interface Flag<P> {
  /** What stands behind the flag; a switch has nothing there. */
  readonly value?: string;
  /** What the value may be, in words. */
  readonly words: (parameter: P) => string;
  /** What a spec holds of the text behind a flag. Throws {@link Misread}. */
  readonly plain: (text: string) => unknown;
  /**
   * What the library gets of the text behind a flag, or of a value in JSON.
   * Throws {@link Misread}. A kind without this is given as it stands.
   */
  readonly read?: (given: unknown, array: ArrayReader) => unknown;
}

/** Values to try a parameter with. */
export interface Samples {
  /** Values that pass the check of the parameter itself. */
  readonly takes: readonly unknown[];
  /** Values of a wrong kind: a TypeError. */
  readonly wrongKinds: readonly unknown[];
  /** Values of the right kind that cannot be: a RangeError. */
  readonly wrongValues: readonly unknown[];
}

/** The controls that a page has. */
export type Control =
  | 'number'
  | 'switch'
  | 'choice'
  | 'list'
  | 'variant'
  | 'records';

/** What people and programs need of a kind that show its values or try them. */
export interface Face<P> {
  /** What a value is in JavaScript, for reference pages. */
  readonly doc: (parameter: P) => string;
  /** The control by which a page sets it; a kind without one is not set. */
  readonly control?: Control;
  /** A kind without one has no flag of its own. */
  readonly flag?: Flag<P>;
  /** The parameters inside one that is an object, by their names there. */
  readonly inside?: (parameter: P) => Readonly<Record<string, AnyParameter>>;
  /** The parameters of each item of one that is a list of objects. */
  readonly items?: (parameter: P) => Readonly<Record<string, AnyParameter>>;
  readonly fuzz: (parameter: P) => Samples;
}

/** Values that are neither numbers nor texts, booleans, arrays or objects. */
export const nothing = [null, Symbol('nothing'), () => 1] as const;
