/**
 * Attention whose queries and keys are normalised, beside its formulas in
 * float64; its gradient beside differences of these formulas.
 */

import { load, type Tensor, tensor } from 'posenc';
import { expect, it } from 'vitest';
import { callOf, checkFormulas, type FormulaCase } from './attend-formulas.js';
import { DIM, HEADS, inputs, KEY_HEADS, made, ROWS } from './attend-oracle.js';
import { thrown } from './thrown.js';

const pe = await load();
const WIDE = 7;

const weights = (heads: number, keyHeads: number, bias = false) => ({
  queryNorm: made(heads * DIM, 4),
  keyNorm: made(keyHeads * DIM, 5),
  ...(bias && {
    queryNormBias: made(heads * DIM, 6),
    keyNormBias: made(keyHeads * DIM, 7),
  }),
});
/** The first logit is above the largest that has an effect. */
const logitScale = [6, -0.5, 1, 2.25];

/** Options that stand with their values, and what they mean. */
const cases: FormulaCase[] = [
  [
    'cosines with a factor of each head',
    { ...inputs(), logitScale },
    { norm: 'length', normEpsilon: 1e-12 },
    { norm: undefined, normEpsilon: undefined },
  ],
  [
    'cosines with a factor of the scores',
    inputs(),
    { norm: 'length', normEpsilon: 1e-3, scale: 8, causal: true },
  ],
  [
    'weights of a head, with 1 added, and a rope',
    { ...inputs(), ...weights(1, 1) },
    { norm: 'rms', normEpsilon: 1e-2, normOffset: 1, theta: 500, causal: true },
    { norm: undefined },
  ],
  [
    'weights of a head behind a rope',
    { ...inputs(), ...weights(1, 1) },
    { norm: 'rms', normEpsilon: 1e-6, normTurned: true, theta: 500 },
    { norm: undefined, normEpsilon: undefined },
  ],
  [
    'weights and biases of each head',
    { ...inputs(), ...weights(HEADS, KEY_HEADS, true) },
    { norm: 'layer', normEpsilon: 1e-5, theta: 100 },
    { normEpsilon: undefined },
  ],
  [
    'all heads together',
    { ...inputs(), ...weights(HEADS, KEY_HEADS) },
    { norm: 'rms', normEpsilon: 1e-5, over: 'width', theta: 100 },
  ],
  [
    'weights, a factor of each head and no norm by length',
    { ...inputs(), ...weights(1, 1, true), logitScale },
    { norm: 'rms', normEpsilon: 0.25 },
  ],
  [
    'embeddings',
    {
      x: made(ROWS * WIDE, 8),
      queryWeight: made(HEADS * DIM * WIDE, 9),
      keyWeight: made(KEY_HEADS * DIM * WIDE, 10),
      valueWeight: made(KEY_HEADS * 3 * WIDE, 11),
      ...weights(1, 1, true),
    },
    { norm: 'layer', normEpsilon: 1e-5, theta: 100 },
  ],
];

checkFormulas(cases);

it('adds the gradients of norms over a batch', () => {
  const one = { ...inputs(), ...weights(1, 1), logitScale };
  const call = callOf(one, { norm: 'length' });
  const upstream = made(ROWS * HEADS * 3, 12);
  const twice = (list: readonly number[]) => [...list, ...list];
  const { queryNorm, logitScale: byLogits } = pe.attentionGradient({
    ...call,
    ...{ q: twice(one.q), k: twice(one.k), v: twice(one.v), batch: 2 },
    upstream: twice(upstream),
  });
  const alone = pe.attentionGradient({ ...call, upstream });
  const doubled = (of?: Tensor<'float32'>) => of?.data.map((x) => 2 * x);
  expect(queryNorm?.data).toEqual(doubled(alone.queryNorm));
  expect(byLogits?.data).toEqual(doubled(alone.logitScale));
});

it('a masked key has no effect, whatever it holds', () => {
  const { k, ...rest } = inputs();
  const call = callOf(
    { ...rest, ...weights(1, 1) },
    { norm: 'layer', theta: 100 },
  );
  const keyMask = [1, 1, 0, 1, 1];
  const upstream = made(ROWS * HEADS * 3, 12);
  const results = [0, NaN, Infinity].map((odd) => {
    const width = KEY_HEADS * DIM;
    const keys = k.map((x, n) => (Math.floor(n / width) === 2 ? odd : x));
    const all = { ...call, k: keys, keyMask };
    const { scores, output } = pe.attention(all);
    return { scores, output, ...pe.attentionGradient({ ...all, upstream }) };
  });
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toEqual(results[0]);
});

it.each<[string, object, string, string]>([
  ['a factor twice', { logitScale, scale: 1 }, 'ERR_CONFLICT', 'logitScale'],
  ['too few factors', { logitScale: [1] }, 'ERR_SHAPE', 'logitScale.length'],
  [
    'a norm of keys alone',
    { keyNorm: made(DIM, 1) },
    'ERR_MISSING',
    'queryNorm',
  ],
  [
    'a norm of queries alone',
    { queryNorm: made(DIM, 1) },
    'ERR_MISSING',
    'keyNorm',
  ],
  [
    'what is added without a factor',
    { norm: 'layer', queryNormBias: made(DIM, 1) },
    'ERR_MISSING',
    'queryNorm',
  ],
  [
    'a width that is none',
    { queryNorm: made(DIM + 1, 1), keyNorm: made(DIM, 1) },
    'ERR_SHAPE',
    'queryNorm.length',
  ],
  [
    'heads last',
    {
      queryNorm: tensor(new Float32Array(24), [DIM, HEADS]),
      keyNorm: made(DIM, 1),
    },
    'ERR_SHAPE',
    'queryNorm',
  ],
  [
    'as many heads as queries have',
    { queryNorm: made(DIM, 1), keyNorm: made(HEADS * DIM, 1) },
    'ERR_SHAPE',
    'keyNorm.length',
  ],
  [
    'all heads together with a factor of each',
    { ...weights(HEADS, KEY_HEADS), logitScale },
    'ERR_SHAPE',
    'queryNorm',
  ],
  ['an unknown norm', { norm: 'l2' }, 'ERR_CHOICE', 'norm'],
  [
    'a negative epsilon',
    { norm: 'rms', normEpsilon: -1 },
    'ERR_RANGE',
    'normEpsilon',
  ],
])('refuses %s', (_, options, code, param) => {
  const call = { ...callOf(inputs(), {}), ...options };
  for (const run of [
    'attention',
    'attentionGradient',
    'attentionMap',
  ] as const) {
    const refused = () => pe[run]({ ...call, upstream: made(60, 1) } as never);
    const given =
      run === 'attentionGradient' ? refused : () => pe[run](call as never);
    expect(thrown(given)).toMatchObject({ code, param });
  }
});
