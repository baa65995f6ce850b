/** Headers of GGUF files are read exactly, and wrong ones refused. */

import { describe, expect, it } from 'vitest';
import { ggufConfig } from '../../bindings/src/models/gguf/config.js';
import { isGguf, readHeader } from '../../bindings/src/models/gguf/header.js';
import {
  array,
  bool,
  type FileToWrite,
  f32,
  f64,
  floats,
  i8,
  i16,
  i32,
  i64,
  text,
  u8,
  u16,
  u32,
  u64,
  type Value,
  writeGguf,
} from '../support/gguf.js';
import { models } from '../support/gguf-models.js';
import { thrown } from './thrown.js';

/** A value of every type, and what it must be read as. */
const values: Record<string, [Value, unknown]> = {
  u8: [u8(255), 255],
  i8: [i8(-128), -128],
  u16: [u16(65535), 65535],
  i16: [i16(-32768), -32768],
  u32: [u32(4294967295), 4294967295],
  i32: [i32(-2147483648), -2147483648],
  f32: [f32(0.1), Math.fround(0.1)],
  f64: [f64(0.1), 0.1],
  true: [bool(true), true],
  false: [bool(false), false],
  text: [text('Größe \ufeff𝛽'), 'Größe \ufeff𝛽'],
  mark: [text('\ufeffx'), '\ufeffx'],
  empty: [text(''), ''],
  u64: [u64(2n ** 53n - 1n), 2 ** 53 - 1],
  large: [u64(2n ** 53n + 1n), 2n ** 53n + 1n],
  largest: [u64(2n ** 64n - 1n), 2n ** 64n - 1n],
  i64: [i64(-1n), -1],
  least: [i64(-(2n ** 63n)), -(2n ** 63n)],
  numbers: [array(u16, 1, 256, 65535), [1, 256, 65535]],
  texts: [array(text, 'a', '', 'ü'), ['a', '', 'ü']],
  none: [array(u8), []],
  nested: [
    array((row: number[]) => array(i32, ...row), [1, -2], [], [3]),
    [[1, -2], [], [3]],
  ],
};
const all = new Map(Object.entries(values));
// A literal would have them as its prototype and its class.
all.set('__proto__', [text('a key'), 'a key']);
all.set('constructor', [u8(1), 1]);

const metadata = Object.fromEntries(
  [...all].map(([key, [value]]) => [key, value]),
);

function forms(): [string, Partial<FileToWrite>][] {
  return [1, 2, 3].flatMap((version) =>
    [true, false].map((little): [string, Partial<FileToWrite>] => [
      `of version ${version}, ${little ? 'little' : 'big'}-endian`,
      { version, little },
    ]),
  );
}

describe.each(forms())('a file %s', (_, form) => {
  const little = form.little ?? true;
  const tensors = [
    { name: 'token_embd.weight', shape: [4, 3, 2, 1], type: 39 },
    {
      name: 'rope_freqs.weight',
      shape: [3],
      bytes: floats([1, 2.5, 8], little),
    },
    { name: 'a.bias', shape: [] },
  ];

  it('has values of all types', () => {
    const { bytes } = writeGguf({ metadata, ...form });
    const header = readHeader(bytes);
    for (const [key, [, wanted]] of all) {
      expect(header.metadata.get(key), key).toEqual(wanted);
    }
    expect(header.metadata.size).toBe(all.size);
    expect(header.version).toBe(form.version);
    expect(header.littleEndian).toBe(form.little);
    expect(header.alignment).toBe(32);
  });

  it('has tensors, and numbers where their offsets say', () => {
    const alignment = { 'general.alignment': u32(64) };
    const file = { metadata: { ...metadata, ...alignment }, tensors, ...form };
    const { bytes, headerEnd } = writeGguf(file);
    const header = readHeader(bytes);
    expect(header.dataStart).toBe(Math.ceil(headerEnd / 64) * 64);
    expect([...header.tensors]).toEqual([
      ['token_embd.weight', { shape: [4, 3, 2, 1], type: 39, offset: 0 }],
      ['rope_freqs.weight', { shape: [3], type: 0, offset: 0 }],
      ['a.bias', { shape: [], type: 0, offset: 64 }],
    ]);
    expect(header.factors).toEqual({
      freqs: {
        name: 'rope_freqs.weight',
        from: header.dataStart,
        to: header.dataStart + 12,
        values: [1, 2.5, 8],
      },
    });
  });
});

