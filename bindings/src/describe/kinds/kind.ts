/**
 * The form of a kind of parameter. Each kind is one file of this folder: how a
 * description declares it, how it is checked, and its face for programs that
 * show it or test it.
 */

/** Members that every parameter may have. */
export interface Common {
  /**
   * Set if the option may be left out. The parameter's comment says what
   * happens then.
   */
  readonly optional?: true;
}

/** A parameter of any kind, as kinds that contain other parameters see it. */
export interface AnyParameter extends Common {
  readonly kind: string;
}

/** Checks an object of options, for kinds that contain such objects. */
export type CheckRecord = (
  method: string,
  parameters: Readonly<Record<string, AnyParameter>>,
  options: unknown,
  path: string,
) => Record<string, unknown>;

/** The part of a kind that checks arguments. */
export interface Kind<P> {
  /**
   * The rule for a value, in words that follow "must be"; '' if only the method
   * knows it.
   */
  readonly rule: (parameter: P) => string;
  /**
   * Checks a value and gives it as methods use it. If a kind has no check, the
   * methods that use its values check them.
   */
  readonly check?: (
    method: string,
    path: string,
    parameter: P,
    value: unknown,
    checkRecord: CheckRecord,
  ) => unknown;
}

/** An array read from a file or from JSON. */
export interface ReadArray {
  readonly data: ArrayLike<number | bigint>;
  readonly shape: readonly number[];
  readonly dtype: string;
}

/**
 * Reads an array from numbers in a text, from JSON, or from the file that the
 * text names.
 */
export type ArrayReader = (given: unknown) => ReadArray | readonly number[];

/** The error for a text or a JSON value that does not fit its parameter. */
export class FlagError extends Error {
  /** The rule for the value, in words that follow "must be". */
  readonly rule: string;
  /** What the value is instead, if the given text does not show it. */
  readonly got: string | undefined;

  constructor(rule: string, got?: string) {
    super(`must be ${rule}`);
    this.rule = rule;
    this.got = got;
  }
}

/** How command lines and spec files give values of a kind. */
export interface Flag<P> {
  /**
   * Placeholder for the value after the flag, such as `N`; a switch has none.
   */
  readonly value?: string;
  /** The possible values, in words. */
  readonly words: (parameter: P) => string;
  /**
   * Turns the text after a flag into what a spec holds. Throws {@link FlagError}.
   */
  readonly plain: (text: string) => unknown;
  /**
   * Turns the text after a flag, or a value in JSON, into what the library
   * gets. Throws {@link FlagError}. Without it, the value is passed on unchanged.
   */
  readonly read?: (given: unknown, array: ArrayReader) => unknown;
}

/** Values with which tests try a parameter. */
export interface Samples {
  /** Values that pass the check of the parameter itself. */
  readonly takes: readonly unknown[];
  /** Values of a wrong kind, which cause a TypeError. */
  readonly wrongKinds: readonly unknown[];
  /** Wrong values of the right kind, which cause a RangeError. */
  readonly wrongValues: readonly unknown[];
}

/** The controls of a page. */
export type Control =
  | 'number'
  | 'switch'
  | 'choice'
  | 'list'
  | 'variant'
  | 'records';

/** A parameter inside a parameter that is an object. */
export interface InnerParameter {
  readonly name: string;
  readonly parameter: AnyParameter;
  /** The words of `type` with which it is there; without it, with all. */
  readonly types?: readonly string[];
}

/** What may stand where a parameter takes a spec. */
export interface SpecForm {
  /** Whether an array with finished numbers is taken, too. */
  readonly arrays: boolean;
  /** The method of all specs, if they can have only one. */
  readonly method?: string;
}

/** The part of a kind that programs need to show its values or to test them. */
export interface Face<P> {
  /** The type of a value in JavaScript, for reference pages. */
  readonly doc: (parameter: P) => string;
  /**
   * The control with which a page sets the value; without one, a page does not
   * set it.
   */
  readonly control?: Control;
  /**
   * The flag with which a command line gives the value; without it there is no
   * flag.
   */
  readonly flag?: Flag<P>;
  /**
   * The parameters inside a parameter that is an object. A name that stands for
   * other things with other words of `type` comes several times.
   */
  readonly inside?: (parameter: P) => readonly InnerParameter[];
  /**
   * Set if a value is a spec, or a list of specs. The flag reads the text
   * alone, and leaves what is in a spec to the program that knows the methods.
   */
  readonly spec?: (parameter: P) => SpecForm;
  /**
   * The parameters of each item of one that is a list of objects. The flag
   * reads the text alone, as for specs.
   */
  readonly items?: (parameter: P) => Readonly<Record<string, AnyParameter>>;
  readonly fuzz: (parameter: P) => Samples;
}

/** Values that are no number, text, boolean, array or object. */
export const NON_VALUES = [null, Symbol('nothing'), () => 1] as const;
