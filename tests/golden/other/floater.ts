/**
 * FLOATER's curve with other sizes and with positions between the steps, and
 * its gradients from dual numbers, in which each number carries its derivative
 * by an input.
 */

import {
  type Description,
  drawn,
  input,
  range,
  result,
} from './case-folder.ts';

type Dual = readonly [value: number, slope: number];

const constant = (x: number): Dual => [x, 0];
const add = (a: Dual, b: Dual): Dual => [a[0] + b[0], a[1] + b[1]];
const times = (a: Dual, b: Dual): Dual => [
  a[0] * b[0],
  a[0] * b[1] + a[1] * b[0],
];
const scaled = (a: Dual, x: number): Dual => times(a, constant(x));
const sum = (all: Dual[]) => all.reduce(add, constant(0));
const scale = (all: Dual[], x: number) => all.map((one) => scaled(one, x));
const relu = (a: Dual): Dual => (a[0] > 0 ? a : constant(0));

const [LENGTH, BATCH, LAYERS, DIM, HIDDEN] = [4, 2, 1, 3, 5];
// Three and a third steps from one position to the next, ten to the last one.
const [DELTA, STEP] = [0.2, 0.06];

const SHAPES = {
  x0: [BATCH, LAYERS, DIM],
  'layers.0.linear.weight': [HIDDEN, DIM + 1],
  'layers.0.linear.bias': [HIDDEN],
  'layers.2.linear.weight': [DIM, HIDDEN + 1],
  'layers.2.linear.bias': [DIM],
};
type Name = keyof typeof SHAPES;
type Inputs = Record<Name, Dual[]>;

const names = Object.keys(SHAPES) as Name[];
const sizeOf = (name: Name) => SHAPES[name].reduce((a, b) => a * b, 1);
const VALUES = Object.fromEntries(
  names.map((name, i) => [name, drawn(sizeOf(name), 61 + i)]),
) as Record<Name, number[]>;
const UPSTREAM = drawn(LENGTH * BATCH * LAYERS * DIM, 60);

/** A linear map of numbers and the time, which comes last. */
function linear(x: Dual[], t: number, weight: Dual[], bias: Dual[]): Dual[] {
  const all = [...x, constant(t)];
  return bias.map((b, row) =>
    add(
      b,
      sum(
        all.map((one, i) => times(one, weight[row * all.length + i] as Dual)),
      ),
    ),
  );
}

/** States at 0, DELTA, 2 · DELTA, …: rows of the curve of one vector. */
function curve(start: Dual[], inputs: Inputs): Dual[][] {
  const flow = (t: number, y: Dual[]) => {
    const first = linear(
      y,
      t,
      inputs['layers.0.linear.weight'],
      inputs['layers.0.linear.bias'],
    );
    return linear(
      first.map(relu),
      t,
      inputs['layers.2.linear.weight'],
      inputs['layers.2.linear.bias'],
    );
  };
  /** y + h · Σ weight · slope */
  const move = (y: Dual[], h: number, ...terms: [number, Dual[]][]) =>
    y.map((one, i) =>
      terms.reduce(
        (all, [weight, k]) => add(all, scaled(k[i] as Dual, h * weight)),
        one,
      ),
    );
  const rows = [start];
  let y = start;
  for (let step = 0; rows.length < LENGTH; ++step) {
    const [t, h] = [step * STEP, STEP];
    const k1 = flow(t, y);
    const k2 = flow(t + h / 3, move(y, h, [1 / 3, k1]));
    const k3 = flow(t + (2 * h) / 3, move(y, h, [1, k2], [-1 / 3, k1]));
    const k4 = flow(t + h, move(y, h, [1, k1], [-1, k2], [1, k3]));
    const next = move(y, h / 8, [1, k1], [3, k2], [3, k3], [1, k4]);
    // Between two nodes the curve is interpolated linearly.
    for (;;) {
      const share = (rows.length * DELTA - t) / h;
      if (rows.length === LENGTH || share > 1 + 1e-9) break;
      rows.push(move(scale(y, 1 - share), share, [1, next]));
    }
    y = next;
  }
  return rows;
}

/**
 * The states [length, batch, layers, dim], with derivatives by one number of
 * one input.
 */
function solved(by?: Name, at?: number): Dual[] {
  const inputs = Object.fromEntries(
    names.map((name) => [
      name,
      VALUES[name].map((x, i): Dual => [x, name === by && i === at ? 1 : 0]),
    ]),
  ) as Inputs;
  const vectors = range(BATCH * LAYERS).map((v) =>
    curve(inputs.x0.slice(v * DIM, (v + 1) * DIM), inputs),
  );
  return range(LENGTH).flatMap((i) =>
    vectors.flatMap((rows) => rows[i] as Dual[]),
  );
}

const gradientOf = (name: Name) =>
  range(sizeOf(name)).map((at) =>
    solved(name, at).reduce(
      (all, [, slope], i) => all + slope * (UPSTREAM[i] as number),
      0,
    ),
  );

export const floaterCase: Description = {
  name: 'floater_between_the_steps',
  method: 'floater',
  params: { dt: DELTA, step_size: STEP },
  tensors: [
    ...names.map((name) => input(name, SHAPES[name], VALUES[name])),
    input('upstream', [LENGTH, BATCH, LAYERS, DIM], UPSTREAM),
    ...result(
      'time_grid',
      [LENGTH],
      range(LENGTH).map((i) => i * DELTA),
    ),
    ...result(
      'out',
      [LENGTH, BATCH, LAYERS, DIM],
      solved().map(([value]) => value),
    ),
    ...names.flatMap((name) =>
      result(`grad_${name}`, SHAPES[name], gradientOf(name)),
    ),
  ],
};

/** A case whose last step the reference shortens, and the runner's message. */
export const refusedFloater: [Description, RegExp] = [
  {
    ...floaterCase,
    name: 'floater_with_a_shorter_last_step',
    params: { dt: DELTA, step_size: 0.07 },
  },
  /step_size 0\.07 .* the library does not shorten the last step$/,
];
