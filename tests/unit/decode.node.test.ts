import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { decode as Decode } from '../../bindings/src/entry/decode.js';
import { checkImports, textOf } from '../../scripts/build/dist.mjs';
import { parts } from '../../scripts/build/parts.mjs';
import { takeApart } from '../../scripts/build/streams.mjs';

const { decode } = (await import(
  '../../bindings/dist/modules/entry/decode.js' as string
)) as { decode: typeof Decode };

/** A module's bytes after they were packed and unpacked. */
const again = (wasm: Uint8Array) =>
  Buffer.from(decode(takeApart(wasm).streams.map(textOf)));

const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** A module with a function of these bytes, whose parameters are two int32. */
const moduleOf = (body: readonly number[]) => {
  const size = [...integer(body.length), ...body];
  return Uint8Array.from([
    ...head,
    ...[1, 6, 1, 0x60, 2, 0x7f, 0x7f, 0], // types of functions
    ...[3, 2, 1, 0], // the type of this function
    ...[10, ...integer(size.length + 1), 1, ...size],
    ...[0, 3, 1, 0x78, 7], // a section of the user behind the code
  ]);
};

/** An integer as WebAssembly writes it. */
const integer = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...integer(value >> 7)];

describe('decode', () => {
  const files = ['posenc', 'posenc.scalar', ...parts()];
  it.each(files)('gives the bytes of %s.wasm', (name) => {
    const url = new URL(`../../bindings/dist/${name}.wasm`, import.meta.url);
    const bytes = readFileSync(url);
    expect(WebAssembly.validate(bytes)).toBe(true);
    expect(again(bytes).equals(bytes)).toBe(true);
  });

  // Locals behind the parameters: two of float64 and 300 of v128.
  const locals = [2, 2, 0x7c, ...integer(300), 0x7b];
  const long = [0x80, 0x81, 0x82, 0x03];
  it.each([
    ['blocks', [0x02, 0x40, 0x03, 0x7f, 0x04, 0x40, 0x05, 0x0b, 0x0b, 0x0b]],
    ['branches', [0x0c, 0, 0x0d, ...long, 0x0e, 2, 0, 1, 2, 0x0f]],
    ['calls', [0x10, ...long, 0x11, ...long, 0]],
    [
      'variables',
      [
        ...[0x20, 0, 0x22, 1, 0x21, 0, 0x23, 2, 0x24, ...long],
        ...[0x20, 4, 0x22, 5, 0x20, 4, 0xfd, 78, 0x21, 6, 0x20, 2, 0x1a],
        ...[0x20, ...integer(128), 0x21, ...integer(129), 0x20, 5, 0x1a],
      ],
    ],
    ['memory', [0x28, 2, ...long, 0x3a, 0, 8, 0x3b, 1, 1, 0x3f, 0, 0x40, 0]],
    ['integers', [0x41, ...long, 0x42, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]],
    ['floats', [0x43, 11, 11, 2, 11, 0x44, 1, 2, 3, 4, 5, 6, 11, 11]],
    ['plain ones', [0x00, 0x01, 0x1a, 0x1b, 0x45, 0xc4]],
    ['vectors', [0xfd, 12, ...Array(16).fill(11)]],
    ['shuffles', [0xfd, 13, ...Array(16).keys(), 0xfd, 0x80, 1]],
    ['lanes', [0xfd, 21, 11, 0xfd, 34, 3, 0xfd, 84, 0, ...long, 11]],
    [
      'vectors in memory',
      [0xfd, 0, 0, 5, 0xfd, 11, 0, ...long, 0xfd, 93, 0, 1],
    ],
    ['bulk', [0xfc, 7, 0xfc, 8, 1, 0, 0xfc, 9, 1, 0xfc, 10, 0, 0, 0xfc, 11, 0]],
  ])('keeps instructions: %s', (_, code) => {
    const wasm = moduleOf([...locals, ...code, 0x0b]);
    expect([...again(wasm)]).toEqual([...wasm]);
  });

  it('aligns accesses as their opcodes say', () => {
    const wasm = moduleOf([0, 0x2b, 0, 8, 0xfd, 0, 4, 16, 0x0b]);
    const aligned = moduleOf([0, 0x2b, 3, 8, 0xfd, 0, 0, 16, 0x0b]);
    expect([...again(wasm)]).toEqual([...aligned]);
    expect([...takeApart(wasm).module]).toEqual([...aligned]);
  });

  it.each([
    ['fe', [0xfe, 0]],
    ['fc c', [0xfc, 12, 0, 0]],
    ['12', [0x12, 0]],
  ])('refuses the instruction %s, which it does not know', (name, code) => {
    expect(() => takeApart(moduleOf([0, ...code, 0x0b]))).toThrow(
      `build: scripts/build/streams.mjs does not know the instruction ${name}`,
    );
  });

  it.each([
    ['what takes it', [0x20, 2, 0x20, 3, 0xa0, 0x20, 3, 0x99, 0x1a, 0x1a]],
    ['what takes the next, too', [0x20, 0, 0x41, 8, 0x6a, 0x20, 1, 0x36, 2, 0]],
    ['what left the value', [0x44, 1, 2, 3, 4, 5, 6, 7, 8, 0x22, 2, 0x21, 3]],
    ['a vector', [0x20, 0, 0xfd, 0, 0, 0, 0x22, 4, 0x20, 4, 0xfd, 81, 0x1a]],
    ['nothing', [0x20, 0, 0x04, 0x40, 0x0b, 0x20, 4, 0x10, 0, 0x21, 2]],
  ])('finds the type of a local by %s', (_, code) => {
    const wasm = moduleOf([...locals, ...code, 0x0b]);
    expect([...again(wasm)]).toEqual([...wasm]);
  });

  it('refuses an instruction of other types than it knows', () => {
    // The sum of two float64 takes parameters, which are int32.
    const wasm = moduleOf([0, 0x20, 0, 0x20, 1, 0xa0, 0x1a, 0x0b]);
    expect(() => takeApart(wasm)).toThrow('build: local 0 has another type');
  });

  it('numbers locals of a type in the order of their first uses', () => {
    const code = (first: number, second: number, high: number) =>
      moduleOf([
        ...[...locals, 0x20, 1, 0x1a, 0x20, first, 0x1a, 0x20, second, 0x1a],
        ...[0x20, ...integer(high), 0x1a, 0x20, first, 0x1a, 0x0b],
      ]);
    expect([...takeApart(code(7, 5, 200)).module]).toEqual([
      ...code(4, 5, 128),
    ]);
  });

  it('refuses more locals than the unpacker has room for', () => {
    const [last, beyond] = [1022, 1023].map((more) =>
      moduleOf([
        ...[1, ...integer(more), 0x7c],
        ...[0x20, ...integer(128), 0x1a, 0x0b],
      ]),
    ) as [Uint8Array, Uint8Array];
    expect([...again(last)]).toEqual([...last]);
    expect(() => takeApart(beyond)).toThrow('build: more than 1024 locals');
  });

  it('refuses a module that imports what nothing gives', () => {
    // A function `a` of the type that takes and gives nothing.
    const imported = [2, 9, 1, 3, 0x65, 0x6e, 0x76, 1, 0x61, 0, 0];
    const wasm = Uint8Array.from([...head, 1, 4, 1, 0x60, 0, 0, ...imported]);
    checkImports('a.wasm', wasm, '{ a() {} }');
    expect(() => checkImports('a.wasm', wasm, '{ b() {} }')).toThrow(
      'build: a.wasm imports a, which glue.ts does not give',
    );
  });

  it('writes letters that neither quotes nor bundlers have to escape', () => {
    const samples = [
      new Uint8Array(),
      Uint8Array.from({ length: 256 }, (_, i) => i),
      Uint8Array.from({ length: 40_000 }, (_, i) => 255 - ((i * i) % 256)),
    ];
    for (const bytes of samples) {
      expect(textOf(bytes)).toMatch(/^[ -&(-[\]-~]*$/);
    }
  });
});
