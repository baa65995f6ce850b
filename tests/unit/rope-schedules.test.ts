/** The schedules of a rope: published numbers, switches, and wrong options. */

import { load, type RopeOptions } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

type Scaling = NonNullable<RopeOptions['scaling']>;

const ropeOf = (headDim: number, theta: number, scaling: Scaling) =>
  pe.rope({ headDim, theta, scaling });

const llama3 = (factor: number): Scaling => ({
  type: 'llama3',
  factor,
  originalMaxPosition: 8192,
});
const yarn = (factor: number, originalMaxPosition: number) =>
  ({ type: 'yarn', factor, originalMaxPosition }) as const;

/** Frequencies of real models, computed in float64 by other programs. */
const PUBLISHED: readonly {
  name: string;
  rope: ReturnType<typeof ropeOf>;
  at: Readonly<Record<number, number>>;
}[] = [
  {
    name: 'Llama 3.1 8B',
    rope: ropeOf(128, 500000, llama3(8)),
    at: {
      28: 0.00321144599475,
      29: 0.0021665707635,
      30: 0.00137189356776,
      31: 0.00085675141292,
      32: 0.000524846160993,
      33: 0.000312693750384,
      34: 0.000178507812768,
      35: 9.55621235396e-5,
      63: 3.06892598891e-7,
    },
  },
  {
    name: 'Llama 3.2 1B',
    rope: ropeOf(64, 500000, llama3(32)),
    at: {
      15: 0.00129054792821,
      16: 0.000429556796559,
      17: 9.70828780263e-5,
      18: 1.94616381848e-5,
      31: 9.41830672543e-8,
    },
  },
  {
    name: 'gpt-oss',
    rope: ropeOf(64, 150000, { ...yarn(32, 4096), truncate: false }),
    at: {
      8: 0.0508132748155,
      9: 0.0317056961847,
      12: 0.00679495948973,
      17: 0.000129318701245,
      18: 3.83088123738e-5,
    },
  },
  {
    name: 'gpt-oss with ends that are rounded against its configuration',
    rope: ropeOf(64, 150000, yarn(32, 4096)),
    at: { 17: 2.279478e-4 },
  },
  {
    name: 'Qwen2.5 YaRN',
    rope: ropeOf(128, 1e6, yarn(4, 32768)),
    at: {
      23: 0.0069783058486,
      24: 0.00537532149079,
      30: 0.00106436098125,
      39: 6.49039432084e-5,
      40: 4.4456985251e-5,
    },
  },
  {
    name: 'DeepSeek-V3',
    rope: ropeOf(64, 10000, yarn(40, 4096)),
    at: {
      10: 0.056234132519,
      11: 0.0390069265671,
      16: 0.0055,
      22: 0.000177827941004,
      23: 3.33380358041e-5,
    },
  },
  {
    name: 'Gemma 4 global',
    rope: ropeOf(512, 1e6, { type: 'proportional', share: 0.25 }),
    at: { 1: 0.9474635256553754, 63: 0.033376246942920386, 64: 0, 255: 0 },
  },
];

describe.each(PUBLISHED)('$name', ({ rope, at }) => {
  it.each(Object.entries(at))('pair %s', (pair, want) => {
    const got = rope.frequencies[Number(pair)] ?? Number.NaN;
    const digits = String(want).replace(/e.*|^0?\.?0*|\./g, '').length;
    expect(Math.abs(got - want)).toBeLessThanOrEqual(
      want * 10 ** (1 - Math.min(digits, 15)),
    );
  });
});

it('static NTK by 8 has theta 82684.62', () => {
  const { frequencies } = ropeOf(128, 10000, { type: 'ntk', factor: 8 });
  expect((frequencies[1] ?? 0) ** -64 / 82684.62).toBeCloseTo(1, 6);
});

it.each([
  [8192, 30527.74],
  [16384, 72195.86],
])('dynamic NTK at length %i has theta %f', (contextLength, theta) => {
  const scaling = { type: 'dynamic', factor: 2, maxPosition: 4096 } as const;
  const { frequencies } = pe.rope({ headDim: 128, scaling, contextLength });
  expect((frequencies[1] ?? 0) ** -64 / theta).toBeCloseTo(1, 6);
});

