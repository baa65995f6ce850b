/** Texts that show words of a file which anybody may have written. */

/**
 * A text that a terminal shows and does not obey: control characters other than
 * line breaks become U+FFFD.
 */
export function printable(text: string): string {
  return text.replace(/(?!\n)\p{Cc}/gu, '\uFFFD');
}
