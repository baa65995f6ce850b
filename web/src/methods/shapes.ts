// The shape that the description of an array names, such as
// [left + right + 1, headDim], in numbers.

/** The number that a name stands for. */
type Lookup = (name: string) => number;

const token = /\s*(?:(\d+)|([a-z]\w*)|([-+·×*/()]))/iy;

/** Reads the tokens of an expression; undefined where it has anything else. */
function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const found = token.exec(text);
    if (found === null) return undefined;
    tokens.push(found[0].trim());
  }
  return tokens;
}

/** The value of a sum of products; NaN where the text is no such sum. */
export function evaluate(text: string, lookup: Lookup): number {
  const tokens = tokensOf(text);
  if (tokens === undefined) return Number.NaN;
  const left = [...tokens];

  function factor(): number {
    const next = left.shift();
    if (next === '(') {
      const value = sum();
      return left.shift() === ')' ? value : Number.NaN;
    }
    if (next === undefined || /^[-+·×*/)]$/.test(next)) return Number.NaN;
    return /^\d/.test(next) ? Number(next) : lookup(next);
  }

  function term(): number {
    let value = factor();
    for (;;) {
      const sign = left[0] ?? '';
      if (/^[·×*]$/.test(sign)) {
        left.shift();
        value *= factor();
      } else if (sign === '/') {
        left.shift();
        value /= factor();
      } else if (/^[a-z(]/i.test(sign)) {
        // A product without a sign, such as `2 span`.
        value *= factor();
      } else return value;
    }
  }

  function sum(): number {
    let value = term();
    while (left[0] === '+' || left[0] === '-') {
      const sign = left.shift() === '+' ? 1 : -1;
      value += sign * term();
    }
    return value;
  }

  const value = sum();
  return left.length === 0 ? value : Number.NaN;
}

/**
 * The shape that a text names in brackets: the first one, or one that it names
 * for a word of a choice, as in "[rows], or with `each` [heads, rows]", if that
 * was chosen. Undefined where it names none of whole positive numbers.
 */
export function shapeIn(
  doc: string,
  lookup: Lookup,
  chosen: ReadonlySet<unknown> = new Set(),
): number[] | undefined {
  const named = [...doc.matchAll(/(?:with `(\w+)` )?\[([^\]]+)\]/g)];
  const found =
    named.find(([, word]) => word !== undefined && chosen.has(word)) ??
    named.find(([, word]) => word === undefined);
  const shape = found?.[2]?.split(',').map((axis) => evaluate(axis, lookup));
  const whole = shape?.every(
    (extent) => Number.isInteger(extent) && extent > 0,
  );
  return whole ? shape : undefined;
}
