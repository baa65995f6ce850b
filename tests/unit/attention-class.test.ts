/**
 * Attention of a layer of a model, beside the formula of the class of the
 * model: written here as its code computes it.
 */

import type { Model } from 'posenc';
import { describe, expect, it } from 'vitest';
import {
  apart,
  at,
  attend,
  clamp,
  classOf,
  DIM,
  dot,
  expectClass,
  HEADS,
  k,
  LENGTH,
  noise,
  pe,
  q,
  row,
  tensor,
  type Vector,
  v,
} from './class-oracle.js';
import { thrown } from './thrown.js';

const base = {
  hidden_size: HEADS * DIM,
  num_hidden_layers: 2,
  num_attention_heads: HEADS,
};

/** Row n of a table of sines and cosines of a width. */
function sinusoid(
  n: number,
  width: number,
  interleaved: boolean,
  span: number,
) {
  const half = width / 2;
  const angle = (c: number) => n * 10000 ** (-c / span);
  return Float64Array.from({ length: width }, (_, c) => {
    if (interleaved) {
      return c % 2 ? Math.cos(angle((c - 1) / 2)) : Math.sin(angle(c / 2));
    }
    return c < half ? Math.sin(angle(c)) : Math.cos(angle(c - half));
  });
}

describe('SpeechT5', () => {
  it('clips the distance from key to query to [-M, M - 1]', () => {
    const M = 3;
    const model = pe.model({
      ...{ model_type: 'speecht5', hidden_size: HEADS * DIM },
      ...{ encoder_layers: 1, encoder_attention_heads: HEADS },
      encoder_max_relative_position: M,
    });
    const keyTable = tensor([2 * M, DIM], 0.9);
    const layer = model.towers.encoder?.layers[0];
    expect(layer?.details[0]?.missing.keyTable?.shape).toEqual([2 * M, DIM]);
    const scale = 1 / Math.sqrt(DIM);
    expectClass(
      {
        ...{ model, tower: 'encoder' },
        relative: { method: 'shaw', keyTable },
      },
      classOf((h, i, j) => {
        const place = row(keyTable, clamp(i - j, -M, M - 1) + M);
        const query = at(q, i, h);
        return scale * (dot(query, at(k, j, h)) + dot(query, place));
      }),
    );
  });
});

describe('Granite Speech', () => {
  it('has the rows of distances from key to query', () => {
    const M = 10;
    const model = pe.model({
      ...{ model_type: 'granite_speech_encoder', hidden_dim: HEADS * DIM },
      ...{ num_layers: 1, num_heads: HEADS, dim_head: DIM },
      ...{ context_size: 4, max_pos_emb: M },
    });
    const keyTable = tensor([2 * M + 1, DIM], 0.9);
    const scale = 1 / Math.sqrt(DIM);
    expectClass(
      { model, relative: { method: 'shaw', keyTable } },
      classOf((h, i, j) => {
        if (Math.floor(i / 4) !== Math.floor(j / 4)) return -Infinity;
        const query = at(q, i, h);
        const place = row(keyTable, i - j + M);
        return scale * (dot(query, at(k, j, h)) + dot(query, place));
      }),
    );
  });
});

