/**
 * Layers of models that normalise queries and keys, beside the formulas of
 * their classes.
 */

import { describe, expect, it } from 'vitest';
import {
  at,
  attend,
  classOf,
  DIM,
  dot,
  expectClass,
  HEADS,
  k,
  LENGTH,
  pe,
  q,
  tensor,
  v,
} from './class-oracle.js';
import { thrown } from './thrown.js';

type Row = ArrayLike<number>;

const base = {
  ...{ hidden_size: HEADS * DIM, num_hidden_layers: 2, head_dim: DIM },
  ...{ num_attention_heads: HEADS, num_key_value_heads: HEADS },
  ...{ rope_theta: 100, rms_norm_eps: 0.125 },
};

const mean = (x: Row) => Array.from(x).reduce((a, b) => a + b, 0) / x.length;

/** x / sqrt(mean of squares + epsilon), times a weight. */
const rms = (x: Row, weight: Row, epsilon = base.rms_norm_eps) => {
  const by = Math.sqrt(mean(Array.from(x, (one) => one * one)) + epsilon);
  return Array.from(x, (one, c) => ((weight[c] ?? NaN) * one) / by);
};

/** Layer normalisation, times a weight and with a bias. */
const layered = (x: Row, weight: Row, epsilon: number, bias?: Row) => {
  const middle = mean(x);
  const away = Array.from(x, (one) => one - middle);
  const by = Math.sqrt(mean(away.map((one) => one * one)) + epsilon);
  return away.map(
    (one, c) => ((weight[c] ?? NaN) * one) / by + (bias?.[c] ?? 0),
  );
};

/** Turns a head by its position; pairs are halves, or neighbours. */
function turn(x: Row, position: number, interleaved = false): number[] {
  const half = DIM / 2;
  const out = Array.from(x);
  for (let c = 0; c < half; c++) {
    const [a, b] = interleaved ? [2 * c, 2 * c + 1] : [c, c + half];
    const angle = position * base.rope_theta ** (-c / half);
    const [one = NaN, other = NaN] = [x[a], x[b]];
    out[a] = one * Math.cos(angle) - other * Math.sin(angle);
    out[b] = one * Math.sin(angle) + other * Math.cos(angle);
  }
  return out;
}

/** All heads of a position. */
const whole = (x: Float32Array, i: number) =>
  x.subarray(i * HEADS * DIM, (i + 1) * HEADS * DIM);
const cut = (x: Row, h: number) => Array.from(x).slice(h * DIM, (h + 1) * DIM);

/** A causal class, by what it makes of the head of a position. */
const causal = (
  made: (x: Float32Array, i: number, h: number, weight: 0 | 1) => Row,
) =>
  classOf((h, i, j) =>
    j > i
      ? -Infinity
      : dot(made(q, i, h, 0), made(k, j, h, 1)) / Math.sqrt(DIM),
  );

const norms = (...shape: number[]) => ({
  queryNorm: tensor(shape, 0.37),
  keyNorm: tensor(shape, 0.91),
});
const datas = ({ queryNorm, keyNorm }: ReturnType<typeof norms>) =>
  [queryNorm.data, keyNorm.data] as const;

describe('Qwen3', () => {
  const given = norms(DIM);
  const weights = datas(given);
  const model = pe.model({ model_type: 'qwen3', ...base });
  const made = (x: Float32Array, i: number, h: number, one: 0 | 1) =>
    turn(rms(at(x, i, h), weights[one]), i);

  it('normalises each head before it turns', () => {
    expectClass({ model, ...given }, causal(made));
  });

  it('takes queries without weights as normalised', () => {
    const { layers } = model;
    const plain = causal((x, i, h) => turn(at(x, i, h), i));
    expectClass({ model }, plain);
    expect(layers[0]?.norm).toEqual({
      ...{ form: 'rms', epsilon: 0.125, offset: 0, turned: false },
      missing: {
        queryNorm: { axes: ['headDim'], shape: [DIM] },
        keyNorm: { axes: ['headDim'], shape: [DIM] },
      },
    });
  });

  it('requires the weights where queries are made of embeddings', () => {
    const x = tensor([LENGTH, HEADS * DIM], 0.3);
    const call = { x, model } as object;
    expect(thrown(() => attend(call))).toMatchObject({
      ...{ code: 'ERR_MISSING', param: 'queryNorm' },
      message: `attention: queryNorm is required, [headDim] = [${DIM}] of the layer`,
    });
    const { scores } = attend({ ...call, ...given });
    expect(scores.data[0]).toBeCloseTo(
      dot(
        rms(at(x.data, 0, 0), weights[0]),
        rms(at(x.data, 0, 0), weights[1]),
      ) / Math.sqrt(DIM),
      4,
    );
  });
});

it('Gemma 3 adds 1 to the weights, which GGUF files have already', () => {
  const given = norms(DIM);
  const weights = datas(given);
  const config = {
    ...{ model_type: 'gemma3_text', ...base, query_pre_attn_scalar: DIM },
    layer_types: ['full_attention', 'full_attention'],
  };
  const model = pe.model(config);
  const one = (x: Row) => Array.from(x, (weight) => weight + 1);
  expectClass(
    { model, ...given },
    causal((x, i, h, which) => turn(rms(at(x, i, h), one(weights[which])), i)),
  );
  const stored = pe.model({ ...config, gguf: { known: true } });
  expect(stored.layers[0]?.norm).toMatchObject({ form: 'rms', offset: 0 });
});

