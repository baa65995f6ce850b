/** The entries of one family that contain no WebAssembly. */

import { readFileSync } from 'node:fs';
import * as absolute from 'posenc/absolute';
import * as externalAbsolute from 'posenc/absolute/external';
import * as attention from 'posenc/attention';
import * as externalAttention from 'posenc/attention/external';
import * as bias from 'posenc/bias';
import * as externalBias from 'posenc/bias/external';
import * as layouts from 'posenc/layouts';
import * as externalLayouts from 'posenc/layouts/external';
import * as rotary from 'posenc/rotary';
import * as externalRotary from 'posenc/rotary/external';
import { expect, it } from 'vitest';

const bytesOf = (name: string) =>
  readFileSync(new URL(`../../bindings/dist/${name}.wasm`, import.meta.url));

const pairs = [
  ['absolute', absolute, externalAbsolute],
  ['attention', attention, externalAttention],
  ['bias', bias, externalBias],
  ['layouts', layouts, externalLayouts],
  ['rotary', rotary, externalRotary],
] as const;

it.each(pairs)(
  'posenc/%s/external has what its twin has',
  async (name, own, { create }) => {
    const members = Object.keys(await own.load());
    // The module of the whole package has the functions of each part.
    for (const file of [name, 'posenc']) {
      const pe = await create({ wasm: bytesOf(file) });
      expect(Object.keys(pe)).toEqual(members);
    }
    // @ts-expect-error
    await expect(create()).rejects.toThrow(
      `create: wasm is required, as posenc/${name}/external contains no module`,
    );
  },
);

it('computes the same', async () => {
  const spec = { method: 'alibi', heads: 4, queries: 3, keys: 5 } as const;
  const pe = await externalBias.load({ wasm: bytesOf('bias') });
  expect(pe.make(spec)).toEqual((await bias.load()).make(spec));
});

it('refuses the file of another entry', async () => {
  const wasm = bytesOf('layouts');
  await expect(externalBias.create({ wasm })).rejects.toThrow(
    'create: wasm does not fit this version of posenc',
  );
});
