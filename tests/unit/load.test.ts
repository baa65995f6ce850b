/** Loading, in every engine: its results and its errors. */

import {
  create,
  load,
  PosencRangeError,
  PosencTypeError,
  simdSupported,
} from 'posenc';
import * as compat from 'posenc/compat';
import * as external from 'posenc/external';
import { describe, expect, it } from 'vitest';
import { rejected, thrown } from './thrown.js';

/** A complete module that is not of this package. */
const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/**
 * A module with a memory and a `memalign`, but no other export of this package.
 */
const LOOKALIKE = Uint8Array.of(
  ...EMPTY_MODULE,
  ...[1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 5, 3, 1, 0, 1, 7, 21, 2, 6],
  ...new TextEncoder().encode('memory'),
  ...[2, 0, 8],
  ...new TextEncoder().encode('memalign'),
  ...[0, 0, 10, 4, 1, 2, 0, 11],
);

function sinOfOne(pe: Awaited<ReturnType<typeof load>>) {
  return pe.sinusoidal({ positions: [1], dim: 1 }).data[0];
}

it('load gives every caller the same instance', async () => {
  const [first, second] = await Promise.all([load(), load()]);
  expect(second).toBe(first);
  expect(await load({ simd: true })).toBe(first);
  expect(sinOfOne(first)).toBe(Math.fround(Math.sin(1)));
});

describe('a forgotten await', () => {
  it.each([
    ['load', load],
    ['create', create],
    ['load', compat.load],
  ])('of %s is named where the promise is used', async (name, start) => {
    const made = start();
    const promise = made as unknown as Awaited<typeof made>;
    const message = (member: string) =>
      `${name}() gives a promise, which has no ${member}: write ` +
      `\`const pe = await ${name}()\``;
    const calls = {
      'sinusoidal()': () => promise.sinusoidal({ length: 1, dim: 1 }),
      'rope()': () => promise.rope({ headDim: 2 }),
      'make()': () => promise.make({ method: 'radial', length: 1, dim: 2 }),
      analysis: () => promise.analysis,
      heapBytes: () => promise.heapBytes,
    };
    for (const [member, run] of Object.entries(calls)) {
      const error = thrown(run);
      expect(error).toBeInstanceOf(PosencTypeError);
      expect(error).toMatchObject({
        code: 'ERR_TYPE',
        message: message(member),
      });
    }
    const { rope } = promise;
    expect(thrown(() => rope({ headDim: 2 })).message).toBe(message('rope()'));
    await made;
  });

  it('is named for every member of an instance', async () => {
    const made = create();
    const members = Object.keys(await made);
    const own = members.filter((name) => !(name in made));
    expect(own).toEqual([]);
    expect(members.length).toBeGreaterThan(60);
  });

  it('leaves the promise a promise', async () => {
    const made = load();
    expect(made).toBeInstanceOf(Promise);
    expect(Object.prototype.toString.call(made)).toBe('[object Promise]');
    expect(made.constructor).toBe(Promise);
    expect(Promise.resolve(made)).toBe(made);
    expect(Object.keys(made)).toEqual([]);
    expect(Object.getOwnPropertyNames(made)).toEqual([]);
    const names: string[] = [];
    for (const name in made) names.push(name);
    expect(names).toEqual([]);
    const pe = await made;
    expect(await Promise.all([made, load()])).toEqual([pe, pe]);
    expect(await made.then(sinOfOne)).toBe(sinOfOne(pe));
    expect(await made.finally(() => {})).toBe(pe);
    const failing = create({ wasm: EMPTY_MODULE });
    expect(await failing.catch((error) => error.code)).toBe('ERR_WASM');
  });
});

it('create gives separate instances', async () => {
  const [first, second] = await Promise.all([create(), create()]);
  const before = second.heapBytes;
  first.resident({ shape: [2 ** 23] });
  expect(first.heapBytes).toBeGreaterThan(before);
  expect(second.heapBytes).toBe(before);
});

