// @ts-check
// What the words of cases and of specs mean: cases name methods in words of
// their own, which are to be matched by meaning.

/** @typedef {readonly (readonly [RegExp, string])[]} Meanings */

/** Meanings of methods; the first that fits counts. @type {Meanings} */
const methods = [
  [/^(none|nope)$/, 'none'],
  [/(rot|rope).*(2d|3d|axial|axes)|(2d|3d|axial).*(rot|rope)/, 'rotary axes'],
  [/rot|rope/, 'rotary'],
  [/alibi/, 'alibi'],
  [/deberta|disentangled/, 'deberta'],
  [/xlnet|transformer_?xl|rel_pos/, 'transformer xl'],
  [/shaw|relative_key/, 'relative key'],
  [/t5|bucket/, 't5 bias'],
  [/sin/, 'sinusoidal'],
  [/conv/, 'convolution'],
  [/grid_bias|decomposed|swin|window_bias|relative_bias|position_bias/, 'grid'],
  [/learned|absolute|windowed_grid/, 'learned'],
];

/** Meanings of mixers without attention. @type {Meanings} */
const mixers = [
  [/conv/, 'convolution'],
  // Newer versions of Hugging Face call all of these linear attention.
  [/mamba|ssm|linear|delta|recurrent|rwkv|lightning|kda/, 'linear'],
];

/** @param {Meanings} meanings @param {string} word */
function meaning(meanings, word) {
  const plain = word.trim().toLowerCase().replaceAll('-', '_');
  return meanings.find(([pattern]) => pattern.test(plain))?.[1] ?? plain;
}

/**
 * What methods such as `learned+t5_bias` mean, in any order.
 * @param {string} words
 */
function methodMeaning(words) {
  const all = words.split('+').map((word) => meaning(methods, word));
  return [...new Set(all)].sort().join(' + ');
}

/** How the words of a field are read. @type {Record<string, (words: string) => string>} */
const readings = {
  method: methodMeaning,
  mixer: (word) => meaning(mixers, word),
};

/**
 * Whether two words of a field mean the same.
 * @param {string} field @param {unknown} got @param {unknown} wanted
 */
export function meansTheSame(field, got, wanted) {
  const read = Object.hasOwn(readings, field) ? readings[field] : undefined;
  if (!read || typeof got !== 'string' || typeof wanted !== 'string') {
    return false;
  }
  return read(got) === read(wanted);
}