describe('attention factors and scales', () => {
  const one = (scaling: Scaling, headDim = 64) => pe.rope({ headDim, scaling });

  it.each<[string, Scaling, number]>([
    ['YaRN by 32', yarn(32, 4096), 1.3465735902799727],
    ['YaRN by 4', yarn(4, 32768), 1.138629436111989],
    ['YaRN by 1', yarn(1, 4096), 1],
    ['given', { ...yarn(16, 8192), attentionFactor: 1.25 }, 1.25],
    [
      'the ratio of two mscales',
      { ...yarn(8, 4096), mscale: 1, mscaleAllDim: 0.5 },
      1.094179988101349,
    ],
    [
      'one mscale that is 0',
      { ...yarn(64, 4096), mscale: 1, mscaleAllDim: 0 },
      1.4158883083359672,
    ],
    ['one mscale alone', { ...yarn(4, 4096), mscale: 3 }, 1.138629436111989],
    ['TeleChat', { ...yarn(4, 4096), slope: 0.07 }, 1 + 0.07 * Math.log(4)],
    [
      "llama.cpp's factor",
      { ...yarn(32, 4096), magnitude: 0.9 },
      1.2119162312519756,
    ],
    [
      'a given one beside it',
      { ...yarn(32, 4096), magnitude: 0.9, attentionFactor: 1.5 },
      1.5,
    ],
    ['llama3', llama3(8), 1],
  ])('%s', (_, scaling, want) => {
    expect(one(scaling).attentionFactor).toBeCloseTo(want, 14);
  });

  it("DeepSeek's multiplier acts on the softmax alone", () => {
    const v3 = one({ ...yarn(40, 4096), mscale: 1, mscaleAllDim: 1 }, 192);
    expect(v3.attentionFactor).toBe(1);
    expect(v3.softmaxScale).toBeCloseTo(0.1352337788608801, 15);
    expect(v3.scoreFactor).toBe(v3.softmaxScale);
    // biome-ignore lint/suspicious/noApproximativeNumericConstant: the model's.
    const some = 0.707;
    const lite = { mscale: some, mscaleAllDim: some };
    const v2 = one({ ...yarn(40, 4096), ...lite }, 192);
    expect(v2.softmaxScale * Math.sqrt(192)).toBeCloseTo(1.589626165, 9);
  });

  it('the factor of the scores holds the attention factor twice', () => {
    const { attentionFactor, softmaxScale, scoreFactor } = one(yarn(32, 4096));
    expect(softmaxScale).toBe(0.125);
    expect(scoreFactor).toBe(softmaxScale * attentionFactor * attentionFactor);
    expect(scoreFactor).toBeCloseTo(0.22665755425493697, 15);
  });

  it('the tables contain the attention factor', () => {
    const rope = one({ ...yarn(32, 4096), attentionFactor: 2 });
    expect(rope.cosSin({ length: 1 }).cos.data[0]).toBe(2);
    expect(rope.cosSin({ positions: [0.5] }).sin.data[0]).toBe(
      Math.fround(2 * Math.sin(0.5)),
    );
  });
});

describe('LongRoPE', () => {
  const lists = { shortFactor: [1, 2], longFactor: [4, 8] };
  const longrope = (more: object): Scaling => ({
    type: 'longrope',
    ...lists,
    originalMaxPosition: 4096,
    ...more,
  });
  const rope = (more: object) =>
    pe.rope({ headDim: 4, scaling: longrope(more) });

  it('changes its divisors just beyond the original length', () => {
    const phi = rope({ maxPosition: 131072 });
    const short = [1, 0.005];
    const long = [0.25, 0.00125];
    expect(Array.from(phi.frequencies)).toEqual(short);
    expect(Array.from(phi.at(4096).frequencies)).toEqual(short);
    expect(Array.from(phi.at(4097).frequencies)).toEqual(long);
    expect(Array.from(phi.at(4097).at(1).frequencies)).toEqual(short);
    expect(phi.at(4097).contextLength).toBe(4097);
  });

  it.each([
    [{ maxPosition: 131072 }, 1.1902380714238083],
    [{ factor: 32 }, 1.1902380714238083],
    [{ factor: 1 }, 1],
    [{ maxPosition: 2048 }, 1],
    [{ factor: 4, attentionFactor: 1.5 }, 1.5],
    [{ factor: 8, magnitude: 'yarn' }, 1.2079441541679836],
    [{ factor: 8, shortMscale: 1.1 }, 1.1],
  ])('%o has the attention factor %f', (more, want) => {
    expect(rope(more).attentionFactor).toBeCloseTo(want, 14);
  });

  it('has an attention factor for each list', () => {
    const both = rope({ shortMscale: 1.25, longMscale: 1.5 });
    expect(both.attentionFactor).toBe(1.25);
    expect(both.at(5000).attentionFactor).toBe(1.5);
  });
});