it('OLMo 2 normalises all heads together', () => {
  const given = norms(HEADS * DIM);
  const weights = datas(given);
  const model = pe.model({ model_type: 'olmo2', ...base });
  expectClass(
    { model, ...given },
    causal((x, i, h, which) =>
      turn(cut(rms(whole(x, i), weights[which]), h), i),
    ),
  );
});

it('Hunyuan normalises what is turned, and needs the weights', () => {
  const given = norms(DIM);
  const weights = datas(given);
  const model = pe.model({ model_type: 'hunyuan_v1_dense', ...base });
  expectClass(
    { model, ...given },
    causal((x, i, h, which) => rms(turn(at(x, i, h), i), weights[which])),
  );
  expect(thrown(() => attend({ q, k, model }))).toMatchObject({
    ...{ code: 'ERR_MISSING', param: 'queryNorm' },
  });
});

it('Chameleon has weights and biases of each head', () => {
  const given = norms(HEADS, DIM);
  const weights = datas(given);
  const biases = {
    queryNormBias: tensor([HEADS, DIM], 0.23),
    keyNormBias: tensor([HEADS, DIM], 0.71),
  };
  const summands = [biases.queryNormBias.data, biases.keyNormBias.data];
  const model = pe.model({ model_type: 'chameleon', ...base });
  expectClass(
    { model, ...given, ...biases },
    causal((x, i, h, which) =>
      turn(
        layered(
          at(x, i, h),
          cut(weights[which], h),
          1e-5,
          cut(summands[which] ?? [], h),
        ),
        i,
      ),
    ),
  );
});

it('Cohere has weights of each head where it normalises', () => {
  const given = norms(HEADS, DIM);
  const weights = datas(given);
  const config = { model_type: 'cohere', ...base, layer_norm_eps: 0.25 };
  expect(pe.model(config).layers[0]?.norm).toBeNull();
  expectClass(
    { model: pe.model({ ...config, use_qk_norm: true }), ...given },
    causal((x, i, h, which) =>
      turn(layered(at(x, i, h), cut(weights[which], h), 0.25), i, true),
    ),
  );
});

describe('Swin V2', () => {
  const side = 3;
  const model = pe.model({
    ...{ model_type: 'swinv2', image_size: 12, patch_size: 4, depths: [2] },
    ...{ embed_dim: HEADS * DIM, num_heads: [HEADS], window_size: side },
  });
  const hidden = 4;
  const network = {
    method: 'continuousGridBias',
    firstWeight: tensor([hidden, 2], 0.9),
    firstBias: tensor([hidden], 0.8),
    secondWeight: tensor([HEADS, hidden], 0.7),
  };
  const logitScale = [5, 0.75];

  it('multiplies cosines by a factor of each head', () => {
    const unit = (x: Row) => {
      const length = Math.sqrt(dot(x, x));
      return Array.from(x, (one) => one / Math.max(length, 1e-12));
    };
    const near = (t: number) =>
      (Math.sign(t) * Math.log2(1 + Math.abs((8 * t) / (side - 1)))) / 3;
    const bias = (h: number, i: number, j: number) => {
      const rows = Math.floor(i / side) - Math.floor(j / side);
      const at = [near(rows), near((i % side) - (j % side))];
      const units = Array.from({ length: hidden }, (_, n) => {
        const weight = network.firstWeight.data.subarray(2 * n, 2 * n + 2);
        return Math.max(0, dot(weight, at) + (network.firstBias.data[n] ?? 0));
      });
      const weight = network.secondWeight.data;
      const sum = dot(units, weight.subarray(h * hidden, (h + 1) * hidden));
      return 16 / (1 + Math.exp(-sum));
    };
    const factors = logitScale.map((one) =>
      Math.exp(Math.min(one, Math.log(1 / 0.01))),
    );
    expectClassLoosely(
      { model, logitScale, bias: network },
      classOf(
        (h, i, j) =>
          (factors[h] ?? NaN) * dot(unit(at(q, i, h)), unit(at(k, j, h))) +
          bias(h, i, j),
      ),
    );
  });

  it('requires the factors', () => {
    const call = () => attend({ q, k, model, bias: network });
    expect(thrown(call)).toMatchObject({
      ...{ code: 'ERR_MISSING', param: 'logitScale' },
      message: `attention: logitScale is required, [heads] = [${HEADS}] of the layer`,
    });
  });
});

/** As `expectClass`, for scores up to 100, whose float32 are less fine. */
function expectClassLoosely(
  options: object,
  wanted: { scores: readonly number[]; output: ArrayLike<number> },
) {
  const { scores, output } = attend({ q, k, v, ...options });
  wanted.scores.forEach((score, n) => {
    expect(scores.data[n]).toBeCloseTo(score, 3);
  });
  Array.from(wanted.output).forEach((one, n) => {
    expect(output?.data[n]).toBeCloseTo(one, 4);
  });
}