describe('a header', () => {
  it('may lie anywhere in a buffer, or be a whole one', () => {
    const { bytes } = writeGguf({ metadata });
    const large = new Uint8Array(bytes.length + 7).fill(0xff);
    large.set(bytes, 3);
    const part = large.subarray(3, 3 + bytes.length);
    expect(readHeader(part)).toEqual(readHeader(bytes));
    expect(readHeader(bytes.slice().buffer)).toEqual(readHeader(bytes));
    expect(isGguf(part)).toBe(true);
    expect(isGguf(large)).toBe(false);
    expect(isGguf(new Uint8Array(3))).toBe(false);
  });

  it('keeps neither a vocabulary nor long arrays', () => {
    const long = array(u8, ...Array<number>(4097).fill(1));
    const { bytes } = writeGguf({
      metadata: {
        'tokenizer.ggml.tokens': array(text, 'a', 'b'),
        'tokenizer.ggml.bos_token_id': u32(1),
        long,
        last: u8(7),
      },
    });
    expect([...readHeader(bytes).metadata]).toEqual([['last', 7]]);
  });

  it('may have tokens that are no UTF-8, but no keys', () => {
    const key = 'tokenizer.ggml.tokens';
    const { bytes } = writeGguf({
      metadata: { [key]: array(text, '#'), after: text('#') },
    });
    const places = [...bytes.keys()].filter((i) => bytes[i] === 0x23);
    const [token, value] = places as [number, number];
    bytes[token] = 0xff;
    expect(readHeader(bytes).metadata.get('after')).toBe('#');
    bytes[value] = 0xff;
    expect(thrown(() => readHeader(bytes)).message).toBe(
      `readGguf: key "after" at byte ${value} must be UTF-8`,
    );
  });
});

describe.each(Object.entries(models))('%s', (_, { file }) => {
  const { bytes, headerEnd } = writeGguf(file);

  it('cut at any byte of its header ends in a typed error', () => {
    for (let length = 0; length < headerEnd; ++length) {
      const error = thrown(() => readHeader(bytes.subarray(0, length)));
      expect(error.code, `cut at ${length}`).toBe('ERR_FORMAT');
      expect(error.message).toMatch(
        /^readGguf: .* at byte \d+ needs \d+ bytes, but the bytes end at \d+$/,
      );
    }
  });

  it('cut at any byte behind its header gives the same without numbers', () => {
    const whole = readHeader(bytes);
    for (let length = headerEnd; length < bytes.length; ++length) {
      const header = readHeader(bytes.subarray(0, length));
      expect(header.metadata).toEqual(whole.metadata);
      for (const factors of Object.values(header.factors)) {
        expect('values' in factors).toBe(factors.to <= length);
      }
    }
  });
});

/** Bytes of a file with one key whose value is given as bytes. */
function withValue(type: number, ...value: number[]): Uint8Array {
  const { bytes } = writeGguf({ metadata: { k: u8(0) } });
  return Uint8Array.from([...bytes.slice(0, 33), type, 0, 0, 0, ...value]);
}

const eight = (value: number | bigint) => [
  ...new Uint8Array(BigUint64Array.of(BigInt(value)).buffer),
];
const four = (value: number) => [
  ...new Uint8Array(Uint32Array.of(value).buffer),
];

