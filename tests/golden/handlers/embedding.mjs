// @ts-check
/** Learned tables: reading and training them. */

import { ulp32 } from '../compare.mjs';
import { float64Tolerance, u, u64 } from '../tolerance.mjs';
import { TrainingErrors } from '../training-error.mjs';
import { checkBoth } from './learned.mjs';
import { spread } from './places.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {import('../training-error.mjs').Rule} Rule
 * @typedef {import('../training-error.mjs').Kind} Kind
 */

/** Number of steps: that of the gradients. @param {Case} c */
function stepsOf(c) {
  let shown = 0;
  while (c.has(`G${shown + 1}`)) ++shown;
  return shown === 0 ? c.param('steps', 0) : c.size('steps', shown);
}

/**
 * The rules of the optimisers by name; the names have no meaning.
 * @param {Case} c
 */
const optimisersOf = (c) =>
  Object.entries(
    c.param('optimizers', /** @type {Record<string, Rule>} */ ({})),
  );

/** @param {Case} c */
function namesOf(c) {
  const steps = Array.from({ length: stepsOf(c) }, (_, i) => i + 1);
  return [
    ...['weight', 'positions', 'x', 'embedded', 'sum', 'grad_weight'],
    ...steps.map((step) => `G${step}`),
    ...optimisersOf(c).flatMap(([name]) =>
      steps.map((step) => `weight_${name}_step${step}`),
    ),
  ];
}

