/**
 * Families by the facts of their classes: the configuration and modelling files
 * of each word in huggingface/transformers, or the graphs of llama.cpp.
 */

import { type Layer, load, type Model } from 'posenc';
import { describe, expect, it } from 'vitest';

const pe = await load();

type Config = Readonly<Record<string, unknown>>;

/** A model; a word alone stands for the defaults of its class. */
const modelOf = (config: string | Config): Model =>
  pe.model(typeof config === 'string' ? { model_type: config } : config);

const layersOf = (config: string | Config, tower = ''): readonly Layer[] => {
  const { towers, layers } = modelOf(config);
  return tower === '' ? layers : (towers[tower]?.layers ?? []);
};

const numbersOf = (layers: readonly Layer[], is: (one: Layer) => boolean) =>
  layers.filter(is).map(({ index }) => index);

/** The frequencies theta^(-2i/width) of an axis. */
const list = (theta: number, width: number) =>
  Array.from({ length: width / 2 }, (_, i) => theta ** ((-2 * i) / width));

/** The frequencies [axes, heads, pairs] of a rope with a mixture of axes. */
function frequenciesOf(layer: Layer | undefined): readonly number[][][] {
  const spec = layer?.spec as { axes?: { frequencies: number[][][] } } | null;
  return spec?.axes?.frequencies ?? [];
}

const close = (got: Iterable<number>, wanted: readonly number[]) => {
  const all = [...got];
  expect(all).toHaveLength(wanted.length);
  for (const [i, one] of wanted.entries()) expect(all[i]).toBeCloseTo(one, 12);
};