describe('llama3 whose limits are the same, as of Llama 4 Scout', () => {
  it.each(['exact', 'torch', 'ggml'] as const)('%s', (precision) => {
    const limits = { lowFreqFactor: 1, highFreqFactor: 1 };
    const options = { headDim: 128, theta: 500000, precision };
    const scaling = { ...llama3(16), ...limits };
    const { frequencies } = pe.rope({ ...options, scaling });
    const plain = pe.rope(options).frequencies;
    plain.forEach((frequency, pair) => {
      const whole = (8192 * frequency) / (2 * Math.PI) >= 1;
      const ratio = Number(frequencies[pair]) / frequency;
      expect(ratio).toBeCloseTo(whole ? 1 : 1 / 16, 6);
    });
  });
});

describe('what changes nothing', () => {
  const plain = pe.rope({ headDim: 64 });

  it.each<[string, RopeOptions['scaling'], number?]>([
    ['default', { type: 'default' }],
    ['linear by 1', { type: 'linear', factor: 1 }],
    ['NTK by 1', { type: 'ntk', factor: 1 }],
    ['NTK by 1, fixed', { type: 'ntk', factor: 1, form: 'fixed' }],
    ['NTK by 1, mixed', { type: 'ntk', factor: 1, form: 'mixed' }],
    ['NTK-by-parts by 1', { ...yarn(1, 4096), type: 'ntkByParts' }],
    ['llama3 by 1', llama3(1)],
    ['all pairs', { type: 'proportional' }],
    ['divisors of 1', { type: 'factors', factors: Array(32).fill(1) }],
    [
      'dynamic without a length',
      { type: 'dynamic', factor: 4, maxPosition: 99 },
    ],
    [
      'dynamic up to its length',
      { type: 'dynamic', factor: 4, maxPosition: 99 },
      99,
    ],
    [
      'linear dynamic up to its length',
      { type: 'dynamic', form: 'linear', maxPosition: 99 },
      98,
    ],
  ])('%s', (_, scaling, contextLength) => {
    const options = { headDim: 64, scaling, contextLength };
    for (const precision of ['exact', 'torch', 'ggml'] as const) {
      const rope = pe.rope({ ...options, precision });
      const same = pe.rope({ headDim: 64, precision });
      expect(rope.cosSin({ length: 300, start: 5000 })).toEqual(
        same.cosSin({ length: 300, start: 5000 }),
      );
    }
    expect(pe.rope(options).attentionFactor).toBe(plain.attentionFactor);
  });

  it('YaRN by 1, but for the roundings of float32', () => {
    const yarned = pe.rope({ headDim: 64, scaling: yarn(1, 4096) });
    expect(yarned.frequencies).toEqual(plain.frequencies);
    expect(yarned.attentionFactor).toBe(1);
    for (const precision of ['torch', 'ggml'] as const) {
      const rope = pe.rope({ headDim: 64, scaling: yarn(1, 4096), precision });
      const same = pe.rope({ headDim: 64, precision }).frequencies;
      rope.frequencies.forEach((frequency, k) => {
        expect(Math.abs(frequency / (same[k] ?? 0) - 1)).toBeLessThan(2 ** -22);
      });
    }
  });

  it('is a length for a schedule that does not depend on it', () => {
    const rope = pe.rope({ headDim: 64, scaling: llama3(8) });
    expect(rope.at(1e6).frequencies).toEqual(rope.frequencies);
  });
});

it('pairs of frequency 0 are not turned', () => {
  const scaling = { type: 'proportional', share: 0.5 } as const;
  for (const precision of ['exact', 'torch', 'ggml'] as const) {
    const rope = pe.rope({ headDim: 8, scaling, precision });
    const x = Float32Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
    const out = rope.rotate(x, { heads: 1, start: 12345 }).data;
    expect([2, 3, 6, 7].map((i) => out[i])).toEqual([3, 4, 7, 8]);
    expect(out[0]).not.toBe(1);
  }
});

describe('given frequencies', () => {
  const frequencies = [1, 0.3, 0];

  it.each(['exact', 'torch', 'ggml'] as const)('%s', (precision) => {
    const rope = pe.rope({ headDim: 6, frequencies, precision });
    const { sin } = rope.cosSin({ positions: [7] });
    frequencies.forEach((frequency, k) => {
      const rounded = Math.fround(frequency);
      const used = precision === 'exact' ? frequency : rounded;
      // ggml divides by a rounded reciprocal.
      expect(rope.frequencies[k]).toBeCloseTo(used, 7);
      expect(sin.data[k]).toBeCloseTo(Math.sin(7 * used), 6);
    });
  });
});

