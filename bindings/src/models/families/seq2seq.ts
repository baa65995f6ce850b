/**
 * Pairs of an encoder and a decoder. Sources: the configuration and modelling
 * files of each word under `src/transformers/models` of
 * huggingface/transformers.
 */

import type { Family, TableRule } from '../family.js';

const learned: TableRule = { method: 'learned', rows: 'maxPosition' };
const two: TableRule = { ...learned, extra: 2, offset: 2 };

/** The table of fairseq: sines, then cosines, with a last frequency 1/10000. */
const fairseq: TableRule = {
  method: 'sinusoidal',
  rows: 'maxPosition',
  options: { layout: 'blocks', shift: 1, odd: 'zero' },
};

/** The table of Marian: sines, then cosines. */
const marian: TableRule = {
  method: 'sinusoidal',
  rows: 'maxPosition',
  options: { layout: 'blocks' },
};

const encoder: Family = {
  bidirectional: true,
  keys: { layers: 'encoder_layers', heads: 'encoder_attention_heads' },
};
const decoder: Family = {
  keys: { layers: 'decoder_layers', heads: 'decoder_attention_heads' },
};
const towers = { encoder, decoder };

export const seq2seq = {
  bart: {
    position: 'none',
    table: two,
    towers,
    defaults: {
      d_model: 1024,
      encoder_layers: 12,
      decoder_layers: 12,
      encoder_attention_heads: 16,
      decoder_attention_heads: 16,
      max_position_embeddings: 1024,
      pad_token_id: 1,
    },
  },
  mbart: { like: 'bart' },
  mvp: { like: 'bart' },
  plbart: {
    like: 'bart',
    defaults: {
      d_model: 768,
      encoder_layers: 6,
      decoder_layers: 6,
      encoder_attention_heads: 12,
      decoder_attention_heads: 12,
    },
  },
  blenderbot: {
    like: 'bart',
    table: learned,
    defaults: {
      d_model: 2560,
      encoder_layers: 2,
      decoder_layers: 24,
      encoder_attention_heads: 32,
      decoder_attention_heads: 32,
      max_position_embeddings: 128,
    },
  },
  blenderbot_small: {
    like: 'bart',
    table: learned,
    defaults: {
      d_model: 512,
      encoder_layers: 8,
      decoder_layers: 8,
      max_position_embeddings: 512,
    },
  },
  bigbird_pegasus: {
    like: 'bart',
    table: learned,
    defaults: {
      encoder_layers: 16,
      decoder_layers: 16,
      max_position_embeddings: 4096,
    },
    towers: {
      encoder: {
        ...encoder,
        kinds: { every: 1, that: 'block_sparse' },
        when: [
          { if: { attention_type: 'original_full' }, then: { kinds: 'full' } },
        ],
      },
      decoder,
    },
  },
  led: {
    like: 'bart',
    defaults: {
      attention_window: 512,
      max_encoder_position_embeddings: 16384,
      max_decoder_position_embeddings: 1024,
    },
    towers: {
      encoder: {
        ...encoder,
        kinds: 'sliding',
        keys: {
          ...encoder.keys,
          window: 'attention_window',
          maxPosition: 'max_encoder_position_embeddings',
        },
      },
      decoder: {
        keys: {
          ...decoder.keys,
          maxPosition: 'max_decoder_position_embeddings',
        },
      },
    },
  },
  marian: { like: 'bart', table: marian },
  pegasus: { like: 'bart', table: marian },
  pegasus_x: {
    like: 'bart',
    table: fairseq,
    defaults: {
      encoder_layers: 16,
      decoder_layers: 16,
      max_position_embeddings: 16384,
      block_size: 512,
    },
    towers: {
      encoder: {
        ...encoder,
        kinds: { every: 1, that: 'chunked_attention' },
        keys: { ...encoder.keys, chunk: 'block_size' },
      },
      decoder,
    },
  },
  m2m_100: { like: 'bart', table: { ...fairseq, extra: 2, offset: 'padding' } },
  nllb_moe: { like: 'm2m_100' },
  fsmt: {
    like: 'bart',
    table: { ...fairseq, extra: 'padding', offset: 'padding' },
  },
  speech_to_text: {
    like: 'bart',
    defaults: {
      d_model: 256,
      encoder_layers: 12,
      decoder_layers: 6,
      encoder_attention_heads: 4,
      decoder_attention_heads: 4,
      max_source_positions: 6000,
      max_target_positions: 1024,
    },
    table: { ...fairseq, extra: 2, offset: 'padding' },
    towers: {
      encoder: {
        ...encoder,
        keys: { ...encoder.keys, maxPosition: 'max_source_positions' },
      },
      decoder: {
        keys: { ...decoder.keys, maxPosition: 'max_target_positions' },
      },
    },
  },
  whisper: {
    like: 'speech_to_text',
    defaults: {
      d_model: 384,
      encoder_layers: 4,
      decoder_layers: 4,
      encoder_attention_heads: 6,
      decoder_attention_heads: 6,
      max_source_positions: 1500,
      max_target_positions: 448,
    },
    towers: {
      encoder: {
        ...encoder,
        keys: { ...encoder.keys, maxPosition: 'max_source_positions' },
        table: fairseq,
      },
      decoder: {
        keys: { ...decoder.keys, maxPosition: 'max_target_positions' },
        table: learned,
      },
    },
  },
  t5: {
    position: 't5Bias',
    scale: 1,
    defaults: {
      d_model: 512,
      d_kv: 64,
      num_layers: 6,
      num_heads: 8,
      relative_attention_num_buckets: 32,
      relative_attention_max_distance: 128,
    },
    towers: {
      encoder: { bidirectional: true },
      decoder: { keys: { layers: 'num_decoder_layers num_layers' } },
    },
  },
  mt5: { like: 't5', defaults: { num_layers: 8, num_heads: 6 } },
  umt5: { like: 'mt5', options: { everyLayer: true } },
  switch_transformers: {
    like: 't5',
    defaults: { d_model: 768, num_layers: 12, num_heads: 12 },
  },
  longt5: {
    like: 't5',
    defaults: { local_radius: 127 },
    towers: {
      encoder: {
        bidirectional: true,
        kinds: 'sliding',
        keys: { window: 'local_radius' },
        windowFactor: 2,
      },
      decoder: { keys: { layers: 'num_decoder_layers num_layers' } },
    },
  },
  pop2piano: { like: 't5' },
} as const satisfies Readonly<Record<string, Family>>;
