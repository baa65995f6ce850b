/** Keys that single model types have under names of their own. */

import type { Keys } from './keys.js';

type Values = Readonly<Record<string, unknown>>;

/** Names of keys in the model types of an architecture, by the usual names. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cogvlm: { num_key_value_heads: 'num_multi_query_heads' },
  falcon: { num_key_value_heads: 'num_kv_heads' },
  llada: { num_key_value_heads: 'n_kv_heads' },
  'modern-bert': { sliding_window: 'local_attention' },
  plamo2: { head_dim: 'hidden_size_per_head' },
  t5: { num_hidden_layers: 'num_layers' },
  t5encoder: { num_hidden_layers: 'num_layers' },
};

/** Keys inside `attn_config`, by the usual names. */
const ATTN_CONFIG: Readonly<Record<string, Readonly<Record<string, string>>>> =
  {
    dbrx: { num_key_value_heads: 'kv_n_heads', rope_theta: 'rope_theta' },
    mpt: { num_key_value_heads: 'kv_n_heads' },
  };

/** The configuration with the names that its model type has. */
export function withOwnNames(arch: string, config: Values): Values {
  const names = namesOf(RENAMED, arch);
  const nested = namesOf(ATTN_CONFIG, arch);
  const inner: Record<string, unknown> = {};
  const outer: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(config)) {
    const name = nested.get(key);
    if (name === undefined) outer[names.get(key) ?? key] = value;
    else inner[name] = value;
  }
  if (Object.keys(inner).length > 0) {
    outer.attn_config = { ...(config.attn_config as Values), ...inner };
  }
  return outer;
}

function namesOf(record: typeof RENAMED, arch: string): Map<string, string> {
  const own = Object.hasOwn(record, arch) ? record[arch] : undefined;
  return new Map(Object.entries(own ?? {}));
}

/** What the graphs of llama.cpp do for files that do not say it. */
const GROK = { scale: 0.08838834764831845, softcap: 30 };

/** Each fourth layer of SmallThinker attends to all keys, without a rope. */
const SMALLTHINKER_EVERY = 4;

/**
 * Keys that only one model type has, from what its graph in llama.cpp does.
 *
 * Sources: src/models/grok.cpp, smallthinker.cpp and t5.cpp of llama.cpp, and
 * conversion/starcoder.py.
 */
export function ownKeys(arch: string, keys: Keys): Values {
  if (arch === 'grok') {
    return {
      attn_output_multiplier: keys.real('attention.output_scale') || GROK.scale,
      max_attn_value: keys.real('attn_logit_softcapping') || GROK.softcap,
    };
  }
  // The file of the text has no part of images.
  if (arch === 'cogvlm') return { vision_config: null };
  // The converter multiplies the weights of norms by the factor.
  if (arch === 'muse-glimmer') return { qk_scale_factor: 1 };
  if (arch === 't5') {
    const layers = keys.whole('decoder_block_count');
    return { num_decoder_layers: layers ?? keys.whole('block_count') };
  }
  if (arch === 'starcoder' || arch === 'refact') {
    return { multi_query: keys.wholes('attention.head_count_kv') === 1 };
  }
  const layers = keys.whole('block_count') ?? 0;
  if (arch !== 'smallthinker' || !keys.whole('attention.sliding_window')) {
    return {};
  }
  const list = Array.from({ length: Math.min(layers, 4096) }, (_, i) =>
    Number(i % SMALLTHINKER_EVERY > 0),
  );
  return { sliding_window_layout: list, rope_layout: list };
}
