// The tables that are saved, against those of the package.

import { decodeNpy, decodeSafetensors } from 'posenc/formats';
import type { RopeSpec } from 'posenc/rotary';
import { load, type Rotary } from 'posenc/rotary';
import { beforeAll, describe, expect, it } from 'vitest';
import { cacheFiles } from '../desk/cache-file.js';
import { everyLayer, numbersIn, readingNamed } from '../testing.js';
import {
  bytesOf,
  type CacheAsk,
  cacheDTypes,
  caches,
  cacheWords,
  checkRows,
  fileName,
  noFile,
  shapesOf,
} from './cache-shapes.js';

let pe: Rotary;

beforeAll(async () => {
  pe = await load();
});

/** The bytes of the one file of the kind safetensors. */
function cacheFile(rotary: Rotary, ask: CacheAsk): Uint8Array {
  const [only, ...more] = cacheFiles(rotary, ask, 'safetensors');
  if (only === undefined || more.length > 0) throw new Error('not one file');
  expect(only.table).toBe('');
  return only.bytes;
}

/** Different ropes of all configurations. */
const ropes = new Map<string, RopeSpec>();
everyLayer(({ spec }) => {
  if (spec !== null) ropes.set(JSON.stringify(spec), spec);
});

describe.each(caches)('%s', (cache) => {
  it('has the shapes and the bytes that the package gives', () => {
    for (const [where, spec] of ropes) {
      const ask: CacheAsk = { spec, cache, dtype: 'float32', rows: 3 };
      const { tensors } = decodeSafetensors(cacheFile(pe, ask));
      const found = Object.entries(tensors).map(([name, { shape }]) => [
        name,
        shape,
      ]);
      expect(Object.fromEntries(found), where).toEqual(
        Object.fromEntries(shapesOf(ask)),
      );
      const sizes = Object.values(tensors).map(({ data }) => data.byteLength);
      expect(
        sizes.reduce((all, size) => all + size, 0),
        where,
      ).toBe(bytesOf(ask));
    }
  });
});

it('has the numbers of the rope at the length of the table', () => {
  // LongRoPE takes the long factors where the text is longer than the first training.
  const { model } = readingNamed('Phi-3 mini 128k');
  const spec = model.layers[0]?.spec as RopeSpec;
  for (const rows of [4096, 4097]) {
    for (const dtype of cacheDTypes) {
      const ask: CacheAsk = { spec, cache: 'ort', dtype, rows };
      const { tensors, metadata } = decodeSafetensors(cacheFile(pe, ask));
      const rope = pe.make({ ...spec, contextLength: rows });
      const { frequencies, attentionFactor } = rope;
      const pairs = frequencies.length;
      const { method: _, ...options } = spec;
      const wanted = pe.ropeCache({
        ...{ ...options, contextLength: rows },
        ...{ cache: 'ort', length: rows, dtype },
      } as never) as unknown as { cos: { data: ArrayLike<number> } };
      expect(tensors.cos?.data).toEqual(wanted.cos.data);
      const told = JSON.parse(metadata.spec ?? '');
      expect([told.method, told.cache, told.length]).toEqual([
        ...['ropeCache', 'ort', rows],
      ]);
      if (dtype !== 'float32') continue;
      const data = tensors.cos?.data as Float32Array;
      for (const [row, k] of [
        [0, 5],
        [1, 0],
        [97, pairs - 1],
      ] as const) {
        const exact = attentionFactor * Math.cos(row * (frequencies[k] ?? 0));
        expect(data[row * pairs + k]).toBeCloseTo(exact, 6);
      }
    }
  }
});

it('says shapes and size, and refuses what is none or too large', () => {
  const spec = readingNamed('Phi-2').model.layers[0]?.spec as RopeSpec;
  const ask = (rows: number): CacheAsk => ({
    ...{ spec, cache: 'hf', dtype: 'float32', rows },
  });
  expect(cacheWords(ask(4096))).toBe(
    'cos 4\u202f096 \u00d7 32, sin 4\u202f096 \u00d7 32, float32: 1.0 MB.',
  );
  expect(numbersIn(cacheWords(ask(1)))).toContain(256);
  for (const rows of [0, -1, 1.5, Number.NaN]) {
    expect(() => checkRows(ask(rows))).toThrow(
      /rows must be an integer \u2265 1/,
    );
  }
  const most = 2 ** 28 / (2 * 32 * 4);
  expect(() => checkRows(ask(most))).not.toThrow();
  expect(() => checkRows(ask(most + 1))).toThrow(`at most ${most}`);
});

describe.each(caches)('.npy of %s', (cache) => {
  it('has the same tables as safetensors, each in a file of its own', () => {
    const { model } = readingNamed('Phi-3 mini 128k');
    const spec = model.layers[0]?.spec as RopeSpec;
    for (const dtype of cacheDTypes) {
      const ask: CacheAsk = { spec, cache, dtype, rows: 5 };
      if (dtype === 'bfloat16') {
        expect(noFile(dtype, 'npy')).toMatch(/NumPy has no bfloat16/);
        expect(() => cacheFiles(pe, ask, 'npy')).toThrow(/no bfloat16/);
        continue;
      }
      expect(noFile(dtype, 'npy')).toBe('');
      const { tensors } = decodeSafetensors(cacheFile(pe, ask));
      const files = cacheFiles(pe, ask, 'npy');
      expect(files).toHaveLength(Object.keys(tensors).length);
      for (const { table, bytes } of files) {
        const own = tensors[table === '' ? 'cache' : table];
        const read = decodeNpy(bytes);
        expect([read.dtype, read.shape]).toEqual([dtype, own?.shape]);
        expect(read.data).toEqual(own?.data);
      }
      const names = files.map(({ table }) => fileName('x', ask, 'npy', table));
      expect(names).toEqual(
        files.length === 1
          ? [`x-${cache}.npy`]
          : [`x-${cache}-cos.npy`, `x-${cache}-sin.npy`],
      );
    }
  });
});

it('holds bfloat16 in safetensors', () => {
  for (const dtype of cacheDTypes)
    expect(noFile(dtype, 'safetensors')).toBe('');
  const ask = { cache: 'hf' } as const;
  expect(fileName('x', ask, 'safetensors', '')).toBe('x-hf.safetensors');
});
