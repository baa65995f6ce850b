/** Reads the configurations of models that a command line names. */

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Model, Posenc } from '../index.js';
import { cannot, Failure, libraryError } from './failure.js';
import { jsonErrorAt, placeIn } from './json-error.js';

/** A configuration, and what errors call it. */
export interface ConfigFile {
  readonly file: string;
  readonly config: unknown;
}

/**
 * Reads a configuration.
 *
 *   range    a file of JSON, a folder with a config.json, or `-` for standard
 *            input
 *   error    what cannot be read; what is not JSON, with line and column
 */
export function readConfig(given: string): ConfigFile {
  const [file, text] = readText(given);
  try {
    return { file, config: JSON.parse(text) };
  } catch (error) {
    const { line, column } = placeIn(text, jsonErrorAt(text));
    throw new Failure(
      `${file} is not JSON: error in line ${line}, column ${column}`,
      1,
      error,
    );
  }
}

/** The name of a file, and its text. */
function readText(given: string): readonly [file: string, text: string] {
  let file = given;
  try {
    if (given !== '-' && statSync(given).isDirectory()) {
      file = join(given, 'config.json');
    }
    const text = readFileSync(file === '-' ? 0 : file, 'utf8');
    // Some editors write a byte order mark before the text.
    return [
      file === '-' ? 'standard input' : file,
      text.replace(/^\uFEFF/, ''),
    ];
  } catch (error) {
    throw cannot(`read ${file === '-' ? 'standard input' : file}`, error);
  }
}

/** The model that a file describes; an error names the file. */
export function modelOf(pe: Posenc, { file, config }: ConfigFile): Model {
  try {
    return pe.model(config);
  } catch (error) {
    const known = libraryError(error);
    if (!known) throw error;
    const said = known.message.replace(/^\w+: /, '');
    throw new Failure(`cannot read ${file}: ${said}`, 1, error);
  }
}
