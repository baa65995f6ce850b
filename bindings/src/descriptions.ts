/**
 * The entry `posenc/descriptions`: the descriptions of all methods and
 * analyses, as data. The reference pages, the help of the command line and the
 * demo page are made from them. The entry `posenc` does not carry them.
 *
 * @example
 * ```ts
 * import { methods, usualFormula } from 'posenc/descriptions';
 *
 * usualFormula(methods.sinusoidal.formula).latex;
 * methods.sinusoidal.parameters.base.doc; // Base of the frequencies.
 * ```
 *
 * @packageDocumentation
 */

import type { AnalysisWords } from './analysis/words.js';
import type { Description } from './describe/description.js';
import type { AnyParameter } from './describe/kinds/kind.js';
import type { Parameter, Parameters, Presets } from './describe/parameters.js';
import {
  type Described,
  type DescribedSet,
  described,
} from './describe/words.js';
import * as catalogue from './generated/catalogue.js';

export { accepts, heldValue } from './describe/checks.js';
export type {
  Description,
  Family,
  ModelLengths,
  Paper,
} from './describe/description.js';
export { faceOf } from './describe/faces.js';
export {
  type Condition,
  type Equation,
  equationsFor,
  type Formula,
  usualFormula,
} from './describe/formula.js';
export type {
  AnyParameter,
  ArrayReader,
  Control,
  Face,
  Flag,
  ReadArray,
  Samples,
} from './describe/kinds/kind.js';
export { FlagError } from './describe/kinds/kind.js';
export type {
  Parameter,
  Parameters,
  PlainValue,
  Presets,
} from './describe/parameters.js';
export { literalOf, paperAddress } from './describe/texts.js';
export type { Described, Words } from './describe/words.js';

/** A parameter with its texts. */
export type DescribedParameter = Described<Parameter>;

/**
 * Parameters with their texts, by name, in the order in which they are read.
 */
export type DescribedParameters = Readonly<Record<string, DescribedParameter>>;

/** The whole description of a method or an operation. */
export interface MethodDescription extends Description {
  /** Name of the method on the object that `load` gives. */
  readonly name: string;
  /** Its options, in the order in which they are read. */
  readonly parameters: DescribedParameters;
  /** The options of the functions of its result, by function. */
  readonly operations?: Readonly<
    Record<string, { readonly parameters: DescribedParameters }>
  >;
  /**
   * Option values of well-known models or programs, by their names. If there is
   * a parameter `preset`, it takes these names; the values of a preset replace
   * the defaults, and options that the caller gives take precedence.
   */
  readonly presets: Presets;
}

/** The whole description of an analysis. */
export interface AnalysisDescription extends AnalysisWords {
  /** Name of the function on `pe.analysis`. */
  readonly name: string;
  /** Its options, without the table. */
  readonly parameters: DescribedParameters;
}

type Methods = typeof catalogue.methods;
type Analyses = typeof catalogue.analyses.parameters;

type DescribedCalls<O> = {
  readonly [C in keyof O]: O[C] extends { readonly parameters: Parameters }
    ? { readonly parameters: DescribedSet<O[C]['parameters']> }
    : never;
};

/**
 * The methods and operations, by name, in the order of the registry. Operations
 * have no `family`.
 */
export const methods: {
  readonly [N in keyof Methods]: Omit<Methods[N], 'parameters' | 'operations'> &
    Pick<Description, 'family' | 'paper' | 'example' | 'cells' | 'lengths'> & {
      readonly parameters: DescribedSet<Methods[N]['parameters']>;
    } & (Methods[N] extends { readonly operations: infer O }
      ? { readonly operations: DescribedCalls<O> }
      : unknown);
} = mapped(catalogue.methods, (method: MethodParts) => {
  const { name, parameters, operations } = method;
  const words = catalogue.words[`${name}Parameters`];
  return {
    ...method,
    parameters: described(parameters, words),
    ...(operations && {
      operations: mapped(operations, (call, of) => ({
        parameters: described(
          call.parameters,
          catalogue.words[`${name}Operations`],
          `${of}.parameters.`,
        ),
      })),
    }),
  };
}) as never;

/** The analyses, by their names on `pe.analysis`. */
export const analyses: {
  readonly [N in keyof Analyses]: AnalysisWords & {
    readonly name: N;
    readonly parameters: DescribedSet<Analyses[N]>;
  };
} = mapped(catalogue.analyses.parameters, (parameters: Parameters, name) => ({
  ...catalogue.analyses.descriptions[name as keyof Analyses],
  name,
  parameters: described(
    parameters,
    catalogue.words.analysisParameters,
    `${name}.`,
  ),
})) as never;

interface MethodParts extends Description {
  readonly name: string;
  readonly parameters: Readonly<Record<string, AnyParameter>>;
  readonly operations?: Readonly<Record<string, { parameters: Parameters }>>;
}

/** The same names with other values. */
function mapped<V, W>(
  record: Readonly<Record<string, V>>,
  convert: (value: V, name: string) => W,
): Record<string, W> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, convert(value, name)]),
  );
}
