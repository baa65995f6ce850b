/**
 * Pairs of an encoder and a decoder. Sources: the configuration and modelling
 * files of each word under `src/transformers/models` of
 * huggingface/transformers.
 */

import type { Family, TableRule } from '../family.js';
import { decoder, encoder, learned, two } from './common.js';

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

const towers = { encoder, decoder };

/** The table of the paper: sines and cosines in turn. */
const paper: TableRule = { method: 'sinusoidal', rows: 'max_speech_positions' };

/** SpeechT5: rows for padding are counted twice. */
const spoken: TableRule = {
  ...fairseq,
  rows: 'max_speech_positions',
  extra: 4,
  offset: 'padding',
};
const written: TableRule = { ...spoken, rows: 'max_text_positions' };

const speechEncoder: Family = {
  ...encoder,
  position: 'shaw',
  clipReversed: 'odd',
  keys: { ...encoder.keys, clip: 'encoder_max_relative_position' },
};

/**
 * Conformers: a table in the layout of the paper, for both directions; each
 * layer has biases of its own.
 */
const conformer = {
  options: { layout: 'interleaved' },
  facts: { untied: true },
} as const;

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
  'mbart mvp': { like: 'bart' },
  // The decoder of MBart, behind a tower of images.
  pp_formulanet: {
    tower: 'decoder',
    position: 'none',
    table: two,
    keys: decoder.keys,
    parts: { vision: 'pp_formulanet_vision' },
    defaults: {
      d_model: 512,
      decoder_layers: 8,
      decoder_attention_heads: 16,
      max_position_embeddings: 2560,
    },
  },
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
          { if: { attention_type: 'original_full' }, take: { kinds: 'full' } },
        ],
      },
      decoder,
    },
  },
  led: {
    like: 'bart',
    table: learned,
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
        lacks: [
          {
            what:
              'sees global tokens besides its block, and every second layer ' +
              'moves the blocks by half of one',
            option: 'mask',
          },
        ],
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
  prophetnet: {
    position: 'none',
    table: { ...learned, offset: 'padding' },
    defaults: {
      hidden_size: 1024,
      num_encoder_layers: 12,
      num_decoder_layers: 12,
      num_encoder_attention_heads: 16,
      num_decoder_attention_heads: 16,
      max_position_embeddings: 512,
      pad_token_id: 0,
    },
    towers: {
      encoder: {
        bidirectional: true,
        keys: {
          layers: 'num_encoder_layers',
          heads: 'num_encoder_attention_heads',
        },
      },
      decoder: {
        position: 't5Bias',
        facts: { projected: true },
        lacks: [{ what: 'makes a bias of each query by a matrix' }],
        keys: {
          layers: 'num_decoder_layers',
          heads: 'num_decoder_attention_heads',
        },
      },
    },
  },
  xlm_prophetnet: { like: 'prophetnet' },
  musicgen_decoder: {
    position: 'none',
    table: {
      ...fairseq,
      options: { ...fairseq.options, cosinesFirst: true },
    },
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 16,
      max_position_embeddings: 2048,
    },
  },
  musicgen_melody_decoder: { like: 'musicgen_decoder' },
  trocr: {
    position: 'none',
    table: two,
    tower: 'decoder',
    keys: decoder.keys,
    defaults: {
      d_model: 1024,
      decoder_layers: 12,
      decoder_attention_heads: 16,
      max_position_embeddings: 512,
      pad_token_id: 1,
      use_learned_position_embeddings: true,
    },
    when: [
      {
        if: { use_learned_position_embeddings: false },
        take: { table: { ...fairseq, extra: 'padding', offset: 'padding' } },
      },
    ],
  },
  speecht5: {
    position: 'none',
    defaults: {
      hidden_size: 768,
      encoder_layers: 12,
      decoder_layers: 6,
      encoder_attention_heads: 12,
      decoder_attention_heads: 12,
      encoder_max_relative_position: 160,
      max_speech_positions: 4000,
      max_text_positions: 450,
      pad_token_id: 1,
    },
    towers: {
      encoder: { ...speechEncoder, table: spoken },
      decoder: { ...decoder, table: written },
    },
    when: [
      {
        if: { architectures: 'SpeechT5ForTextToSpeech' },
        take: {
          towers: {
            encoder: {
              ...speechEncoder,
              table: { ...paper, rows: 'max_text_positions' },
            },
            decoder: { ...decoder, table: paper },
          },
        },
      },
      {
        if: { architectures: 'SpeechT5ForSpeechToSpeech' },
        take: {
          towers: {
            encoder: { ...speechEncoder, table: spoken },
            decoder: { ...decoder, table: paper },
          },
        },
      },
    ],
  },
  seamless_m4t: {
    position: 'none',
    table: { ...fairseq, extra: 2, offset: 'padding' },
    defaults: {
      hidden_size: 1024,
      encoder_layers: 24,
      decoder_layers: 24,
      encoder_attention_heads: 16,
      decoder_attention_heads: 16,
      max_position_embeddings: 1024,
      pad_token_id: 0,
      speech_encoder_layers: 24,
      speech_encoder_attention_heads: 16,
      position_embeddings_type: 'relative',
      rotary_embedding_base: 10000,
      max_source_positions: 4096,
      t2u_encoder_layers: 6,
      t2u_decoder_layers: 6,
      t2u_encoder_attention_heads: 16,
      t2u_decoder_attention_heads: 16,
      t2u_max_position_embeddings: 2048,
      t2u_pad_token_id: 1,
    },
    towers: {
      encoder,
      decoder,
      audio: {
        bidirectional: true,
        table: null,
        keys: {
          layers: 'speech_encoder_layers',
          heads: 'speech_encoder_attention_heads',
          theta: 'rotary_embedding_base',
          maxPosition: 'max_source_positions',
        },
        when: [
          {
            if: { position_embeddings_type: 'relative' },
            take: { position: 'transformerXL', ...conformer },
          },
          {
            if: { position_embeddings_type: 'relative_key' },
            take: { position: 'shaw' },
          },
          {
            if: { position_embeddings_type: 'rotary' },
            take: { position: 'rope', rotaryOf: 'embeddings' },
          },
        ],
      },
      t2u_encoder: {
        bidirectional: true,
        keys: {
          layers: 't2u_encoder_layers',
          heads: 't2u_encoder_attention_heads',
          maxPosition: 't2u_max_position_embeddings',
          padding: 't2u_pad_token_id',
        },
      },
      t2u_decoder: {
        keys: {
          layers: 't2u_decoder_layers',
          heads: 't2u_decoder_attention_heads',
          maxPosition: 't2u_max_position_embeddings',
          padding: 't2u_pad_token_id',
        },
      },
    },
  },
  seamless_m4t_v2: {
    like: 'seamless_m4t',
    defaults: {
      max_position_embeddings: 4096,
      t2u_max_position_embeddings: 4096,
      position_embeddings_type: 'relative_key',
      left_max_position_embeddings: 64,
      right_max_position_embeddings: 8,
    },
  },
  time_series_transformer: {
    like: 'bart',
    table: { ...marian, rows: 'context+prediction_length' },
    defaults: {
      d_model: 64,
      encoder_layers: 2,
      decoder_layers: 2,
      encoder_attention_heads: 2,
      decoder_attention_heads: 2,
    },
  },
  informer: {
    like: 'time_series_transformer',
    kinds: 'sampled_attention',
  },
  autoformer: {
    like: 'time_series_transformer',
    kinds: 'autocorrelation',
  },
  encoder_decoder: { composite: true },
  rag: { composite: true },
} as const satisfies Readonly<Record<string, Family>>;
