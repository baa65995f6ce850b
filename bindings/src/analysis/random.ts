/** Random numbers of analyses, the same in every engine. */

/** Numbers from -1 to 1 with 24 bits, which float32 holds (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return (((bits ^ (bits >>> 14)) >>> 8) - 2 ** 23) / 2 ** 23;
  };
}
