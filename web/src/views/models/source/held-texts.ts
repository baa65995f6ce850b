// Configurations that are too long for an address, held while the page is open: the
// address has a mark of each, so that Back and Forward find it again.

import { rememberTwo } from './remember.js';

/** The most texts that are held; the oldest goes first. */
const most = 8;

const texts = new Map<string, string>();

/** A mark of a text, of 32 bits (FNV-1a, over its UTF-16 units). */
const markOf = rememberTwo((text) => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return (hash >>> 0).toString(36);
});

/** Holds a text, and gives its mark. */
export function hold(text: string): string {
  const mark = markOf(text);
  texts.delete(mark);
  texts.set(mark, text);
  const [oldest] = texts.keys();
  if (texts.size > most && oldest !== undefined) texts.delete(oldest);
  return mark;
}

/** The text with a mark; null where none is held. */
export const heldText = (mark: string): string | null =>
  texts.get(mark) ?? null;