describe('wrong options', () => {
  const longrope = {
    type: 'longrope',
    shortFactor: [1, 2],
    longFactor: [4, 8],
    originalMaxPosition: 4096,
    maxPosition: 8192,
  } as const;

  it.each<[string, object, string, string]>([
    [
      'an odd width',
      { headDim: 63 },
      'headDim',
      'must be an even integer ≥ 2, got 63',
    ],
    [
      'an unknown type',
      { scaling: { type: 'yarm' } },
      'scaling.type',
      'got "yarm"; did you mean "yarn"?',
    ],
    [
      'a factor below one',
      { scaling: { ...yarn(0.5, 64) } },
      'scaling.factor',
      'must be a finite number ≥ 1, got 0.5',
    ],
    [
      'no original length',
      { scaling: { type: 'yarn', factor: 4 } },
      'scaling.originalMaxPosition',
      'is required, an integer ≥ 2',
    ],
    [
      'betas in the wrong order',
      { scaling: { ...yarn(4, 64), betaFast: 1, betaSlow: 32 } },
      'scaling.betaFast',
      'must be a finite number ≥ betaSlow = 32, got 1',
    ],
    [
      'a base without logarithm',
      { theta: 1, scaling: yarn(4, 64) },
      'theta',
      'must be a finite number > 1 for scaling.type "yarn", got 1',
    ],
    [
      'llama3 factors in the wrong order',
      { scaling: { ...llama3(8), lowFreqFactor: 5 } },
      'scaling.highFreqFactor',
      'must be a finite number ≥ lowFreqFactor = 5, got 4',
    ],
    [
      'too few short divisors',
      { scaling: { ...longrope, shortFactor: [1] } },
      'scaling.shortFactor',
      'must be a list of 2 numbers, one for each pair, got a list of 1',
    ],
    [
      'too many long divisors',
      { scaling: { ...longrope, longFactor: [1, 2, 3] } },
      'scaling.longFactor',
      'must be a list of 2 numbers, one for each pair, got a list of 3',
    ],
    [
      'a divisor of 0',
      { scaling: { ...longrope, longFactor: [1, 0] } },
      'scaling.longFactor[1]',
      'must be a finite number',
    ],
    [
      'a factor and a length',
      { scaling: { ...longrope, factor: 2 } },
      'scaling.factor',
      'scaling.maxPosition exclude each other',
    ],
    [
      'neither factor nor length',
      { scaling: { ...longrope, maxPosition: undefined } },
      'scaling.maxPosition',
      'is required, an integer ≥ 1, unless scaling.factor',
    ],
    [
      'divisors of a file of another width',
      { scaling: { type: 'factors', factors: [1, 2, 3] } },
      'scaling.factors',
      'must be a list of 2 numbers, one for each pair, got a list of 3',
    ],
    [
      'dynamic without a length',
      { scaling: { type: 'dynamic', factor: 2 } },
      'scaling.maxPosition',
      'is required, an integer ≥ 1, for the form "ntk"',
    ],
    [
      'a key of the configuration',
      { scaling: { type: 'linear', factor: 2, rope_theta: 1 } },
      'scaling.rope_theta',
      'there is no option "rope_theta" in scaling',
    ],
    [
      'given frequencies and theta',
      { theta: 10000, frequencies: [1, 2] },
      'frequencies',
      'frequencies and theta exclude each other',
    ],
    [
      'given frequencies of another width',
      { frequencies: [1] },
      'frequencies',
      'must be a list of 2 numbers, one for each pair, got a list of 1',
    ],
    [
      'a base that float32 cannot hold',
      {
        ...{ theta: 2 ** 126, precision: 'torch' },
        scaling: { type: 'ntk', factor: 4 },
      },
      'scaling.factor',
      'must be such that the base it gives is at most 2^126, got 4',
    ],
    [
      'no context',
      { contextLength: 0 },
      'contextLength',
      'must be an integer ≥ 1, got 0',
    ],
  ])('%s', (_, options, param, words) => {
    const error = thrown(() =>
      pe.rope({ headDim: 4, ...options } as RopeOptions),
    );
    expect(error).toMatchObject({ param });
    expect(error.message).toMatch(/^rope: /);
    expect(error.message).toContain(words);
  });

  it('a position at which a frequency above 1 leaves float64', () => {
    const rope = pe.rope({ headDim: 2, frequencies: [1024] });
    const far = { positions: [2 ** 45] };
    expect(thrown(() => rope.cosSin(far)).message).toMatch(
      /^rope.cosSin: positions\[0\] must be at most 8796093022208 from zero/,
    );
    const x = new Float32Array(2);
    expect(thrown(() => rope.rotate(x, { heads: 1, ...far })).message).toMatch(
      /^rope.rotate: positions\[0\] must be at most 8796093022208 from zero/,
    );
  });

  it('a length that is none', () => {
    expect(thrown(() => pe.rope({ headDim: 4 }).at(2.5)).message).toBe(
      'rope.at: contextLength must be an integer ≥ 1, got 2.5',
    );
  });
});
