/** Rows of choices in which each pair of choices meets at least once. */

/** The choices of each factor, by its name. */
export type Factors = Readonly<Record<string, readonly string[]>>;

/** One choice of each factor. */
export type Row<F extends Factors> = { readonly [N in keyof F]: F[N][number] };

/** Two choices of different factors that do not go together. */
export type Excluded = readonly [string, string, string, string];

/** A pair of choices, as a word. */
const word = (a: string, x: string, b: string, y: string): string =>
  `${a}=${x} ${b}=${y}`;

/** The pairs that are to meet: all but the excluded. */
export function pairsOf(
  factors: Factors,
  excluded: readonly Excluded[],
): Set<string> {
  const names = Object.keys(factors);
  const found = new Set<string>();
  for (const [n, a] of names.entries()) {
    for (const b of names.slice(n + 1)) {
      for (const x of factors[a] ?? []) {
        for (const y of factors[b] ?? []) found.add(word(a, x, b, y));
      }
    }
  }
  for (const [a, x, b, y] of excluded) {
    found.delete(word(a, x, b, y));
    found.delete(word(b, y, a, x));
  }
  return found;
}

/** The pairs that meet in a row. */
export function pairsIn(row: Readonly<Record<string, string>>): string[] {
  const names = Object.keys(row);
  return names.flatMap((a, n) =>
    names
      .slice(n + 1)
      .map((b) => word(a, row[a] as string, b, row[b] as string)),
  );
}

/**
 * A table of rows in which all pairs meet. Each row begins with a pair that has
 * not met yet; each further factor takes the choice with the most new pairs.
 */
export function allPairs<F extends Factors>(
  factors: F,
  excluded: readonly Excluded[],
): Row<F>[] {
  const names = Object.keys(factors);
  const wanted = pairsOf(factors, excluded);
  const left = new Set(wanted);
  const rows: Row<F>[] = [];
  while (left.size > 0) {
    const [first = ''] = left;
    const fixed = Object.fromEntries(
      first.split(' ').map((one) => one.split('=') as [string, string]),
    );
    for (const name of names) {
      if (fixed[name] !== undefined) continue;
      // Choices that are as good as each other take turns.
      const all = factors[name] ?? [];
      const turned = all.map((_, n) => all[(n + rows.length) % all.length]);
      let [best, most] = ['', -1];
      for (const choice of turned as string[]) {
        const met = Object.entries(fixed).map(([other, own]) =>
          names.indexOf(other) < names.indexOf(name)
            ? word(other, own, name, choice)
            : word(name, choice, other, own),
        );
        if (met.some((pair) => !wanted.has(pair))) continue;
        const count = met.filter((pair) => left.has(pair)).length;
        if (count > most) [best, most] = [choice, count];
      }
      if (most < 0) throw new Error(`no ${name} goes with ${first}`);
      fixed[name] = best;
    }
    const row = Object.fromEntries(
      names.map((name) => [name, fixed[name] as string]),
    );
    for (const pair of pairsIn(row)) left.delete(pair);
    rows.push(row as Row<F>);
  }
  return rows;
}
