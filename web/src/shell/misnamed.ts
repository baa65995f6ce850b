// What the reader is told of a name in a link that nothing has.

import type { Misnamed } from '../state/names.js';
import { h } from './dom.js';

/** As much of a name as a line holds. */
const most = 40;

const quoted = (name: string): string =>
  `“${name.length > most ? `${name.slice(0, most)}…` : name}”`;

export function describeMisnamed({ kind, given, shown }: Misnamed) {
  return h(
    'p',
    {},
    `There is no ${kind} ${quoted(given)}. ` +
      `The nearest name is ${quoted(shown)}, which is shown.`,
  );
}
