/**
 * Where a text stops being JSON, which not every engine says. The words
 * Infinity and NaN, which Python writes, are taken for numbers.
 */

const TOKEN =
  /[{}[\],:]|"[^"\\]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null|-?Infinity|NaN/y;

/** What may follow inside an object or a list, and at the outermost level. */
type Wanted =
  | 'value'
  | 'first'
  | 'key'
  | 'firstKey'
  | 'colon'
  | 'comma'
  | 'end';

/**
 * The number of characters before the first error of a text that is not JSON;
 * its length if it ends too early.
 */
export function jsonErrorAt(text: string): number {
  const open: string[] = [];
  let wanted: Wanted = 'value';
  let at = skipped(text, 0);
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const [token] = TOKEN.exec(text) ?? [];
    if (token === undefined) return at;
    // Strings have no line breaks and no other control characters.
    const control = token.search(/[^ -\uffff]/);
    if (control >= 0) return at + control;
    const next = after(wanted, token, open);
    if (next === undefined) return at;
    wanted = next;
    at = skipped(text, at + token.length);
  }
  return text.length;
}

/** What may follow a token; `undefined` if it may not stand there. */
function after(
  wanted: Wanted,
  token: string,
  open: string[],
): Wanted | undefined {
  const closed = () => (open.length > 0 ? 'comma' : 'end');
  if (wanted === 'end') return undefined;
  if (wanted === 'colon') return token === ':' ? 'value' : undefined;
  const bracket = open.at(-1) === '{' ? '}' : ']';
  if (wanted !== 'value' && wanted !== 'key' && token === bracket) {
    open.pop();
    return closed();
  }
  if (wanted === 'comma') {
    if (token !== ',') return undefined;
    return bracket === '}' ? 'key' : 'value';
  }
  if (wanted === 'key' || wanted === 'firstKey') {
    return token.startsWith('"') ? 'colon' : undefined;
  }
  if (token === '{' || token === '[') {
    open.push(token);
    return token === '{' ? 'firstKey' : 'first';
  }
  return /^[}\],:]$/.test(token) ? undefined : closed();
}

/** The first character from `at` on that is no white space of JSON. */
function skipped(text: string, at: number): number {
  let next = at;
  while (' \t\n\r'.includes(text[next] ?? 'x')) next++;
  return next;
}

/** The line and the column of a character, both from 1. */
export function placeIn(text: string, at: number) {
  const lines = text.slice(0, at).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
