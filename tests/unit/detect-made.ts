/**
 * Frequencies, caches and tables as other programs make them, from the formulas
 * of papers in plain float64. Nothing here is shared with the package.
 */

import { tensor } from 'posenc';

/** A schedule under the words of Hugging Face. */
export type Made =
  | { readonly type: 'default' }
  | { readonly type: 'linear'; readonly factor: number }
  | { readonly type: 'ntk'; readonly factor: number; readonly form?: 'fixed' }
  | {
      readonly type: 'llama3';
      readonly factor: number;
      readonly originalMaxPosition: number;
      readonly highFreqFactor?: number;
    }
  | {
      readonly type: 'yarn';
      readonly factor: number;
      readonly originalMaxPosition: number;
      readonly truncate?: boolean;
      readonly betaFast?: number;
      readonly attentionFactor?: number;
    }
  | { readonly type: 'proportional'; readonly share: number };

/** The frequencies of a schedule. */
export function frequenciesMade(
  theta: number,
  pairs: number,
  scaling: Made = { type: 'default' },
): number[] {
  const of = (base: number, k: number) => base ** (-k / pairs);
  const all = Array.from({ length: pairs }, (_, k) => of(theta, k));
  switch (scaling.type) {
    case 'default':
      return all;
    case 'linear':
      return all.map((w) => w / scaling.factor);
    case 'ntk': {
      if (scaling.form === 'fixed') {
        const divisor = scaling.factor ** (1 / pairs);
        return all.map((_, k) => of(theta * scaling.factor, k) / divisor);
      }
      const base = theta * scaling.factor ** (pairs / (pairs - 1));
      return all.map((_, k) => of(base, k));
    }
    case 'proportional':
      return all.map((w, k) => (k < Math.floor(scaling.share * pairs) ? w : 0));
    case 'llama3':
      return all.map((w) => {
        const turns = (scaling.originalMaxPosition * w) / (2 * Math.PI);
        const span = (scaling.highFreqFactor ?? 4) - 1;
        const kept = Math.min(1, Math.max(0, (turns - 1) / span));
        return ((1 - kept) * w) / scaling.factor + kept * w;
      });
    case 'yarn': {
      const pairOf = (turns: number) =>
        (pairs *
          Math.log(scaling.originalMaxPosition / (turns * 2 * Math.PI))) /
        Math.log(theta);
      const { truncate = true, betaFast = 32 } = scaling;
      const first = pairOf(betaFast);
      const low = truncate ? Math.floor(first) : first;
      const high = truncate ? Math.ceil(pairOf(1)) : pairOf(1);
      const [from, to] = [Math.max(low, 0), Math.min(high, 2 * pairs - 1)];
      const width = to === from ? 0.001 : to - from;
      return all.map((w, k) => {
        const kept = 1 - Math.min(1, Math.max(0, (k - from) / width));
        return ((1 - kept) * w) / scaling.factor + kept * w;
      });
    }
  }
}

/** The attention factor of YaRN. */
export const yarnFactor = (factor: number) => 0.1 * Math.log(factor) + 1;

/** bfloat16 and float16 by their definition: so many bits, ties to even. */
export function halved(value: number, bits: 8 | 11): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const least = bits === 11 ? -14 : -126;
  const power = Math.max(Math.floor(Math.log2(Math.abs(value))), least);
  const step = 2 ** (power - bits + 1);
  const steps = value / step;
  const low = Math.floor(steps);
  const rest = steps - low;
  const up = rest > 0.5 || (rest === 0.5 && low % 2 !== 0);
  return (low + (up ? 1 : 0)) * step;
}

/** Roundings of numbers, by the name of their type. */
export const ROUND = {
  float64: (x: number) => x,
  float32: Math.fround,
  float16: (x: number) => halved(x, 11),
  bfloat16: (x: number) => halved(x, 8),
} as const;

export type Rounding = keyof typeof ROUND;

/** Orders of a cache. */
export type Order = 'hf' | 'repeated' | 'ort' | 'flashinfer' | 'ggml' | 'pairs';

/** What a cache is made from. */
export interface Cache {
  readonly frequencies: readonly number[];
  readonly order: Order;
  readonly length: number;
  readonly start?: number;
  readonly factor?: number;
  readonly dtype?: Rounding;
  /** Makes the angle of a pair. */
  readonly angle?: (position: number, frequency: number) => number;
}

/** The options of `detectSchedule` that hold a cache. */
export function cacheMade(cache: Cache) {
  const { frequencies, order, length, start = 0, factor = 1 } = cache;
  const { dtype = 'float32', angle = (p, w) => p * w } = cache;
  const rows = Array.from({ length }, (_, i) =>
    frequencies.map((w) => {
      const a = angle(start + i, w);
      const round = ROUND[dtype];
      return [
        round(factor * Math.cos(a)),
        round(factor * Math.sin(a)),
      ] as const;
    }),
  );
  const table = (row: (pairs: (typeof rows)[number]) => number[]) => {
    const all = rows.map(row);
    const width = all[0]?.length ?? 0;
    const data =
      dtype === 'float64'
        ? Float64Array.from(all.flat())
        : Float32Array.from(all.flat());
    return tensor(data as Float32Array, [length, width]);
  };
  const one = (row: (x: number[]) => number[]) => ({
    cos: table((pairs) => row(pairs.map(([c]) => c))),
    sin: table((pairs) => row(pairs.map(([, s]) => s))),
  });
  switch (order) {
    case 'hf':
      return one((x) => [...x, ...x]);
    case 'repeated':
      return one((x) => x.flatMap((value) => [value, value]));
    case 'ort':
      return one((x) => x);
    case 'flashinfer':
      return {
        cache: table((pairs) => [
          ...pairs.map(([c]) => c),
          ...pairs.map(([, s]) => s),
        ]),
      };
    case 'ggml':
      return { cache: table((pairs) => pairs.flat()) };
    case 'pairs': {
      const { data } = table((pairs) => pairs.flat());
      return { cache: tensor(data, [length, frequencies.length, 2]) };
    }
  }
}

/** A sinusoidal table in plain float64. */
export interface Sines {
  readonly length: number;
  readonly dim: number;
  readonly base?: number;
  readonly shift?: number;
  readonly blocks?: boolean;
  readonly cosinesFirst?: boolean;
  readonly start?: number;
  readonly scale?: number;
  readonly dtype?: Rounding;
  /** The frequency of a column; both of a pair share theirs without it. */
  readonly frequency?: (column: number) => number;
}

/** The numbers of a sinusoidal table, row by row. */
export function sinesMade(sines: Sines) {
  const { length, dim, base = 1e4, shift = 0, blocks, cosinesFirst } = sines;
  const { start = 0, scale = 1, dtype = 'float32', frequency } = sines;
  const first = Math.ceil(dim / 2);
  const data = Float64Array.from({ length: length * dim }, (_, n) => {
    const [p, j] = [start + Math.floor(n / dim), n % dim];
    const [k, second] = blocks
      ? [j % first, j >= first]
      : [Math.floor(j / 2), j % 2 === 1];
    const w = frequency?.(j) ?? base ** (-k / (dim / 2 - shift));
    const wave = second === (cosinesFirst ?? false) ? Math.sin : Math.cos;
    return ROUND[dtype](scale * wave(p * w));
  });
  return dtype === 'float64'
    ? tensor(data, [length, dim])
    : tensor(Float32Array.from(data), [length, dim]);
}

/** Random numbers of a search, the same for the same seed. */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(list: readonly T[]): T =>
    list[Math.floor(next() * list.length)] as T;
  return { next, pick };
}
