/**
 * The stated accuracy of ropes whose cosines and sines have a factor A, which
 * is a real number of a schedule or a float64 of the caller, against the oracle.
 *
 * | what | precision exact, |position| <= 2^31 | bound |
 * |---|---|---|
 * | cosSin | float32, float16, bfloat16 | 0.5001 ulp |
 * |  | float64 | 1 ulp |
 * | cosSin with a decay | float64 | 5 ulp |
 * | attentionFactor | float64 | 2.5 ulp |
 * | rotate | float32 | 1.0001 ulp(float32) of A (|a| + |b|); 1.75 if A is 1 |
 * |  | float16, bfloat16 | that, and 0.5001 ulp of the result |
 * | scoreByDistance | float64 | A² P 2^-51 |
 */

import { load } from 'posenc';
import { expect, it } from 'vitest';
import { ulp32 } from '../golden/compare.mjs';
import { times } from '../support/sample.mjs';
import { sinCosAt } from './definition.js';
import { abs, BITS, div, exp, fromNumber, ln, mul, ONE } from './fixed.js';
import { FRACTIONS, nearQuarterTurns } from './positions.js';
import { Random } from './random.js';
import {
  attentionFactor,
  type Scaling,
  type Spec,
  scaledFrequency,
} from './schedules.js';
import { round, ulpError } from './ulp.js';
import { DTYPES, type DType, FORMATS, valueAt, Worst } from './worst.js';

const pe = await load();
const random = Random.today('factors');

/** A number that may have any digits, or few. */
const about = (x: number) => random.of([x, x * (0.5 + random.next())]);

/** Factors of YaRN and LongRoPE, from all their sources. */
const SCALINGS: Readonly<Record<string, (pairs: number) => Scaling>> = {
  'yarn by its factor': () => ({ ...yarn(), slope: about(0.1) }),
  'yarn by magnitude': () => ({ ...yarn(), magnitude: about(0.9) }),
  'yarn by a ratio': () => ({
    ...yarn(),
    ...{ mscale: about(0.7), mscaleAllDim: about(1) },
  }),
  'yarn, given': () => ({
    ...yarn(),
    attentionFactor: random.of([1.25, 3.7, 0.3, about(1.3), about(60)]),
  }),
  'longrope, su': (pairs) => ({ ...longrope(pairs), factor: about(32) }),
  'longrope, yarn': (pairs) => ({
    ...longrope(pairs),
    ...{ factor: about(32), magnitude: 'yarn' },
  }),
  'longrope by lengths': (pairs) => ({
    ...longrope(pairs),
    maxPosition: random.integer(4096, 2 ** 20),
  }),
  'longrope, given': (pairs) => ({
    ...longrope(pairs),
    ...{ shortMscale: about(1.1), longMscale: about(1.19) },
  }),
  resolution: () => ({ ...resolution(), basePatches: random.integer(48, 90) }),
  'resolution, ntk, which has none': () => ({ ...resolution(), form: 'ntk' }),
  'llama3, which has none': () => ({
    ...{ type: 'llama3', factor: about(8), originalMaxPosition: 8192 },
  }),
};

const yarn = () => ({
  type: 'yarn' as const,
  factor: random.of([2, 4, 32, 1.5, about(40), 1]),
  originalMaxPosition: random.of([2048, 4096, 32768]),
  truncate: random.of([true, false]),
});

const resolution = () => ({
  type: 'resolution' as const,
  patches: [random.integer(40, 700)],
  basePatches: 64,
  ...(random.next() < 0.7 && { time: 0.01 + 0.99 * random.next() }),
});

const longrope = (pairs: number) => {
  const list = (most: number) =>
    Array.from({ length: pairs }, () => 1 + random.next() * most);
  const lists = { shortFactor: list(3), longFactor: list(64) };
  return { type: 'longrope' as const, ...lists, originalMaxPosition: 4096 };
};

/** A rope, what it is to compute, and some of its pairs. */
function drawn(draw: (pairs: number) => Scaling) {
  const rotaryDim = 2 * random.integer(4, 40);
  const pairs = rotaryDim / 2;
  const spec: Spec = {
    theta: random.of([10000, 500000, 1.3, about(1e6)]),
    rotaryDim,
    scaling: draw(pairs),
    contextLength: random.of([1000, 100000]),
  };
  const some = [...new Set([0, 1, pairs >> 1, pairs - 1])];
  const frequencies = some.map((k) => scaledFrequency(spec, k));
  const positions = [
    ...[0, 1, 257, 65537, -300, random.integer(0, 2 ** 31)],
    ...[random.next() * 1e5, random.of(FRACTIONS) % 2 ** 31],
    ...nearQuarterTurns(frequencies[1] ?? ONE, 2 ** 31).slice(-2),
  ];
  const factor = attentionFactor(spec);
  return { spec, pairs, some, frequencies, positions, factor };
}

const text = (spec: Spec) =>
  JSON.stringify(spec, (_, value) =>
    Array.isArray(value) ? `${value.length} numbers` : value,
  );

