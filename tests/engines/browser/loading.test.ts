/** Sources of the WebAssembly file that only browsers have. */

import { create } from 'posenc';
import { create as createExternal } from 'posenc/external';
import { describe, expect, it } from 'vitest';

describe.each([
  { file: '/posenc/dist/posenc.wasm', simd: true },
  { file: '/posenc/dist/posenc.scalar.wasm', simd: false },
])('$file', ({ file, simd }) => {
  const sources = {
    'a path': () => file,
    'a URL': () => new URL(file, location.href),
    'a response': () => fetch(file),
    'a buffer': async () => (await fetch(file)).arrayBuffer(),
    bytes: async () => new Uint8Array(await (await fetch(file)).arrayBuffer()),
    'a module': () => WebAssembly.compileStreaming(fetch(file)),
  };

  it.each(Object.entries(sources))('from %s', async (_, source) => {
    for (const from of [create, createExternal]) {
      const pe = await from({ wasm: source(), simd });
      const { data } = pe.sinusoidal({ length: 1, dim: 4, start: 3 });
      expect(data[0]).toBe(Math.fround(Math.sin(3)));
    }
  });
});

it('a page instead of the file is an error, after which loading works again', async () => {
  await expect(create({ wasm: '/' })).rejects.toMatchObject({
    name: 'PosencTypeError',
    code: 'ERR_WASM',
  });
  await expect(create({ wasm: fetch('/nothing') })).rejects.toMatchObject({
    code: 'ERR_WASM',
  });
  const pe = await create({ wasm: '/posenc/dist/posenc.wasm' });
  expect(pe.sinusoidal({ length: 1, dim: 2 }).data[1]).toBe(1);
});
