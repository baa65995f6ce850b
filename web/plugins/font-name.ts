// The name inside a font file. The licence of Source Sans and Source Serif
// reserves the word “Source”: what is cut out of them must be called otherwise.

/** What the cut fonts are called; as long as the word that it stands for. */
const ours = 'Posenc';
const reserved = 'Source';

/** The notices of copyright and of the trademark, which stay as they are. */
const notices: ReadonlySet<number> = new Set([0, 7]);

/** Where the table of names begins in an sfnt file. */
function tableOf(font: Buffer): number {
  const tables = font.readUInt16BE(4);
  for (let at = 12; at < 12 + 16 * tables; at += 16) {
    if (font.toString('latin1', at, at + 4) === 'name') {
      return font.readUInt32BE(at + 8);
    }
  }
  throw new Error('the font has no table of names');
}

/**
 * Renames a font in place, and leaves its notices. The names must
 * be of the platform “Windows”, in which two bytes are a letter.
 */
export function rename(font: Buffer): void {
  const table = tableOf(font);
  const [from, to] = [reserved, ours].map((word) =>
    Buffer.from(word, 'utf16le').swap16(),
  ) as [Buffer, Buffer];
  const count = font.readUInt16BE(table + 2);
  const texts = table + font.readUInt16BE(table + 4);
  for (let at = table + 6; at < table + 6 + 12 * count; at += 12) {
    if (font.readUInt16BE(at) !== 3) {
      throw new Error('the font has a name of another platform than Windows');
    }
    if (notices.has(font.readUInt16BE(at + 6))) continue;
    const begin = texts + font.readUInt16BE(at + 10);
    const text = font.subarray(begin, begin + font.readUInt16BE(at + 8));
    for (let i = text.indexOf(from); i >= 0; i = text.indexOf(from)) {
      to.copy(text, i);
    }
  }
}
