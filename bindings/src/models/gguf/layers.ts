/** Layers, heads and windows by the metadata of a GGUF file. */

import type { Keys } from './keys.js';

/**
 * Layers without those that predict further tokens, which `block_count` counts,
 * and which of them attend how.
 */
export function layerKeys(arch: string, keys: Keys): Record<string, unknown> {
  const all = keys.whole('block_count');
  const further = keys.whole('nextn_predict_layers') ?? 0;
  const count = all && all > further ? all - further : all;
  const window = keys.whole('attention.sliding_window') || null;
  // llama.cpp has windows for these even if the file has none.
  const silent =
    /^(gemma2|llama4)$/.test(arch) || (arch === 'exaone4' && count === 64);
  return {
    num_hidden_layers: count,
    sliding_window: window ?? (silent ? undefined : null),
    ...attention(arch, keys, count),
  };
}

/**
 * How each layer attends; or the distance of layers that do not slide. A layer
 * without keys has no attention but a state.
 */
function attention(
  arch: string,
  keys: Keys,
  count: number | undefined,
): Record<string, unknown> {
  const heads = keys.wholes('attention.head_count_kv');
  if (typeof heads === 'object' && heads.includes(0)) {
    return types(heads, (n) => (n ? 'full_attention' : mixer(keys)));
  }
  const slides = keys.switches('attention.sliding_window_pattern');
  if (typeof slides === 'object') {
    return types(slides, (on) => `${on ? 'sliding' : 'full'}_attention`);
  }
  return arch === 'modern-bert'
    ? { global_attn_every_n_layers: slides }
    : { sliding_window_pattern: slides };

  function types<T>(list: readonly T[], word: (item: T) => string) {
    const own = list.slice(0, count);
    return { layer_types: own.map(word) };
  }
}

/** What layers without keys are, which an architecture has of one kind. */
function mixer(keys: Keys): string {
  if (keys.whole('ssm.state_size')) return 'mamba';
  return keys.whole('shortconv.l_cache') ? 'conv' : 'linear_attention';
}

/** Width of a head's queries and keys, of which a part may be rotated. */
export function headWidth(keys: Keys): number | undefined {
  const given =
    keys.whole('attention.key_length_mla') ??
    keys.whole('attention.key_length');
  if (given !== undefined) return given;
  const count = distinct(keys.wholes('attention.head_count'));
  const width = keys.whole('embedding_length');
  // llama.cpp divides integers, which drops the rest.
  return typeof count === 'number' && count && width !== undefined
    ? Math.floor(width / count)
    : undefined;
}

/**
 * Heads and their widths. The converter writes latent attention (MLA) as one
 * head of latent keys; Hugging Face has as many heads of keys as of queries.
 */
export function headKeys(keys: Keys): Record<string, unknown> {
  const count = distinct(keys.wholes('attention.head_count'));
  const width = headWidth(keys);
  if (keys.whole('attention.kv_lora_rank') === undefined) {
    return {
      num_attention_heads: count,
      num_key_value_heads: distinct(keys.wholes('attention.head_count_kv')),
      head_dim: width,
      ...widthsOfWindows(keys, width),
    };
  }
  const rotated = keys.whole('rope.dimension_count');
  return {
    num_attention_heads: count,
    num_key_value_heads: count,
    qk_rope_head_dim: rotated,
    qk_nope_head_dim:
      width === undefined || rotated === undefined
        ? undefined
        : Math.max(width - rotated, 0),
    v_head_dim:
      keys.whole('attention.value_length_mla') ??
      keys.whole('attention.value_length'),
  };
}

/**
 * Layers that slide may have other numbers of key heads (MiMo 2), and heads of
 * another width, too (Gemma 4).
 */
function widthsOfWindows(
  keys: Keys,
  width: number | undefined,
): Record<string, unknown> {
  const heads = keys.wholes('attention.head_count_kv');
  const slides = keys.switches('attention.sliding_window_pattern');
  const listed = typeof heads === 'object' && typeof slides === 'object';
  const sliding = listed && distinct(heads.filter((_, i) => slides[i]));
  const full = listed && distinct(heads.filter((_, i) => !slides[i]));
  const own = keys.whole('attention.key_length_swa');
  if (own === undefined || own === width) {
    const differ = Number(sliding) > 0 && Number(full) > 0 && sliding !== full;
    return differ
      ? { num_key_value_heads: full, swa_num_key_value_heads: sliding }
      : {};
  }
  const widths = { head_dim: own, global_head_dim: width };
  if (!listed) return widths;
  return {
    ...widths,
    // Without this key, the class ignores the number of global key heads.
    attention_k_eq_v: true,
    num_key_value_heads: sliding,
    num_global_key_value_heads: full,
  };
}

/** The number that all layers have which have any; a list if they differ. */
function distinct(
  counts: number | readonly number[] | undefined,
): number | readonly number[] | undefined {
  if (typeof counts !== 'object') return counts;
  const found = new Set(counts.filter((count) => count > 0));
  return found.size === 1 ? [...found][0] : counts;
}
