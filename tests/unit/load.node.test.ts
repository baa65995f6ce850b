/** Loading the files of the package, and trying again after a failure. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { create } from 'posenc';
import * as external from 'posenc/external';
import { describe, expect, it } from 'vitest';
import { rejected } from './thrown.js';

const { resolve } = createRequire(import.meta.url);

describe.each([
  { file: 'posenc/posenc.wasm', simd: true },
  { file: 'posenc/posenc.scalar.wasm', simd: false },
])('$file', ({ file, simd }) => {
  const bytes = new Uint8Array(readFileSync(resolve(file)));
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const padded = new Uint8Array(bytes.length + 5);
  padded.set(bytes, 3);
  const response = (type?: string) =>
    new Response(bytes, type ? { headers: { 'content-type': type } } : {});

  const sources: [string, () => unknown][] = [
    ['a module', () => new WebAssembly.Module(bytes)],
    ['bytes', () => bytes],
    ['a part of a buffer', () => padded.subarray(3, 3 + bytes.length)],
    ['a view', () => new DataView(bytes.buffer)],
    ['a buffer', () => bytes.buffer],
    ['a shared buffer', () => shared.buffer],
    ['shared bytes', () => shared],
    ['a response', () => response('application/wasm')],
    ['a response of the wrong type', () => response('text/html')],
    [
      'a response with a charset',
      () => response('application/wasm; charset=x'),
    ],
    ['a response of no type', () => response()],
    ['an address', () => `data:application/wasm;base64,${base64(bytes)}`],
    ['a URL', () => new URL(`data:text/plain;base64,${base64(bytes)}`)],
    ['a promise', () => Promise.resolve(response())],
  ];

  it.each(sources)('from %s', async (_, source) => {
    for (const entry of [{ create }, external]) {
      const wasm = source() as Uint8Array<ArrayBuffer>;
      const pe = await entry.create({ wasm });
      expect(pe.simd).toBe(simd);
      const { data } = pe.sinusoidal({ length: 2, dim: 2 });
      expect(data[2]).toBe(Math.fround(Math.sin(1)));
    }
  });
});

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

it('a file: address cannot be fetched in Node', async () => {
  const wasm = pathToFileURL(resolve('posenc/posenc.wasm'));
  for (const source of [wasm, wasm.href]) {
    const error = await rejected(create({ wasm: source }));
    expect(error.code).toBe('ERR_WASM');
    expect(error.message).toMatch(
      /^create: cannot fetch "file:.*posenc\.wasm" \(fetch reads no files here; give the bytes\): fetch failed: not implemented/,
    );
  }
});

it('errors shorten a data: address', async () => {
  const wasm = `data:${'x'.repeat(9999)}`;
  const { message } = await rejected(create({ wasm }));
  expect(message).toMatch(/cannot fetch "data:x{35}…": /);
});

it('errors have the message of fetch and of its cause', async () => {
  const wasm = 'http://127.0.0.1:1/posenc.wasm';
  const { message } = await rejected(create({ wasm }));
  expect(message).toMatch(/127\.0\.0\.1:1\/posenc\.wasm": fetch failed: \S/);
});

describe('a failed load', () => {
  const good = readFileSync(resolve('posenc/posenc.wasm'));
  const bad = new Uint8Array(4);

  it('is forgotten, and fails no other call', async () => {
    expect(await rejected(external.load({ wasm: bad }))).toMatchObject({
      code: 'ERR_WASM',
    });
    const first = external.load({ wasm: bad });
    const second = external.load({ wasm: good });
    const third = external.load({ wasm: bad });
    expect(await rejected(first)).toMatchObject({ code: 'ERR_WASM' });
    const pe = await second;
    expect(await third).toBe(pe);
    expect(await external.load({ wasm: bad })).toBe(pe);
  });

  it('of another call leaves no rejection unhandled', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    await external.load({ wasm: good });
    await external.load({ wasm: Promise.reject(new Error('late')) });
    await new Promise((done) => setTimeout(done, 10));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
