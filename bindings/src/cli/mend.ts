/** Changes configurations as their findings know. */

import { type Finding, type Mend, mend, readModel } from '../parts/models.js';

/** Most changes of a file: one may lead to the next. */
const MOST = 64;

/** A configuration with the changes that leave no choice, and what is left. */
export interface Mended {
  readonly config: object;
  readonly changes: readonly Mend[];
  readonly findings: readonly Finding[];
}

/**
 * Makes the change of every finding that knows one alone, as long as there is one.
 *
 *   error    what `readModel` throws
 */
export function mended(given: object): Mended {
  const changes: Mend[] = [];
  let config = given;
  for (;;) {
    const { findings } = readModel(config);
    const only = findings.find(({ mends }) => mends?.length === 1);
    const [change] = only?.mends ?? [];
    if (change === undefined || changes.length >= MOST) {
      return { config, changes, findings };
    }
    config = mend(config, change);
    changes.push(change);
  }
}