const titled = Object.entries(SCALINGS);

it.each(titled)('cosines and sines: %s', (_, draw) => {
  for (let i = 0; i < times(4, 60); ++i) {
    const { spec, pairs, some, frequencies, positions, factor } = drawn(draw);
    const { rotaryDim, ...options } = spec;
    const rope = pe.rope({ headDim: rotaryDim, ...options });
    const reported = new Worst(FORMATS.float64);
    reported.add(rope.attentionFactor, factor, () => text(spec));
    // Five float64 operations in the order of Hugging Face.
    reported.expectWithin(2.5);
    for (const dtype of DTYPES) {
      const tables = rope.cosSin({ positions, dtype });
      const worst = new Worst(FORMATS[dtype]);
      positions.forEach((position, row) => {
        some.forEach((k, i) => {
          const values = sinCosAt(position, frequencies[i] ?? 0n);
          for (const wave of ['sin', 'cos'] as const) {
            const got = valueAt(tables[wave], row * pairs + k);
            const want = mul(values[wave], factor);
            worst.add(got, want, () => `${position}, ${k} of ${text(spec)}`);
          }
        });
      });
      worst.expectWithin(dtype === 'float64' ? 1 : 0.5001);
    }
  }
});

it.each(titled)('caches have the same bits: %s', (_, draw) => {
  const { spec, positions } = drawn(draw);
  const { rotaryDim, ...options } = spec;
  const rope = pe.rope({ headDim: rotaryDim, ...options });
  for (const dtype of DTYPES) {
    const { cos, sin } = rope.cosSin({ positions, dtype });
    const { cos: c, sin: s } = rope.cache({ cache: 'ort', positions, dtype });
    expect(c.data).toEqual(cos.data);
    expect(s.data).toEqual(sin.data);
    const { cache } = rope.cache({ cache: 'pairs', positions, dtype });
    cos.data.forEach((value, i) => {
      expect(cache.data[2 * i]).toBe(value);
      expect(cache.data[2 * i + 1]).toBe(sin.data[i]);
    });
  }
});

const TURNED = DTYPES.filter((dtype) => dtype !== 'float64') as Exclude<
  DType,
  'float64'
>[];

/** A fixed-point number that is small enough, as a Number. */
const toNumber = (x: bigint) => Number(x >> (BITS - 200n)) / 2 ** 200;

it.each(titled)('rotations: %s', (_, draw) => {
  for (let i = 0; i < times(2, 30); ++i) {
    const { spec, pairs, some, frequencies, positions, factor } = drawn(draw);
    const { rotaryDim, ...options } = spec;
    const layout = random.of(['half', 'interleaved'] as const);
    const rope = pe.rope({ headDim: rotaryDim, layout, ...options });
    const size = toNumber(factor);
    // Float32 arithmetic, where there is no factor.
    const bound = factor === ONE ? 1.75 : 1.0001;
    for (const dtype of TURNED) {
      const numbers = random
        .float32(positions.length * rotaryDim)
        .map((x) => x * 2 ** random.integer(-4, 4));
      const data =
        dtype === 'float32'
          ? numbers
          : Uint16Array.from(numbers, (x) => bitsOf(x, dtype));
      const shape = [positions.length, 1, rotaryDim];
      const x = { data, shape, dtype } as never;
      for (const inverse of [false, true]) {
        const turn = { positions, inverse };
        const turned = rope.rotate(x, turn);
        const copy = { ...(x as object), data: data.slice() } as never;
        rope.rotate(copy, { ...turn, out: copy });
        expect((copy as { data: typeof data }).data).toEqual(turned.data);
        const read = { data, dtype };
        positions.forEach((position, row) => {
          some.forEach((k, i) => {
            const { sin, cos } = sinCosAt(position, frequencies[i] ?? 0n);
            const s = inverse ? -sin : sin;
            const [first, second] =
              layout === 'half' ? [k, k + pairs] : [2 * k, 2 * k + 1];
            const [m, n] = [row * rotaryDim + first, row * rotaryDim + second];
            const [a, b] = [valueAt(read, m), valueAt(read, n)];
            const [p, q] = [fromNumber(a), fromNumber(b)];
            const unit = ulp32(size * (Math.abs(a) + Math.abs(b)));
            for (const [at, want] of [
              [m, mul(factor, mul(p, cos) - mul(q, s))],
              [n, mul(factor, mul(q, cos) + mul(p, s))],
            ] as const) {
              const got = valueAt(turned as never, at);
              const error = toNumber(abs(fromNumber(got) - want)) / unit;
              const last =
                dtype === 'float32' ? 0 : (0.5001 * ulpOf(got, dtype)) / unit;
              expect(error, text(spec)).toBeLessThanOrEqual(bound + last);
            }
          });
        });
      }
    }
  }
});

/** The unit in the last place of a 16-bit number. */
function ulpOf(x: number, dtype: DType): number {
  const step = FORMATS[dtype].fraction;
  const exponent = Math.max(
    x === 0 ? -1000 : Math.floor(Math.log2(Math.abs(x))),
    FORMATS[dtype].minExponent,
  );
  return 2 ** (exponent - step);
}