describe('image towers', () => {
  it('GLM-5.3 counts as GLM-OCR does, and normalises each head', () => {
    const [layer] = layersOf('glm5_next', 'vision');
    expect(layer).toMatchObject({ causal: false, heads: 16, headDim: 64 });
    expect(layer?.norm).toMatchObject({ form: 'rms', turned: false });
    expect(layer?.spec).toMatchObject({
      layout: 'half',
      axes: { type: 'axial', merge: 2 },
    });
    expect(modelOf('glm5_next').towers.vision?.table).toBeNull();
  });

  it('MiniMax-M3 turns 78 of 80 components by three axes', () => {
    const [layer] = layersOf('minimax_m3_vl', 'vision');
    const { rope } = layer as Layer;
    expect(rope).toMatchObject({ rotaryDim: 78, rotaryStart: 0, headDim: 80 });
    expect(layer?.spec).toMatchObject({ axes: { widths: [26, 26, 26] } });
    const axis = list(10000, 26);
    close(rope?.frequencies ?? [], [...axis, ...axis, ...axis]);
  });

  it('Muse Glimmer has rows, and columns before rows, counted from 1', () => {
    const { vision } = modelOf('muse_glimmer').towers;
    expect(vision?.table).toMatchObject({ method: 'learned', length: 1024 });
    const layers = vision?.layers ?? [];
    const full = numbersOf(layers, ({ attention }) => attention === 'full');
    expect(full).toEqual([3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 49]);
    expect(layers[0]).toMatchObject({ attention: 'window', window: 32 });
    expect(layers[0]?.spec).toMatchObject({
      axes: { type: 'axial', lastAxisFirst: true, offsets: [1, 1] },
    });
  });

  it('DeepSeek-V4.1 has a tower only if its file says so', () => {
    expect(Object.keys(modelOf('deepseek_v41').towers)).toEqual(['text']);
    const sizes = { num_hidden_layers: 2, hidden_size: 1024, patch_size: 14 };
    const vision_config = { ...sizes, model_type: 'deepseek_v41_vision' };
    const config = { model_type: 'deepseek_v41', vision_config };
    const [layer] = layersOf(config, 'vision');
    expect(layer).toMatchObject({ causal: false, heads: 16, headDim: 64 });
    expect(layer?.spec).toMatchObject({ layout: 'half', theta: 10000 });
  });

  it.each([
    ['inkling', 'vision'],
    ['inkling', 'audio'],
  ])('%s has no layers of %s', (word, tower) => {
    expect(modelOf(word).towers[tower]?.layers).toEqual([]);
  });

  it('Gemma 4 Unified adds rows of two axes to patches, and nothing more', () => {
    const model_type = 'gemma4_unified';
    const { towers } = modelOf({ model_type, vision_config: {} });
    expect(towers.vision?.layers).toEqual([]);
    expect(towers.vision?.table).toMatchObject({
      ...{ method: 'learnedGrid', dim: 3840, tableLength: 1120, join: 'sum' },
    });
    expect(Object.keys(modelOf(model_type).towers)).toEqual(['text']);
  });

  it('RADIO has rows for the largest image, and ten tokens without', () => {
    const { vision } = modelOf('radio').towers;
    expect(vision).toMatchObject({ grid: [128, 128], prefix: 10 });
    expect(vision?.table).toMatchObject({ length: 128 ** 2, dim: 1280 });
  });

  it('TIPS v2 has rows in its images and sines in its texts', () => {
    const { text, vision } = modelOf('tipsv2').towers;
    expect(vision).toMatchObject({ grid: [28, 28], prefix: 2 });
    expect(vision?.table).toMatchObject({ length: 28 ** 2 + 1 });
    expect(text?.layers[0]?.causal).toBe(false);
    expect(text?.table).toMatchObject({ method: 'sinusoidal', length: 64 });
  });

  it('Sapiens2 shares keys in the middle', () => {
    const layers = layersOf('sapiens2');
    expect(modelOf('sapiens2').towers.vision?.prefix).toBe(9);
    const few = numbersOf(layers, ({ keyHeads }) => keyHeads === 8);
    expect(few).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
    expect(layers.every(({ attention }) => attention === 'full')).toBe(true);
    expect(layers[0]).toMatchObject({ keyHeads: 16, norm: { form: 'rms' } });
    expect(layers[0]?.rope?.theta).toBe(100);
    const longer = layersOf({ model_type: 'sapiens2', num_hidden_layers: 30 });
    expect(numbersOf(longer, ({ keyHeads }) => keyHeads === 8).at(-1)).toBe(21);
    const plain = layersOf({ model_type: 'sapiens2', use_qk_norm: false });
    expect(plain[0]?.norm).toBeNull();
  });

  it('VideoPrism sees cells, then frames, and caps its scores', () => {
    const { vision, temporal } = modelOf('videoprism').towers;
    expect(vision?.table).toMatchObject({ length: 256, dim: 768 });
    expect(vision?.layers).toHaveLength(12);
    expect(temporal?.table).toMatchObject({ length: 16 });
    expect(temporal?.layers).toHaveLength(4);
    expect(temporal?.layers[0]?.softcap).toBe(50);
  });

  it('VidEoMT has rows for cells, not for its five tokens', () => {
    const { vision } = modelOf('videomt').towers;
    expect(vision).toMatchObject({ grid: [40, 40], prefix: 5 });
    expect(vision?.table).toMatchObject({ length: 1600 });
  });

  it('CHMv2 is DINOv3 of 416 pixels', () => {
    const { backbone } = modelOf('chmv2').towers;
    expect(backbone).toMatchObject({ family: 'dinov3_vit', grid: [26, 26] });
    expect(backbone?.layers).toHaveLength(24);
  });

  it('PE-Video turns neighbours by a base of 20000', () => {
    const [layer] = layersOf('pe_video', 'vision');
    expect(layer).toMatchObject({ causal: false, heads: 14, headDim: 128 });
    expect(layer?.spec).toMatchObject({ theta: 20000, layout: 'interleaved' });
  });

  it('EfficientLoFTR turns all heads as one, by rows and columns in turn', () => {
    const [layer] = layersOf({
      model_type: 'efficientloftr',
      partial_rotary_factor: 4,
      rope_parameters: { rope_theta: 10000, partial_rotary_factor: 4 },
    });
    const frequencies = frequenciesOf(layer);
    // Its list has a frequency for each second pair of 256 components.
    const whole = list(10000, 128);
    for (let pair = 0; pair < 128; ++pair) {
      const [head, at] = [Math.floor(pair / 16), pair % 16];
      const both = frequencies.map((axis) => axis[head]?.[at] ?? NaN);
      const own = whole[Math.floor(pair / 2)] as number;
      const wanted = pair % 2 ? [0, own] : [own, 0];
      for (const axis of [0, 1])
        expect(both[axis]).toBeCloseTo(wanted[axis] ?? NaN, 12);
    }
    expect(layer?.spec).toMatchObject({ layout: 'interleaved', headDim: 32 });
  });

  it('CogVLM has a row for each cell and one more', () => {
    const { vision, text } = modelOf('cogvlm').towers;
    expect(vision?.table).toMatchObject({ length: 35 ** 2 + 1, dim: 1792 });
    expect(text?.layers[0]?.rope?.theta).toBe(10000);
    const second = layersOf({ model_type: 'cogvlm', num_multi_query_heads: 8 });
    expect(second[0]).toMatchObject({ keyHeads: 8, rope: { theta: 500000 } });
  });
});