describe('NEZHA', () => {
  const M = 3;
  const model = pe.model({
    ...{ model_type: 'nezha', ...base, max_relative_position: M },
  });
  const rows = Array.from({ length: 2 * M + 1 }, (_, n) =>
    sinusoid(n, DIM, true, DIM / 2),
  );
  const of = (i: number, j: number) => rows[clamp(j - i, -M, M) + M] ?? [];

  it('adds fixed sinusoids to keys and values', () => {
    const scale = 1 / Math.sqrt(DIM);
    expectClass(
      { model },
      classOf(
        (h, i, j) => {
          const query = at(q, i, h);
          return scale * (dot(query, at(k, j, h)) + dot(query, of(i, j)));
        },
        (h, i, j) => Array.from(at(v, j, h), (x, c) => x + (of(i, j)[c] ?? 0)),
      ),
    );
  });

  it('has a spec that lacks nothing', () => {
    const [spec] = model.layers[0]?.positions ?? [];
    expect(model.layers[0]?.details[0]?.missing).toEqual({});
    const given = { data: q, shape: [LENGTH, HEADS, DIM], dtype: 'float32' };
    const made = pe.make({ ...spec, q: given } as never) as { data: Vector };
    const wanted = classOf((h, i, j) => dot(at(q, i, h), of(i, j)));
    expect(apart(made.data, wanted.scores)).toBeLessThan(1e-5);
  });

  it('has gradients, and none of a table', () => {
    const upstream = noise(LENGTH * HEADS * DIM, 0.2);
    const found = pe.attentionGradient({ q, k, v, model, upstream } as never);
    const keys = Object.keys(found);
    expect(keys).toEqual(expect.arrayContaining(['q', 'k', 'v']));
    const step = 2 ** -10;
    const loss = (x: Vector) =>
      dot(pe.attention({ q: x, k, v, model }).output?.data ?? [], upstream);
    for (const index of [0, 37, 101]) {
      const moved = (by: number) =>
        loss(q.map((x, n) => (n === index ? x + by : x)));
      const slope = (moved(step) - moved(-step)) / (2 * step);
      const got = (found as { q: { data: Vector } }).q.data[index] ?? 0;
      expect(Math.abs(got - slope)).toBeLessThan(2e-3);
    }
  });
});

/** The scores of Transformer-XL for features of the distance query - key. */
function recurrentScores(
  features: (distance: number) => ArrayLike<number>,
  width: number,
  [weight, u, v2]: readonly { data: Vector }[],
  scale: number,
) {
  const projected = (h: number, distance: number) =>
    Array.from({ length: DIM }, (_, c) =>
      dot(
        row(weight as { data: Vector }, h * DIM + c, width),
        features(distance),
      ),
    );
  return (h: number, i: number, j: number) => {
    const query = at(q, i, h);
    const content = Array.from(
      query,
      (x, c) => x + (u?.data[h * DIM + c] ?? 0),
    );
    const place = Array.from(query, (x, c) => x + (v2?.data[h * DIM + c] ?? 0));
    return (
      scale * (dot(content, at(k, j, h)) + dot(place, projected(h, i - j)))
    );
  };
}

describe('conformers with relative positions', () => {
  it.each([
    ['wav2vec2-conformer', {}],
    ['parakeet_encoder', {}],
    ['wav2vec2-bert', { position_embeddings_type: 'relative' }],
  ])('%s has sines and cosines in turn', (model_type, more) => {
    const width = HEADS * DIM;
    const model = pe.model({ model_type, ...base, ...more });
    const positionWeight = tensor([width, width], 0.4);
    const contentBias = tensor([HEADS, DIM], 0.6);
    const positionBias = tensor([HEADS, DIM], 0.8);
    const weights = { positionWeight, contentBias, positionBias };
    expectClass(
      { model, relative: { method: 'transformerXL', ...weights } },
      classOf(
        recurrentScores(
          (distance) => sinusoid(distance, width, true, width / 2),
          width,
          [positionWeight, contentBias, positionBias],
          1 / Math.sqrt(DIM),
        ),
      ),
    );
  });
});

describe('the audio tower of Gemma', () => {
  it('has a last frequency of 1/10000, a window and a soft cap', () => {
    const width = HEADS * DIM;
    const model = pe.model({
      ...{ model_type: 'gemma3n_audio', hidden_size: width },
      ...{ conf_num_hidden_layers: 1, conf_num_attention_heads: HEADS },
      ...{ conf_attention_context_left: 4, conf_attention_logit_cap: 2 },
    });
    const positionWeight = tensor([width, width], 0.4);
    const scores = recurrentScores(
      (distance) => sinusoid(distance, width, false, width / 2 - 1),
      width,
      [positionWeight],
      1 / Math.sqrt(DIM),
    );
    expectClass(
      { model, relative: { method: 'transformerXL', positionWeight } },
      classOf((h, i, j) =>
        j > i || i - j >= 4 ? -Infinity : 2 * Math.tanh(scores(h, i, j) / 2),
      ),
    );
  });
});

