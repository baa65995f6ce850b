/** Finds the known name that a mistyped name probably means. */

/** Largest share of letters in which a mistyped name may differ. */
const LARGEST_SHARE = 0.4;

/**
 * The known name with the fewest changes; '' if even that one needs too many.
 */
export function nearest(name: string, known: readonly string[]): string {
  const [first = '', ...rest] = known;
  const best = rest.reduce(
    (best, next) => (distance(name, next) < distance(name, best) ? next : best),
    first,
  );
  return isNear(name, best) ? best : '';
}

/** `; did you mean "dim"?`, or '' if no known name is near. */
export function didYouMean(
  name: string,
  known: readonly string[],
  shown = (meant: string) => `"${meant}"`,
): string {
  const meant = nearest(name, known);
  return meant && `; did you mean ${shown(meant)}?`;
}

function isNear(name: string, meant: string): boolean {
  const [a, b] = [letters(name), letters(meant)];
  // A single letter is contained in almost every name.
  const shorter = Math.min(a.length, b.length);
  if (shorter > 1 && (a.includes(b) || b.includes(a))) return true;
  return distance(a, b) <= LARGEST_SHARE * Math.max(a.length, b.length);
}

/** Longest name worth comparing: the cost is the product of the lengths. */
const LONGEST_NAME = 64;

/** What names are compared by: capitals and what parts words do not count. */
const letters = (name: string) =>
  name
    .slice(0, LONGEST_NAME)
    .toLowerCase()
    .replace(/[\s_-]/g, '');

/** Number of edits between two names; less if one contains the other. */
function distance(from: string, to: string): number {
  const [a, b] = [letters(from), letters(to)];
  return edits(a, b) * (a && (a.includes(b) || b.includes(a)) ? 0.7 : 1);
}

/**
 * Number of letters to insert, delete, replace, or swap with the next letter.
 */
function edits(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; ++i) {
    const next = [i];
    for (let j = 1; j <= b.length; ++j) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap =
        i > 1 && j > 1 && swapped ? (before[j - 2] ?? 0) + 1 : replace;
      const [remove, insert] = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1];
      next.push(Math.min(replace, swap, remove, insert));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
