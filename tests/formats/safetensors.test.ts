/** `.safetensors` files follow the format exactly; wrong ones are refused. */

import { type Tensor, tensor } from 'posenc';
import {
  decodeSafetensors,
  encodeSafetensors,
  safetensorsHeadLength,
  safetensorsIndex,
} from 'posenc/formats';
import { describe, expect, it } from 'vitest';
import { thrown } from '../unit/thrown.js';
import { bytes, letters, safetensors } from './vectors.js';

describe('encodeSafetensors', () => {
  it('writes a header whose JSON needs no padding', () => {
    const given = tensor(Float32Array.of(0, 0, 0, 0, 0, 1), [1, 2, 3]);
    expect(encodeSafetensors({ 'attn.0': given })).toEqual(
      bytes(
        [64, 0, 0, 0, 0, 0, 0, 0],
        '{"attn.0":{"dtype":"F32","shape":[1,2,3],"data_offsets":[0,24]}}',
        Array(20).fill(0),
        [0, 0, 0x80, 0x3f],
      ),
    );
  });

  it('pads others with spaces to a multiple of eight', () => {
    const given = tensor(Float64Array.of(1), []);
    const file = encodeSafetensors({ xyz: given }, { a: 'ü' });
    const header =
      '{"__metadata__":{"a":"\xc3\xbc"},' + // UTF-8
      '"xyz":{"dtype":"F64","shape":[],"data_offsets":[0,8]}}';
    expect(header.length).toBe(81);
    expect(letters(file)).toBe(
      `\x58\0\0\0\0\0\0\0${header.padEnd(88)}\0\0\0\0\0\0\xf0\x3f`,
    );
  });

  it('aligns every tensor to the size of its numbers', () => {
    const file = encodeSafetensors({
      a: tensor(Uint16Array.of(1), [1], 'float16'),
      b: tensor(Float32Array.of(2), [1]),
      c: tensor(Float64Array.of(3), [1]),
      d: tensor(Uint16Array.of(4), [1], 'bfloat16'),
    });
    const { entries } = safetensorsIndex(file);
    expect([...entries.keys()]).toEqual(['c', 'b', 'a', 'd']);
    const sizes = { a: 2, b: 4, c: 8, d: 2 };
    for (const [name, size] of Object.entries(sizes)) {
      expect((entries.get(name)?.from ?? 1) % size, name).toBe(0);
    }
  });

  it.each<[unknown, unknown, string]>([
    [{ x: 1 }, {}, 'tensors.x'],
    [
      { x: { data: new Float32Array(2), shape: [3], dtype: 'float32' } },
      {},
      'tensors.x.data.length',
    ],
    [{ __metadata__: tensor(new Float32Array(1), [1]) }, {}, 'tensors'],
    [{}, { x: 1 }, 'metadata.x'],
    [{}, null, 'metadata'],
  ])('refuses %o with %o', (tensors, metadata, param) => {
    const write = encodeSafetensors as (...given: unknown[]) => unknown;
    expect(thrown(() => write(tensors, metadata))).toMatchObject({ param });
  });
});

