// Files of numbers, read back by the package.

import { load } from 'posenc';
import {
  decodeCsv,
  decodeNpy,
  decodeSafetensors,
  encodeCsv,
  encodeNpy,
} from 'posenc/formats';
import { expect, it } from 'vitest';
import { columnsOf, type KeptNumbers } from './columns.js';
import { type NumbersKind, piecesOf } from './numbers.js';
import { nameOf } from './told.js';

const pe = await load();
const { data, shape } = pe.sinusoidal({ length: 5, dim: 6 });
const table = { data, shape, dtype: 'float32' } as const;

const told = {
  title: 'Similarity',
  caption: '5 × 6',
  spec: { method: 'sinusoidal', length: 5, dim: 6 },
  link: 'https://example.org/#/encodings?dim=6',
};

/** The whole of a file. */
function fileOf(kind: NumbersKind, numbers: KeptNumbers): Uint8Array {
  const pieces = [...piecesOf({ kind, numbers, told })];
  return Uint8Array.from(pieces.flatMap(({ bytes }) => [...bytes]));
}

const csvOf = (numbers: KeptNumbers) => fileOf('csv', numbers);
const npyOf = (numbers: KeptNumbers) => fileOf('npy', numbers);
const safetensorsOf = (numbers: KeptNumbers) => fileOf('safetensors', numbers);

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

it('writes the numbers of a table', () => {
  const csv = text(csvOf(table));
  expect(csv.split('\n')[0]).toBe('d0,d1,d2,d3,d4,d5');
  const read = decodeCsv(csv);
  expect([read.shape, read.data]).toEqual([shape, data]);
  expect(npyOf(table)).toEqual(encodeNpy(pe.sinusoidal({ length: 5, dim: 6 })));
});

it('writes many numbers in pieces of whole lines, and says how far it is', () => {
  const many = pe.sinusoidal({ length: 999, dim: 10 });
  const { data, shape } = many;
  const numbers = { dtype: 'float32', data, shape } as const;
  const pieces = [...piecesOf({ kind: 'csv', numbers, told })];
  const lines = pieces.map(({ bytes }) => text(bytes).split('\n').length - 1);
  expect(lines.reduce((sum, count) => sum + count)).toBe(1000);
  // No piece has more numbers than can be written in some milliseconds.
  expect(Math.max(...lines)).toBeLessThan(500);
  const written = encodeCsv(many, { header: true });
  expect(text(csvOf(numbers))).toBe(text(written));
  const shares = pieces.map(({ share }) => share);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
  expect(npyOf(numbers)).toEqual(new Uint8Array(encodeNpy(many)));
});

it('writes columns under their names', () => {
  const numbers = columnsOf([
    ['distance', [0, 1, 2]],
    ['dot product', [3, 2.5, Number.NaN]],
  ]);
  const csv = text(csvOf(numbers));
  expect(csv.split('\n')[0]).toBe('distance,dot product');
  const read = decodeCsv(csv, { dtype: 'float64' });
  expect(read.shape).toEqual([3, 2]);
  expect([...read.data]).toEqual([0, 3, 1, 2.5, 2, Number.NaN]);
  const back = decodeNpy(npyOf(numbers));
  expect([back.shape, back.dtype]).toEqual([[3, 2], 'float64']);
  expect([...back.data]).toEqual([0, 3, 1, 2.5, 2, Number.NaN]);
});

it('gives no column a name that breaks the line or is a number', () => {
  const numbers = columnsOf([
    ['3', [1]],
    ['a, "b"', [2]],
    ['inf', [3]],
    ['', [4]],
  ]);
  const csv = text(csvOf(numbers));
  expect(csv).toBe('column 3,a b,column inf,column 3\n1,2,3,4\n');
  expect([...decodeCsv(csv).data]).toEqual([1, 2, 3, 4]);
});

it.each(['float64', 'float16'] as const)('writes %s', (dtype) => {
  const made = pe.sinusoidal({ length: 5, dim: 6, dtype });
  const { data, shape } = made;
  const read = decodeNpy(npyOf({ dtype, shape, data }));
  const whole = decodeNpy(encodeNpy(made));
  expect([read.dtype, read.data]).toEqual([whole.dtype, whole.data]);
});

it('writes bfloat16 where NumPy need not read it, which has no such type', () => {
  const made = pe.sinusoidal({ length: 5, dim: 6, dtype: 'bfloat16' });
  const { data, shape } = made;
  const kept = { dtype: 'bfloat16', shape, data } as const;
  expect(() => npyOf(kept)).toThrow('NumPy has no bfloat16');
  // The fewest digits that bfloat16 reads back.
  const read = decodeCsv(csvOf(kept), { dtype: 'bfloat16' });
  expect(read.data).toEqual(made.data);
  const { tensors } = decodeSafetensors(safetensorsOf(kept));
  expect(tensors.numbers).toMatchObject({ dtype: 'bfloat16', shape });
  expect(tensors.numbers?.data).toEqual(made.data);
});

it('writes the options beside the numbers where the file has a place', () => {
  const { tensors, metadata } = decodeSafetensors(safetensorsOf(table));
  expect(Object.keys(tensors)).toEqual(['numbers']);
  expect(tensors.numbers).toMatchObject(table);
  const { spec, ...words } = metadata;
  expect(JSON.parse(spec ?? '')).toEqual(told.spec);
  expect(words).toEqual({
    ...{ title: told.title, caption: told.caption, link: told.link },
  });
  // Whoever has the file can make its numbers again.
  const again = pe.make(JSON.parse(spec ?? ''));
  expect(again).toMatchObject(table);
});

it('names columns in that place, as they are on the page', () => {
  const numbers = columnsOf([
    ['a, "b"', [1]],
    ['3', [2]],
  ]);
  const { metadata } = decodeSafetensors(safetensorsOf(numbers));
  expect(JSON.parse(metadata.columns ?? '')).toEqual(['a, "b"', '3']);
});

it.each([
  ['sinusoidal-5x6', { method: 'sinusoidal', dim: 6 }, 'sinusoidal-5x6'],
  ['scores', { a: {}, b: { bias: { method: 'alibi' } } }, 'scores-alibi'],
  [
    'scores',
    {
      a: { rotation: { method: 'rope' } },
      b: { rotation: { method: 'rope' } },
    },
    'scores-rope',
  ],
  ['rows', { scheme: { type: 'clip' } }, 'rows'],
])('calls files of %s with %j %s', (name, spec, wanted) => {
  expect(nameOf({ name, spec })).toBe(wanted);
});