describe('windows to both sides', () => {
  const sees = (model: Model, tower?: string) => {
    const { weights } = attend({ q, k, model, ...(tower && { tower }) });
    const { data } = weights;
    return (i: number, j: number) => (data[i * LENGTH + j] ?? 0) > 0;
  };
  const gemma = {
    ...{ ...base, head_dim: DIM, num_key_value_heads: HEADS },
    ...{ sliding_window: 4, query_pre_attn_scalar: 8 },
    layer_types: ['sliding_attention', 'sliding_attention'],
  };
  it('T5Gemma sees keys nearer than its window on either side', () => {
    const config = { model_type: 't5_gemma_module', ...gemma };
    const model = pe.model({
      ...{ model_type: 't5gemma', encoder: config, decoder: config },
    });
    const seen = sees(model, 'encoder');
    for (let i = 0; i < LENGTH; i++) {
      for (let j = 0; j < LENGTH; j++) {
        expect(seen(i, j)).toBe(i - 4 < j && j < i + 4);
      }
    }
  });

  it('T5Gemma 2 sees one key less before the query than behind it', () => {
    const model = pe.model({ model_type: 't5gemma2_text', ...gemma });
    const seen = sees(model);
    for (let i = 0; i < LENGTH; i++) {
      for (let j = 0; j < LENGTH; j++) {
        const distance = i - j;
        const before = distance >= 0 && distance < 2;
        expect(seen(i, j)).toBe(before || (distance < 0 && -distance < 3));
      }
    }
  });
});

it('a layer of cross-attention is not causal', () => {
  const model = pe.model({
    ...{ model_type: 'mllama_text_model', ...base },
    ...{ num_key_value_heads: HEADS, cross_attention_layers: [1] },
  });
  expect(model.layers[1]?.attention).toBe('cross');
  const { weights } = pe.attention({ q, k, v, model, layer: 1 });
  expect(weights.data.every((weight) => weight > 0)).toBe(true);
});

it('gpt-oss computes with the sinks that it needs', () => {
  const model = pe.model({
    ...{ model_type: 'gpt_oss', ...base, head_dim: DIM },
    ...{ num_key_value_heads: HEADS, rope_scaling: null },
  });
  const call = { q, k, v, model, layer: 1 };
  expect(thrown(() => pe.attention(call))).toMatchObject({
    ...{ code: 'ERR_MISSING', param: 'sinks' },
  });
  const sinks = Float32Array.of(0.5, -1);
  const { scores, weights } = pe.attention({ ...call, sinks });
  for (let h = 0; h < HEADS; h++) {
    for (let i = 0; i < LENGTH; i++) {
      const first = (h * LENGTH + i) * LENGTH;
      const line = Array.from(scores.data.subarray(first, first + LENGTH));
      const sum = line.reduce(
        (a, s) => a + Math.exp(s),
        Math.exp(sinks[h] ?? 0),
      );
      for (const [j, score] of line.entries()) {
        const got = weights.data[first + j] ?? Number.NaN;
        expect(Math.abs(got - Math.exp(score) / sum)).toBeLessThan(1e-6);
      }
    }
  }
});

it('LongRoPE takes its long divisors beyond the first context', () => {
  const factors = (from: number) => [1, 2, 3, 4].map((n) => from + n / 10);
  const model = pe.model({
    ...{ model_type: 'phi3', ...base, num_key_value_heads: HEADS },
    ...{ max_position_embeddings: 32, original_max_position_embeddings: 8 },
    rope_scaling: {
      type: 'longrope',
      ...{ short_factor: factors(1), long_factor: factors(7) },
    },
  });
  const { rope, softmaxScale } = model.layers[0] as Model['layers'][0];
  const written = (rotary: unknown, length: number) =>
    attend({
      ...{ q: q.subarray(0, length * 16), k: k.subarray(0, length * 16) },
      ...{ heads: HEADS, headDim: DIM, scale: softmaxScale, causal: true },
      rotary,
    }).scores.data;
  for (const length of [8, 9]) {
    const { scores } = pe.attention({
      ...{ q: q.subarray(0, length * 16), k: k.subarray(0, length * 16) },
      model,
    });
    expect(scores.data).toEqual(written(rope?.at(length), length));
  }
  const long = written(rope?.at(9), 9);
  expect(apart(long, written(rope, 9))).toBeGreaterThan(1e-3);
});

