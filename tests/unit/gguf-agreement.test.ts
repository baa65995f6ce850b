/**
 * The two readers of a family agree: a GGUF file holds numbers, such as bases
 * and widths, and both must know the same of what no number says: which layers
 * turn, by which components, with which biases, tables, factors and masks.
 *
 * Each architecture is read from the name of its model type alone, as the class
 * makes it, then from a file with the numbers that this gives.
 */

import { type Layer, load, type Model, type Tower } from 'posenc';
import { readGguf } from 'posenc/gguf';
import { describe, expect, it } from 'vitest';
import { ARCHITECTURES } from '../../bindings/src/models/gguf/architectures.js';
import {
  array,
  bool,
  f32,
  text,
  u32,
  type Value,
  writeGguf,
} from '../support/gguf.js';

const pe = await load();

type Config = Readonly<Record<string, unknown>>;

/** Each architecture, and its model type. */
const architectures = Object.values(ARCHITECTURES).flatMap((names) =>
  names.split(' ').map((entry) => {
    const [arch = '', type = arch.replaceAll('-', '_')] = entry.split(':');
    return { arch, type };
  }),
);

/** Keys without which a class makes no layers. */
const needed: Readonly<Record<string, Config>> = {
  nemotron_h: { hybrid_override_pattern: 'M-M*-', num_hidden_layers: 5 },
};

/** What of a layer must be the same. */
function factsOf(layer: Layer) {
  const { rope, positions, norm, lacks, decay: _, ...rest } = layer;
  const { attention, mixer, causal, window, softcap, sinks } = rest;
  return {
    ...{ attention, mixer: mixer !== null, causal, window, softcap, sinks },
    methods: positions.map(({ method }) => method),
    biases: positions
      .filter(({ method }) => method !== 'rope')
      .map((one) => (one.method === 'alibi' ? { maxBias: 8, ...one } : one))
      .map((one) => Object.entries(one).sort()),
    theta: rope?.theta ?? null,
    turned: rope && [rope.rotaryStart, rope.rotaryDim],
    layout: rope?.layout ?? null,
    attentionFactor: (rope?.attentionFactor ?? 1).toPrecision(5),
    norm: norm && [norm.form, norm.turned],
    scale: layer.temperature.unrotated.toPrecision(5),
    queryScale: layer.queryScale?.method ?? null,
    lacks: lacks.map(({ what }) => what),
  };
}

type Facts = ReturnType<typeof factsOf>;

/** Architectures by what they say otherwise, and why. */
const EXCEPTIONS: readonly (readonly [
  fact: keyof Facts | 'table',
  reason: string,
  archs: string,
])[] = [
  ['causal', 'it is the encoder that a switch makes of it', 'gemma-embedding'],
  ['table', 'it is the BERT with slopes', 'jina-bert-v2'],
  ['methods', 'it is the BERT with slopes', 'jina-bert-v2'],
  ['biases', 'it is the BERT with slopes', 'jina-bert-v2'],
  ['scale', 'the converter multiplies weights of norms by it', 'muse-glimmer'],
  ['attention', 'the graph has no windows', 'plamo2'],
  ['window', 'the graph has no windows', 'plamo2'],
];

/**
 * Architectures whose converter permutes the rows of q and k: the class turns
 * halves, and llama.cpp neighbours.
 */
const PERMUTED =
  'arcee arctic baichuan bailingmoe chameleon deci deepseek eagle3 granite ' +
  'granite-swa granite-switch granitemoe hy-v4 internlm2 llada llama ' +
  'llama-embed minicpm mistral3 muse-glimmer nanbeige olmo smollm3 xverse';

const exempt = (arch: string, fact: string): boolean =>
  EXCEPTIONS.some(
    ([one, , archs]) => one === fact && archs.split(' ').includes(arch),
  );

/** The main tower of a model. */
function mainOf({ towers, layers }: Model): Tower {
  const all = Object.values(towers);
  return all.find((tower) => tower?.layers === layers) as Tower;
}

/** The values of all layers, or the one that all have. */
function each(layers: readonly Layer[], of: (layer: Layer) => number): Value {
  const all = layers.map(of);
  const [first = 0] = all;
  return all.every((one) => one === first) ? u32(first) : array(u32, ...all);
}

