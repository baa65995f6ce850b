// @ts-check
// JSON of test data with one line a row: what is compared and measured is read
// row by row, and a change of one row is a change of one line.

/** The longest line of what is no row, so that a file can be read. */
const WIDTH = 100;

/** The longest row that stands in one line. */
const ROW = 2000;

/**
 * A value: its text, or what it holds between its brackets.
 * @typedef {string | { open: string, members: Member[] }} Value
 * @typedef {{ key: string, value: Value }} Member `key` is '' in a list
 */

/** Brackets, separators, texts, and numbers or words as they are written. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s"[\]{}:,]+/g;

/** @type {Readonly<Record<string, string>>} */
const CLOSE = { '{': '}', '[': ']' };

/**
 * The value that begins at the next token. JSON.parse has accepted the text, so
 * that only brackets and keys are told apart here.
 * @param {IterableIterator<RegExpMatchArray>} tokens @param {string} first
 * @returns {Value}
 */
function read(tokens, first) {
  if (!(first in CLOSE)) return first;
  /** @type {Member[]} */
  const members = [];
  let key = '';
  for (let token = next(tokens); token !== CLOSE[first]; token = next(tokens)) {
    if (token === ',' || token === ':') continue;
    if (first === '{' && key === '') key = token;
    else {
      members.push({ key, value: read(tokens, token) });
      key = '';
    }
  }
  return { open: first, members };
}

/** @param {IterableIterator<RegExpMatchArray>} tokens */
const next = (tokens) => tokens.next().value?.[0] ?? '';

/** @param {Value} value @returns {string} in one line */
function inLine(value) {
  if (typeof value === 'string') return value;
  const texts = value.members.map((one) => named(one, inLine(one.value)));
  return `${value.open}${texts.join(', ')}${CLOSE[value.open]}`;
}

/** @param {Member} member @param {string} text of its value */
const named = ({ key }, text) => (key === '' ? text : `${key}: ${text}`);

/** Whether a value is a list of texts, numbers and words alone. @param {Value} value */
const isPlain = (value) =>
  typeof value !== 'string' &&
  value.open === '[' &&
  value.members.every((member) => typeof member.value === 'string');

/** What a value holds. @param {Value} value @returns {readonly Value[]} */
const inside = (value) =>
  typeof value === 'string' ? [] : value.members.map((one) => one.value);

/**
 * Whether a value holds rows: a list of objects that hold objects themselves.
 * @param {Value} value @returns {boolean}
 */
const holdsRows = (value) =>
  inside(value).some(
    (one) =>
      holdsRows(one) ||
      (typeof one !== 'string' &&
        one.open === '[' &&
        inside(one).some((item) =>
          inside(item).some((part) => inside(part).length > 0),
        )),
  );

/**
 * @param {Member} member @param {string} indent of its line
 * @param {boolean} row whether it is an item of a list
 * @returns {string} the lines of the member, without the end of the last
 */
function lines(member, indent, row) {
  const { value } = member;
  const line = indent + named(member, inLine(value));
  const most = row && !holdsRows(value) ? ROW : WIDTH;
  // A list of numbers is read as one thing, however long it is.
  if (typeof value === 'string' || isPlain(value) || line.length <= most) {
    return line;
  }
  const inner = value.members.map((one) =>
    lines(one, `${indent} `, value.open === '['),
  );
  const open = indent + named(member, value.open);
  return `${open}\n${inner.join(',\n')}\n${indent}${CLOSE[value.open]}`;
}

/**
 * A text of JSON with a line for each row: an item of a list stands in one line
 * unless it holds rows itself, and so does what is short. Numbers stay as they are written, such as `1.0`.
 * @param {string} text @returns {string}
 */
export function jsonRows(text) {
  JSON.parse(text); // throws where the text is no JSON
  const tokens = text.matchAll(TOKENS);
  return `${lines({ key: '', value: read(tokens, next(tokens)) }, '', false)}\n`;
}
