// Names in links. A reader may mistype one, or a link may be older than a name:
// the page then shows the nearest name that there is, and says so.

/**
 * The smallest number of letters to insert, take away, replace or swap with
 * their neighbour that makes one word of another, each letter touched once
 * (Damerau 1964, restricted to adjacent swaps).
 */
export function editDistance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [
    [],
    [...Array(other.length + 1).keys()],
  ];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      const swapped =
        i > 1 &&
        j > 1 &&
        one[i - 1] === other[j - 2] &&
        one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, row];
  }
  return last[other.length] ?? 0;
}

/** A longer word than any name has is cut before it is compared. */
const longest = 64;

/**
 * The name that is the fewest edits away, whatever its capitals; the first of
 * those that are equally near. Undefined if there are no names.
 */
export function nearest(
  given: string,
  names: readonly string[],
): string | undefined {
  const word = given.slice(0, longest).toLowerCase();
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(word, name.toLowerCase());
    if (!best || distance < best.distance) best = { name, distance };
  }
  return best?.name;
}

/** Something that a link may name, in another place of the page. */
export interface Elsewhere {
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  /** The name for people of the view that shows it. */
  readonly view: string;
  readonly address: string;
}

/** A name in a link that nothing has, and the one that is shown instead. */
export interface Misnamed {
  /** What it should name: 'view', 'method', 'preset' or 'screen'. */
  readonly kind: string;
  readonly given: string;
  readonly shown: string;
  /** Gives what has a nearer name elsewhere; undefined where nothing has. */
  readonly nearer?: () => Promise<Elsewhere | undefined>;
}

/** Which names an entry of an address may have. */
export interface Naming {
  /** What people call such a thing. */
  readonly kind: string;
  /** The entry. Defaults to the kind. */
  readonly entry?: string;
  /** What stands between names, where an entry may have several. */
  readonly between?: string;
  /** The names there are, in a query whose earlier entries are right. */
  names(query: URLSearchParams): readonly string[];
  /** Loads what other places show, where such a thing may stand elsewhere. */
  readonly elsewhere?: () => Promise<readonly Elsewhere[]>;
}

/** The first of those whose names are nearer to a given one than `shown`. */
export function nearerOf(
  given: string,
  shown: string,
  others: readonly Elsewhere[],
): Elsewhere | undefined {
  const names = [shown, ...others.map(({ name }) => name)];
  const best = nearest(given, names);
  // Of equally near names, the one that is shown comes first.
  return best === shown ? undefined : others.find(({ name }) => name === best);
}

/**
 * Puts known names in place of unknown ones, and tells which. An entry without
 * a text names nothing.
 */
export function mendNames(
  query: URLSearchParams,
  namings: readonly Naming[],
): { readonly query: URLSearchParams; readonly misnamed: Misnamed[] } {
  const mended = new URLSearchParams(query);
  const misnamed: Misnamed[] = [];
  for (const naming of namings) {
    const { kind, entry = kind, between, names, elsewhere } = naming;
    const text = mended.get(entry);
    if (!text) continue;
    const known = names(mended);
    const all = between === undefined ? [text] : text.split(between);
    const right = all.map((given) => {
      if (known.includes(given)) return given;
      const shown = nearest(given, known);
      if (shown === undefined) return given;
      const nearer =
        elsewhere && (async () => nearerOf(given, shown, await elsewhere()));
      misnamed.push({ kind, given, shown, ...(nearer && { nearer }) });
      return shown;
    });
    mended.set(entry, right.join(between));
  }
  return { query: mended, misnamed };
}