describe('a hostile file', () => {
  const bomb = Array.from({ length: 9 }, () => [...four(9), ...eight(1)]);
  const tensor = (name: string, shape: number[]) => ({ name, shape });
  const start = [0x47, 0x47, 0x55, 0x46, 3, 0, 0, 0];
  const { bytes: twice } = writeGguf({ metadata: { one: u8(1), two: u8(2) } });
  const second = twice.findIndex((_, i) => i > 24 && twice[i] === 0x74);
  twice.set([0x6f, 0x6e, 0x65], second);

  it.each<[string, Uint8Array, string]>([
    ['of nothing', new Uint8Array(), 'the magic at byte 0 needs 4 bytes, but'],
    [
      'of another format',
      new TextEncoder().encode('PK\x03\x04 and so on'),
      'bytes must begin with "GGUF"',
    ],
    [
      'of a later version',
      Uint8Array.from([...start.slice(0, 4), 4, 0, 0, 0]),
      'the version at byte 4 must be 1 to 3',
    ],
    [
      'with 2^60 keys',
      Uint8Array.from([...start, ...eight(0), ...eight(2n ** 60n)]),
      'key 1 of 1152921504606847000 at byte 24 needs 8 bytes, but',
    ],
    [
      'with 2^60 tensors',
      Uint8Array.from([...start, ...eight(2n ** 60n), ...eight(0)]),
      'tensor 1 of 1152921504606847000 at byte 24 needs 8 bytes, but',
    ],
    [
      'with 10^8 texts in an array',
      withValue(9, ...four(8), ...eight(1e8)),
      'key "k" at byte 49 needs 800000000 bytes, but',
    ],
    [
      'with 10^8 numbers in an array',
      withValue(9, ...four(4), ...eight(1e8)),
      'key "k" at byte 49 needs 400000000 bytes, but',
    ],
    [
      'with 2^64 - 1 arrays in an array',
      withValue(9, ...four(9), ...eight(2n ** 64n - 1n)),
      'key "k" at byte 49 needs 147573952589676410000 bytes, but',
    ],
    [
      'with a text longer than itself',
      withValue(8, ...eight(1000)),
      'key "k" at byte 45 needs 1000 bytes, but the bytes end at 45',
    ],
    [
      'with arrays nested without end',
      withValue(9, ...bomb.flat()),
      'key "k" at byte 133 is nested too deeply',
    ],
    [
      'with an unknown type',
      withValue(13, 0),
      'key "k" at byte 33 has the unknown type 13',
    ],
    [
      'with an unknown type in an array',
      withValue(9, ...four(77), ...eight(1), 0, 0, 0, 0, 0, 0, 0, 0),
      'key "k" at byte 37 has the unknown type 77',
    ],
    ['with a key twice', twice, `key "one" at byte ${second - 8} comes twice`],
    [
      'with a tensor twice',
      writeGguf({ metadata: {}, tensors: [tensor('a', []), tensor('a', [])] })
        .bytes,
      'tensor "a" at byte 49 comes twice',
    ],
    [
      'with a tensor of five dimensions',
      writeGguf({ metadata: {}, tensors: [tensor('a', [1, 1, 1, 1, 1])] })
        .bytes,
      'tensor "a" at byte 33 must have at most 4 dimensions, got 5',
    ],
    [
      'with an alignment of 0',
      writeGguf({ metadata: { 'general.alignment': u8(0) } }).bytes,
      'general.alignment must be a power of two, got 0',
    ],
    [
      'with an alignment in words',
      writeGguf({ metadata: { 'general.alignment': text('32') } }).bytes,
      'general.alignment must be a power of two, got "32"',
    ],
    [
      'with 2^52 factors',
      writeGguf({
        metadata: {},
        tensors: [tensor('rope_freqs.weight', [2 ** 26, 2 ** 26])],
      }).bytes,
      'tensor "rope_freqs.weight" must hold 1 to 65536 float32 or float16 ' +
        'numbers, got 4503599627370496 of type 0',
    ],
    [
      'with a factor of 0',
      writeGguf({
        metadata: {},
        tensors: [
          { name: 'rope_freqs.weight', shape: [2], bytes: floats([1, 0]) },
        ],
      }).bytes,
      'tensor "rope_freqs.weight" must be > 0, got 0',
    ],
  ])('%s is refused', (_, bytes, message) => {
    const error = thrown(() => readHeader(bytes));
    expect(error.name).toBe('PosencRangeError');
    expect(error.code).toBe('ERR_FORMAT');
    expect(error.message).toContain(`readGguf: ${message}`);
  });

  /** A key `k` with an array of so many texts or arrays, all empty. */
  const emptyItems = (type: number, count: number) => {
    const bytes = new Uint8Array(5e7);
    bytes.set([...start, ...eight(0), ...eight(1), ...eight(1), 0x6b]);
    bytes.set([...four(9), ...four(type), ...eight(count)], 33);
    return bytes;
  };

  /** So many keys or tensors with names of four letters, and zeros. */
  const numbered = (tensors: number, keys: number) => {
    const bytes = new Uint8Array(3e6);
    bytes.set([...start, ...eight(tensors), ...eight(keys)]);
    const size = tensors > 0 ? 28 : 17;
    for (let i = 0, at = 24; i < 1e5; ++i, at += size) {
      const digits = [0, 6, 12, 18].map((shift) => 32 + ((i >> shift) & 63));
      bytes.set([...eight(4), ...digits], at);
    }
    return bytes;
  };

  // Work ends by steps, not by a clock.
  it.each<[string, () => Uint8Array]>([
    ['texts', () => emptyItems(8, 3e6)],
    ['arrays', () => emptyItems(9, 3e6)],
    ['keys', () => numbered(0, 1e5)],
    ['tensors', () => numbered(1e5, 0)],
  ])('of megabytes, with more %s than any model, is refused', (_, make) => {
    expect(thrown(() => readHeader(make())).message).toMatch(
      /exceeds the number of values that a header may have$/,
    );
  });

  it('leaves no trace in what its configuration is made from', () => {
    const { bytes } = writeGguf({
      metadata: {
        'general.architecture': text('constructor'),
        'constructor.__proto__': text('x'),
        'constructor.block_count': u32(2),
      },
    });
    const { config } = ggufConfig(readHeader(bytes));
    expect(config.model_type).toBe('constructor');
    expect(Object.getPrototypeOf(config)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).num_hidden_layers).toBeUndefined();
  });

  it('is refused if it is no bytes', () => {
    const error = thrown(() => readHeader('GGUF' as never));
    expect(error.code).toBe('ERR_TYPE');
    expect(error.param).toBe('bytes');
  });
});
