/** FLOATER against a plain solver, closed forms and finite differences. */

import { load } from 'posenc';
import { methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { Random } from '../oracle/random.js';
import { thrown } from './thrown.js';

const pe = await load();

type Kind = 'linear' | 'conv';
const at = (list: ArrayLike<number>, i: number) => list[i] ?? Number.NaN;

/** A small flow of either kind, with all its biases. */
function flowOf(kind: Kind, seed = 3) {
  const random = new Random(seed);
  const [batch, layers, dim, hidden] = [2, 3, 6, 5];
  const sizes = {
    linear: [hidden * (dim + 1), dim * (hidden + 1), dim],
    conv: [hidden * (layers + 1) * 5, (hidden + 1) * layers * 5, layers],
  } as const;
  const [input, output, bias] = sizes[kind];
  return {
    ...{ kind, batch, layers, dim },
    inputWeight: random.float32(input),
    inputBias: random.float32(hidden),
    outputWeight: random.float32(output),
    outputBias: random.float32(bias),
    initial: random.float32(batch * layers * dim),
  };
}
type Flow = ReturnType<typeof flowOf>;

/** h(t, x), straight from the definition. */
function slope(flow: Flow, t: number, x: number[]): number[] {
  const { dim, layers, batch } = flow;
  const hidden = flow.inputBias.length;
  const out: number[] = [];
  if (flow.kind === 'linear') {
    for (let v = 0; v < batch * layers; ++v) {
      const into = [...x.slice(v * dim, (v + 1) * dim), t];
      const inner = Array.from(flow.inputBias, (bias, j) =>
        Math.max(
          0,
          into.reduce(
            (sum, value, i) =>
              sum + value * at(flow.inputWeight, j * (dim + 1) + i),
            bias,
          ),
        ),
      );
      inner.push(t);
      for (let o = 0; o < dim; ++o) {
        out.push(
          inner.reduce(
            (sum, value, j) =>
              sum + value * at(flow.outputWeight, o * (hidden + 1) + j),
            at(flow.outputBias, o),
          ),
        );
      }
    }
    return out;
  }
  const half = dim / 2;
  for (let b = 0; b < batch; ++b) {
    // Indexed by channel, then by place; the time is the last channel.
    const wide = (c: number, l: number) =>
      l < 0 || l >= dim
        ? 0
        : c === layers
          ? t
          : at(x, (b * layers + c) * dim + l);
    const inner: number[][] = [];
    for (let m = 0; m < hidden; ++m) {
      const row: number[] = [];
      for (let j = 0; j < half; ++j) {
        let sum = at(flow.inputBias, m);
        for (let c = 0; c <= layers; ++c) {
          for (let k = 0; k < 5; ++k) {
            const w = at(flow.inputWeight, (m * (layers + 1) + c) * 5 + k);
            sum += w * wide(c, 2 * j + k - 2);
          }
        }
        const selu = sum > 0 ? sum : 1.6732632423543772 * Math.expm1(sum);
        row.push(1.0507009873554805 * selu);
      }
      inner.push(row);
    }
    inner.push(new Array(half).fill(t));
    for (let c = 0; c < layers; ++c) {
      const row = new Array(dim).fill(at(flow.outputBias, c));
      inner.forEach((values, m) => {
        values.forEach((value, j) => {
          for (let k = 0; k < 5; ++k) {
            const l = 2 * j + k - 2;
            const w = at(flow.outputWeight, (m * layers + c) * 5 + k);
            if (l >= 0 && l < dim) row[l] += w * value;
          }
        });
      });
      out.push(...row);
    }
  }
  return out;
}

/** x + h * y, number by number. */
const plus = (x: number[], h: number, ...ys: number[][]) =>
  x.map((value, i) => value + h * ys.reduce((sum, y) => sum + at(y, i), 0));

/** One step of Kutta's 3/8 rule. */
function step(flow: Flow, t: number, h: number, x: number[]): number[] {
  const times = (f: number, y: number[]) => y.map((value) => f * value);
  const k1 = slope(flow, t, x);
  const k2 = slope(flow, t + h / 3, plus(x, h / 3, k1));
  const k3 = slope(flow, t + (2 * h) / 3, plus(x, h, k2, times(-1 / 3, k1)));
  const k4 = slope(flow, t + h, plus(x, h, k1, times(-1, k2), k3));
  return plus(x, h / 8, k1, times(3, k2), times(3, k3), k4);
}

/** The state at a position, computed from position 0. */
function walk(flow: Flow, position: number, delta: number, h: number) {
  const time = position * delta;
  const steps = Math.floor(time / h + 1e-9);
  let x = Array.from(flow.initial);
  for (let k = 0; k < steps; ++k) x = step(flow, k * h, h, x);
  const share = time / h - steps;
  if (share < 1e-9) return x;
  const next = step(flow, steps * h, h, x);
  return x.map((value, i) => value + share * (at(next, i) - value));
}

describe.each(['linear', 'conv'] as const)('%s', (kind) => {
  const flow = flowOf(kind);
  const { initial } = flow;
  const width = initial.length;

  it.each([
    { delta: 0.25, stepSize: 0.0625 },
    { delta: 0.3, stepSize: 0.125 },
    { delta: 0.01, stepSize: 0.05 },
  ])('walks the curve, %o', (grid) => {
    const positions = [0, 1, 0.5, 4, 3.999, 2, 2.6];
    const options = { ...flow, ...grid, positions, dtype: 'float64' } as const;
    const { data, shape } = pe.floater(options);
    expect(shape).toEqual([positions.length, width]);
    for (const [row, p] of positions.entries()) {
      const want = walk(flow, p, grid.delta, grid.stepSize);
      for (const [i, value] of want.entries()) {
        const error = Math.abs(value - at(data, row * width + i));
        expect(error, `${p}, ${i}`).toBeLessThan(1e-10 * (1 + Math.abs(value)));
      }
    }
  });

  it('row 0 is the initial state', () => {
    expect(pe.floater({ ...flow, length: 1 }).data).toEqual(initial);
  });

  it('single rows, lists and other orders have the bits of the whole table', () => {
    const length = 60;
    const options = { ...flow, delta: 0.04, stepSize: 0.03 };
    const { data } = pe.floater({ ...options, length });
    for (const [from, to] of [
      [0, 1],
      [17, 18],
      [30, 60],
    ] as const) {
      const rows = pe.floater({ ...options, length, rows: [from, to] });
      expect(rows.data).toEqual(data.slice(from * width, to * width));
    }
    const order = Array.from({ length }, (_, i) => (i * 37) % length);
    const mixed = pe.floater({ ...options, positions: order }).data;
    for (const [row, p] of order.entries()) {
      const got = mixed.subarray(row * width, (row + 1) * width);
      expect(got).toEqual(data.subarray(p * width, (p + 1) * width));
    }
    const back = pe.floater({ ...options, length, start: 59, step: -1 }).data;
    expect(back.subarray(0, width)).toEqual(data.subarray(-width));
  });

  it('converges with the fourth power of the step', () => {
    // Far from the kinks of ReLU and SELU, where they are smooth.
    const inputBias = flow.inputBias.map((x) => x + 100);
    const inputWeight = flow.inputWeight.map((x) => x / 16);
    const gentle = { ...flow, inputBias, inputWeight };
    const options = { ...gentle, positions: [1], delta: 0.5 };
    const solve = (stepSize: number) =>
      pe.floater({ ...options, stepSize, dtype: 'float64' }).data;
    const best = solve(2 ** -10);
    const worst = (stepSize: number) =>
      Math.max(...solve(stepSize).map((x, i) => Math.abs(x - at(best, i))));
    const ratio = worst(2 ** -4) / worst(2 ** -5);
    expect(ratio).toBeGreaterThan(8);
    expect(ratio).toBeLessThan(32);
  });

  it('the gradient is the slope of the loss', () => {
    const positions = [3, 0, 1.3, 3, 0.5, 2];
    const grid = { positions, delta: 0.1, stepSize: 0.04 };
    const upstream = new Random(8).float32(positions.length * width);
    const loss = (changed: object) =>
      pe
        .floater({ ...flow, ...grid, ...changed, dtype: 'float64' })
        .data.reduce((sum, x, i) => sum + x * at(upstream, i), 0);
    const options = { ...flow, ...grid, upstream };
    const gradient = pe.floaterGradient({ ...options, dtype: 'float64' });
    const names = [
      ...['inputWeight', 'inputBias', 'outputWeight'],
      ...['outputBias', 'initial'],
    ] as (keyof typeof gradient)[];
    expect(Object.keys(gradient).sort()).toEqual([...names].sort());
    for (const name of names) {
      const table = flow[name];
      const { data } = gradient[name];
      expect(data.length).toBe(table.length);
      expect(data.some((x) => x !== 0)).toBe(true);
      table.forEach((x, i) => {
        const [above, below] = [Math.fround(x + 1e-5), Math.fround(x - 1e-5)];
        const slope =
          (loss({ [name]: table.with(i, above) }) -
            loss({ [name]: table.with(i, below) })) /
          (above - below);
        const error = Math.abs(slope - at(data, i)) / (1 + Math.abs(slope));
        expect(error, `${name}[${i}]`).toBeLessThan(1e-7);
      });
    }
    const rounded = pe.floaterGradient(options).initial;
    expect(rounded.shape).toEqual([2, 3, 6]);
    expect(rounded.data).toEqual(Float32Array.from(gradient.initial.data));
  });

  it('the gradient of many steps, some of which are computed again', () => {
    // With a constant flow, rows are linear in the initial state.
    const nothing = {
      inputWeight: flow.inputWeight.map(() => 0),
      outputWeight: flow.outputWeight.map(() => 0),
    };
    const length = 1000;
    const gradient = pe.floaterGradient({
      ...{ ...flow, ...nothing, length },
      upstream: new Float32Array(length * width).fill(1),
    });
    expect(new Set(gradient.initial.data)).toEqual(new Set([length]));
    // Each bias adds its time to every row: 0.01 (0 + 1 + … + 999).
    const uses = kind === 'linear' ? 6 : 2 * 6;
    for (const x of gradient.outputBias.data) {
      expect(x / (4995 * uses)).toBeCloseTo(1, 6);
    }
  });
});

describe('numbers that are not given', () => {
  it.each(['linear', 'conv'] as const)('are drawn for %s', (kind) => {
    const { example } = methods.floater;
    const table = pe.floater({ ...example, kind });
    expect(table.shape).toEqual([128, 32]);
    expect(table).toEqual(pe.floater({ ...example, kind }));
    expect(table.data.every(Number.isFinite)).toBe(true);
    const other = pe.floater({ ...example, kind, seed: 2 });
    expect(other.data).not.toEqual(table.data);
  });

  it('the initial state has the spread of Glorot', () => {
    const [dim, layers, batch] = [512, 4, 2];
    const { data } = pe.floater({ length: 1, dim, layers, batch });
    const square = data.reduce((sum, x) => sum + x * x, 0) / data.length;
    const wanted = 2 / ((layers + batch) * dim);
    expect(square / wanted).toBeGreaterThan(0.93);
    expect(square / wanted).toBeLessThan(1.07);
  });

  it('one curve serves the biases of every block', () => {
    const blocks = 4;
    const options = { length: 3, dim: 8, layers: 3 * blocks };
    expect(pe.floater(options).shape).toEqual([3, 3 * blocks * 8]);
  });
});

describe('refuses', () => {
  const good = { length: 3, dim: 4 };
  const floats = (n: number) => new Float32Array(n);
  const bad = {
    start: [{ start: -1 }, 'ERR_RANGE'],
    'positions[1]': [
      { length: undefined, positions: [0, -0.5, 3] },
      'ERR_RANGE',
    ],
    length: [{ length: 2 ** 50 }, 'ERR_RANGE'],
    dim: [{ kind: 'conv', dim: 5 }, 'ERR_RANGE'],
    layers: [{ layers: 0 }, 'ERR_RANGE'],
    batch: [{ batch: 1.5 }, 'ERR_RANGE'],
    kind: [{ kind: 'cubic' }, 'ERR_CHOICE'],
    hidden: [{ hidden: 0 }, 'ERR_RANGE'],
    'inputWeight.length': [{ inputWeight: floats(19) }, 'ERR_SHAPE'],
    'inputBias.length': [{ inputBias: floats(3), hidden: 4 }, 'ERR_SHAPE'],
    'outputWeight.length': [{ outputWeight: floats(1) }, 'ERR_SHAPE'],
    'outputBias.length': [{ outputBias: floats(0) }, 'ERR_SHAPE'],
    'initial.length': [{ initial: floats(8) }, 'ERR_SHAPE'],
    'initial[2]': [{ initial: floats(4).with(2, NaN) }, 'ERR_RANGE'],
    initial: [{ initial: 'zeros' }, 'ERR_TYPE'],
    'initial[1]': [{ initial: [0, '0', 0, 0] }, 'ERR_TYPE'],
    seed: [{ seed: 0.5 }, 'ERR_RANGE'],
    delta: [{ delta: 0 }, 'ERR_RANGE'],
    stepSize: [{ stepSize: -1 }, 'ERR_RANGE'],
  } as const;

  it.each(Object.entries(bad))('%s', (param, [change, code]) => {
    const options = { ...good, ...(change as object) };
    const error = thrown(() => pe.floater(options));
    expect(error).toMatchObject({ param, code });
    expect(error.message).toMatch(/^floater: /);
  });

  it('rows that are too wide', () => {
    const wide = { ...good, dim: 2 ** 11, layers: 2 ** 10 };
    expect(thrown(() => pe.floater(wide))).toMatchObject({ param: 'dim' });
  });

  it('states that become infinite', () => {
    const wild = {
      ...good,
      inputWeight: floats(20).fill(1e30),
      outputWeight: floats(20).fill(1e30),
      initial: floats(4).fill(1),
      delta: 10,
    };
    expect(pe.floater({ ...wild, rows: [0, 1] }).data).toEqual(wild.initial);
    const error = thrown(() => pe.floater(wild));
    expect(error).toMatchObject({ param: 'stepSize', code: 'ERR_RANGE' });
    expect(error.message).toContain('finite');
    const upstream = floats(12);
    const back = thrown(() => pe.floaterGradient({ ...wild, upstream }));
    expect(back).toMatchObject({ param: 'stepSize', code: 'ERR_RANGE' });
  });

  it('upstreams that do not fit', () => {
    const error = thrown(() =>
      pe.floaterGradient({ ...good, upstream: floats(11) }),
    );
    expect(error).toMatchObject({ param: 'upstream.length' });
  });

  it('long ways, unless only their beginning is asked for', () => {
    const far = { length: 2 ** 40, dim: 2 };
    const error = thrown(() => pe.floater(far));
    expect(error.message).toMatch(/length must be such .* at most .* 2\^36/);
    const rows = [0, 2] as const;
    expect(pe.floater({ ...far, rows }).shape).toEqual([2, 2]);
  });
});
