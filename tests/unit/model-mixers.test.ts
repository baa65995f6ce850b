/** Layers that forget, and sections that programs spell in two ways. */

import { load } from 'posenc';
import { readModel } from 'posenc/models';
import { expect, it } from 'vitest';

const pe = await load();

const kda = {
  ...{ model_type: 'bailing_hybrid', num_hidden_layers: 8 },
  layer_group_size: 4,
};

it('Ring 2.5 forgets by a law, Ling 3.0 as the text says', () => {
  const laws = (config: object) =>
    readModel(config).layers.map(({ mixer, decay }) => mixer && decay);
  const ring = laws(kda);
  expect(ring[3]).toBe(null);
  expect(ring[2]).toMatchObject({ law: 'ring', layer: 2, layers: 8 });
  for (const key of [{ kda_lower_bound: -5 }, { linear_attention: 'kda' }]) {
    const { layers } = readModel({ ...kda, ...key });
    expect(layers[2]).toMatchObject({ mixer: 'linear_attention', decay: null });
    expect(layers[3]?.mixer).toBe(null);
  }
});

it('Ring 2.5 without latent attention turns halves', () => {
  const { layers } = readModel({ ...kda, use_mla: false });
  expect(layers[3]?.positions[0]).toMatchObject({ layout: 'half' });
  expect(layers[3]?.positions[0]).not.toHaveProperty('outLayout');
  expect(readModel(kda).layers[3]?.positions[0]).toMatchObject({
    ...{ layout: 'interleaved', outLayout: 'half' },
  });
});

it('MiniMax-Text-01 has the slopes of its own class, its port others', () => {
  const sizes = { num_attention_heads: 12, num_hidden_layers: 80 };
  const firstOf = (config: object) => {
    const spec = readModel({ ...sizes, ...config }).layers[0]?.decay;
    const { method: _, ...options } = spec as { method: string };
    return Array.from(pe.decaySlopes(options as never).data);
  };
  const own = { attn_type_list: Array(80).fill(0) };
  // The slopes of ALiBi for 12 heads; powers of one number in the port.
  const alibi = firstOf({ model_type: 'minimax_text_01', ...own });
  expect(alibi[0]).toBeCloseTo(0.5 * (1 + 1e-5), 6);
  expect(alibi[8]).toBeCloseTo(2 ** -0.5 * (1 + 1e-5), 6);
  const layer_types = Array(80).fill('linear_attention');
  const port = firstOf({ model_type: 'minimax', layer_types });
  expect(port[0]).toBeCloseTo(2 ** (-8 / 12) * (1 + 1e-5), 6);
  expect(port[8]).toBeCloseTo(2 ** -6 * (1 + 1e-5), 6);
});

it('Qwen3-ASR is read with the section around its parts and without', () => {
  const audio_config = {
    ...{ model_type: 'qwen3_audio_encoder', d_model: 1024 },
    ...{ encoder_layers: 24, encoder_attention_heads: 16 },
  };
  const text_config = {
    ...{ model_type: 'qwen3', num_hidden_layers: 28, hidden_size: 2048 },
    ...{ num_attention_heads: 16, num_key_value_heads: 8, rope_theta: 1e6 },
  };
  const { towers } = readModel({
    ...{ model_type: 'qwen3_asr', audio_config, text_config },
  });
  expect(Object.keys(towers).sort()).toEqual(['audio', 'text']);
  expect(towers.text?.layers).toHaveLength(28);
  expect(towers.text?.layers[0]).toMatchObject({
    ...{ heads: 16, positions: [{ theta: 1e6 }] },
  });
  expect(towers.text?.layers[0]?.positions[0]).not.toHaveProperty('axes');
  expect(towers.audio?.layers).toHaveLength(24);
  const thinker_config = { audio_config: {}, text_config: {} };
  const wrapped = readModel({ model_type: 'qwen3_asr', thinker_config });
  expect(wrapped.towers.text?.layers[0]?.positions[0]).toHaveProperty('axes');
});

it('findings about files of diffusers name what stands in them', () => {
  const { findings } = readModel({ _class_name: 'MochiTransformer3DModel' });
  for (const { key, message } of findings) {
    expect(key).not.toBe('model_type');
    expect(message).not.toContain('transformers');
  }
  const flux = readModel({ _class_name: 'Flux2Transformer2DModel' });
  expect(flux.findings).toEqual([]);
});
