/** Optimisers against their rules, computed separately. */

import { load, type OptimiserOptions, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();
const make = pe.optimiser as (
  options?: unknown,
) => ReturnType<typeof pe.optimiser>;

/** Gradients of step t, which are all different. */
const slopes = (t: number, n: number) =>
  Float64Array.from({ length: n }, (_, i) => Math.sin(3 * t + i * i) / (1 + i));

/** One weight, step by step, as the papers write it. */
function definition(options: OptimiserOptions, w: number, gs: number[]) {
  const { kind = 'adam', lr = 0.001, momentum = 0, dampening = 0 } = options;
  const { beta1 = 0.9, beta2 = 0.999, eps = 1e-8 } = options;
  const { weightDecay = kind === 'adamw' ? 0.01 : 0 } = options;
  let [buffer, m, v, largest] = [0, 0, 0, 0];
  gs.forEach((slope, i) => {
    const t = i + 1;
    const g = kind === 'adamw' ? slope : slope + weightDecay * w;
    if (kind === 'sgd') {
      buffer = t === 1 ? g : momentum * buffer + (1 - dampening) * g;
      const step = options.nesterov ? g + momentum * buffer : buffer;
      w -= lr * (momentum === 0 ? g : step);
      return;
    }
    if (kind === 'adamw') w -= lr * weightDecay * w;
    m = beta1 * m + (1 - beta1) * g;
    v = beta2 * v + (1 - beta2) * g ** 2;
    largest = options.amsgrad ? Math.max(largest, v) : v;
    const mean = m / (1 - beta1 ** t);
    w -= (lr * mean) / (Math.sqrt(largest / (1 - beta2 ** t)) + eps);
  });
  return w;
}

const rules: OptimiserOptions[] = [
  { kind: 'sgd', lr: 0.1 },
  { kind: 'sgd', lr: 0.1, momentum: 0.9, weightDecay: 0.1 },
  { kind: 'sgd', lr: 0.1, momentum: 0.9, dampening: 0.3 },
  { kind: 'sgd', lr: 0.1, momentum: 0.9, nesterov: true },
  {},
  { kind: 'adam', lr: 0.05, beta1: 0, beta2: 0.5, weightDecay: 0.2 },
  { kind: 'adam', lr: 0.05, beta1: 0.9, beta2: 0.3, amsgrad: true },
  { kind: 'adamw', lr: 0.05 },
  { kind: 'adamw', lr: 0.05, amsgrad: true, beta2: 0.5, weightDecay: 0.3 },
];

describe.each(rules)('%o', (options) => {
  // More numbers than one pass of the core takes.
  const n = 2 ** 14 + 3;
  const begin = Float64Array.from({ length: n }, (_, i) => Math.cos(i));
  const steps = 6;

  it('steps by its rule', () => {
    const table = begin.slice();
    const optimiser = pe.optimiser(options);
    for (let t = 1; t <= steps; ++t) optimiser.step(table, slopes(t, n));
    expect(optimiser.steps).toBe(steps);
    for (const i of [0, 1, 2, 77, 2 ** 14 - 1, 2 ** 14, n - 1]) {
      const gs = Array.from(
        { length: steps },
        (_, t) => slopes(t + 1, n)[i] ?? 0,
      );
      const expected = definition(options, begin[i] ?? 0, gs);
      const error = Math.abs((table[i] ?? 0) - expected);
      // The order of operations differs, and a step has about 20 operations.
      expect(error).toBeLessThan(steps * 20 * 2 ** -52 * 2);
    }
  });

  it('gives the same in whichever memory table and gradient are', () => {
    const plain = Float32Array.from(begin);
    using x = pe.resident({ shape: [n], data: plain });
    const like = tensor(plain.slice(), [n]);
    const runs = [plain, x, like].map((table) => {
      const optimiser = pe.optimiser(options);
      for (let t = 1; t <= 2; ++t) {
        const slope = Float32Array.from(slopes(t, n));
        if (table !== x) optimiser.step(table, slope);
        else {
          using resident = pe.resident({ shape: [n], data: slope });
          optimiser.step(x, resident);
          expect(resident.data).toEqual(slope);
        }
      }
      return table;
    });
    expect(runs.length).toBe(3);
    expect(x.data).toEqual(plain);
    expect(like.data).toEqual(plain);
    expect(plain).not.toEqual(Float32Array.from(begin));
  });
});

it('takes a rate for each step', () => {
  const [a, b] = [Float64Array.of(1), Float64Array.of(1)];
  const scheduled = pe.optimiser({ kind: 'sgd', lr: 9 });
  scheduled.step(a, Float64Array.of(1), { lr: 0.5 });
  scheduled.step(a, Float64Array.of(1), { lr: 0 });
  pe.optimiser({ kind: 'sgd', lr: 0.5 }).step(b, Float64Array.of(1));
  expect(a).toEqual(b);
});

it('learns the rows of a table that are read', () => {
  // Rows 1 and 3 of a target are seen; the others must stay as they were.
  const dim = 4;
  const target = pe.learned({ length: 5, dim, seed: 1, std: 1 }).data;
  const table = pe.learned({ length: 5, dim, seed: 2, std: 1 }).data;
  const before = table.slice();
  const positions = [1, 3, 1];
  const adam = pe.optimiser({ kind: 'adam', lr: 0.05 });
  const misfit = () => {
    const read = pe.learned({ table, dim, positions }).data;
    const wanted = pe.learned({ table: target, dim, positions }).data;
    return read.map((x, i) => x - (wanted[i] ?? 0));
  };
  for (let t = 0; t < 600; ++t) {
    const options = { upstream: misfit(), dim, positions, tableLength: 5 };
    adam.step(table, pe.learnedGradient(options));
  }
  expect(Math.max(...misfit().map(Math.abs))).toBeLessThan(1e-3);
  for (const r of [0, 2, 4]) {
    const row = (t: Float32Array) => t.slice(r * dim, r * dim + dim);
    expect(row(table)).toEqual(row(before));
  }
});

describe('refuses', () => {
  const table = new Float32Array(4);
  it.each([
    [{ kind: 'adam', momentum: 0.9 }, 'ERR_CONFLICT', 'momentum'],
    [{ kind: 'sgd', beta1: 0.9 }, 'ERR_CONFLICT', 'beta1'],
    [{ kind: 'sgd', nesterov: true }, 'ERR_CONFLICT', 'nesterov'],
    [{ beta2: 1 }, 'ERR_RANGE', 'beta2'],
    [{ lr: -1 }, 'ERR_RANGE', 'lr'],
    [{ kind: 'lion' }, 'ERR_CHOICE', 'kind'],
    [{ rate: 1 }, 'ERR_UNKNOWN_OPTION', 'rate'],
  ])('%o', (options, code, param) => {
    expect(thrown(() => make(options))).toMatchObject({ code, param });
  });

  it.each([
    [[new Float32Array(3), table], 'ERR_SHAPE', 'gradient.length'],
    [[[1, 2], table], 'ERR_TYPE', 'table'],
    [[new Uint16Array(4), table], 'ERR_TYPE', 'table'],
    [
      [tensor(new Uint16Array(4), [4], 'float16'), table],
      'ERR_TYPE',
      'table.dtype',
    ],
    [[table, undefined], 'ERR_TYPE', 'gradient'],
    [[table, table, { lr: -1 }], 'ERR_RANGE', 'lr'],
    [[table, table, { rate: 1 }], 'ERR_UNKNOWN_OPTION', 'rate'],
  ])('a step with %#', (args, code, param) => {
    const optimiser = make();
    const step = optimiser.step as (...args: unknown[]) => void;
    expect(thrown(() => step(...args))).toMatchObject({ code, param });
    expect(optimiser.steps).toBe(0);
  });

  it('another table, and goes on with its own', () => {
    const optimiser = make({ kind: 'sgd', lr: 1 });
    optimiser.step(table, Float32Array.of(1, 2, 3, 4));
    const error = thrown(() =>
      optimiser.step(new Float32Array(5), new Float32Array(5)),
    );
    expect(error).toMatchObject({ code: 'ERR_SHAPE', param: 'table.length' });
    optimiser.step(table, Float32Array.of(1, 2, 3, 4));
    expect(Array.from(table)).toEqual([-2, -4, -6, -8]);
  });
});
