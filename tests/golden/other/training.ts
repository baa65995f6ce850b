/**
 * Learned tables that are trained with other steps and other names of
 * optimisers.
 */

import {
  type Description,
  drawn,
  input,
  ints,
  range,
  result,
  type Tensor,
} from './case-folder.ts';

interface Rule {
  kind: 'sgd' | 'adam' | 'adamw';
  lr: number;
  momentum?: number;
  dampening?: number;
  nesterov?: boolean;
  betas?: [number, number];
  eps?: number;
  weight_decay?: number;
  amsgrad?: boolean;
}

/** A weight after each step, by the algorithm in PyTorch's documentation. */
function sgd(rule: Rule, start: number, gradients: number[]): number[] {
  const { lr, momentum = 0, dampening = 0, weight_decay = 0 } = rule;
  let [w, b] = [start, 0];
  return gradients.map((gradient, step) => {
    const g = gradient + weight_decay * w;
    b = step === 0 ? g : momentum * b + (1 - dampening) * g;
    w -= lr * (rule.nesterov ? g + momentum * b : b);
    return w;
  });
}

function adam(rule: Rule, start: number, gradients: number[]): number[] {
  const { kind, lr, betas = [0.9, 0.999], eps = 1e-8, amsgrad } = rule;
  const decay = rule.weight_decay ?? (kind === 'adamw' ? 0.01 : 0);
  let [w, m, v, most] = [start, 0, 0, 0];
  return gradients.map((gradient, step) => {
    const g = gradient + (kind === 'adam' ? decay * w : 0);
    if (kind === 'adamw') w -= lr * decay * w;
    m = betas[0] * m + (1 - betas[0]) * g;
    v = betas[1] * v + (1 - betas[1]) * g ** 2;
    most = Math.max(most, v);
    const mean = m / (1 - betas[0] ** (step + 1));
    const square = (amsgrad ? most : v) / (1 - betas[1] ** (step + 1));
    w -= (lr * mean) / (Math.sqrt(square) + eps);
    return w;
  });
}

const [ROWS, DIM, STEPS, BATCH] = [6, 5, 7, 3];
const POSITIONS = [4, 0, 5, 4, 2];
const PADDING = 5;
const WEIGHT = drawn(ROWS * DIM, 3);
const X = drawn(BATCH * POSITIONS.length * DIM, 4);
const UPSTREAM = range(STEPS).map((step) => drawn(X.length, 50 + step));

/**
 * The gradient of the table. The sequences of the batch share positions;
 * padding has no gradient.
 */
function gradientOf(upstream: number[]) {
  const gradient = Array<number>(ROWS * DIM).fill(0);
  upstream.forEach((g, i) => {
    const row = POSITIONS[Math.floor(i / DIM) % POSITIONS.length] as number;
    if (row === PADDING) return;
    gradient[row * DIM + (i % DIM)] =
      g + (gradient[row * DIM + (i % DIM)] ?? 0);
  });
  return gradient;
}

const GRADIENTS = UPSTREAM.map(gradientOf);

const OPTIMISERS: Record<string, Rule> = {
  lion_like_name: {
    kind: 'adam',
    lr: 0.3,
    betas: [0.8, 0.95],
    eps: 1e-6,
    weight_decay: 0.05,
  },
  'my-sgd.v2': {
    kind: 'sgd',
    lr: 2,
    momentum: 0.7,
    dampening: 0.2,
    weight_decay: 0.1,
  },
  adam: { kind: 'sgd', lr: 0.01 },
  _: { kind: 'sgd', lr: 0.5, momentum: 0.9, nesterov: true },
  step1: { kind: 'adamw', lr: 0.001 },
  largest: { kind: 'adamw', lr: 0.02, weight_decay: 0.5, amsgrad: true },
};

/** The tables of some steps; those of all steps would be too large. */
const tablesOf = ([name, rule]: [string, Rule]): Tensor[] => {
  const weights = WEIGHT.map((start, i) => {
    const gradients = GRADIENTS.map((gradient) => gradient[i] as number);
    return (rule.kind === 'sgd' ? sgd : adam)(rule, start, gradients);
  });
  return [2, 5, STEPS].flatMap((step) =>
    result(
      `weight_${name}_step${step}`,
      [ROWS, DIM],
      weights.map((after) => after[step - 1] as number),
    ),
  );
};

const EMBEDDED = POSITIONS.flatMap((row) =>
  WEIGHT.slice(row * DIM, (row + 1) * DIM),
);

export const trained: Description = {
  name: 'embedding_trained_for_seven_steps',
  method: 'learned.embedding',
  params: { padding_idx: PADDING - ROWS, optimizers: OPTIMISERS },
  tensors: [
    input('weight', [ROWS, DIM], WEIGHT),
    ints('positions', [POSITIONS.length], POSITIONS),
    input('x', [BATCH, POSITIONS.length, DIM], X),
    ...UPSTREAM.map((upstream, step) =>
      input(`G${step + 1}`, [BATCH, POSITIONS.length, DIM], upstream),
    ),
    ...result('embedded', [POSITIONS.length, DIM], EMBEDDED),
    ...result(
      'sum',
      [BATCH, POSITIONS.length, DIM],
      X.map((x, i) => x + (EMBEDDED[i % EMBEDDED.length] as number)),
    ),
    ...result('grad_weight', [ROWS, DIM], GRADIENTS[0] as number[]),
    ...Object.entries(OPTIMISERS).flatMap(tablesOf),
  ],
};

/** The same case with a contradiction, and the runner's message. */
export const refusedTraining: [Description, RegExp][] = [
  [
    {
      ...trained,
      name: 'embedding_with_an_eighth_gradient',
      params: { ...trained.params, steps: 7 },
      tensors: [
        ...trained.tensors,
        input('G8', [BATCH, POSITIONS.length, DIM], X),
      ],
    },
    /steps is 7, and the tensors show 8$/,
  ],
  [
    {
      ...trained,
      name: 'embedding_with_a_table_of_nobody',
      tensors: [
        ...trained.tensors,
        ...result('weight_nobody_step1', [ROWS, DIM], WEIGHT),
      ],
    },
    /unknown tensor weight_nobody_step1$/,
  ],
  [
    {
      ...trained,
      name: 'embedding_with_a_rule_without_kind',
      params: {
        ...trained.params,
        optimizers: { ...OPTIMISERS, adam: { lr: 0.01 } },
      },
    },
    /optimiser adam has no kind$/,
  ],
];
