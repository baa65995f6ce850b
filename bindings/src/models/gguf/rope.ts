/** The rope of a model by the metadata of its GGUF file. */

import type { GgufRope } from './architectures.js';
import type { GgufHeader } from './header.js';
import type { Keys } from './keys.js';
import { headWidth } from './layers.js';
import { filled, type RopeScaling, ropeScaling } from './scaling.js';

/** What a GGUF file leaves open, and how it is read. */
export interface GgufAssumed {
  readonly key: string;
  readonly value: unknown;
  readonly why: string;
}

/** Base of llama.cpp for files without one. */
const BASE = 10_000;

/** The keys of a rope; adds to `assumed` what the file leaves open. */
export function ropeKeys(
  arch: string,
  rope: GgufRope,
  keys: Keys,
  header: GgufHeader,
  assumed: GgufAssumed[],
): Record<string, unknown> {
  const given = keys.real('rope.freq_base');
  const theta = stretched(keys, given ?? BASE);
  if (given === undefined) {
    const why = 'the file has no rope.freq_base; llama.cpp takes 10000';
    assumed.push({ key: 'rope_theta', value: theta, why });
  }
  let scaling = ropeScaling(arch, keys, header, theta);
  if (arch === 'gpt-oss' && scaling?.rope_type === 'yarn') {
    const why = 'the model was trained so; a file has no key for it';
    assumed.push({ key: 'rope_scaling.truncate', value: false, why });
    scaling = { ...scaling, truncate: false };
  }
  const axes = axisKeys(rope, keys);
  if (axes) scaling = { rope_type: 'default', ...scaling, ...axes };
  return byLayers(keys, theta, scaling);
}

/** HunYuan: an NTK-aware base, from `rope.scaling.alpha`. */
function stretched(keys: Keys, theta: number): number {
  const alpha = keys.real('rope.scaling.alpha');
  const width = headWidth(keys);
  return alpha && alpha > 0 && width && width > 2
    ? theta * alpha ** (width / (width - 2))
    : theta;
}

/** Pairs for each axis; llama.cpp fills them up to four. */
export function sections(keys: Keys): readonly number[] | undefined {
  const given = keys.wholes('rope.dimension_sections');
  return typeof given === 'object' && given.some((count) => count > 0)
    ? given
    : undefined;
}

function axisKeys(rope: GgufRope, keys: Keys) {
  const list = sections(keys);
  if (!list) return undefined;
  const used = list.length - [...list].reverse().findIndex((n) => n > 0);
  return {
    mrope_section: list.slice(0, used),
    ...(rope === 'imrope' && { mrope_interleaved: true }),
  };
}

/** Flat keys; or nested ones, if layers that slide rotate another width. */
function byLayers(
  keys: Keys,
  theta: number,
  scaling: RopeScaling | undefined,
): Record<string, unknown> {
  const local = keys.real('rope.freq_base_swa');
  const localRotated = keys.whole('rope.dimension_count_swa');
  const width = headWidth(keys);
  const rotated = keys.whole('rope.dimension_count') ?? width;
  const latent = keys.whole('attention.kv_lora_rank') !== undefined;
  const part = latent ? undefined : share(rotated, width);
  if (localRotated === undefined) {
    return {
      rope_theta: theta,
      rope_local_base_freq: local,
      rotary_dim: latent ? undefined : rotated,
      partial_rotary_factor: part,
      rope_scaling: scaling,
      // null: the defaults of the class are those of Hugging Face's files.
      rope_parameters: scaling ? undefined : null,
    };
  }
  const localWidth = keys.whole('attention.key_length_swa') ?? width;
  return {
    rope_parameters: {
      full_attention: filled({
        rope_type: 'default',
        rope_theta: theta,
        partial_rotary_factor: part,
        ...scaling,
      }),
      sliding_attention: filled({
        rope_type: 'default',
        rope_theta: local ?? theta,
        partial_rotary_factor: share(localRotated, localWidth),
      }),
    },
  };
}

/** The part of a head that is rotated. */
function share(
  rotated: number | undefined,
  width: number | undefined,
): number | undefined {
  return width ? (rotated ?? width) / width : undefined;
}
