// @ts-check
// What the words of positions in the records of families mean.

/** @type {Readonly<Record<string, string>>} */
const meanings = {
  rope: 'rotation of queries and keys: [`rope`](methods/rope.md)',
  alibi: 'a bias for each head, proportional to the distance',
  t5Bias: 'a learned bias for each head and bucket of distances',
  boxBias: 'a learned bias by the distance of boxes on a page, along x and y',
  pageBias: 'as `boxBias`, by hundredths of the page',
  deberta:
    'terms of content by position and position by content, from a table of distances',
  transformerXL:
    'keys made of a sinusoidal table of distances, with learned biases',
  xlnet: 'as `transformerXL`, in both directions',
  relativeKey: 'a learned row for each distance, added to the keys',
  shaw: 'a learned row for each distance up to a limit, added to the keys',
  clippedKey:
    'as `shaw`, with one limit behind the query and another before it',
  clippedBias:
    'a learned bias for each head and distance up to a limit; the others as the nearest',
  relativeLogits:
    'a score that a query makes of itself for each distance up to a limit',
  gridBias: 'a learned bias for each difference of rows and columns',
  continuousGridBias:
    'a bias that a small network makes of the logarithms of differences',
  decomposedBias:
    'learned rows for the differences along each axis, multiplied by the queries',
  distanceBias: 'a learned bias for each pair of absolute differences',
};

/**
 * The words in use and what they mean.
 * @param {ReadonlySet<string>} used @returns {[word: string, meaning: string][]}
 */
export function positionWords(used) {
  const words = [...used].filter((word) => word !== '' && word !== 'none');
  const lost = words.filter((word) => meanings[word] === undefined);
  if (lost.length > 0) {
    throw new Error(`docs: families/words.mjs lacks ${lost.join(', ')}`);
  }
  return Object.entries(meanings).filter(([word]) => used.has(word));
}
