/** Shows a matrix of integers as text. */

/** The positions of the queries and keys of a matrix. */
interface Positions {
  readonly queries: readonly number[];
  readonly keys: readonly number[];
}

/** What stands where a pair reads no row. */
const NONE = '·';

/**
 * The matrix [queries, keys] as lines: one for each query, below the positions
 * of the keys and behind its own. A dot is -1, no row.
 */
export function pictureOf(
  rows: ArrayLike<number>,
  { queries, keys }: Positions,
): string {
  const shown = Array.from(rows, (row) => (row === -1 ? NONE : String(row)));
  const wide = (texts: readonly string[]) =>
    texts.reduce((most, { length }) => Math.max(most, length), 1);
  const head = keys.map(String);
  const width = wide([...shown, ...head]) + 1;
  const margin = wide(queries.map(String));
  const line = (name: string, cells: readonly string[]) =>
    `${name.padStart(margin)} │${cells.map((cell) => cell.padStart(width)).join('')}`;
  const rule = `${'─'.repeat(margin)}─┼${'─'.repeat(width * keys.length)}`;
  const lines = queries.map((query, i) =>
    line(String(query), shown.slice(i * keys.length, (i + 1) * keys.length)),
  );
  const note = shown.includes(NONE) ? [`${NONE}: no row`] : [];
  return [line('', head), rule, ...lines, ...note, ''].join('\n');
}
