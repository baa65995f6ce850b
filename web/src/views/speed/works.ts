// What is measured: works of the package, the same in plain JavaScript, and the
// simplest loop over as many bytes.

import type { Attention } from 'posenc/attention';
import { uniform } from '../../figures/words/words.js';

export const workNames = ['table', 'rotation', 'attention'] as const;
export type WorkName = (typeof workNames)[number];

/** What each of them computes, and what its yardstick does. */
export const workWords: Readonly<
  Record<WorkName, { readonly title: string; readonly yardstick: string }>
> = {
  table: {
    title: 'Sinusoidal table, 2048 \u00d7 512',
    yardstick: 'filling an array of its size',
  },
  rotation: {
    title: 'Rotation of 8 heads, 512 \u00d7 64',
    yardstick: 'copying the heads',
  },
  attention: {
    title: 'Scores and weights, 256 \u00d7 256 \u00d7 64',
    yardstick: 'copying queries, keys, scores and weights',
  },
};

/** The ways of doing a work; each run does the whole of it. */
export interface Work {
  readonly posenc: () => void;
  readonly plain: () => void;
  readonly yardstick: () => void;
  /** What the last runs of both gave, to be compared. */
  results(): readonly [posenc: ArrayLike<number>, plain: ArrayLike<number>];
}

export const contestants = ['posenc', 'plain', 'yardstick'] as const;
export type Contestant = (typeof contestants)[number];

/** The speeds of a geometric spacing from 1 down to nearly 1/10000. */
const speedsOf = (dim: number): Float64Array =>
  Float64Array.from({ length: dim / 2 }, (_, k) => 10000 ** ((-2 * k) / dim));

/** A sine and a cosine for each pair of each row. */
export function plainTable(table: Float32Array, dim: number): void {
  const speeds = speedsOf(dim);
  const rows = table.length / dim;
  for (let p = 0, i = 0; p < rows; p++) {
    for (let k = 0; k < dim / 2; k++) {
      const angle = p * (speeds[k] as number);
      table[i++] = Math.sin(angle);
      table[i++] = Math.cos(angle);
    }
  }
}

interface Turning {
  readonly from: Float32Array;
  readonly to: Float32Array;
  /** Cosines and sines, [rows, width / 2]. */
  readonly cos: Float32Array;
  readonly sin: Float32Array;
  readonly width: number;
}

/** Turns heads by tables that were computed before. */
export function plainRotation({ from, to, cos, sin, width }: Turning): void {
  const half = width / 2;
  const rows = cos.length / half;
  const heads = from.length / rows / width;
  for (let head = 0, i = 0; head < heads; head++) {
    for (let row = 0; row < rows; row++, i += width) {
      for (let k = 0; k < half; k++) {
        const c = cos[row * half + k] as number;
        const s = sin[row * half + k] as number;
        const a = from[i + k] as number;
        const b = from[i + half + k] as number;
        to[i + k] = a * c - b * s;
        to[i + half + k] = b * c + a * s;
      }
    }
  }
}

interface Attending {
  readonly q: Float32Array;
  readonly k: Float32Array;
  readonly scores: Float32Array;
  readonly weights: Float32Array;
  readonly width: number;
}

/** The scores of every query and key, and their softmax by rows. */
export function plainAttention({ q, k, scores, weights, width }: Attending) {
  const [queries, keys] = [q.length / width, k.length / width];
  const scale = 1 / Math.sqrt(width);
  for (let i = 0; i < queries; i++) {
    let most = -Infinity;
    for (let j = 0; j < keys; j++) {
      let sum = 0;
      for (let c = 0; c < width; c++) {
        sum += (q[i * width + c] as number) * (k[j * width + c] as number);
      }
      const score = scale * sum;
      scores[i * keys + j] = score;
      if (score > most) most = score;
    }
    let all = 0;
    for (let j = 0; j < keys; j++) {
      const weight = Math.exp((scores[i * keys + j] as number) - most);
      weights[i * keys + j] = weight;
      all += weight;
    }
    for (let j = 0; j < keys; j++) {
      weights[i * keys + j] = (weights[i * keys + j] as number) / all;
    }
  }
}

/** Numbers from -1 to 1, the same each time. */
function numbers(count: number, seed: number): Float32Array {
  const next = uniform(seed);
  return Float32Array.from({ length: count }, () => 2 * next() - 1);
}

function tableWork(pe: Attention): Work {
  const [length, dim] = [2048, 512];
  const [out, own] = [length, length].map(
    (rows) => new Float32Array(rows * dim),
  ) as [Float32Array, Float32Array];
  const filled = new Float32Array(length * dim);
  let turn = 0;
  return {
    posenc: () => void pe.sinusoidal({ length, dim, out }),
    plain: () => plainTable(own, dim),
    yardstick: () => {
      turn += 1;
      filled.fill(turn);
    },
    results: () => [out, own],
  };
}

function rotationWork(pe: Attention): Work {
  const [heads, rows, width] = [8, 512, 64];
  const rope = pe.rope({ headDim: width });
  const from = numbers(heads * rows * width, 1);
  const [out, to, copied] = [1, 2, 3].map(
    () => new Float32Array(from.length),
  ) as [Float32Array, Float32Array, Float32Array];
  const { cos, sin } = rope.cosSin({ length: rows });
  const turning = { from, to, cos: cos.data, sin: sin.data, width };
  return {
    posenc: () => void rope.rotate(from, { heads, headsFirst: true, out }),
    plain: () => plainRotation(turning),
    yardstick: () => copied.set(from),
    results: () => [out, to],
  };
}

function attentionWork(pe: Attention): Work {
  const [rows, width] = [256, 64];
  const [q, k] = [numbers(rows * width, 1), numbers(rows * width, 2)];
  const scores = new Float32Array(rows * rows);
  const weights = new Float32Array(rows * rows);
  const copies = [q, k, scores, weights].map((one) => one.slice());
  let last: ArrayLike<number> = [];
  return {
    posenc: () => {
      last = pe.attention({ q, k, heads: 1, headDim: width }).weights.data;
    },
    plain: () => plainAttention({ q, k, scores, weights, width }),
    yardstick: () => {
      for (const [i, one] of [q, k, scores, weights].entries()) {
        copies[i]?.set(one);
      }
    },
    results: () => [last, weights],
  };
}

const makers: Readonly<Record<WorkName, (pe: Attention) => Work>> = {
  table: tableWork,
  rotation: rotationWork,
  attention: attentionWork,
};

/** The arrays of a work, and what runs on them. */
export const makeWork = (pe: Attention, name: WorkName): Work =>
  makers[name](pe);
