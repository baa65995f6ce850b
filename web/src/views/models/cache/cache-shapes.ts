// The tables of cosines and sines of a layer: their shapes and sizes, before they are
// computed.

import type { RopeSpec } from 'posenc/rotary';
import { writeBytes, writeCount } from '../../../plot/ticks.js';
import { PageLimit } from '../../../shell/failure.js';
import { widthsOf } from '../turn-words.js';

/** The orders of tables, as `ropeCache` names them. */
export const caches = ['hf', 'ort', 'flashinfer', 'ggml', 'pairs'] as const;
export type CacheOrder = (typeof caches)[number];

/** Who reads tables in an order. */
export const readers: Readonly<Record<CacheOrder, string>> = {
  hf: 'transformers (hf)',
  ort: 'ONNX Runtime (ort)',
  flashinfer: 'FlashInfer, vLLM (flashinfer)',
  ggml: 'llama.cpp (ggml)',
  pairs: 'complex pairs (pairs)',
};

export const cacheDTypes = ['float32', 'float16', 'bfloat16'] as const;
export type CacheDType = (typeof cacheDTypes)[number];

/** The kinds of files. */
export type CacheKind = 'safetensors' | 'npy';

/** Why tables have no file of a kind; '' where they have one. */
export const noFile = (dtype: CacheDType, kind: CacheKind): string =>
  kind === 'npy' && dtype === 'bfloat16'
    ? 'NumPy has no bfloat16, and so a .npy file has none: safetensors files hold it.'
    : '';

/** The name of a file with all tables, or with one. */
export const fileName = (
  of: string,
  { cache }: Pick<CacheAsk, 'cache'>,
  kind: CacheKind,
  table: string,
): string => `${[of, cache, ...(table ? [table] : [])].join('-')}.${kind}`;

/** What a file of tables is asked for. */
export interface CacheAsk {
  readonly spec: RopeSpec;
  readonly cache: CacheOrder;
  readonly dtype: CacheDType;
  /** Number of positions, from 0. */
  readonly rows: number;
}

/** The most bytes of a file. */
const mostBytes = 2 ** 28;

/** The tables by their names, each with its shape. */
export function shapesOf({ spec, cache, rows }: CacheAsk) {
  const { rotaryDim } = widthsOf(spec);
  const pairs = rotaryDim / 2;
  const shapes: Readonly<
    Record<CacheOrder, readonly (readonly [string, readonly number[]])[]>
  > = {
    hf: [
      ['cos', [rows, rotaryDim]],
      ['sin', [rows, rotaryDim]],
    ],
    ort: [
      ['cos', [rows, pairs]],
      ['sin', [rows, pairs]],
    ],
    flashinfer: [['cache', [rows, rotaryDim]]],
    ggml: [['cache', [rows, rotaryDim]]],
    pairs: [['cache', [rows, pairs, 2]]],
  };
  return shapes[cache];
}

export function bytesOf(ask: CacheAsk): number {
  const size = ask.dtype === 'float32' ? 4 : 2;
  const counts = shapesOf(ask).map(([, shape]) =>
    shape.reduce((all, length) => all * length, 1),
  );
  return size * counts.reduce((all, count) => all + count, 0);
}

/** Refuses a number of rows that is none, or whose tables are too large. */
export function checkRows(ask: CacheAsk): void {
  const { rows } = ask;
  const refuse = (rule: string) =>
    new PageLimit({
      ...{ code: 'PAGE_RANGE', param: 'rows' },
      message: `rows must be ${rule}, got ${rows}`,
    });
  if (!Number.isInteger(rows) || rows < 1) throw refuse('an integer ≥ 1');
  const most = Math.floor(mostBytes / (bytesOf(ask) / rows));
  if (rows > most) {
    const size = writeBytes(mostBytes);
    throw refuse(`at most ${most}, for a file of ${size}`);
  }
}

/** What the file will hold. */
export function cacheWords(ask: CacheAsk): string {
  const tables = shapesOf(ask).map(
    ([name, shape]) => `${name} ${shape.map(writeCount).join(' \u00d7 ')}`,
  );
  return `${tables.join(', ')}, ${ask.dtype}: ${writeBytes(bytesOf(ask))}.`;
}
