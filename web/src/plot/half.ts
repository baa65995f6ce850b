// Values of tables that come as 16-bit patterns, for drawing and reading.

import type { Numbers } from './grid.js';

/** The value of an IEEE 754 binary16 pattern. */
export function float16Value(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Infinity;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

const word = new Uint32Array(1);
const wordAsFloat = new Float32Array(word.buffer);

/** A bfloat16 pattern is the upper half of a float32. */
export function bfloat16Value(bits: number): number {
  word[0] = bits << 16;
  return wordAsFloat[0] as number;
}

const readers = { float16: float16Value, bfloat16: bfloat16Value };
const tables = new Map<string, Float32Array>();

/** All 65536 values of a format, made when first needed. */
function valuesOf(dtype: keyof typeof readers): Float32Array {
  const read = readers[dtype];
  const table =
    tables.get(dtype) ??
    Float32Array.from({ length: 65536 }, (_, i) => read(i));
  tables.set(dtype, table);
  return table;
}

/** What a Tensor of any dtype holds, as numbers. */
export function numbersOf(tensor: {
  readonly data: Numbers | Uint16Array;
  readonly dtype: string;
}): Numbers {
  const { data, dtype } = tensor;
  if (!(data instanceof Uint16Array)) return data;
  const table = valuesOf(dtype === 'float16' ? 'float16' : 'bfloat16');
  const values = new Float32Array(data.length);
  for (let i = 0; i < data.length; i++) {
    values[i] = table[data[i] as number] as number;
  }
  return values;
}
