// What the reader is told of a name in a link that nothing has.

import type { Elsewhere, Misnamed } from '../state/names.js';
import { begin } from '../state/pending.js';
import { h } from './dom.js';

/** As much of a name as a line holds. */
const most = 40;

const quoted = (name: string): string =>
  `“${name.length > most ? `${name.slice(0, most)}…` : name}”`;

/** What is nearer elsewhere; undefined also where that cannot be loaded. */
async function found(
  nearer: NonNullable<Misnamed['nearer']>,
): Promise<Elsewhere | undefined> {
  const done = begin('load');
  try {
    return await nearer();
  } catch {
    return undefined;
  } finally {
    done();
  }
}

/** Its words say where a nearer name is, as soon as that is known. */
export function describeMisnamed({ kind, given, shown, nearer }: Misnamed) {
  const words = h(
    'p',
    {},
    `There is no ${kind} ${quoted(given)}. ` +
      `The nearest name is ${quoted(shown)}, which is shown.`,
  );

  async function lead(find: NonNullable<typeof nearer>): Promise<void> {
    const place = await found(find);
    if (place === undefined) return;
    words.replaceChildren(
      `There is no ${kind} ${quoted(given)} here. `,
      h('a', { href: place.address }, `See ${place.title} in ${place.view}`),
      `. This view shows ${quoted(shown)} instead.`,
    );
  }

  if (nearer) void lead(nearer);
  return words;
}