it('simd tells which build runs', async () => {
  for (const entry of [{ create }, compat]) {
    expect((await entry.create()).simd).toBe(simdSupported());
    expect((await entry.create({ simd: true })).simd).toBe(true);
  }
  expect((await compat.create({ simd: false })).simd).toBe(false);
});

it('posenc has no build without SIMD, and names the entry that has one', async () => {
  const error = await rejected(create({ simd: false }));
  expect(error).toMatchObject({
    name: 'PosencRangeError',
    code: 'ERR_CHOICE',
    param: 'simd',
    message:
      'create: simd must be true or "auto"; posenc/compat has the build ' +
      'without SIMD, got false',
  });
  expect(await rejected(load({ simd: false }))).toMatchObject({
    code: 'ERR_CHOICE',
  });
  // With a module in `wasm`, the option simd has no effect.
  const wasm = Promise.reject(new Error('mine'));
  const given = await rejected(create({ simd: false, wasm }));
  expect(given).toMatchObject({ code: 'ERR_WASM' });
});

it.each([
  [
    // Chromium, Firefox, WebKit.
    "Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source of script",
    /'wasm-unsafe-eval'\)$/,
  ],
  ['call to WebAssembly.compile() blocked by CSP', /'wasm-unsafe-eval'\)$/],
  [
    "Refused to create a WebAssembly object because 'unsafe-eval' or 'wasm-unsafe-eval' is not an allowed source",
    /'wasm-unsafe-eval'\)$/,
  ],
  // workerd, and other platforms that compile while they deploy.
  [
    'WebAssembly.compile(): Wasm code generation disallowed by embedder',
    /\(posenc\/external takes a module that the platform has compiled\)$/,
  ],
  ['out of memory', /does not compile: out of memory$/],
])('a refusal to compile names the remedy: %s', async (text, message) => {
  const { compile } = WebAssembly;
  WebAssembly.compile = () =>
    Promise.reject(new WebAssembly.CompileError(text));
  try {
    const error = await rejected(create());
    expect(error).toMatchObject({ code: 'ERR_WASM' });
    expect(error.message).toContain(text);
    expect(error.message).toMatch(message);
  } finally {
    WebAssembly.compile = compile;
  }
});

it('says that there is no memory for an instance', async () => {
  const { instantiate } = WebAssembly;
  // As V8 says it.
  const cause = new RangeError(
    'WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance',
  );
  Object.assign(WebAssembly, { instantiate: () => Promise.reject(cause) });
  try {
    const error = await rejected(create());
    expect(error).toBeInstanceOf(PosencRangeError);
    expect(error).toMatchObject({ code: 'ERR_MEMORY', cause });
    expect(error.message).toBe(
      'create: there is no memory for another instance',
    );
  } finally {
    WebAssembly.instantiate = instantiate;
  }
  await expect(create()).resolves.toHaveProperty('rope');
});

it('an engine without SIMD gets the other build, or an error that names it', async () => {
  const { validate } = WebAssembly;
  WebAssembly.validate = () => false;
  try {
    expect((await compat.create()).simd).toBe(false);
    const error = await rejected(create());
    expect(error).toMatchObject({ code: 'ERR_WASM', param: 'wasm' });
    expect(error.message).toBe(
      'create: this engine has no SIMD in WebAssembly; posenc/compat has a ' +
        'build without',
    );
  } finally {
    WebAssembly.validate = validate;
  }
});

it('methods work without this', async () => {
  const { sinusoidal, rope } = await load();
  const { rotate } = rope({ headDim: 2 });
  expect(sinusoidal({ length: 1, dim: 2 }).data[1]).toBe(1);
  expect(rotate(Float32Array.of(3, 4), { heads: 1 }).data.join()).toBe('3,4');
});

/** An object that claims to be of another class. */
function fake(kind: string): object {
  return { [Symbol.toStringTag]: kind };
}

