/** Decodes the text in which the package stores WebAssembly. */

/** How many bytes are written as one letter. */
const SINGLES = 91;

/** The number of a letter; apostrophe and backslash are no letters. */
function numberOf(code: number): number {
  return code - 32 - Number(code > 39) - Number(code > 92);
}

/**
 * The bytes of a text of printable ASCII. It begins with 64 hexadecimal digits
 * whose bits say of each byte, from 0 to 255, whether it is one letter (1) or
 * two (0). A letter below `SINGLES` is the byte of that number among those of
 * one letter; the last two letters begin a pair. Such a text compresses far
 * better than base64, in which bytes do not begin at characters.
 */
export function decode(text: string): Uint8Array {
  const single: number[] = [];
  const paired: number[] = [];
  for (let byte = 0; byte < 256; ++byte) {
    const digit = Number.parseInt(text.charAt(byte >> 2), 16);
    const isSingle = (digit >> (3 - (byte & 3))) & 1;
    (isSingle ? single : paired).push(byte);
  }
  const decoded = new Uint8Array(text.length);
  let length = 0;
  // A loop over characters is ten times as fast as a regular expression.
  for (let at = 64; at < text.length; ++at) {
    const letter = numberOf(text.charCodeAt(at));
    if (letter < SINGLES) {
      decoded[length] = single[letter] as number;
    } else {
      at += 1;
      const place = numberOf(text.charCodeAt(at));
      decoded[length] = paired[(letter - SINGLES) * SINGLES + place] as number;
    }
    length += 1;
  }
  return decoded.subarray(0, length);
}
