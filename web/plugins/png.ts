// Pictures of few colours as PNG files, for readers without scripts.

import { crc32, deflateSync } from 'node:zlib';

function chunk(kind: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export interface Indexed {
  readonly width: number;
  readonly height: number;
  /** The colour of each pixel, as its place among the colours. */
  readonly pixels: Uint8Array;
  /** At most 256, each from 0 to 255. */
  readonly colours: readonly (readonly [number, number, number])[];
}

/** A file with a palette (PNG, colour type 3). */
export function pngFile({ width, height, pixels, colours }: Indexed): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  // Each row begins with a byte that says: as it is.
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) {
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(colours.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