describe('sources that are refused', () => {
  const html = new TextEncoder().encode('<!doctype html>');
  const type = { headers: { 'content-type': 'application/wasm' } };
  const buffer = new ArrayBuffer(8);
  structuredClone(buffer, { transfer: [buffer] });
  const sources: [string, () => unknown, RegExp][] = [
    [
      'a false module',
      () => fake('WebAssembly.Module'),
      /is not a WebAssembly/,
    ],
    ['a false response', () => fake('Response'), /response cannot be read/],
    [
      'a false good response',
      () => ({ ...fake('Response'), ok: true }),
      /the response cannot be read/,
    ],
    // Its text is a relative address: Node cannot fetch it, a page's server
    // gives 404.
    ['a false URL', () => fake('URL'), /cannot fetch|status 404/],
    ['a number', () => 42, /must be a WebAssembly.Module, .* got 42/],
    ['null', () => null, /got null/],
    ['an object', () => ({}), /got an object/],
    ['no bytes', () => new Uint8Array(), /they begin with ""/],
    ['other bytes', () => html, /they begin with "<!do"/],
    ['half a module', () => EMPTY_MODULE.slice(0, 6), /does not compile/],
    ['an empty module', () => EMPTY_MODULE, /not a module of posenc/],
    ['a foreign module', () => new WebAssembly.Module(EMPTY_MODULE), /posenc/],
    ['a lookalike', () => LOOKALIKE, /does not fit this version/],
    ['a detached buffer', () => buffer, /cannot be read/],
    ['a page', () => new Response(html), /they begin with "<!do"/],
    ['a page of that type', () => new Response(html, type), /not compile/],
    ['a failed response', () => new Response('', { status: 404 }), /404/],
    ['an address of nothing', () => 'http://[::/', /cannot fetch/],
    ['a rejection', () => Promise.reject(new Error('why')), /rejected: why/],
    ['a promise of nothing', () => Promise.resolve(), /got undefined/],
  ];

  it.each(sources)('%s', async (_, source, message) => {
    for (const entry of [{ create }, external]) {
      const error = await rejected(entry.create({ wasm: source() as never }));
      expect(error).toBeInstanceOf(PosencTypeError);
      expect(error).toMatchObject({ code: 'ERR_WASM', param: 'wasm' });
      expect(error.message).toMatch(/^create: /);
      expect(error.message).toMatch(message);
    }
  });
});

it('the error for an address has the whole address and the reason', async () => {
  const address = `http://[::/${'a-rather-long-path/'.repeat(9)}posenc.wasm`;
  const error = await rejected(create({ wasm: address }));
  expect(error.message).toContain(`cannot fetch "${address}": `);
});

it('posenc/external needs a module', async () => {
  for (const options of [undefined, {}, { simd: false }]) {
    const error = await rejected(external.load(options as never));
    expect(error).toMatchObject({ code: 'ERR_MISSING', param: 'wasm' });
  }
});

it.each([
  [null, 'ERR_TYPE', 'options'],
  [[], 'ERR_TYPE', 'options'],
  ['simd', 'ERR_TYPE', 'options'],
  [{ simd: 'yes' }, 'ERR_TYPE', 'simd'],
  [{ simd: 1 }, 'ERR_TYPE', 'simd'],
  [{ sims: true }, 'ERR_UNKNOWN_OPTION', 'sims'],
])(
  'wrong options %j are rejected, not thrown',
  async (options, code, param) => {
    for (const run of [load, create]) {
      const loading = run(options as never);
      expect(loading).toBeInstanceOf(Promise);
      expect(await rejected(loading)).toMatchObject({ code, param });
    }
  },
);

it('an error of a getter in the options is rejected, too', async () => {
  const mine = new Error('mine');
  const options = {
    get simd(): boolean {
      throw mine;
    },
  };
  expect(await rejected(create(options))).toBe(mine);
});
