/**
 * Families whose classes read neighbouring pairs and write halves, beside the
 * formulas of their code and a run of it.
 */

import path from 'node:path';
import { type Layer, load, type ModelSpec, type Rope, type Spec } from 'posenc';
import { describe, expect, it } from 'vitest';
import { Case } from '../golden/case.mjs';
import { frequency } from '../support/frequency.mjs';

const pe = await load();

const [WIDTH, START, HEAD, AT] = [8, 4, 12, 5] as const;
const sizes = {
  ...{ hidden_size: 24, num_hidden_layers: 1, num_attention_heads: 2 },
  num_key_value_heads: 2,
  ...{ qk_nope_head_dim: START, qk_rope_head_dim: WIDTH, rope_theta: 100 },
};
const auto_map = {
  AutoModelForCausalLM: 'modeling_deepseek.DeepseekForCausalLM',
};

const plain = { rope_type: 'default', rope_theta: 100 };

const head = Float32Array.from({ length: HEAD }, (_, i) => Math.sin(i + 1));
const part = Array.from(head.subarray(START));
const angles = Array.from(
  { length: WIDTH / 2 },
  (_, pair) => AT * frequency(100, pair, WIDTH),
);

/** x · cos + rotate_half(x) · sin, with tables of (c_0 … c_3, c_0 … c_3). */
function halves(x: readonly number[]): number[] {
  const half = x.length / 2;
  return x.map((value, i) => {
    const angle = angles[i % half] as number;
    const other = (i < half ? -1 : 1) * (x[(i + half) % x.length] as number);
    return value * Math.cos(angle) + other * Math.sin(angle);
  });
}

/** x.view(d / 2, 2).transpose(0, 1).reshape(d) */
const apart = (x: readonly number[]) =>
  [0, 1].flatMap((second) => x.filter((_, i) => i % 2 === second));

/** torch.view_as_real(torch.view_as_complex(x) * freqs_cis) */
const complex = (x: readonly number[]) =>
  angles.flatMap((angle, pair) => {
    const [re, im] = [x[2 * pair] as number, x[2 * pair + 1] as number];
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [re * c - im * s, re * s + im * c];
  });

const layerOf = (config: object) =>
  pe.model({ ...sizes, ...config }).layers[0] as Layer;
const ropeOf = (config: object) => layerOf(config).rope as Rope;

function expectTurned(config: object, wanted: readonly number[]): void {
  const { data } = ropeOf(config).rotate(head, { heads: 1, start: AT });
  expect(Array.from(data.subarray(0, START))).toEqual(
    Array.from(head.subarray(0, START)),
  );
  for (const [i, value] of wanted.entries()) {
    expect(data[START + i]).toBeCloseTo(value, 5);
  }
}

describe.each([
  ...'deepseek_v3 kimi_k2 glm4_moe_lite youtu axk1 longcat_flash'
    .split(' ')
    .map((model_type) => ({ model_type })),
  ...'deepseek_v32 axk2 glm_moe_dsa'
    .split(' ')
    .map((model_type) => ({ model_type })),
  // Its class would scale by YaRN.
  { model_type: 'mistral4', rope_parameters: plain },
  { model_type: 'deepseek_v2', auto_map },
  { model_type: 'deepseek_v3', auto_map },
])('$model_type', (config) => {
  it('brings heads into halves before it turns them', () => {
    expectTurned(config, halves(apart(part)));
  });

  it('multiplies them by tables of halves', () => {
    const where = { start: AT, length: 1 };
    const { cos } = ropeOf(config).cache({ cache: 'hf', ...where });
    for (const [i, value] of [...angles, ...angles].entries()) {
      expect(cos.data[i]).toBeCloseTo(Math.cos(value), 6);
    }
  });
});

it('turns neighbours in place in the class of DeepSeek V2', () => {
  expectTurned({ model_type: 'deepseek_v2' }, complex(part));
});

it('reads halves where the file says so', () => {
  const config = { model_type: 'deepseek_v3', rope_interleave: false };
  expectTurned(config, halves(part));
  expect(layerOf(config).positions[0]).not.toHaveProperty('outLayout');
});

it.each(['minicpm3', 'hy_v4'])('reads halves: %s', (model_type) => {
  expectTurned({ model_type, auto_map }, halves(part));
});

it('gives what the class of DeepSeek V3 computed', () => {
  const data = path.join(import.meta.dirname, '../golden/data');
  const c = new Case(path.join(data, 'rope_hf_deepseek_v3.json'));
  const { rope_scaling, rope_theta, max_position_embeddings } = c.params;
  const [layer] = pe.model({
    ...{ model_type: 'deepseek_v3', num_hidden_layers: 1 },
    ...{ rope_scaling, rope_theta, max_position_embeddings },
  }).layers;
  // The case has the turned part alone.
  const own = { headDim: 64, rotaryDim: 64, rotaryStart: 0 };
  const spec = { ...(layer?.positions[0] as ModelSpec), ...own };
  const rope = pe.make(spec as unknown as Spec) as Rope;
  const values = (name: string) => c.tensor(name).data;
  const positions = Array.from(values('positions'));
  const { cos } = rope.cache({ cache: 'hf', positions });
  const q = Float32Array.from(values('q'));
  const turned = rope.rotate(q, { heads: 1, positions });
  for (const [name, { data }] of [
    ['cos', cos],
    ['q_out', turned],
  ] as const) {
    for (const [i, value] of values(name).entries()) {
      expect(data[i], `${name}[${i}]`).toBeCloseTo(value, 5);
    }
  }
});

it('scores as the same pairs in place do', () => {
  const model = pe.model({ ...sizes, model_type: 'deepseek_v3' });
  const [layer] = model.layers;
  const wave = (seed: number) =>
    Float32Array.from({ length: 7 * 2 * HEAD }, (_, i) => Math.sin(seed * i));
  const call = { q: wave(0.3), k: wave(0.7), outputs: ['scores'] } as const;
  const spec = layer?.positions[0] as ModelSpec;
  const turned = { ...spec, outLayout: 'interleaved' };
  const rotary = pe.make(turned as unknown as Spec) as Rope;
  const [one, other] = [{ model }, { model, rotary }].map(
    (options) => pe.attention({ ...call, ...options }).scores.data,
  );
  for (const [i, score] of (one as Float32Array).entries()) {
    const same = other?.[i] as number;
    if (score !== same) expect(score).toBeCloseTo(same, 5);
  }
});
