/**
 * The schedules in the precisions `torch` and `ggml` against their definitions,
 * bit for bit: float32 operations in the order of Hugging Face, and of ggml's
 * rope_yarn.
 */

import { load, type RopeOptions } from 'posenc';
import { describe, expect, it } from 'vitest';
import { sinCos32 } from './definition.js';
import { ln, PI } from './fixed.js';
import { power32, torchPower } from './torch-power.js';
import { FLOAT32, round } from './ulp.js';

type Scaling = NonNullable<RopeOptions['scaling']>;

const f = Math.fround;
const pe = await load();

const log32 = (x: number) => round(ln(x), FLOAT32);
const PI32 = round(PI, FLOAT32);

const POSITIONS = [0, 1, 5, 4096, 131071, 1048577, -3, 0.3];

/** base^(2k/width) in float32. */
const powerOf = (base: number, k: number, width: number) =>
  torchPower(base, f((2 * k) / width), k, width / 2);

/** How ggml changes an angle: by pair, in float32. */
interface Ggml {
  readonly base: number;
  readonly between: number;
  readonly divisor: (k: number) => number;
  readonly mix: (k: number) => number;
}

const plain = (base: number): Ggml => ({
  base,
  between: 1,
  divisor: () => 1,
  mix: () => 0,
});

/** The angles of ggml_rope_cache_init and rope_yarn. */
function ggmlAngles(position: number, pairs: number, by: Ggml): number[] {
  const step = power32(by.base, f(-2 / (2 * pairs)));
  let theta = f(position);
  return Array.from({ length: pairs }, (_, k) => {
    const extrapolated = f(theta / by.divisor(k));
    const interpolated = f(by.between * extrapolated);
    const mix = by.mix(k);
    theta = f(theta * step);
    return f(f(interpolated * f(1 - mix)) + f(extrapolated * mix));
  });
}

/** ggml_rope_yarn_corr_dims and rope_yarn_ramp, times ext_factor. */
function ggmlMix(
  pairs: number,
  base: number,
  original: number,
  [fast, slow, factor]: readonly [number, number, number],
) {
  const dims = 2 * pairs;
  const dim = (turns: number) => {
    const waves = f(original / f(f(turns * 2) * PI32));
    return f(f(dims * log32(waves)) / f(2 * log32(base)));
  };
  const low = Math.max(0, Math.floor(dim(fast)));
  const high = Math.min(dims - 1, Math.ceil(dim(slow)));
  return (k: number) => {
    const y = f((k - low) / Math.max(f(0.001), high - low));
    return f(f(1 - Math.min(1, Math.max(0, y))) * factor);
  };
}

const yarn = { type: 'yarn', factor: 4, originalMaxPosition: 32768 } as const;
const gguf = Array.from({ length: 32 }, (_, k) => 1 + k / 7);

const GGML: readonly [string, number, number, Scaling, Ggml][] = [
  [
    'linear: freq_scale',
    ...([64, 10000] as const),
    { type: 'linear', factor: 3 },
    { ...plain(10000), between: f(1 / 3) },
  ],
  [
    'factors: freq_factors',
    ...([64, 500000] as const),
    { type: 'factors', factors: gguf },
    { ...plain(500000), divisor: (k) => f(gguf[k] ?? Number.NaN) },
  ],
  [
    'yarn',
    ...([128, 1e6] as const),
    { ...yarn, attentionFactor: 1 },
    {
      ...plain(1e6),
      between: f(1 / 4),
      mix: ggmlMix(64, 1e6, 32768, [32, 1, 1]),
    },
  ],
  [
    'yarn with ext_factor 0.75',
    ...([128, 1e6] as const),
    { ...yarn, extrapolationFactor: 0.75, betaFast: 16, betaSlow: 2 },
    {
      ...plain(1e6),
      between: f(1 / 4),
      mix: ggmlMix(64, 1e6, 32768, [16, 2, 0.75]),
    },
  ],
];

/** The float32 factor of cosines and sines in ggml. */
function ggmlMagnitude(attentionFactor: number, scaling: Scaling) {
  if (scaling.type !== 'yarn') return 1;
  const own = f(attentionFactor / (1 + 0.1 * Math.log(scaling.factor)));
  const between = f(1 / scaling.factor);
  return f(own * f(1 + f(f(0.1) * log32(f(1 / between)))));
}

describe.each(GGML)('ggml, %s', (_, headDim, theta, scaling, by) => {
  it('tables', () => {
    const options = { headDim, theta, scaling, precision: 'ggml' } as const;
    const rope = pe.rope(options);
    const { cos, sin } = rope.cosSin({ positions: POSITIONS });
    const magnitude = ggmlMagnitude(rope.attentionFactor, scaling);
    POSITIONS.forEach((position, row) => {
      ggmlAngles(position, headDim / 2, by).forEach((angle, k) => {
        const want = sinCos32(angle);
        const at = (row * headDim) / 2 + k;
        const where = `position ${position}, pair ${k}`;
        expect(cos.data[at], where).toBe(f(want.cos * magnitude));
        expect(sin.data[at], where).toBe(f(want.sin * magnitude));
      });
    });
  });
});

/** The frequency of a pair, and the position that it multiplies, in torch. */
interface Torch {
  readonly frequency: (k: number) => number;
  readonly position: (p: number) => number;
}

const over = (base: number, width: number, divide: (x: number) => number) => ({
  frequency: (k: number) => divide(f(1 / powerOf(base, k, width))),
  position: f,
});

const longFactor = Array.from({ length: 16 }, (_, k) => 1 + k * 2.1);

const TORCH: readonly [string, number, Scaling, Torch, number?][] = [
  ['linear', 64, { type: 'linear', factor: 3 }, over(1e4, 64, (x) => f(x / 3))],
  [
    'linear of positions',
    64,
    { type: 'linear', factor: 3, divide: 'positions' },
    { ...over(1e4, 64, f), position: (p) => f(f(p) / 3) },
  ],
  [
    'dynamic of positions',
    64,
    { type: 'dynamic', form: 'linear', maxPosition: 300 },
    { ...over(1e4, 64, f), position: (p) => f(f(p) * f(300 / 7000)) },
    7000,
  ],
  [
    'longrope',
    32,
    {
      ...{ type: 'longrope', shortFactor: longFactor, longFactor },
      ...{ originalMaxPosition: 4096, factor: 1 },
    },
    {
      frequency: (k) => f(1 / f(f(longFactor[k] ?? 0) * powerOf(1e4, k, 32))),
      position: f,
    },
  ],
];

it.each(TORCH)('torch, %s', (_, headDim, scaling, by, contextLength) => {
  const options = { headDim, scaling, contextLength } as const;
  const rope = pe.rope({ ...options, precision: 'torch' });
  const { cos, sin } = rope.cosSin({ positions: POSITIONS });
  POSITIONS.forEach((position, row) => {
    for (let k = 0; k < headDim / 2; ++k) {
      const want = sinCos32(f(by.position(position) * by.frequency(k)));
      const at = (row * headDim) / 2 + k;
      const where = `position ${position}, pair ${k}`;
      expect(cos.data[at], where).toBe(want.cos);
      expect(sin.data[at], where).toBe(want.sin);
    }
  });
});