describe('detectors', () => {
  it('LW-DETR sees parts of the image in six layers of ten', () => {
    const { backbone, decoder } = modelOf('lw_detr').towers;
    const layers = backbone?.layers ?? [];
    const parts = numbersOf(layers, ({ attention }) => attention === 'window');
    expect(parts).toEqual([0, 1, 3, 6, 7, 9]);
    expect(layers[0]?.lacks).toContainEqual(
      expect.objectContaining({ option: 'mask' }),
    );
    expect(layers[2]?.lacks).toEqual([]);
    expect(backbone?.table).toMatchObject({ length: 197, dim: 192 });
    expect(decoder?.layers).toHaveLength(3);
    expect(decoder?.layers[0]).toMatchObject({ heads: 8, positions: [] });
  });

  it('RF-DETR has the rows of DINOv2', () => {
    const { backbone } = modelOf('rf_detr').towers;
    expect(backbone?.table).toMatchObject({ length: 37 ** 2 + 1, dim: 384 });
    const whole = { model_type: 'rf_detr_dinov2', num_windows: 1 };
    expect(layersOf(whole, 'vision')[0]?.lacks).toEqual([]);
    expect(layersOf('rf_detr_dinov2', 'vision')[0]?.lacks).toHaveLength(1);
  });

  it.each(['deimv2', 'pp_doclayout_v2', 'pp_doclayout_v3'])(
    '%s has sines in its encoder',
    (word) => {
      const { encoder, decoder } = modelOf(word).towers;
      expect(encoder?.table).toMatchObject({ method: 'sinusoidalGrid' });
      expect(encoder?.layers).toHaveLength(1);
      expect(decoder).toMatchObject({ table: null });
      expect(decoder?.layers).toHaveLength(6);
    },
  );

  it('DEIMv2 has no encoder with attention in its small sizes', () => {
    const small = { model_type: 'deimv2', encoder_type: 'lite' };
    expect(Object.keys(modelOf(small).towers)).toEqual(['decoder']);
  });

  it('PP-FormulaNet is SAM of 512 pixels, and a decoder of MBart', () => {
    const { vision, decoder } = modelOf('pp_formulanet').towers;
    expect(vision?.grid).toEqual([32, 32]);
    expect(decoder?.table).toMatchObject({ tableLength: 2562, offset: 2 });
    expect(decoder?.layers).toHaveLength(8);
  });

  it('PP-Chart2Table is a SAM of 768 components, and Qwen2', () => {
    const { vision, text } = modelOf('pp_chart2table').towers;
    expect(vision).toMatchObject({ width: 768, grid: [64, 64] });
    expect(text?.layers[0]).toMatchObject({ heads: 16, keyHeads: 16 });
    expect(text?.layers[0]?.rope?.theta).toBe(1e6);
    const old = { hidden_size: 1024, embed_dim: 384, num_attention_heads: 6 };
    const section = { ...old, model_type: 'pp_chart2table_vision' };
    const config = { model_type: 'pp_chart2table', vision_config: section };
    expect(modelOf(config).towers.vision?.width).toBe(384);
  });
});

