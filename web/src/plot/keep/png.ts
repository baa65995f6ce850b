// PNG files: what a canvas shows, and texts in them, as chunks of the kind iTXt
// (PNG, 11.3.4.5): a key in Latin letters, a text in UTF-8.

/** What a canvas shows. The browser writes the file while the page goes on. */
export async function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const file = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  if (file === null) throw new Error('the browser makes no PNG');
  return file;
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) {
    rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  }
  return rest;
});

/** The check sum of a chunk (PNG, annex D). */
function checkSum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum = (table[(sum ^ byte) & 255] as number) ^ (sum >>> 8);
  }
  return ~sum >>> 0;
}

function chunk(key: string, text: string): Uint8Array {
  const encoder = new TextEncoder();
  // The key ends in 0; no compression; neither a language nor a translated key.
  const body = encoder.encode(`iTXt${key}\0\0\0\0\0${text}`);
  const bytes = new Uint8Array(body.length + 8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length - 4);
  bytes.set(body, 4);
  view.setUint32(4 + body.length, checkSum(body));
  return bytes;
}

/** The bytes of the signature and of the header, which come first. */
const head = 8 + 25;

/** The file with texts in it, each with its key. */
export function withTexts(
  png: Uint8Array,
  texts: readonly (readonly [key: string, text: string])[],
): Uint8Array<ArrayBuffer> {
  const parts = [
    png.subarray(0, head),
    ...texts.map(([key, text]) => chunk(key, text)),
    png.subarray(head),
  ];
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
