/**
 * Keys that say how positions are encoded, in files whose class does not read
 * them: what comes out is what the class computes, and a finding says so.
 */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { factKeys } from '../../bindings/src/models/facts.js';
import { Notes } from '../../bindings/src/models/notes.js';
import { positionsOf } from '../../bindings/src/models/positions.js';
import {
  readingsOf,
  speaksOfPositions,
} from '../../bindings/src/models/readers.js';
import { familyWords, recordOf } from '../../bindings/src/models/records.js';
import { Section } from '../../bindings/src/models/section.js';

const pe = await load();

const sizes = {
  hidden_size: 64,
  num_hidden_layers: 4,
  num_attention_heads: 4,
  num_key_value_heads: 4,
  max_position_embeddings: 128,
};

/** The keys of which a finding says that the class does not read them. */
const unread = (config: object) =>
  pe
    .model({ ...sizes, ...config })
    .findings.filter(({ kind }) => kind === 'unknown_key');

/** What acts in the first layer, and the table. */
const acts = (config: object) => {
  const { layers, towers } = pe.model({ ...sizes, ...config });
  const words = layers[0]?.positions.map(({ method }) => method) ?? [];
  const tables = Object.values(towers).map((tower) => tower?.table?.method);
  return [...words, ...tables.filter(Boolean)];
};

const remote = { AutoModel: 'someone/code--Model' };

describe('keys of another class', () => {
  // What the classes of transformers do, as their files say.
  it.each([
    ['gpt_neo', { rotary: true }, 'rotary', 'gptj', ['learned']],
    ['gpt_neo', { rotary_dim: 8 }, 'rotary_dim', 'gptj', ['learned']],
    ['bert', { use_relative_position: true }, 0, 'nezha', ['learned']],
    ['bert', { max_relative_position: 64 }, 0, 'nezha', ['learned']],
    ['bert', { relative_attention: true }, 0, 'deberta', ['learned']],
    ['bert', { position_embedding_type: 'alibi' }, 0, 'jais', ['learned']],
    ['roberta', { position_embedding_type: 'rotary' }, 0, 'esm', ['learned']],
    ['gpt2', { position_embedding_type: 'alibi' }, 0, 'jais', ['learned']],
    ['gpt2', { alibi: true }, 0, 'falcon', ['learned']],
    ['llama', { alibi: true }, 0, 'falcon', ['rope']],
    ['llama', { rotary_dim: 8 }, 0, 'gptj', ['rope']],
    ['llama', { rotary_pct: 0.25 }, 0, 'gpt_neox', ['rope']],
    ['llama', { rotary_emb_base: 500 }, 0, 'gpt_neox', ['rope']],
    ['llama', { no_rope_layers: [1, 1, 1, 0] }, 0, 'smollm3', ['rope']],
    ['llama', { rope_interleave: true }, 0, 'deepseek_v3', ['rope']],
    ['bloom', { rope_theta: 10000 }, 0, 'llama', ['alibi']],
    // The base of GPT-J is fixed.
    ['gptj', { rope_theta: 500 }, 0, 'llama', ['rope']],
    ['opt', { sinusoidal_pos_embds: true }, 0, 'distilbert', ['learned']],
    ['t5', { d_kv: 16, rope_theta: 10000 }, 0, '', ['t5Bias']],
  ])('%s with %j', (model_type, more, named, reader, words) => {
    const key = named || Object.keys(more).at(-1);
    const found = unread({ model_type, ...more });
    expect(found.map((one) => one.key)).toContain(key);
    const [finding] = found;
    expect(finding?.message).toContain(
      `the class of ${model_type} does not read it`,
    );
    expect(finding?.message).toMatch(new RegExp(`read by .*${reader}|more$`));
    expect(acts({ model_type, ...more })).toEqual(words);
    expect(acts({ model_type })).toEqual(words);
  });

  it('has one base in a Mistral, which knows none for sliding layers', () => {
    const config = { model_type: 'mistral', sliding_window: 8, ...sizes };
    const more = { rope_theta: 500, rope_local_base_freq: 10 };
    const { layers, findings } = pe.model({ ...config, ...more });
    expect(layers.map(({ rope }) => rope?.theta)).toEqual([500, 500, 500, 500]);
    expect(findings.map(({ key }) => key)).toEqual(['rope_local_base_freq']);
  });

  it('turns all of a head whose class knows no rotary_dim', () => {
    const more = { rotary_dim: 8, rotary_pct: 0.5, rotary_emb_base: 500 };
    const { rope } = pe.model({ model_type: 'llama', ...sizes, ...more })
      .layers[0] as { rope: { rotaryDim: number; theta: number } };
    expect([rope.rotaryDim, rope.theta]).toEqual([16, 10000]);
  });

  it('is not reported where the class reads it, or does the same', () => {
    for (const config of [
      { model_type: 'gptj', rotary: true, rotary_dim: 8 },
      { model_type: 'codegen', rotary_dim: 8 },
      { model_type: 'nezha', use_relative_position: true },
      { model_type: 'deberta', relative_attention: true, pos_att_type: 'c2p' },
      { model_type: 'falcon', alibi: true },
      { model_type: 'bloom', alibi: true },
      { model_type: 'llama', position_embedding_type: 'rope', alibi: false },
      { model_type: 'llama', rotary_pct: 1, rotary_dim: 16 },
      { model_type: 'llama', rope_theta: 500, rotary_emb_base: 500 },
      { model_type: 'gpt_neox', rotary_pct: 0.5, rotary_emb_base: 500 },
      { model_type: 'esm', position_embedding_type: 'rotary' },
      { model_type: 'bert', position_embedding_type: 'relative_key' },
      { model_type: 'modernbert', position_embedding_type: 'absolute' },
      { model_type: 'granitemoehybrid', rope_theta: 10000 },
      { model_type: 'of_nobody', rope_theta: 10000, alibi: true },
    ]) {
      expect(unread(config), JSON.stringify(config)).toEqual([]);
    }
  });

  it('is read by code that auto_map names, as a note says', () => {
    for (const [more, word] of [
      [{ position_embedding_type: 'alibi' }, 'alibi'],
      [{ alibi_starting_size: 512 }, 'alibi'],
      [{ position_embedding_type: 'rotary' }, 'rope'],
    ] as const) {
      const config = { model_type: 'bert', auto_map: remote, ...more };
      expect(acts(config)).toEqual([word]);
      const { findings } = pe.model({ ...sizes, ...config });
      expect(findings).toHaveLength(1);
      expect(findings[0]).toMatchObject({
        severity: 'note',
        kind: 'engine_disagreement',
        key: Object.keys(more)[0],
        engines: { 'code of auto_map': word, transformers: 'learned' },
      });
    }
  });
});

