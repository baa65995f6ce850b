/** Reads spec files: a method, and its parameters as JSON. */

import { misuse } from './failure.js';
import { isObject, type JsonObject, readJsonFile } from './json.js';

/** A spec file: the method, and its parameters as JSON. */
export interface SpecFile {
  readonly file: string;
  readonly method?: string;
  readonly values: JsonObject;
}

/** Reads a spec file; `-` is standard input. */
export function readSpecFile(file: string): SpecFile {
  const parsed = readJsonFile(file);
  if (!isObject(parsed)) {
    throw misuse(
      `${file} must hold an object such as {"method": "sinusoidal"}`,
    );
  }
  const { method, ...values } = parsed;
  if (method === undefined) return { file, values };
  if (typeof method !== 'string') {
    throw misuse(`method in ${file} must be a text`);
  }
  return { file, method, values };
}

/**
 * Reads the file of `--spec` before all other flags: it may name the method,
 * which decides what flags there are.
 */
export function findSpecFile(given: readonly string[]): SpecFile | undefined {
  const at = given.lastIndexOf('--spec');
  const file =
    at < 0
      ? given.findLast((text) => text.startsWith('--spec='))?.slice(7)
      : given[at + 1];
  return file === undefined ? undefined : readSpecFile(file);
}
