// Files of numbers, read back by the package.

import { load } from 'posenc';
import { decodeCsv, decodeNpy, encodeNpy } from 'posenc/formats';
import { expect, it } from 'vitest';
import { columnsOf } from './columns.js';
import { csvOf, npyOf } from './numbers.js';

const pe = await load();
const { data, shape } = pe.sinusoidal({ length: 5, dim: 6 });
const table = { data, shape, dtype: 'float32' } as const;

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

it('writes the numbers of a table', () => {
  const csv = text(csvOf(table));
  expect(csv.split('\n')[0]).toBe('d0,d1,d2,d3,d4,d5');
  const read = decodeCsv(csv);
  expect([read.shape, read.data]).toEqual([shape, data]);
  expect(npyOf(table)).toEqual(encodeNpy(pe.sinusoidal({ length: 5, dim: 6 })));
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

it('writes bfloat16 as text only, because NumPy has no such type', () => {
  const made = pe.sinusoidal({ length: 5, dim: 6, dtype: 'bfloat16' });
  const { data, shape } = made;
  const kept = { dtype: 'bfloat16', shape, data } as const;
  expect(() => npyOf(kept)).toThrow('NumPy has no bfloat16');
  // The fewest digits that bfloat16 reads back.
  const read = decodeCsv(csvOf(kept), { dtype: 'bfloat16' });
  expect(read.data).toEqual(made.data);
});
