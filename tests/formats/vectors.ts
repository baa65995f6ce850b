/** Helpers of the tests of files: they make bytes by hand. */

/** Text of which each letter is a byte. */
export function bytes(...parts: readonly (string | readonly number[])[]) {
  return Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string'
        ? Array.from(part, (letter) => letter.charCodeAt(0))
        : part,
    ),
  );
}

/** The bytes of a file as a text, one letter for each. */
export function letters(file: Uint8Array): string {
  return Array.from(file, (byte) => String.fromCharCode(byte)).join('');
}

export function text(file: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(file);
}

/** A `.npy` file of a header and numbers, made by hand. */
export function npy(
  header: string,
  numbers: readonly number[],
  version = 1,
): Uint8Array {
  const length = header.length + 1;
  const size =
    version === 1
      ? [length & 255, length >> 8]
      : [length & 255, length >> 8, 0, 0];
  return bytes('\x93NUMPY', [version, 0], size, header, '\n', numbers);
}

/** A `.safetensors` file of a header and numbers, made by hand. */
export function safetensors(header: string, numbers: readonly number[] = []) {
  return bytes([header.length, 0, 0, 0, 0, 0, 0, 0], header, numbers);
}
