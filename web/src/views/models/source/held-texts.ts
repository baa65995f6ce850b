// Configurations that are too long for an address, held while the page is open: the
// address has a mark of each, so that Back and Forward find it again.

/** The most texts that are held; the oldest goes first. */
const most = 8;

const texts = new Map<string, string>();

/** A mark of a text, of 32 bits (FNV-1a, over its UTF-16 units). */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/** The last text that was held: an address is written often. */
let last = { text: '', mark: '' };

/** Holds a text, and gives its mark. */
export function hold(text: string): string {
  if (last.text === text && last.mark !== '') return last.mark;
  last = { text, mark: markOf(text) };
  texts.delete(last.mark);
  texts.set(last.mark, text);
  const [oldest] = texts.keys();
  if (texts.size > most && oldest !== undefined) texts.delete(oldest);
  return last.mark;
}

/** The text with a mark; null where none is held. */
export const heldText = (mark: string): string | null =>
  texts.get(mark) ?? null;