/** The file that llama.cpp makes of a tower. */
function fileOf(
  arch: string,
  { layers, width, table }: Tower,
  without: readonly string[] = [],
) {
  const metadata: Record<string, Value> = {
    'general.architecture': text(arch),
  };
  const put = (key: string, value: Value | null | undefined) => {
    if (value && !without.includes(key)) metadata[`${arch}.${key}`] = value;
  };
  const slides = layers.map(({ attention }) => attention === 'sliding');
  const mixes = layers.some(({ mixer }) => mixer !== null);
  const heads = layers.filter(({ mixer }) => mixer === null);
  const turned = heads.filter(({ rope }) => rope !== null);
  const own = (one: boolean) =>
    turned.find(({ attention }) => (attention === 'sliding') === one)?.rope;
  const [full, local] = [own(false) ?? own(true), own(true)];
  const [one] = turned.length > 0 ? turned : heads;
  put('block_count', u32(layers.length));
  put('embedding_length', width === null ? null : u32(width));
  put(
    'attention.head_count',
    each(heads.length > 0 ? heads : layers, ({ heads }) => heads),
  );
  const latent = (one?.rope?.rotaryStart ?? 0) > 0 && arch !== 'deepseek4';
  if (latent && one?.rope) {
    put('attention.kv_lora_rank', u32(512));
    put('attention.key_length', u32(512 + one.rope.rotaryDim));
    put('attention.key_length_mla', u32(one.headDim));
    put('rope.dimension_count', u32(one.rope.rotaryDim));
  } else if (one) {
    const wide = turned.find(({ rope }) => rope === full) ?? one;
    put('attention.key_length', u32(wide.headDim));
    if (full) put('rope.dimension_count', u32(full.rotaryDim));
    const slim = turned.find(({ rope }) => rope === local);
    if (local && slim && slim.headDim !== wide.headDim) {
      put('attention.key_length_swa', u32(slim.headDim));
      put('rope.dimension_count_swa', u32(local.rotaryDim));
    }
  }
  const keys = each(layers, ({ mixer, keyHeads }) => (mixer ? 0 : keyHeads));
  put('attention.head_count_kv', keys);
  if (full) put('rope.freq_base', f32(full.theta));
  if (local && full && local.theta !== full.theta) {
    put('rope.freq_base_swa', f32(local.theta));
  }
  const window = layers.find(
    ({ attention }) => attention === 'sliding',
  )?.window;
  if (window) put('attention.sliding_window', u32(window));
  if (window && !mixes && !slides.every(Boolean)) {
    put('attention.sliding_window_pattern', array(bool, ...slides));
  }
  if (mixes) put('ssm.state_size', u32(16));
  const rows = table?.tableLength ?? table?.length;
  if (typeof rows === 'number') {
    put('context_length', u32(rows - Number(table?.offset ?? 0)));
  }
  const bias = layers[0]?.positions.find(({ method }) => method === 'alibi');
  if (bias) put('attention.max_alibi_bias', f32(Number(bias.maxBias ?? 8)));
  const [first] = layers;
  const yarn = (full && one?.spec?.scaling) ?? { type: '' };
  if (yarn.type === 'yarn') {
    const { factor, originalMaxPosition, mscaleAllDim = 0 } = yarn;
    put('rope.scaling.type', text('yarn'));
    put('rope.scaling.factor', f32(factor));
    put('rope.scaling.original_context_length', u32(originalMaxPosition));
    // conversion/mistral.py writes the mscale_all_dim of its class, which is 1;
    // others a tenth of theirs.
    const log = arch === 'mistral3' ? 1 : mscaleAllDim / 10;
    if (log > 0) put('rope.scaling.yarn_log_multiplier', f32(log));
  }
  const scale = first?.queryScale?.scale;
  if (scale) put('attention.temperature_scale', f32(Number(scale)));
  const factor = /^granite/.test(arch) ? 'scale' : 'output_scale';
  if (/^(granite|grok)/.test(arch)) {
    put(`attention.${factor}`, f32(first?.softmaxScale ?? 1));
  }
  if (first?.softcap) put('attn_logit_softcapping', f32(first.softcap));
  return writeGguf({ metadata }).bytes;
}

describe.each(architectures)('$arch and $type', ({ arch, type }) => {
  const config = { model_type: type, ...needed[type] };
  const both = () => {
    const given = mainOf(pe.model(config));
    return { given, read: mainOf(pe.model(readGguf(fileOf(arch, given)))) };
  };

  it('have as many layers', () => {
    const { given, read } = both();
    expect(read.layers).toHaveLength(given.layers.length);
  });

  it('have the same table', () => {
    const { given, read } = both();
    const [one, other] = [read.table, given.table].map(
      (table) => table && [table.method, table.length, table.offset],
    );
    if (exempt(arch, 'table')) expect(one).not.toEqual(other);
    else expect(one).toEqual(other);
  });

  it('know the same of each layer, or are exceptions', () => {
    const { given, read } = both();
    const differ = new Set<string>();
    for (const [index, layer] of read.layers.entries()) {
      const wanted = given.layers[index];
      if (!wanted) break;
      const [got, should] = [layer, wanted].map((one) => factsOf(one));
      for (const [fact, value] of Object.entries(should as Facts)) {
        const own = (got as Facts)[fact as keyof Facts];
        if (JSON.stringify(own) === JSON.stringify(value)) continue;
        differ.add(
          `${fact}: ${JSON.stringify(own)}, not ${JSON.stringify(value)}`,
        );
      }
    }
    const facts = new Set([...differ].map((line) => line.split(':')[0]));
    const left = [...differ].filter((line) => {
      const fact = line.split(':')[0] ?? '';
      return fact !== 'layout' && !exempt(arch, fact);
    });
    expect(left).toEqual([]);
    // The converter permutes rows where llama.cpp turns neighbours.
    expect(facts.has('layout')).toBe(PERMUTED.split(' ').includes(arch));
    for (const [fact, reason, archs] of EXCEPTIONS) {
      if (fact === 'table' || !archs.split(' ').includes(arch)) continue;
      expect(facts, reason).toContain(fact);
    }
  });

  it('say which base and width a file without them has', () => {
    const { given } = both();
    const bytes = fileOf(arch, given, [
      'rope.freq_base',
      'rope.dimension_count',
    ]);
    const { assumed, layers } = pe.model(readGguf(bytes));
    const turned = layers.flatMap(({ rope }) => rope ?? []);
    if (turned.length === 0) return;
    // llama.cpp takes 10000, whatever the class does, and turns whole heads.
    expect(assumed).toContainEqual(
      expect.objectContaining({ key: 'rope_theta', value: 10000 }),
    );
    for (const { rotaryDim, rotaryStart, headDim } of turned) {
      if (rotaryStart === 0) expect(rotaryDim).toBe(headDim);
    }
  });
});
