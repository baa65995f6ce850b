import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { decode as Decode } from '../../bindings/src/entry/decode.js';
import { textOf } from '../../scripts/build/dist.mjs';

const { decode } = (await import(
  '../../bindings/dist/modules/entry/decode.js' as string
)) as { decode: typeof Decode };

const samples: [string, Uint8Array][] = [
  ['no bytes', new Uint8Array()],
  ['every byte once', Uint8Array.from({ length: 256 }, (_, i) => i)],
  [
    'the largest bytes most often',
    Uint8Array.from({ length: 40_000 }, (_, i) => 255 - ((i * i) % 256)),
  ],
  [
    'the WebAssembly of the package',
    readFileSync(new URL('../../bindings/dist/posenc.wasm', import.meta.url)),
  ],
];

for (const [what, bytes] of samples) {
  test(`decoding the text gives its bytes: ${what}`, () => {
    const text = textOf(bytes);
    // Letters that neither quotes nor bundlers have to escape.
    expect(text).toMatch(/^[ -&(-[\]-~]*$/);
    expect(Buffer.from(decode(text)).equals(bytes)).toBe(true);
  });
}
