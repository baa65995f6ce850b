/** The configuration of a model by the header of its GGUF file. */

import { show } from '../../base/errors.js';
import {
  ALWAYS,
  findArchitecture,
  type GgufRope,
  MROPE_BY_SECTIONS,
} from './architectures.js';
import type { GgufFactors, GgufHeader } from './header.js';
import { type Keys, keysOf } from './keys.js';
import { headKeys, headWidth, layerKeys } from './layers.js';
import { ownKeys, withOwnNames } from './own-keys.js';
import { noGguf } from './reader.js';
import { type GgufAssumed, ropeKeys, sections } from './rope.js';
import { filled, missingFactors } from './scaling.js';

export type { GgufAssumed } from './rope.js';

/** A configuration, and what Hugging Face has no key for. */
export interface GgufConfig {
  /** By the names of Hugging Face. */
  readonly config: Readonly<Record<string, unknown>> & {
    readonly model_type: string;
  };
  /** Name of the architecture in llama.cpp. */
  readonly arch: string;
  /** Whether `arch` is known here; if not, `model_type` is `arch`. */
  readonly known: boolean;
  /**
   * Layout of the pairs in the file, into which the converter may have permuted
   * q and k. Absent if nothing is rotated, or if the architecture is unknown.
   */
  readonly layout?: 'half' | 'interleaved';
  /** Factors that lie beyond the given bytes, and where. */
  readonly missing: readonly GgufFactors[];
  readonly assumed: readonly GgufAssumed[];
}

/** Keys that differ in their names alone. */
const WHOLE: Readonly<Record<string, string>> = {
  hidden_size: 'embedding_length',
  max_position_embeddings: 'context_length',
  relative_attention_num_buckets: 'attention.relative_buckets_count',
  kv_lora_rank: 'attention.kv_lora_rank',
  full_attention_interval: 'full_attention_interval',
  num_kv_shared_layers: 'attention.shared_kv_layers',
};
const REAL: Readonly<Record<string, string>> = {
  attn_logit_softcapping: 'attn_logit_softcapping',
  final_logit_softcapping: 'final_logit_softcapping',
};

/** The keys of what keeps divisors of norms from zero. */
const EPSILONS: Readonly<Record<string, string>> = {
  rms_norm_eps: 'attention.layer_norm_rms_epsilon',
  layer_norm_eps: 'attention.layer_norm_epsilon',
};

/** Largest bias of ALiBi in all models that llama.cpp knows without a key. */
const USUAL_BIAS = 8;

/**
 * Turns the metadata of a GGUF file into a configuration with the names and the
 * meanings of Hugging Face.
 *
 *   range    the header of a language model
 *   error    `ERR_FORMAT` if it is of something else, or if a key that matters
 *            has a value of the wrong kind
 *   cost     some lookups, and one pass over lists of layers and factors
 */
export function ggufConfig(header: GgufHeader): GgufConfig {
  const arch = header.metadata.get('general.architecture');
  if (typeof arch !== 'string' || arch === 'clip') {
    const what = 'the architecture of a language model';
    throw noGguf(
      `general.architecture must be ${what}, got ${show(arch)}`,
      arch,
    );
  }
  const keys = keysOf(header, arch);
  const assumed: GgufAssumed[] = [];
  const { rope, model } = architecture(arch, keys);
  const usual = filled({
    ...lookUp(WHOLE, keys.whole),
    ...lookUp(REAL, keys.real),
    ...(model !== undefined && lookUp(EPSILONS, keys.real)),
    ...layerKeys(arch, keys),
    ...headKeys(keys),
    ...queryScale(arch, keys, assumed),
    ...graniteKeys(arch, keys),
    ...alibiKeys(arch, keys, header),
    ...own(ALWAYS, arch),
    ...(rope !== 'none' && ropeKeys(arch, rope, keys, header, assumed)),
    ...ownKeys(arch, keys),
  });
  const model_type = modelType(arch, model ?? arch, keys, header);
  const config = { model_type, ...withOwnNames(arch, usual) };
  const known = model !== undefined;
  return {
    config,
    arch,
    known,
    ...(known &&
      rope !== 'none' && {
        layout: rope === 'normal' ? 'interleaved' : 'half',
      }),
    missing: missingFactors(header),
    assumed,
  };
}

