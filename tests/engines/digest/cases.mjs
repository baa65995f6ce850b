// @ts-check
import { fileURLToPath } from 'node:url';

/** The file of cases that the native build and the package both compute. */
export const cases = fileURLToPath(
  new URL('../digest_cases.txt', import.meta.url),
);