describe.each(familyWords)('%s', (model_type) => {
  const record = recordOf(model_type) ?? {};

  it('is known to read what its positions ask for', () => {
    const section = new Section('', {}, new Notes(), record);
    const place = { section, family: record, heads: 4, headDim: 16 };
    const cells = { grid: null, trained: null };
    positionsOf({ ...place, ...cells, bidirectional: true, window: null });
    const own = new Set(readingsOf(model_type).map(({ key }) => key));
    const asked = [...section.asked].filter(
      (key) =>
        speaksOfPositions(key) &&
        !factKeys.maxPosition.includes(key) &&
        // Words that choose among encodings are in conditions of the record.
        !/^position_embedding/.test(key),
    );
    if (!record.composite)
      expect(asked.filter((key) => !own.has(key))).toEqual([]);
  });

  it('has no finding on what its record reads', () => {
    const own = readingsOf(model_type).map(({ key, wanted }) => {
      const [value = 1] = [wanted].flat();
      return [key, value === '*' ? 1 : value] as const;
    });
    const flat = own.filter(([key]) => !key.includes('.'));
    for (const [key, value] of flat) {
      let found: readonly { key: string; message: string }[] = [];
      try {
        found = unread({ model_type, [key]: value });
      } catch {
        // Some families need more than these sizes.
      }
      const about = found.filter(
        (one) => one.key === key && /does not read it/.test(one.message),
      );
      expect(about, key).toEqual([]);
    }
  });
});

/** Kinds of layers that are as far from what most classes do as they can be. */
const layer_types = [
  'full_attention',
  'sliding_attention',
  'sliding_attention',
  'full_attention',
];

describe('layer_types', () => {
  const config = { model_type: 'mistral', sliding_window: 8, layer_types };

  it('of a Mistral, which slides everywhere', () => {
    const { layers, findings } = pe.model({ ...sizes, ...config });
    const kinds = layers.map(({ attention, window }) => [attention, window]);
    expect(kinds).toEqual(Array.from({ length: 4 }, () => ['sliding', 8]));
    const [finding] = findings.filter(({ key }) => key === 'layer_types');
    expect(finding).toMatchObject({
      severity: 'warning',
      kind: 'unknown_key',
      value: layer_types,
      engines: { transformers: 'sliding', 'programs that read it': 'full' },
    });
    expect(finding?.message).toMatch(/^says that layer 0 is full.* ministral/);
  });

  it('of a Ministral, which reads them', () => {
    const { layers } = pe.model({
      ...sizes,
      ...config,
      model_type: 'ministral',
    });
    expect(layers.map(({ window }) => window)).toEqual([null, 8, 8, null]);
  });

  it('that change nothing are not reported', () => {
    const all = layer_types.map(() => 'sliding_attention');
    const { findings } = pe.model({ ...sizes, ...config, layer_types: all });
    expect(findings.map(({ key }) => key)).not.toContain('layer_types');
    // Without a window, nothing slides.
    const llama = { model_type: 'llama', layer_types: all };
    expect(unread(llama)).toEqual([]);
  });

  it('of an unknown family and of a GGUF file count', () => {
    for (const more of [
      { model_type: 'of_nobody', rope_theta: 10000 },
      { model_type: 'llama', gguf: { arch: 'llama', known: true } },
    ]) {
      const { layers } = pe.model({ ...sizes, ...config, ...more });
      expect(layers.map(({ window }) => window)).toEqual([null, 8, 8, null]);
    }
  });
});
