/**
 * Properties that hold for all arguments, right or wrong, tried with random
 * arguments. fast-check reduces a failure to the smallest example.
 */

import fc from 'fast-check';
import { create } from 'posenc';
import { type AnyParameter, faceOf } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { seedFor, times } from '../support/sample.mjs';
import { type Call, calls } from './calls.js';
import { expectAlive, expectTyped, thrownBy } from './outcome.js';
import { poison } from './poison.js';

const pe = await create();

/** Different examples each day; `npm test -- --seed N` repeats a day's. */
const RUNS = { seed: seedFor('properties'), numRuns: times(40, 2000) };

/** The index of a value of poison(), because some values cannot be printed. */
class Wrong {
  constructor(readonly index: number) {}
}

/** Mostly values that fit the description, and some wrong ones. */
function someValue(parameter: AnyParameter): fc.Arbitrary<unknown> {
  const { takes, wrongKinds, wrongValues } = faceOf(parameter).fuzz(parameter);
  const kinds: Record<string, fc.Arbitrary<unknown>> = {
    number: fc.oneof(fc.integer({ min: -3, max: 16 }), fc.double()),
    positions: fc.array(fc.double(), { maxLength: 6 }),
    floats: fc.nat(24).map((length) => new Float32Array(length)),
  };
  const wrong = fc.nat(poison().length - 1).map((index) => new Wrong(index));
  const samples = fc.constantFrom('', ...takes, ...wrongKinds, ...wrongValues);
  return fc.oneof(
    { weight: 3, arbitrary: kinds[parameter.kind] ?? samples },
    { weight: 1, arbitrary: samples },
    { weight: 1, arbitrary: wrong },
  );
}

type Options = Record<string, unknown>;

/** Some of the options, each with a value. */
function someOptions({ parameters }: Call): fc.Arbitrary<Options> {
  const values = Object.entries(parameters).map(
    ([name, parameter]) => [name, someValue(parameter)] as const,
  );
  return fc.record(Object.fromEntries(values), { requiredKeys: [] });
}

/** Replaces indices by the wrong values that they stand for. */
function filled(options: Options): Options {
  const values = poison();
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      value instanceof Wrong ? values[value.index] : value,
    ]),
  );
}

/** Larger tables that are still allowed would take long and prove no more. */
function slow({ length, dim }: Options): boolean {
  if (typeof length !== 'number') return false;
  const cells = length * (typeof dim === 'number' ? dim : 4);
  return cells > 1e6;
}

describe.each(calls(pe))('$name', (call) => {
  it('any options: a result, or a typed error', () => {
    const heapBytes = pe.heapBytes;
    fc.assert(
      fc.property(someOptions(call), fc.boolean(), (options, complete) => {
        const valid = complete ? call.valid('') : {};
        const given = { ...valid, ...filled(options) };
        fc.pre(!slow(given));
        const thrown = thrownBy(() => call.run(given));
        if (thrown) expectTyped(thrown.error, call.name, 'random options');
        expectAlive(pe, call.name);
      }),
      RUNS,
    );
    expect(pe.heapBytes).toBe(heapBytes);
  });
});

const position = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
);
const positions = fc.array(position, { maxLength: 70 });
const dim = fc.integer({ min: 1, max: 40 });
const base = fc.double({ min: 1, max: 1e9, noNaN: true });