/** The bits of a number rounded to a 16-bit type. */
function bitsOf(x: number, dtype: DType): number {
  const format = FORMATS[dtype];
  const value = Math.abs(round(fromNumber(x), format));
  const sign = x < 0 ? 0x8000 : 0;
  if (value === 0) return sign;
  const exponent = Math.max(Math.floor(Math.log2(value)), format.minExponent);
  const fraction = value / 2 ** (exponent - format.fraction);
  const normal = fraction >= 2 ** format.fraction;
  const field = normal ? exponent - format.minExponent + 1 : 0;
  const rest = normal ? fraction - 2 ** format.fraction : fraction;
  return sign | ((field << format.fraction) + rest);
}

it('rebase multiplies by the quotient of two factors', () => {
  const scaling = {
    type: 'yarn',
    factor: 4,
    originalMaxPosition: 32768,
  } as const;
  const from = { theta: 10000, rotaryDim: 16, scaling };
  const to = {
    theta: 500000,
    rotaryDim: 16,
    scaling: { ...scaling, factor: 9 },
  };
  const ropes = [from, to].map(({ rotaryDim, ...options }) =>
    pe.rope({ headDim: rotaryDim, ...options }),
  ) as [ReturnType<typeof pe.rope>, ReturnType<typeof pe.rope>];
  const quotient = div(attentionFactor(to), attentionFactor(from));
  const positions = [0, 5, 1000, 131071];
  const x = random.float32(positions.length * 16);
  const { data } = ropes[0].rebase(x, { heads: 1, positions, to: ropes[1] });
  positions.forEach((position, row) => {
    for (let k = 0; k < 8; ++k) {
      const by = scaledFrequency(to, k) - scaledFrequency(from, k);
      const { sin, cos } = sinCosAt(position, by);
      const at = row * 16 + k;
      const [a, b] = [x[at] ?? 0, x[at + 8] ?? 0];
      const unit = ulp32(toNumber(quotient) * (Math.abs(a) + Math.abs(b)));
      const want = mul(
        quotient,
        mul(fromNumber(a), cos) - mul(fromNumber(b), sin),
      );
      const got = fromNumber(data[at] ?? Number.NaN);
      expect(toNumber(abs(got - want)) / unit).toBeLessThanOrEqual(1.0001);
    }
  });
});

it.each(titled)('scores by distance: %s', (_, draw) => {
  const { spec, pairs, positions, factor } = drawn(draw);
  const { rotaryDim, ...options } = spec;
  const rope = pe.rope({ headDim: rotaryDim, ...options });
  const distances = positions;
  const { scores } = pe.analysis.scoreByDistance(rope, { distances });
  const all = Array.from({ length: pairs }, (_, k) => scaledFrequency(spec, k));
  const square = mul(factor, factor);
  distances.forEach((distance, i) => {
    const sum = all.reduce((s, f) => s + sinCosAt(distance, f).cos, 0n);
    const got = fromNumber(scores[i] ?? Number.NaN);
    const error = toNumber(abs(got - mul(square, sum)));
    const bound = toNumber(square) * pairs * 2 ** -51;
    expect(error, text(spec)).toBeLessThanOrEqual(bound);
  });
});

it('a decay beside a factor', () => {
  const scaling = {
    type: 'yarn',
    factor: 7,
    originalMaxPosition: 4096,
  } as const;
  const spec = { theta: 10000, rotaryDim: 24, scaling };
  const decay = { type: 'xpos', scaleBase: 512 } as const;
  const rope = pe.rope({ headDim: 24, theta: 10000, scaling, decay });
  const factor = attentionFactor(spec);
  const positions = [0, 3, 100.5, 4000, -77];
  const gamma = fromNumber(0.4);
  const worst = { float64: 0, float32: 0 };
  for (const dtype of ['float64', 'float32'] as const) {
    const tables = rope.cosSin({ positions, dtype, side: 'query' });
    positions.forEach((position, row) => {
      for (let k = 0; k < 12; ++k) {
        const { cos } = sinCosAt(position, scaledFrequency(spec, k));
        const zeta = div((BigInt(2 * k) * ONE) / 24n + gamma, ONE + gamma);
        const power = mul(logarithm(zeta), fromNumber(position / 512));
        const want = mul(mul(cos, exp(power)), factor);
        const got = valueAt(tables.cos, row * 12 + k);
        const error = ulpError(got, want, FORMATS[dtype]);
        worst[dtype] = Math.max(worst[dtype], error);
      }
    });
  }
  expect(worst.float64).toBeLessThanOrEqual(5);
  expect(worst.float32).toBeLessThanOrEqual(0.5001);
});

/** ln of a fixed-point number, by a step from that of the nearest float64. */
function logarithm(x: bigint): bigint {
  const near = Number(x >> 220n) / 2 ** 100;
  const t = div(x - fromNumber(near), x + fromNumber(near));
  return ln(near) + 2n * (t + mul(t, mul(t, t)) / 3n);
}
