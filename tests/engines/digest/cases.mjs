// @ts-check
import { fileURLToPath } from 'node:url';

/** The file of the cases that the native build computes, too. */
export const cases = fileURLToPath(
  new URL('../digest_cases.txt', import.meta.url),
);
