/** Makes the spec of a method from flags and a spec file. */

import { dirname } from 'node:path';
import { optionHint } from '../base/foreign.js';
import type { MethodDescription } from '../descriptions.js';
import type { Spec } from '../index.js';
import { misuse } from './failure.js';
import { type Given, kebab } from './flags.js';
import { type FlagNames, givable } from './givable.js';
import type { JsonObject } from './json.js';
import { Reader } from './reader.js';
import type { SpecFile } from './spec-file.js';

/** The options of a method, as the command line gives them. */
export interface Call {
  /**
   * The spec for the library, which checks everything except the method's name.
   */
  readonly spec: Spec;
  /**
   * The spec as JSON, for the output file. Arrays from files are given by file
   * name.
   */
  readonly plain: JsonObject;
  /** The name of a parameter in errors: `--dim`, or `dim in spec.json`. */
  readonly nameOf: (parameter: string, behind?: string) => string;
}

/**
 * Combines flags with a spec file; flags take precedence. `flagOf` names the
 * flags of parameters.
 */
export function readCall(
  { name: method, parameters }: MethodDescription,
  given: Given,
  specFile?: SpecFile,
  flagOf: FlagNames = kebab,
): Call {
  const { file = '', values = {} } = specFile ?? {};
  const inFile = (path: string) => `${path} in ${file}`;
  const folder = file === '-' ? '.' : dirname(file);
  const reader = new Reader(given, { nameOf: inFile, folder }, flagOf);
  checkNames(values, parameters, file);
  const { options, plain } = reader.read(parameters, values);
  return {
    spec: { method, ...options } as unknown as Spec,
    plain: { method, ...plain },
    nameOf: (path, behind = '') =>
      reader.fromJson.has(path)
        ? inFile(`${path}${behind}`)
        : `--${flagOf(path)}${behind}`,
  };
}

/** Throws if a spec file names a parameter that no spec file can have. */
function checkNames(
  values: JsonObject,
  parameters: MethodDescription['parameters'],
  file: string,
): void {
  const paths = givable(parameters).map(({ path }) => path);
  const known = [...new Set(paths.map((path) => path.replace(/\..*/, '')))];
  for (const name of Object.keys(values)) {
    if (known.includes(name)) continue;
    const hint = optionHint(name, known);
    throw misuse(`${file}: there is no parameter "${name}"${hint}`);
  }
}