/** The table that is read, and the row of each read. @param {Case} c */
function readOf(c) {
  const [rows, width] = c.shape('weight');
  const dim = c.size('dim', width);
  const tableLength = c.size('max_len', rows);
  /** @type {number | null} */
  const padding = c.param('padding_idx', null);
  return {
    dim,
    tableLength,
    positions: c.numbers('positions'),
    // In PyTorch, a negative index counts from the end.
    paddingIndex:
      padding === null ? undefined : padding + (padding < 0 ? tableLength : 0),
  };
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function embed(pe, c, check) {
  const { tableLength: _, ...read } = readOf(c);
  const table = c.float32('weight');
  checkBoth(check, 'embedded', (dtype) =>
    pe.make({ method: 'learned', ...read, table, dtype }),
  );
  // Rows are copied.
  const rows = pe.make({ method: 'learned', ...read, table }).data;
  check.same('embedded', rows);

  if (check.wants('sum')) {
    // The rows are added here, in float64; a batch may share one operand.
    const x = c.float32('x');
    const at = (/** @type {Float32Array} */ data, /** @type {number} */ i) =>
      data[i % data.length] ?? Number.NaN;
    const sum = Array.from(
      check.expected('sum'),
      (_, i) => at(x, i) + at(rows, i),
    );
    check.near('sum', sum, () => 1e-10);
    check.nearTorch(
      'sum',
      () => Float32Array.from(sum),
      () => 0,
    );
  }

  const slopes = Array.from({ length: stepsOf(c) }, (_, i) =>
    slopeOf(pe, c, `G${i + 1}`),
  );
  const [first] = slopes;
  if (first) {
    const { wide, narrow, error } = first;
    checkBoth(check, 'grad_weight', (dtype) =>
      dtype === 'float64' ? wide : narrow,
    );
    // The library's result is the real sum, rounded once.
    check.nearTorch(
      'grad_weight',
      () => narrow.data,
      (i, want) => error(i, u) + ulp32(want) / 2,
    );
  }
  for (const [name, rule] of optimisersOf(c)) {
    train(pe, c, check, `weight_${name}`, given(name, rule), slopes);
  }
}

/**
 * The gradient of the table in one step, and the error of its sums in a program
 * with the rounding unit `unit`. The n reads of a row take n - 1 additions: the
 * last one rounds the sum, and each other one rounds by at most `unit` of the
 * absolute sum.
 *
 * @typedef {ReturnType<typeof slopeOf>} Slope
 * @param {Posenc} pe @param {Case} c @param {string} name
 */
function slopeOf(pe, c, name) {
  const { positions, ...read } = readOf(c);
  const { dim, tableLength, paddingIndex } = read;
  const upstream = c.float32(name);
  const rows = spread(positions, upstream.length / dim);
  const reads = new Float64Array(tableLength);
  const sizes = new Float64Array(tableLength * dim);
  rows.forEach((row, i) => {
    if (row === paddingIndex) return;
    reads[row] = (reads[row] ?? 0) + 1;
    for (let d = 0; d < dim; ++d) {
      const at = row * dim + d;
      sizes[at] = (sizes[at] ?? 0) + Math.abs(upstream[i * dim + d] ?? 0);
    }
  });
  const make = (/** @type {'float64' | 'float32'} */ dtype) =>
    pe.make({
      method: 'learnedGradient',
      ...read,
      upstream,
      positions: rows,
      dtype,
    });
  const [wide, narrow] = [make('float64'), make('float32')];
  return {
    wide,
    narrow,
    /** @param {number} i @param {number} unit */
    error: (i, unit) => {
      const others = (reads[Math.floor(i / dim)] ?? 0) - 2;
      if (others < 0) return 0;
      const sum = Math.abs(Number(wide.data[i]));
      return unit * (others * (sizes[i] ?? Number.NaN) + sum);
    },
  };
}

/** The options that are not null.
 * @param {string} name @param {Rule} rule @returns {Rule} */
function given(name, rule) {
  const options = Object.entries(rule).filter(([, value]) => value !== null);
  const { kind, ...rest } = Object.fromEntries(options);
  if (typeof kind !== 'string')
    throw new Error(`optimiser ${name} has no kind`);
  return { kind, ...rest };
}

/**
 * Runs all steps of an optimiser, on a table in float64 and on one in float32.
 *
 * @param {Posenc} pe @param {Case} c @param {Comparison} check
 * @param {string} name
 * @param {Rule} rule
 * @param {Slope[]} slopes the gradient of each step
 */
function train(pe, c, check, name, rule, slopes) {
  const { betas, weight_decay: weightDecay, ...rest } = rule;
  const [beta1, beta2] = betas ?? [];
  const options = /** @type {import('posenc').OptimiserOptions} */ ({
    ...rest,
    ...(betas === undefined ? {} : { beta1, beta2 }),
    ...(weightDecay === undefined ? {} : { weightDecay }),
  });
  const table = c.float32('weight');
  const [wide, narrow] = [Float64Array.from(table), table.slice()];
  const [first, second] = [pe.optimiser(options), pe.optimiser(options)];
  /** @param {Kind} arithmetic @param {Kind} stored */
  const errors = (arithmetic, stored) =>
    new TrainingErrors(rule, table, { arithmetic, table: stored });
  const inFloat64 = errors('float64', 'float64');
  const ours = errors('float64', 'float32');
  const theirs = errors('float32', 'float32');

  slopes.forEach((slope, i) => {
    first.step(wide, slope.wide);
    second.step(narrow, slope.narrow);
    const { data } = slope.wide;
    inFloat64.step(data, (k) => slope.error(k, u64));
    // The float32 gradient is the real one, rounded once.
    ours.step(data, (k) => ulp32(Number(data[k])) / 2);
    theirs.step(data, (k) => slope.error(k, u));

    const tensor = `${name}_step${i + 1}`;
    if (!check.wants(tensor)) return;
    // The errors of both programs in float64, plus the usual tolerance.
    const plain = float64Tolerance(check.expected(tensor), 0)();
    check.near(tensor, wide, (k) => Math.max(plain, 2 * inFloat64.at(k)));
    check.near(tensor, narrow, (k) => ours.at(k) + plain);
    check.nearTorch(
      tensor,
      () => narrow,
      (k) => ours.at(k) + theirs.at(k),
    );
  });
}

export const embedding = {
  'learned.embedding': {
    params: ['dim', 'max_len', 'optimizers', 'padding_idx', 'steps'],
    tensors: namesOf,
    run: embed,
  },
};