describe('decodeSafetensors', () => {
  it('reads back every dtype, name and metadata', () => {
    const tensors: Record<string, Tensor> = {
      'h.0.ln_1.weight': tensor(Float32Array.of(1, -0, Number.NaN), [3]),
      ' "quoted"\n': tensor(Float64Array.of(0.1, 1e300), [2, 1]),
      half: tensor(Uint16Array.of(0x3c00), [1, 1, 1], 'float16'),
      brain: tensor(Uint16Array.of(0x3f80), [], 'bfloat16'),
      none: tensor(new Float32Array(), [0, 7]),
    };
    const metadata = { format: 'pt', spec: '{"length":3}' };
    const file = encodeSafetensors(tensors, metadata);
    expect(decodeSafetensors(file)).toEqual({ tensors, unread: {}, metadata });
  });

  it('reads integers and booleans', () => {
    const header =
      '{"a":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},' +
      '"b":{"dtype":"BOOL","shape":[2],"data_offsets":[8,10]}}';
    const file = safetensors(header, [2, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
    expect(decodeSafetensors(file).tensors).toEqual({
      a: { data: BigInt64Array.of(2n), shape: [1], dtype: 'int64' },
      b: { data: Uint8Array.of(1, 0), shape: [2], dtype: 'bool' },
    });
  });

  it('can be indexed from its head alone', () => {
    const given = tensor(Float32Array.of(1, 2, 3, 4), [2, 2]);
    const file = encodeSafetensors({ x: given, y: given });
    const length = safetensorsHeadLength(file.subarray(0, 8));
    const { entries } = safetensorsIndex(file.subarray(0, length));
    expect(entries.get('y')).toEqual({
      dtype: 'float32',
      shape: [2, 2],
      from: length + 16,
      to: length + 32,
    });
    expect(file.length).toBe(length + 32);
  });

  it('an unknown dtype keeps only its own tensor from being read', () => {
    const header =
      '{"a":{"dtype":"F8_E4M3","shape":[3],"data_offsets":[0,3]},' +
      '"b":{"dtype":"F32","shape":[1],"data_offsets":[3,7]},' +
      '"c":{"dtype":"NEW","shape":[],"data_offsets":[7,7]}}';
    const file = safetensors(header, [1, 2, 3, 0, 0, 128, 63]);
    const { tensors, unread } = decodeSafetensors(file);
    expect(tensors).toEqual({ b: tensor(Float32Array.of(1), [1]) });
    expect(unread).toEqual({ a: 'F8_E4M3', c: 'NEW' });
    const index = safetensorsIndex(file);
    expect([...index.entries.keys()]).toEqual(['b']);
    const from = safetensorsHeadLength(file);
    const place = { dtype: 'F8_E4M3', shape: [3], from, to: from + 3 };
    expect(index.unread.get('a')).toEqual(place);
  });

  const one = (entry: string, numbers: number[] = [0, 0, 0, 0]) =>
    safetensors(`{"x":${entry}}`, numbers);

  it.each<[string, Uint8Array, RegExp]>([
    ['nothing', bytes(), /length of the header, 8 bytes, got 0/],
    ['another file', bytes('\x93NUMPY\x01\0v\0'), /no safetensors file/],
    [
      'half a header',
      safetensors('{"x":1}').subarray(0, 12),
      /within the header, after 12 of 15/,
    ],
    ['no JSON', safetensors('{"x":'), /must be JSON/],
    ['no UTF-8', safetensors('{"\xff":1}'), /must be JSON/],
    ['a list', safetensors('[]'), /JSON object/],
    ['a tensor of null', one('null'), /"x" must have a dtype such as/],
    [
      'a number as dtype',
      one('{"dtype":8,"shape":[1],"data_offsets":[0,4]}'),
      /got 8/,
    ],
    [
      'an unknown dtype that ends before it begins',
      one('{"dtype":"F8_E4M3","shape":[1],"data_offsets":[4,0]}'),
      /"x" must end behind its beginning/,
    ],
    ['no shape', one('{"dtype":"F32","data_offsets":[0,4]}'), /a shape/],
    [
      'a negative axis',
      one('{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}'),
      /a shape/,
    ],
    [
      'one offset',
      one('{"dtype":"F32","shape":[1],"data_offsets":[4]}'),
      /two data_offsets/,
    ],
    [
      'a shape that does not fit',
      one('{"dtype":"F32","shape":[2],"data_offsets":[0,4]}'),
      /"x" must take 8 bytes, as it is \[2\] float32, got 4/,
    ],
    [
      'a gap',
      one('{"dtype":"F32","shape":[1],"data_offsets":[4,8]}', Array(8).fill(0)),
      /at byte 0 of the numbers, got 4/,
    ],
    [
      'shared bytes',
      safetensors(
        '{"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},' +
          '"y":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}',
        Array(8).fill(0),
      ),
      /"y" must begin .* byte 4/,
    ],
    [
      'too few numbers',
      one('{"dtype":"F32","shape":[1],"data_offsets":[0,4]}', [0, 0]),
      /bytes must be .* got/,
    ],
    [
      'bytes behind the numbers',
      one('{"dtype":"F32","shape":[1],"data_offsets":[0,4]}', Array(5).fill(0)),
      /bytes must be .* got/,
    ],
    [
      'metadata that is no text',
      safetensors('{"__metadata__":{"a":1}}'),
      /__metadata__ must be/,
    ],
  ])('refuses %s', (_, file, message) => {
    const error = thrown(() => decodeSafetensors(file));
    expect(error).toBeInstanceOf(RangeError);
    expect(error).toMatchObject({ code: 'ERR_FORMAT', param: 'bytes' });
    expect(error.message).toMatch(message);
  });
});
