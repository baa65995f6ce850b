// The words of a sentence, each with a drawn vector in place of that of a trained
// model. The same word always has the same vector: a row of a table that the
// package draws from a seed, so that a program gets the same numbers.

import type { Posenc } from 'posenc';

/** What draws vectors; the entry `posenc/absolute` can do it, too. */
export type Drawer = Pick<Posenc, 'learned' | 'addTo'>;

/** The most words of a map whose cells can be told apart. */
export const mostWords = 48;

/** The most letters of a sentence. */
export const longestText = 400;

/** A picture with what changes it: its colour, its style, what it is joined to. */
const picture =
  '\\p{ExtPict}[\\p{EMod}\\uFE0F]*(?:\\u200D\\p{ExtPict}[\\p{EMod}\\uFE0F]*)*';
/** Two letters of a country, which are drawn as its flag. */
const flag = '\\p{RI}{2}';
/** Letters; joiners belong to them in Persian and in scripts of India. */
const letters = "[\\p{L}\\p{N}\\p{M}'’][\\p{L}\\p{N}\\p{M}'’\\u200C\\u200D]*";
/** Any other mark. What only controls how text is drawn is no word. */
const sign = '[^\\s\\p{L}\\p{N}\\p{M}\\p{Cf}]';

const word = new RegExp([picture, flag, letters, sign].join('|'), 'gu');

/** All words of a text. */
export function findWords(text: string): readonly string[] {
  return text.match(word) ?? [];
}

/** The first words of a text, which are drawn. */
export function splitWords(text: string): readonly string[] {
  return findWords(text).slice(0, mostWords);
}

/** Letters that are written from right to left. */
const leftward =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A word between other words, whose order it leaves as it is. */
function isolated(word: string): string {
  return leftward.test(word) ? `\u2068${word}\u2069` : word;
}

/**
 * A word for a sentence, in at most `longest` letters as readers count them,
 * the last of them an ellipsis.
 */
export function shorten(word: string, longest: number): string {
  if (word.length <= longest) return isolated(word);
  const letters = [...new Intl.Segmenter().segment(word)];
  if (letters.length <= longest) return isolated(word);
  const some = letters.slice(0, longest - 1).map(({ segment }) => segment);
  return isolated(`${some.join('')}…`);
}

/** FNV-1a over the UTF-16 units of a text. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

/** Uniform numbers in [0, 1) from a seed (mulberry32). */
export function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The row of the drawn table that belongs to a word; row 0 is that of all. */
export function rowOf(word: string): number {
  return 1 + (hashText(word.toLowerCase()) >>> 8);
}

/** The standard deviations of what a word has of its own, and of the rest. */
export function spreadOf(likeness: number): { own: number; common: number } {
  return { own: Math.sqrt(1 - likeness), common: Math.sqrt(likeness) };
}

/** Vectors that were drawn before, because each frame needs them again. */
const drawn = new Map<string, Float32Array>();
const mostDrawn = 200;

/** The vector of a word; programs that the page shows draw all at once. */
function drawWord(
  pe: Drawer,
  word: string,
  dim: number,
  likeness: number,
): Float32Array {
  const key = `${rowOf(word)} ${dim} ${likeness}`;
  const before = drawn.get(key);
  if (before !== undefined) return before;
  const { own, common } = spreadOf(likeness);
  const row = pe.learned({ positions: [rowOf(word)], dim, std: own });
  const rest = pe.learned({ positions: [0], dim, std: common });
  const { data } = pe.addTo(row, rest);
  if (drawn.size >= mostDrawn) drawn.clear();
  drawn.set(key, data);
  return data;
}

/**
 * Vectors of the words, [words, width] row-major, of mean 0 and variance 1.
 * `likeness` is the correlation of two different words: trained vectors have
 * much in common.
 */
export function embedWords(
  pe: Drawer,
  words: readonly string[],
  width: number,
  likeness: number,
): Float32Array {
  const vectors = new Float32Array(words.length * width);
  words.forEach((word, i) => {
    vectors.set(drawWord(pe, word, width, likeness), i * width);
  });
  return vectors;
}

/** `order` if it is an order of `count` words, else 0, 1, 2 and so on. */
export function validOrder(order: readonly number[], count: number): number[] {
  const places = Array.from({ length: count }, (_, i) => i);
  const seen = new Set(order);
  const whole = order.length === count && places.every((i) => seen.has(i));
  return whole ? [...order] : places;
}

export function moveWord(
  order: readonly number[],
  from: number,
  to: number,
): number[] {
  const next = [...order];
  const [word] = next.splice(from, 1);
  if (word !== undefined) next.splice(to, 0, word);
  return next;
}

/** Another order, drawn from a seed. */
export function shuffled(order: readonly number[], seed: number): number[] {
  const next = uniform(seed);
  const result = [...order];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [result[i], result[j]] = [result[j] as number, result[i] as number];
  }
  return result;
}
