// Texts in PNG files, read back as the PNG specification has them.

import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { withTexts } from './png.js';

/** The check sum bit by bit, as PNG's annex D defines it. */
function crc(bytes: Uint8Array): number {
  let sum = 0xffffffffn;
  for (const byte of bytes) {
    sum ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) {
      sum = sum % 2n === 1n ? (sum / 2n) ^ 0xedb88320n : sum / 2n;
    }
  }
  return Number(sum ^ 0xffffffffn);
}

function chunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc(named));
  return Buffer.concat([size, named, sum]);
}

const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
const plain = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  chunk('IHDR', header),
  chunk('IDAT', deflateSync(Buffer.from([0, 7]))),
  chunk('IEND', Buffer.alloc(0)),
]);

function chunksOf(file: Buffer) {
  const found: { type: string; body: Buffer; sum: number; own: number }[] = [];
  for (let at = 8; at < file.length; ) {
    const size = file.readUInt32BE(at);
    const named = file.subarray(at + 4, at + 8 + size);
    found.push({
      type: named.toString('latin1', 0, 4),
      body: named.subarray(4),
      sum: file.readUInt32BE(at + 8 + size),
      own: crc(named),
    });
    at += 12 + size;
  }
  return found;
}

it('puts each text into a chunk of its own, after the header', () => {
  const texts = [
    ['Title', 'Ähnlichkeit · 64 × 64'],
    ['posenc', '{"method":"sinusoidal"}'],
  ] as const;
  const chunks = chunksOf(Buffer.from(withTexts(plain, texts)));
  const types = chunks.map(({ type }) => type);
  expect(types).toEqual(['IHDR', 'iTXt', 'iTXt', 'IDAT', 'IEND']);
  // The last chunk of every PNG file ends in these four bytes.
  expect(chunks.at(-1)?.sum).toBe(0xae426082);
  for (const { sum, own } of chunks) expect(sum).toBe(own);
  const read = chunks
    .filter(({ type }) => type === 'iTXt')
    .map(({ body }) => {
      const end = body.indexOf(0);
      // Not compressed, in no language, and the key is not translated.
      expect([...body.subarray(end, end + 5)]).toEqual([0, 0, 0, 0, 0]);
      return [body.toString('latin1', 0, end), body.toString('utf8', end + 5)];
    });
  expect(read).toEqual(texts);
  const rest = chunks.filter(({ type }) => type !== 'iTXt');
  expect(rest).toEqual(chunksOf(plain));
});