describe('Swin V2', () => {
  const config = {
    ...{ model_type: 'swinv2', image_size: 64, patch_size: 4, embed_dim: 16 },
    ...{ depths: [2, 2], num_heads: [2, 4], window_size: 4 },
    pretrained_window_sizes: [3, 0],
  };
  const model = pe.model(config);
  const { layers } = model.towers.vision as { layers: Model['layers'] };

  it('scales differences by the windows of its training', () => {
    const [spec] = layers[0]?.positions ?? [];
    const firstWeight = tensor([512, 2], 0.3);
    const firstBias = tensor([512], 0.5);
    const secondWeight = tensor([2, 512], 0.05);
    expect(layers[0]?.details[0]?.missing.firstWeight?.shape).toEqual([512, 2]);
    const weights = { firstWeight, firstBias, secondWeight };
    const made = pe.make({ ...spec, ...weights } as never) as {
      data: Vector;
      shape: number[];
    };
    expect(made.shape).toEqual([2, 16, 16]);
    const u = (difference: number) => {
      const t = (8 * difference) / (3 - 1);
      return (Math.sign(t) * Math.log2(Math.abs(t) + 1)) / Math.log2(8);
    };
    const wanted: number[] = [];
    for (let h = 0; h < 2; h++) {
      for (let i = 0; i < 16; i++) {
        for (let j = 0; j < 16; j++) {
          const dy = u(Math.floor(i / 4) - Math.floor(j / 4));
          const dx = u((i % 4) - (j % 4));
          let sum = 0;
          for (let n = 0; n < 512; n++) {
            const [a = 0, b = 0] = row(firstWeight, n, 2);
            const unit = a * dy + b * dx + (firstBias.data[n] ?? 0);
            sum += Math.max(0, unit) * (secondWeight.data[h * 512 + n] ?? 0);
          }
          wanted.push(16 / (1 + Math.exp(-sum)));
        }
      }
    }
    expect(apart(made.data, wanted)).toBeLessThan(1e-4);
    // A 0 stands for the windows of the model itself.
    expect(layers[2]?.positions[0]).not.toHaveProperty('trainedGrid');
  });
});

describe('Swin', () => {
  const model = pe.model({
    ...{ model_type: 'swin', image_size: 32, patch_size: 4, embed_dim: 16 },
    ...{ depths: [2, 2], num_heads: [2, 4], window_size: 4 },
  });
  const call = (layer: number, cells: number, more = {}) => {
    const { heads = 1, headDim = 1 } = model.towers.vision?.layers[layer] ?? {};
    const x = noise(cells * heads * headDim, 1);
    const bias = { method: 'gridBias', table: tensor([49, heads], 0.4) };
    const options = { q: x, k: x, model, tower: 'vision', layer, bias };
    return () => attend({ ...options, ...more });
  };

  it('computes a window of a block that does not move them', () => {
    expect(call(0, 16)().weights.shape).toEqual([2, 16, 16]);
  });

  it('refuses more cells than those of a window', () => {
    expect(`${thrown(call(0, 64))}`).toMatch(/swin sees the keys of a window/);
  });

  it('asks for the grid where windows move, unless a mask is given', () => {
    const error = thrown(call(1, 16));
    expect(error).toMatchObject({ param: 'grid', code: 'ERR_MISSING' });
    expect(`${error}`).toMatch(/layer 1 moves its windows by 2 cells/);
    const mask = Array.from({ length: 16 }, () => Array(16).fill(true));
    expect(call(1, 16, { mask })().weights.shape).toEqual([2, 16, 16]);
  });

  it('moves none where a window is the whole image', () => {
    expect(call(3, 16)().weights.shape).toEqual([4, 16, 16]);
  });
});

