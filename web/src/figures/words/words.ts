// The words of a sentence, each with a random vector in place of that of a
// trained model. The same word always has the same vector.

/** The most words of a map whose cells can be told apart. */
export const mostWords = 48;

/** The most letters of a sentence. */
export const longestText = 400;

/** All words of a text. */
export function findWords(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}\p{M}'’]+|[^\s\p{L}\p{N}\p{M}]/gu) ?? [];
}

/** The first words of a text, which are drawn. */
export function splitWords(text: string): readonly string[] {
  return findWords(text).slice(0, mostWords);
}

/** A word in at most `longest` letters, the last of them an ellipsis. */
export function shorten(word: string, longest: number): string {
  const letters = [...word];
  if (letters.length <= longest) return word;
  return `${letters.slice(0, longest - 1).join('')}…`;
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

/**
 * A vector of mean 0 and variance 1. A sum of twelve uniform numbers is close
 * to normal and, unlike logarithms, the same in every engine.
 */
function drawVector(seed: number, width: number): Float64Array {
  const next = uniform(seed);
  return Float64Array.from({ length: width }, () => {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += next();
    return sum;
  });
}

/** Vectors that were drawn before, because each frame needs them again. */
const drawn = new Map<string, Float64Array>();
const mostDrawn = 200;

function randomVector(seed: number, width: number): Float64Array {
  const key = `${seed} ${width}`;
  const vector = drawn.get(key) ?? drawVector(seed, width);
  if (drawn.size >= mostDrawn) drawn.clear();
  drawn.set(key, vector);
  return vector;
}

/**
 * Vectors of the words, [words, width] row-major. `likeness` is the
 * correlation of two different words: trained vectors have much in common.
 */
export function embedWords(
  words: readonly string[],
  width: number,
  likeness: number,
): Float32Array {
  const own = Math.sqrt(1 - likeness);
  const shared = Math.sqrt(likeness);
  const common = randomVector(hashText('what all words share'), width);
  const vectors = new Float32Array(words.length * width);
  words.forEach((word, i) => {
    const vector = randomVector(hashText(word.toLowerCase()), width);
    for (let c = 0; c < width; c++) {
      vectors[i * width + c] =
        own * (vector[c] as number) + shared * (common[c] as number);
    }
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
