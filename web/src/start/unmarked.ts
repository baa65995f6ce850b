/** A marked word of a screen's text: `[slow hand](#slow)`. */
export const pattern = /\[([^\]]+)\]\(#([\w-]+)\)/;

/** A text without its marks. */
export function unmarked(text: string): string {
  return text.replace(new RegExp(pattern, 'g'), '$1');
}