it('LeViT has a table for the grid of each stage', () => {
  const { towers } = pe.model({ model_type: 'levit' });
  const grids = [0, 4, 8].map((index) => {
    const { positions, details } = towers.vision?.layers[index] ?? {};
    return [positions?.[0]?.grid, details?.[0]?.missing.table?.shape[0]];
  });
  expect(grids).toEqual([
    [[14, 14], 196],
    [[7, 7], 49],
    [[4, 4], 16],
  ]);
});

/** What classes do that attention does not: each is refused by its name. */
it.each<[string, object, RegExp, string?]>([
  ['prophetnet', {}, /bias of each query/, 'decoder'],
  ['cpmant', {}, /pairs of segments/],
  ['funnel', {}, /class token without positions/],
  ['timesfm2_5', {}, /normalises queries and keys after/],
  ['diffllama', {}, /weights of two softmaxes/],
  ['doge', {}, /mask of the values/],
  ['clvp_encoder', {}, /turns values/],
  ['bros', {}, /places of boxes/],
  ['lilt', {}, /scores of the layout/],
  ['lightglue', {}, /learned frequencies/],
  ['timesformer', {}, /frames and cells/],
  ['t5gemma2_decoder', {}, /keys of the encoder/],
  ['vjepa2', {}, /different frequencies, which is no rotation/],
  ['gemma4_vision', {}, /several axes/],
  ['nat', {}, /neighbours/],
  ['deformable_detr', {}, /cells that each query chooses/, 'encoder'],
])('%s is refused by name', (model_type, more, text, tower) => {
  const model = pe.model({ model_type, ...more });
  const layers = tower ? model.towers[tower]?.layers : model.layers;
  const [layer] = layers ?? [];
  expect(layer?.lacks.map(({ what }) => what).join()).toMatch(text);
  const width = (layer?.heads ?? 1) * (layer?.headDim ?? 1);
  const keys = (layer?.keyHeads ?? 1) * (layer?.headDim ?? 1);
  const call = () =>
    attend({
      ...{ q: noise(width, 1), k: noise(keys, 2), model },
      ...(tower && { tower }),
    });
  const error = thrown(call);
  expect(error).toMatchObject({ param: 'layer', code: 'ERR_RANGE' });
  expect(`${error}`).toMatch(text);
  expect(`${error}`).toContain(model_type.replaceAll('-', '_'));
});

it('sparse attention is whole up to the keys that an indexer takes', () => {
  const model = pe.model({
    ...{ model_type: 'deepseek_v32', hidden_size: 32, num_hidden_layers: 1 },
    ...{ num_attention_heads: 2, num_key_value_heads: 2, index_topk: 4 },
    ...{ qk_nope_head_dim: 4, qk_rope_head_dim: 4 },
  });
  const call = (keys: number) => () =>
    pe.attention({
      ...{ q: q.subarray(0, keys * 16), k: k.subarray(0, keys * 16), model },
    });
  expect(call(4)().weights.shape).toEqual([2, 4, 4]);
  expect(`${thrown(call(5))}`).toMatch(/deepseek_v32 sees the keys that an/);
});

it('Transformer-XL sees its last keys alone', () => {
  const width = HEADS * DIM;
  const model = pe.model({
    ...{ model_type: 'transfo-xl', d_model: width, d_head: DIM },
    ...{ n_head: HEADS, n_layer: 1, mem_len: 4, clamp_len: 3 },
  });
  const positionWeight = tensor([width, width], 0.4);
  const relative = { method: 'transformerXL', positionWeight };
  const scores = recurrentScores(
    (distance) => sinusoid(Math.min(distance, 3), width, false, width / 2),
    width,
    [positionWeight],
    1 / Math.sqrt(DIM),
  );
  const sees = (i: number, j: number) => j <= i && i - j < 4;
  expectClass(
    { model, relative },
    classOf((h, i, j) => (sees(i, j) ? scores(h, i, j) : -Infinity)),
  );
});

it('a rope that cannot be made is refused', () => {
  const model = pe.model({ model_type: 'llama', ...base, head_dim: 7 });
  expect(model.layers[0]?.rope).toBeNull();
  const x = noise(3 * HEADS * 7, 1);
  const call = () => pe.attention({ q: x, k: x, model });
  expect(`${thrown(call)}`).toMatch(/no rope can be made for layer 0/);
});