/** What a record has by a name that a file chose. */
function own<T>(record: Readonly<Record<string, T>>, name: string) {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** An architecture that is not known has a rope if it has a key of ropes. */
function architecture(
  arch: string,
  keys: Keys,
): { rope: GgufRope; model?: string } {
  const found = findArchitecture(arch);
  if (!found) {
    const rotates =
      keys.real('rope.freq_base') ?? keys.whole('rope.dimension_count');
    return { rope: rotates === undefined ? 'none' : 'neox' };
  }
  const { model } = found;
  if (isBaichuan13B(arch, keys)) return { rope: 'none', model };
  return MROPE_BY_SECTIONS.includes(arch) && sections(keys)
    ? { rope: 'mrope', model }
    : found;
}

/** Baichuan has ALiBi in its larger size, which llama.cpp tells by layers. */
function isBaichuan13B(arch: string, keys: Keys): boolean {
  return arch === 'baichuan' && keys.whole('block_count') === 40;
}

/** Tells model types apart that share an architecture. */
function modelType(
  arch: string,
  model: string,
  keys: Keys,
  { tensors }: GgufHeader,
): string {
  const sigmoid = 2;
  if (arch === 'deepseek2' && keys.whole('expert_gating_func') === sigmoid) {
    return 'deepseek_v3';
  }
  if (arch === 'olmo2' && keys.whole('attention.sliding_window')) {
    return 'olmo3';
  }
  // T5 has buckets in its first layer, UMT5 in all.
  const umt5 = model === 't5' && tensors.has('enc.blk.1.attn_rel_b.weight');
  return umt5 ? 'umt5' : model;
}

/** Gemma's scale of queries, which llama.cpp tells by the number of layers. */
function queryScale(
  arch: string,
  keys: Keys,
  assumed: GgufAssumed[],
): Record<string, unknown> {
  const largest = { gemma2: 46, gemma3: 62, 'gemma-embedding': -1 };
  const layers = own(largest, arch);
  if (layers === undefined) return {};
  const key = 'query_pre_attn_scalar';
  const heads = keys.whole('attention.head_count');
  const width = keys.whole('embedding_length');
  const value =
    keys.whole('block_count') === layers && heads && width
      ? width / heads
      : headWidth(keys);
  if (value === undefined) return {};
  const why = 'a file has no key for it; llama.cpp goes by the layers';
  assumed.push({ key, value, why });
  return { [key]: value };
}

/**
 * Granite's factor of scores, without which llama.cpp takes 1/√headDim, and its
 * switch of the rope, for which it uses a key with another meaning.
 */
function graniteKeys(arch: string, keys: Keys): Record<string, unknown> {
  if (!arch.startsWith('granite')) return {};
  const turned = keys.flag('rope.scaling.finetuned') ?? true;
  return {
    attention_multiplier: keys.real('attention.scale') || null,
    position_embedding_type: turned ? 'rope' : 'nope',
  };
}

function alibiKeys(
  arch: string,
  keys: Keys,
  { tensors }: GgufHeader,
): Record<string, unknown> {
  const given = keys.real('attention.max_alibi_bias');
  const bias = isBaichuan13B(arch, keys) ? USUAL_BIAS : given;
  if (arch === 'mpt') {
    return {
      attn_config: { alibi: !!bias, alibi_bias_max: bias || USUAL_BIAS },
      learned_pos_emb: tensors.has('position_embd.weight'),
    };
  }
  return bias
    ? { alibi: true, alibi_bias_max: bias, position_embedding_type: 'alibi' }
    : {};
}

function lookUp<T>(
  names: Readonly<Record<string, string>>,
  read: (name: string) => T,
): Record<string, T> {
  const entries = Object.entries(names);
  return Object.fromEntries(entries.map(([name, key]) => [name, read(key)]));
}
