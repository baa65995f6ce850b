/** Reads the configurations of models that a command line names. */

import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { type GgufModel, isGguf, readGguf } from '../gguf.js';
import type { Divisors, ModelOptions } from '../parts/models.js';
import { cannot, EXIT, Failure, libraryError, misuse } from './failure.js';
import { bytesOf, readGgufFile } from './gguf-file.js';
import { parseJson } from './json.js';

/** A configuration, and what errors call it. */
export interface ConfigFile {
  readonly file: string;
  readonly config: unknown;
}

/**
 * Reads a configuration.
 *
 *   range    a file of JSON, a GGUF file, a folder with a config.json, or `-`
 *            for standard input. JSON may have a byte order mark, and the words
 *            Infinity, -Infinity and NaN (read as null), which Python writes
 *   error    what cannot be read; what is not JSON, with line and column
 */
export function readConfig(given: string): ConfigFile {
  const file = given === '-' ? 'standard input' : fileIn(given);
  const content = contentOf(file, given === '-');
  if (typeof content !== 'string') return { file, config: content };
  return { file, config: parseJson(content, file) };
}

/** The file that is meant: a folder stands for its config.json. */
function fileIn(given: string): string {
  const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory();
  return isFolder ? join(given, 'config.json') : given;
}

/** The text of a file, or what a GGUF file says. */
function contentOf(file: string, piped: boolean): string | GgufModel {
  let descriptor = 0;
  try {
    if (!piped) descriptor = openSync(file, 'r');
    const status = fstatSync(descriptor);
    // Any part of a file can be read, but of a pipe only the next bytes.
    const whole = status.isFile() ? undefined : readFileSync(descriptor);
    if (isGguf(whole ?? bytesOf(descriptor, 0, 4))) {
      return whole ? readGguf(whole) : readGgufFile(descriptor, status.size);
    }
    return (whole ?? readFileSync(descriptor)).toString('utf8');
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    if (descriptor > 0) closeSync(descriptor);
  }
}

/** What is wrong with a file: an error of the library, or of the system. */
function unreadable(file: string, error: unknown): Failure {
  const known = libraryError(error);
  if (!known) return cannot(`read ${file}`, error);
  const said = known.message.replace(/^\w+: /, '');
  return new Failure(`cannot read ${file}: ${said}`, EXIT.failed, error);
}

/** How the flags of a command want a configuration to be read. */
export function modelOptionsOf(
  values: ReadonlyMap<string, string>,
): ModelOptions {
  const divisors = values.get('divisors');
  if (divisors === undefined) return {};
  if (divisors !== 'float32' && divisors !== 'float64') {
    throw misuse(`--divisors must be float32 or float64, got "${divisors}"`);
  }
  return { divisors: divisors satisfies Divisors };
}

/** The model that a file describes; an error names the file. */
export function modelOf<Model>(
  read: (config: unknown, options?: ModelOptions) => Model,
  { file, config }: ConfigFile,
  options?: ModelOptions,
): Model {
  try {
    return read(config, options);
  } catch (error) {
    if (!libraryError(error)) throw error;
    throw unreadable(file, error);
  }
}
