/** The pairs of PoPE, their gradients, and attention over them. */

import { load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();

const [rows, heads, headDim, rotaryDim] = [5, 3, 6, 4];
const shape = [rows, heads, headDim] as const;
const x = noise(rows * heads * headDim, 3).map((value) => 12 * value);
const phases = noise(heads * rotaryDim, 4).map((value) => 7 * value - 3);

/** Phases are held at the float32 next to a turn, as torch.clamp holds them. */
const LIMIT = Math.fround(2 * Math.PI);

/** The pairs by the formula: first and second components of each head. */
function pairsOf(values: ArrayLike<number>, angles?: ArrayLike<number>) {
  const out: number[] = [];
  for (let n = 0; n < values.length / headDim; ++n) {
    const head = Array.from(
      { length: headDim },
      (_, c) => values[n * headDim + c] ?? NaN,
    );
    for (let c = 0; c < rotaryDim; ++c) {
      const length = Math.log1p(Math.exp(head[c] ?? NaN));
      const at = (n % heads) * rotaryDim + c;
      const angle = angles
        ? Math.min(0, Math.max(-LIMIT, angles[at] ?? NaN))
        : 0;
      out.push(length * Math.cos(angle), length * Math.sin(angle));
    }
    out.push(...head.slice(rotaryDim));
  }
  return out;
}

const options = { heads, headDim, rotaryDim };

describe.each([
  ['without phases', undefined],
  ['with phases', phases],
])('pairs %s', (_, given) => {
  it('have the lengths and angles of the formula', () => {
    const got = pe.polarPairs({ x, ...options, phases: given });
    expect(got.shape).toEqual([rows, heads, headDim + rotaryDim]);
    const want = pairsOf(x, given);
    got.data.forEach((value, i) => {
      const exact = want[i] ?? NaN;
      // float32 has 2^-24 of the value, the formula here 2^-50 of the length.
      const most = 0.51 * 2 ** -23 * Math.abs(exact) + 13 * 2 ** -50;
      expect(Math.abs(value - exact)).toBeLessThanOrEqual(most);
    });
  });

  it('lie apart in the layout half', () => {
    const near = pe.polarPairs({ x, ...options, phases: given }).data;
    const far = pe.polarPairs({ x, ...options, phases: given, layout: 'half' });
    const width = headDim + rotaryDim;
    far.data.forEach((value, i) => {
      const c = i % width;
      const pair = c < rotaryDim ? 2 * c : 2 * (c - rotaryDim) + 1;
      const from = c < 2 * rotaryDim ? i - c + pair : i;
      expect(value).toBe(near[from]);
    });
  });

  it('have the gradients of differences', () => {
    const width = headDim + rotaryDim;
    const upstream = noise(rows * heads * width, 5);
    const loss = (values: number[], angles?: number[]) =>
      pairsOf(values, angles).reduce(
        (a, b, i) => a + b * (upstream[i] ?? NaN),
        0,
      );
    const dtype = 'float64' as const;
    const found = pe.polarPairsGradient({
      ...{ x, ...options, phases: given, upstream, dtype },
    });
    const step = 1e-5;
    const by = (
      list: ArrayLike<number>,
      i: number,
      run: (l: number[]) => number,
    ) => {
      const moved = (d: number) => {
        const copy = Array.from(list);
        copy[i] = (copy[i] ?? NaN) + d;
        return run(copy);
      };
      return (moved(step) - moved(-step)) / (2 * step);
    };
    const angles = given && Array.from(given);
    expect(found.x.shape).toEqual(shape);
    found.x.data.forEach((value, i) => {
      expect(value).toBeCloseTo(
        by(x, i, (l) => loss(l, angles)),
        7,
      );
    });
    if (!angles) {
      expect(found).not.toHaveProperty('phases');
      return;
    }
    found.phases?.data.forEach((value, i) => {
      expect(value).toBeCloseTo(
        by(angles, i, (l) => loss(Array.from(x), l)),
        7,
      );
    });
  });
});

it('gives attention the scores of the paper', () => {
  const dim = 4;
  const pairs = { heads, headDim: dim };
  const [q, k, v] = [6, 7, 8].map((seed) => noise(rows * heads * dim, seed));
  if (!q || !k || !v) throw new Error('three inputs');
  const learned = noise(heads * dim, 9).map((value) => value - 1);
  const theta = 100;
  const rotary = pe.rope({ headDim: 2 * dim, layout: 'interleaved', theta });
  const { weights, output } = pe.attention({
    q: pe.polarPairs({ x: q, ...pairs }),
    k: pe.polarPairs({ x: k, ...pairs, phases: learned }),
    v: tensor(v, [rows, heads, dim]),
    ...{ rotary, scale: 1 / Math.sqrt(dim), causal: true },
  });
  expect(output?.shape).toEqual([rows, heads, dim]);
  const softplus = (value: number | undefined) =>
    Math.log1p(Math.exp(value ?? NaN));
  for (let h = 0; h < heads; ++h) {
    for (let i = 0; i < rows; ++i) {
      const scores = Array.from({ length: i + 1 }, (_, j) => {
        let sum = 0;
        for (let c = 0; c < dim; ++c) {
          const phase = Math.min(
            0,
            Math.max(-2 * Math.PI, learned[h * dim + c] ?? NaN),
          );
          const angle = (j - i) * theta ** (-c / dim) + phase;
          const lengths =
            softplus(q[(i * heads + h) * dim + c]) *
            softplus(k[(j * heads + h) * dim + c]);
          sum += lengths * Math.cos(angle);
        }
        return Math.exp(sum / Math.sqrt(dim));
      });
      const all = scores.reduce((a, b) => a + b, 0);
      scores.forEach((score, j) => {
        const got = weights.data[(h * rows + i) * rows + j];
        expect(got).toBeCloseTo(score / all, 6);
      });
    }
  }
});

it('takes sizes from a tensor, and writes where it is told', () => {
  const given = tensor(x, [...shape]);
  const wanted = pe.polarPairs({ x, heads, headDim });
  expect(pe.polarPairs({ x: given })).toEqual(wanted);
  const out = new Float32Array(wanted.data.length);
  expect(pe.polarPairs({ x: given, out }).data).toBe(out);
  expect(out).toEqual(wanted.data);
  using resident = pe.resident({ shape: [...shape], data: x });
  expect(pe.polarPairs({ x: resident }).data).toEqual(wanted.data);
});

it('computes lengths next to 0 and beyond the range of exp', () => {
  const far = [-745, -100, -20, 0, 20, 1e30];
  const { data } = pe.polarPairs({ x: far, heads: 1, headDim: 6 });
  const lengths = data.filter((_, i) => i % 2 === 0);
  const want = [0, Math.exp(-100), Math.exp(-20), Math.LN2, 20, 1e30];
  lengths.forEach((length, i) => {
    const exact = Math.fround(want[i] ?? NaN);
    expect(Math.abs(length - exact)).toBeLessThanOrEqual(2 ** -22 * exact);
  });
  expect(data.filter((_, i) => i % 2)).toEqual(new Float32Array(6));
});

it.each<[object, string, string]>([
  [{ heads, headDim }, 'x', 'ERR_MISSING'],
  [{ x }, 'heads', 'ERR_MISSING'],
  [{ x, heads }, 'headDim', 'ERR_MISSING'],
  [{ x, heads: 7, headDim }, 'x.length', 'ERR_SHAPE'],
  [{ x: [], heads, headDim }, 'x.length', 'ERR_SHAPE'],
  [{ x, heads, headDim, rotaryDim: 7 }, 'rotaryDim', 'ERR_RANGE'],
  [{ x, heads, headDim, rotaryDim: 0 }, 'rotaryDim', 'ERR_RANGE'],
  [{ x, heads, headDim, phases: [1] }, 'phases.length', 'ERR_SHAPE'],
  [{ x, heads, headDim, layout: 'pairs' }, 'layout', 'ERR_CHOICE'],
  [{ x: tensor(x, [...shape]), heads: 2 }, 'x', 'ERR_SHAPE'],
])('refuses %o', (given, param, code) => {
  const upstream = [1];
  for (const call of [
    () => pe.polarPairs(given as never),
    () => pe.polarPairsGradient({ ...given, upstream } as never),
  ]) {
    expect(thrown(call)).toMatchObject({ param, code });
  }
});

it('refuses an upstream of another size', () => {
  const call = () =>
    pe.polarPairsGradient({ x, heads, headDim, upstream: [1] });
  const param = 'upstream.length';
  expect(thrown(call)).toMatchObject({ param, code: 'ERR_SHAPE' });
});

it.each([NaN, Infinity, -Infinity])('refuses a phase of %s', (phase) => {
  const given = {
    ...options,
    x,
    phases: phases.map((p, i) => (i === 5 ? phase : p)),
  };
  const upstream = noise(rows * heads * (headDim + rotaryDim), 5);
  for (const call of [
    () => pe.polarPairs(given),
    () => pe.polarPairsGradient({ ...given, upstream }),
  ]) {
    expect(thrown(call)).toMatchObject({
      param: 'phases[5]',
      code: 'ERR_RANGE',
    });
  }
});

it('has gradients of phases that lie at a limit, as torch.clamp has', () => {
  const upstream = [1, 2];
  const by = (phase: number) => {
    const given = { x: [0.5], heads: 1, headDim: 1, phases: [phase], upstream };
    return pe.polarPairsGradient(given).phases?.data[0] ?? NaN;
  };
  const length = Math.log1p(Math.exp(0.5));
  expect(by(0)).toBeCloseTo(2 * length, 6);
  expect(by(-2 * Math.PI)).toBeCloseTo(2 * length, 5);
  expect([by(0.001), by(-6.2832)]).toEqual([0, 0]);
});

it('takes a batch, and gives it back', () => {
  const batch = tensor(x, [1, ...shape]);
  const pairs = pe.polarPairs({ x: batch, rotaryDim });
  expect(pairs.shape).toEqual([1, rows, heads, headDim + rotaryDim]);
  const both = Float32Array.from([...x, ...x], (value, i) => value + i / 9);
  const two = tensor(both, [2, ...shape]);
  const whole = pe.polarPairs({ x: two, rotaryDim, phases });
  expect(whole.shape).toEqual([2, rows, heads, headDim + rotaryDim]);
  const second = Array.from(two.data).slice(x.length);
  const alone = pe.polarPairs({ x: second, ...options, phases });
  expect(whole.data.subarray(alone.data.length)).toEqual(alone.data);
  const gradient = pe.polarPairsGradient({
    ...{ x: two, rotaryDim, phases, upstream: whole },
  });
  expect(gradient.x.shape).toEqual(two.shape);
  expect(gradient.phases?.shape).toEqual([heads, rotaryDim]);
});
