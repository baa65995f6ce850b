/** The entries of one family that contain no WebAssembly. */

import { readFileSync } from 'node:fs';
import * as bias from 'posenc/bias';
import * as externalBias from 'posenc/bias/external';
import { expect, it } from 'vitest';
import { parts } from '../../scripts/build/parts.mjs';

const bytesOf = (name: string) =>
  readFileSync(new URL(`../../bindings/dist/${name}.wasm`, import.meta.url));

it.each(parts())('posenc/%s/external has what its twin has', async (name) => {
  const [own, twin] = [`posenc/${name}`, `posenc/${name}/external`];
  const { load } = await import(own);
  const { create } = await import(twin);
  const members = Object.keys(await load());
  // The module of the whole package has the functions of each part.
  for (const file of [name, 'posenc']) {
    const pe = await create({ wasm: bytesOf(file) });
    expect(Object.keys(pe)).toEqual(members);
  }
  await expect(create()).rejects.toThrow(
    `create: wasm is required, as posenc/${name}/external contains no module`,
  );
});

it('has a type that requires the module', async () => {
  // @ts-expect-error
  await expect(externalBias.create()).rejects.toThrow('wasm is required');
});

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
