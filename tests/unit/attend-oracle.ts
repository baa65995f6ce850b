/**
 * Attention whose queries and keys are normalised, or made of what was turned,
 * from its formulas: number by number, in float64.
 */

import { noise } from '../support/noise.mjs';

export const [ROWS, HEADS, KEY_HEADS, DIM] = [5, 4, 2, 6] as const;
export const VALUE_DIM = 3;

export type Numbers = readonly number[];

/** What is computed from, by the names of options. */
export type Given = Readonly<Record<string, Numbers>>;

/** How queries and keys are normalised and turned. */
export interface How {
  readonly norm?: 'rms' | 'layer' | 'length';
  readonly normEpsilon?: number;
  readonly normOffset?: number;
  readonly normTurned?: boolean;
  readonly scale?: number;
  /** What numbers are normalised together. */
  readonly over?: 'head' | 'width';
  /** Base of the angles; nothing turns without it. */
  readonly theta?: number;
  readonly rotaryOf?: 'embeddings';
  readonly causal?: boolean;
}

const list = (count: number, of: (n: number) => number): number[] =>
  Array.from({ length: count }, (_, n) => of(n));
const sum = (of: Numbers) => of.reduce((total, x) => total + x, 0);

/** Numbers that float32 holds. */
export const made = (count: number, seed: number): number[] =>
  Array.from(noise(count, seed));

export const inputs = () => ({
  q: made(ROWS * HEADS * DIM, 1),
  k: made(ROWS * KEY_HEADS * DIM, 2),
  v: made(ROWS * KEY_HEADS * VALUE_DIM, 3),
});

/** One group of numbers, normalised. */
function normalised(x: Numbers, { norm, normEpsilon = 0 }: How): number[] {
  const mean = norm === 'layer' ? sum(x) / x.length : 0;
  const away = x.map((one) => one - mean);
  const squares = sum(away.map((one) => one * one));
  const divisor =
    norm === 'length'
      ? Math.max(Math.sqrt(squares), normEpsilon)
      : Math.sqrt(squares / x.length + normEpsilon);
  return away.map((one) => one / divisor);
}

/** Rows of heads, normalised with factors and summands. */
function normAll(
  x: Numbers,
  heads: number,
  how: How,
  weight: Numbers | undefined,
  bias: Numbers | undefined,
): number[] {
  if (!how.norm) return [...x];
  const width = how.over === 'width' ? heads * DIM : DIM;
  const y = list(x.length / width, (n) => n).flatMap((n) =>
    normalised(x.slice(n * width, (n + 1) * width), how),
  );
  const { normOffset = 0 } = how;
  return y.map((one, n) => {
    const factor = weight && (weight[n % weight.length] as number) + normOffset;
    return one * (factor ?? 1) + (bias?.[n % bias.length] ?? 0);
  });
}

/** Rows of heads, turned by their positions, in halves. */
function rotateAll(x: Numbers, heads: number, theta: number | undefined) {
  if (theta === undefined) return [...x];
  const half = DIM / 2;
  return x.map((one, n) => {
    const c = n % DIM;
    const angle = Math.floor(n / (heads * DIM)) * theta ** (-(c % half) / half);
    const other = c < half ? -(x[n + half] ?? 0) : (x[n - half] ?? 0);
    return one * Math.cos(angle) + other * Math.sin(angle);
  });
}

/** Rows times a weight [out, width of a row]. */
function linear(x: Numbers, weight: Numbers, dim: number): number[] {
  const out = weight.length / dim;
  return list((x.length / dim) * out, (n) => {
    const [row, to] = [Math.floor(n / out) * dim, (n % out) * dim];
    return sum(list(dim, (c) => (x[row + c] ?? 0) * (weight[to + c] ?? 0)));
  });
}

/** Scores [heads, queries, keys] and the output [queries, heads, valueDim]. */
export function attend(given: Given, how: How) {
  const { x, logitScale } = given;
  const dim = (x?.length ?? 0) / ROWS;
  const early = how.rotaryOf === 'embeddings';
  const turned = x && (early ? rotateAll(x, dim / DIM, how.theta) : x);
  const part = (name: string, word: string, of = turned) =>
    of ? linear(of, given[`${word}Weight`] ?? [], dim) : (given[name] ?? []);
  const brought = (name: 'q' | 'k', word: string, heads: number) => {
    const [weight, bias] = [given[`${word}Norm`], given[`${word}NormBias`]];
    const norm = (of: Numbers) => normAll(of, heads, how, weight, bias);
    const turn = (of: Numbers) =>
      early ? [...of] : rotateAll(of, heads, how.theta);
    const own = part(name, word);
    return how.normTurned ? norm(turn(own)) : turn(norm(own));
  };
  const q = brought('q', 'query', HEADS);
  const k = brought('k', 'key', KEY_HEADS);
  const v = part('v', 'value', x);
  const { scale = 1 / Math.sqrt(DIM) } = how;
  const scores: number[] = [];
  const output = list(ROWS * HEADS * VALUE_DIM, () => 0);
  for (let h = 0; h < HEADS; ++h) {
    const factor = logitScale
      ? Math.exp(Math.min(logitScale[h] ?? 0, Math.log(100)))
      : scale;
    const own = Math.floor((h * KEY_HEADS) / HEADS);
    for (let i = 0; i < ROWS; ++i) {
      const line = list(ROWS, (j) => {
        if (how.causal && j > i) return -Infinity;
        const [a, b] = [(i * HEADS + h) * DIM, (j * KEY_HEADS + own) * DIM];
        const dot = sum(list(DIM, (c) => (q[a + c] ?? 0) * (k[b + c] ?? 0)));
        return factor * dot;
      });
      scores.push(...line);
      const powers = line.map((one) => Math.exp(one - Math.max(...line)));
      const all = sum(powers);
      for (let c = 0; c < VALUE_DIM; ++c) {
        output[(i * HEADS + h) * VALUE_DIM + c] = sum(
          powers.map(
            (power, j) =>
              (power / all) * (v[(j * KEY_HEADS + own) * VALUE_DIM + c] ?? 0),
          ),
        );
      }
    }
  }
  return { scores, output };
}

/** The gradient of the sum of output · upstream by an input, by differences. */
export function slopes(given: Given, how: How, name: string, up: Numbers) {
  const loss = (x: Numbers) => {
    const { output } = attend({ ...given, [name]: x }, how);
    return sum(output.map((one, n) => one * (up[n] ?? 0)));
  };
  const step = 2 ** -16;
  const x = given[name] ?? [];
  return x.map((_, n) => {
    const moved = (by: number) => x.map((one, m) => one + (m === n ? by : 0));
    return (loss(moved(step)) - loss(moved(-step))) / (2 * step);
  });
}