describe('towers of sounds', () => {
  it('Canary divides its sines by the root of the width', () => {
    const { audio, decoder } = modelOf('canary').towers;
    expect(audio?.family).toBe('parakeet_encoder');
    expect(audio?.layers).toHaveLength(32);
    const table = pe.make({
      ...(decoder?.table as Parameters<typeof pe.make>[0]),
    } as Parameters<typeof pe.sinusoidal>[0] & { method: 'sinusoidal' });
    const { data } = table as unknown as { data: Float32Array };
    // NeMo: sin and cos of p · 10000^(-2i/1024), over √1024.
    const [p, i] = [5, 7];
    const angle = p * 10000 ** ((-2 * i) / 1024);
    expect(data[p * 1024 + i]).toBeCloseTo(Math.sin(angle) / 32, 6);
    expect(data[p * 1024 + 512 + i]).toBeCloseTo(Math.cos(angle) / 32, 6);
  });

  it('Cohere ASR has rows, and does not turn, whatever its file says', () => {
    const { audio, decoder } = modelOf({
      model_type: 'cohere_asr',
      rope_parameters: { rope_theta: 10000, partial_rotary_factor: 0.8 },
    }).towers;
    expect(audio).toMatchObject({ width: 1280 });
    expect(audio?.layers).toHaveLength(48);
    expect(decoder?.table).toMatchObject({ method: 'learned', length: 1024 });
    expect(decoder?.layers[0]).toMatchObject({ causal: true, positions: [] });
  });

  it('Nemotron ASR has the terms of Transformer-XL, and a mask', () => {
    const [layer] = layersOf('nemotron_asr_streaming', 'audio');
    expect(layer?.positions[0]?.method).toBe('transformerXL');
    expect(layer?.lacks).toContainEqual(
      expect.objectContaining({ option: 'mask' }),
    );
  });

  it.each([
    ['fun_asr_nano_encoder', 70],
    ['num_blocks: 30', 50],
    ['encoder_layers: 30', 50],
    ['num_hidden_layers: 30', 30],
  ])('Fun-ASR-Nano of %s has %d layers', (text, count) => {
    const [key = '', value] = text.split(': ');
    const own = value ? { [key]: Number(value) } : {};
    const { audio } = modelOf({
      model_type: 'fun_asr_nano',
      audio_encoder_config: { ...own, model_type: 'fun_asr_nano_encoder' },
    }).towers;
    expect(audio?.layers).toHaveLength(count);
    // Sines of the stacked frames, of which the first has the number 1.
    expect(audio?.table).toMatchObject({
      ...{ dim: 560, length: 2048, start: 1, shift: 1 },
    });
  });

  it('Granite Speech has the terms of Shaw within blocks', () => {
    for (const [word, block] of [
      ['granite_speech_plus', 200],
      ['granite_speech5_ctc', 128],
    ] as const) {
      const [layer] = layersOf(word, 'audio');
      expect(layer).toMatchObject({ attention: 'chunked', window: block });
      expect(layer?.positions[0]).toMatchObject({ left: 512, right: 512 });
    }
  });

  it('VibeVoice has its text under either name', () => {
    const text = { model_type: 'qwen2', num_hidden_layers: 2 };
    const model_type = 'vibevoice';
    const [one, other] = ['text', 'decoder'].map((name) =>
      modelOf({ model_type, [`${name}_config`]: text }),
    );
    expect(Object.keys(one?.towers ?? {})).toEqual(['text']);
    expect(Object.keys(other?.towers ?? {})).toEqual(['decoder']);
    expect(other?.layers).toHaveLength(2);
  });

  it('the DiT of Qwen2.5-Omni turns neighbours of one head', () => {
    const [layer] = layersOf('qwen2_5_omni', 'dit');
    expect(layer).toMatchObject({ causal: false, heads: 16, headDim: 64 });
    expect(layer?.spec).toMatchObject({ layout: 'interleaved', theta: 10000 });
    expect(layer?.lacks.map(({ what }) => what)).toContain(
      'turns its first head alone',
    );
  });

  it('Nemotron-H Omni has its parts under old names', () => {
    const { towers } = modelOf({
      model_type: 'nemotron_h_omni',
      llm_config: { hybrid_override_pattern: 'M*', num_hidden_layers: 2 },
      sound_config: { model_type: 'parakeet', num_hidden_layers: 2 },
    });
    expect(Object.keys(towers).sort()).toEqual(['audio', 'text', 'vision']);
    expect(towers.vision?.family).toBe('radio');
    expect(towers.audio?.family).toBe('parakeet_encoder');
  });
});