describe('sinusoidal', () => {
  it('every value is a sine: between -1 and 1', () => {
    fc.assert(
      fc.property(positions, dim, base, (positions, dim, base) => {
        const { data, shape } = pe.sinusoidal({ positions, dim, base });
        expect(shape).toEqual([positions.length, dim]);
        expect(data.every((x) => Math.abs(x) <= 1)).toBe(true);
      }),
      RUNS,
    );
  });

  it('sines are odd in the position, cosines even, bit for bit', () => {
    fc.assert(
      fc.property(positions, dim, base, (positions, dim, base) => {
        const options = { dim, base, layout: 'interleaved' } as const;
        const plus = pe.sinusoidal({ ...options, positions });
        const minus = pe.sinusoidal({
          ...options,
          positions: positions.map((p) => -p),
        });
        minus.data.forEach((x, i) => {
          const mirrored = (i % dim) % 2 === 0 ? -x : x;
          // -0 and 0 are the same sine.
          expect(mirrored + 0).toBe((plus.data[i] ?? Number.NaN) + 0);
        });
      }),
      RUNS,
    );
  });

  it('blocks are the columns of interleaved in another order', () => {
    fc.assert(
      fc.property(positions, dim, base, (positions, dim, base) => {
        const options = { positions, dim, base };
        const interleaved = pe.sinusoidal(options).data;
        const blocks = pe.sinusoidal({ ...options, layout: 'blocks' }).data;
        const sines = Math.ceil(dim / 2);
        blocks.forEach((x, i) => {
          const column = i % dim;
          const from = column < sines ? 2 * column : 2 * (column - sines) + 1;
          expect(x).toBe(interleaved[i - column + from]);
        });
      }),
      RUNS,
    );
  });

  it('`out` receives exactly what is returned without it', () => {
    fc.assert(
      fc.property(positions, dim, base, (positions, dim, base) => {
        const options = { positions, dim, base };
        const out = new Float32Array(positions.length * dim).fill(7);
        const written = pe.sinusoidal({ ...options, out });
        expect(written.data).toBe(out);
        expect(out).toEqual(pe.sinusoidal(options).data);
      }),
      RUNS,
    );
  });
});

describe('rope', () => {
  const x = fc
    .array(fc.float({ min: -100, max: 100, noNaN: true }), {
      minLength: 24,
      maxLength: 24,
    })
    .map((values) => Float32Array.from(values));
  const layout = fc.constantFrom('half' as const, 'interleaved' as const);

  it('turning back gives the input, to rounding', () => {
    fc.assert(
      fc.property(x, layout, position, (x, layout, start) => {
        const rope = pe.rope({ headDim: 8, rotaryDim: 6, layout });
        const turned = rope.rotate(x, { heads: 1, start });
        const back = rope.rotate(turned, { start, inverse: true });
        back.data.forEach((value, i) => {
          // Each turn is within 1.5 ulp of |a| + |b|, at most 200 here.
          expect(Math.abs(value - (x[i] ?? 0))).toBeLessThan(6 * 2 ** -16);
        });
      }),
      RUNS,
    );
  });

  it('scores depend on distances alone, to rounding', () => {
    const near = fc.integer({ min: -1000, max: 1000 });
    const far = fc.integer({ min: -(2 ** 30), max: 2 ** 30 });
    fc.assert(
      fc.property(x, layout, near, far, (x, layout, distance, shift) => {
        const rope = pe.rope({ headDim: 24, layout });
        const dot = (at: number) => {
          const a = rope.rotate(x, { heads: 1, start: at }).data;
          const b = rope.rotate(x, { heads: 1, start: at + distance }).data;
          return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
        };
        const size = x.reduce((sum, value) => sum + value * value, 1);
        // 24 products of two turned values, each off by at most about 2^-22.
        expect(Math.abs(dot(0) - dot(shift))).toBeLessThan(size * 2 ** -18);
      }),
      RUNS,
    );
  });
});

describe('attention', () => {
  it('weights are a distribution over the keys that may be seen', () => {
    const count = fc.integer({ min: 1, max: 9 });
    const start = fc.integer({ min: -20, max: 20 });
    fc.assert(
      fc.property(
        ...[count, count, fc.boolean(), start, fc.infiniteStream(fc.float())],
        (queries, keys, causal, queryStart, floats) => {
          const take = (length: number) =>
            Float32Array.from({ length }, () => {
              const value = floats.next().value ?? 0;
              return Number.isFinite(value) ? value % 100 : 1;
            });
          const { scores, weights } = pe.attention({
            ...{ q: take(queries * 4), k: take(keys * 4), heads: 1 },
            ...{ headDim: 4, causal, queryStart },
          });
          for (let i = 0; i < queries; ++i) {
            const row = weights.data.subarray(i * keys, (i + 1) * keys);
            const seen = causal ? queryStart + i + 1 : keys;
            const sum = row.reduce((a, b) => a + b, 0);
            expect(sum).toBeCloseTo(seen > 0 ? 1 : 0, 5);
            row.forEach((weight, j) => {
              expect(weight).toBeGreaterThanOrEqual(0);
              if (j < seen) return;
              expect(weight).toBe(0);
              expect(scores.data[i * keys + j]).toBe(-Infinity);
            });
          }
        },
      ),
      RUNS,
    );
  });
});
