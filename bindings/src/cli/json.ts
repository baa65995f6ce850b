/** JSON in files and in arguments. */

import { readFileSync } from 'node:fs';
import { cannot, EXIT, Failure } from './failure.js';
import { jsonErrorAt, placeIn } from './json-error.js';

/** An object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a file of JSON; `-` is standard input. `name` is the file in errors. */
export function readJsonFile(file: string, name = file): unknown {
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw cannot(`read ${name}`, error);
  }
  return parseJson(text, name);
}

/**
 * Reads the text of a file of JSON, which may have a byte order mark, and the
 * words Infinity, -Infinity and NaN (read as null), which Python writes.
 *
 *   error    a `Failure` with the line and the column of what is not JSON
 */
export function parseJson(given: string, name: string): unknown {
  // Some editors write a byte order mark before the text.
  const text = given.replace(/^\uFEFF/, '');
  try {
    return parsed(text);
  } catch (error) {
    const { line, column } = placeIn(text, jsonErrorAt(text));
    const place = `line ${line}, column ${column}`;
    throw new Failure(
      `${name} is not JSON: error in ${place}`,
      EXIT.failed,
      error,
    );
  }
}

/** A string, or a word for a number that JSON does not have. */
const PYTHON = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:Infinity|NaN)\b/g;

/** JSON as Python writes it: the `time_step_limit` of Mamba 2 has Infinity. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const standard = text.replace(PYTHON, (token) => {
      if (token.startsWith('"')) return token;
      return token.replace('Infinity', '1e999').replace('NaN', 'null');
    });
    return JSON.parse(standard);
  }
}
