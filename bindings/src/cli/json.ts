/** JSON in files and in arguments. */

import { readFileSync } from 'node:fs';
import { cannot, misuse } from './failure.js';

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
  try {
    // Some editors write a byte order mark before the text.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw misuse(`${name} is not JSON: ${(error as Error).message}`);
  }
}