describe('texts', () => {
  it('NeoMME turns by two axes, in windows short and long', () => {
    const layers = layersOf('neomme');
    const full = numbersOf(layers, ({ attention }) => attention === 'full');
    expect(full).toEqual([5, 11, 16]);
    // |i - j| ≤ 256 and ≤ 1024 in turn among the layers with windows.
    const reaches = layers.flatMap(({ reach }) => (reach ? [reach[0]] : []));
    expect(reaches).toEqual(
      Array.from({ length: 14 }, (_, i) => (i % 2 ? 1024 : 256)),
    );
    const [first, sixth] = [layers[0], layers[5]];
    expect(first).toMatchObject({ causal: false, norm: { missing: {} } });
    expect(first?.rope).toMatchObject({ rotaryDim: 64, layout: 'interleaved' });
    expect(sixth?.rope).toMatchObject({ rotaryDim: 16 });
    const [rows, columns] = frequenciesOf(sixth).map(([head]) => head ?? []);
    const wanted = list(1e6, 16);
    close(
      rows ?? [],
      wanted.map((one, i) => (i % 2 ? 0 : one)),
    );
    close(
      columns ?? [],
      wanted.map((one, i) => (i % 2 ? one : 0)),
    );
  });

  it('NeoMME has the windows of its file', () => {
    const config = {
      model_type: 'neomme',
      num_hidden_layers: 3,
      sliding_window: 100,
      per_layer_config: { 1: { sliding_window: 500 } },
    };
    const reaches = layersOf(config).map(({ reach }) => reach?.[0] ?? null);
    expect(reaches).toEqual([100, 500, null]);
  });

  it('DeepSeek-V4.1 compresses keys of one or two tokens', () => {
    const layers = layersOf({
      model_type: 'deepseek_v41',
      text_config: {
        model_type: 'deepseek_v41_text',
        num_hidden_layers: 3,
        compress_ratios: [0, 2, 1],
        rope_theta: 10000,
        compress_rope_theta: 160000,
      },
    });
    expect(layers.map(({ rope }) => rope?.theta)).toEqual([
      ...[10000, 160000, 160000],
    ]);
    expect(layers.map(({ lacks }) => lacks.length)).toEqual([0, 1, 1]);
    expect(layers[1]?.rope).toMatchObject({ rotaryDim: 64, rotaryStart: 448 });
  });

  it('Muse Glimmer normalises without weights, by a factor of 3.87', () => {
    const [layer] = layersOf('muse_glimmer_text');
    expect(layer?.norm).toMatchObject({ form: 'rms', missing: {} });
    expect(layer?.softmaxScale).toBeCloseTo(3.87 / Math.sqrt(128), 12);
  });

  it('the assistant of Muse Glimmer slides in five layers', () => {
    const layers = layersOf('muse_glimmer_assistant');
    expect(layers).toHaveLength(5);
    expect(layers[4]).toMatchObject({ window: 2048, keyHeads: 8 });
    expect(layers[4]?.rope?.theta).toBe(500000);
  });

  it('Ling 3 forgets by no law of slopes', () => {
    const ring = layersOf('bailing_hybrid');
    expect(ring[0]?.decay).not.toBeNull();
    const architectures = ['BailingMoeV3ForCausalLM'];
    const ling = layersOf({ model_type: 'bailing_hybrid', architectures });
    expect(ling[0]).toMatchObject({ mixer: 'linear_attention', decay: null });
  });

  it('LLaDA-MoE sees all tokens', () => {
    const [layer] = layersOf('llada_moe');
    expect(layer).toMatchObject({ causal: false, norm: { form: 'rms' } });
    expect(layer?.rope).toMatchObject({ theta: 50000, layout: 'half' });
    const plain = layersOf({ model_type: 'llada_moe', qk_layernorm: false });
    expect(plain[0]?.norm).toBeNull();
  });

  it('Talkie and Maincoder normalise what they have turned', () => {
    const [talkie] = layersOf('talkie');
    expect(talkie?.norm).toMatchObject({ turned: true, epsilon: 2 ** -23 });
    expect(talkie?.norm?.missing.queryNorm?.shape).toEqual([40, 128]);
    expect(talkie?.rope).toMatchObject({ theta: 1e6, layout: 'half' });
    const [maincoder] = layersOf('maincoder');
    expect(maincoder?.norm).toMatchObject({ turned: true });
    expect(maincoder?.rope?.layout).toBe('interleaved');
  });

  it('PLM turns 64 of 192 components, neighbours together', () => {
    const [layer] = layersOf('plm');
    expect(layer?.rope).toMatchObject({ rotaryDim: 64, rotaryStart: 128 });
    expect(layer?.spec?.layout).toBe('interleaved');
  });

  it.each([
    ['grove_moe', 'qwen3_moe'],
    ['granite_switch', 'granite'],
    ['glmga', 'glm46v'],
  ])('%s is as %s', (word, other) => {
    const [one, two] = [word, other].map((type) =>
      layersOf(type).map(({ rope: _, ...layer }) => layer),
    );
    expect(one).toEqual(two);
  });

  it('Granite with windows has sinks in all layers', () => {
    const layers = layersOf('granite_swa');
    expect(layers.every(({ sinks }) => sinks)).toBe(true);
  });

  it('ESMFold2 has the language model ESMC', () => {
    const { text } = modelOf('esmfold2').towers;
    expect(text).toMatchObject({ family: 'esmc', width: 2560 });
  });
});

describe('the limits of generators', () => {
  it.each([
    ['WanTransformer3DModel', [1024, 1024, 1024]],
    ['ZImageTransformer2DModel', [1024, 512, 512]],
    ['Lumina2Transformer2DModel', [300, 512, 512]],
    ['FluxTransformer2DModel', undefined],
  ])('%s', (_class_name, limits) => {
    const [layer] = layersOf({ _class_name });
    expect(layer?.details[0]?.facts.limits).toEqual(limits);
  });

  it('are the rows of the table of SD3', () => {
    const config = {
      _class_name: 'SD3Transformer2DModel',
      pos_embed_max_size: 192,
    };
    const { transformer } = modelOf(config).towers;
    expect(transformer?.tableDetails?.facts.limits).toEqual([192, 192]);
  });
});
