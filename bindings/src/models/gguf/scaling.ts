/** The scaling of a rope: what a GGUF file says, in the words of Hugging Face. */

import type { FactorKind, GgufFactors, GgufHeader } from './header.js';
import type { Keys } from './keys.js';

/** A scaling as `rope_scaling` of a configuration. */
export type RopeScaling = Record<string, unknown> & {
  readonly rope_type: string;
};

/** A factor this large stands for a pair that is not rotated. */
const NOT_ROTATED = 1e20;

/** Architectures whose converter multiplies `mscale_all_dim` by 0.1. */
const TENTH = /^(deepseek|glm-dsa|mistral4)/;

/**
 * The scaling of the frequencies; nothing if there is none.
 *
 * linear, yarn: `factor` is the same number in both.
 * yarn: `yarn_attn_factor` is `attention_factor`, and `attn_factor`, which
 *   llama.cpp multiplies with 0.1·ln(factor) + 1, goes into it, too.
 *   `yarn_log_multiplier` is `mscale_all_dim`, or a tenth of it ({@link TENTH});
 *   a file has no `mscale`, which llama.cpp takes to be the same (`deepseek2`)
 *   or 1. What llama.cpp passes to its kernels is divided by 0.1·ln(factor) + 1
 *   beforehand, because they multiply with it; a file is not concerned.
 * longrope: the factors of two tensors; `attn_factor` is `attention_factor`.
 * llama3: a file has factors alone, in the tensor `rope_freqs`. If they are
 *   those of `llama3` with the usual parameters, so is the scaling; if some
 *   pairs are not rotated, it is `proportional`; else `longrope` with the same
 *   factors at any length.
 *
 * Sources: src/llama-context.cpp, src/models/deepseek2.cpp, and conversion/
 * base.py, deepseek.py, gemma.py, llama.py, mistral3.py and phi.py of llama.cpp.
 */
export function ropeScaling(
  arch: string,
  keys: Keys,
  { factors }: GgufHeader,
  theta: number,
): RopeScaling | undefined {
  const length = keys.whole('context_length');
  const original = keys.whole('rope.scaling.original_context_length') ?? length;
  const { factors_long: long, factors_short: short, freqs } = factors;
  const attention = keys.real('rope.scaling.attn_factor');
  if (long?.values && short?.values) {
    return filled({
      rope_type: 'longrope',
      long_factor: long.values,
      short_factor: short.values,
      original_max_position_embeddings: original,
      attention_factor: attention,
    });
  }
  if (freqs?.values) return fromFactors(freqs.values, theta, length);
  const type = keys.word('rope.scaling.type') ?? 'linear';
  const factor =
    keys.real('rope.scaling.factor') ?? keys.real('rope.scale_linear');
  if (!factor || factor === 1) return undefined;
  if (type === 'linear') return { rope_type: type, factor };
  if (type !== 'yarn') return undefined;
  const usual = 0.1 * Math.log(Math.max(factor, 1)) + 1;
  return filled({
    rope_type: type,
    factor,
    original_max_position_embeddings: original,
    beta_fast: keys.real('rope.scaling.yarn_beta_fast'),
    beta_slow: keys.real('rope.scaling.yarn_beta_slow'),
    extrapolation_factor: keys.real('rope.scaling.yarn_ext_factor'),
    attention_factor:
      keys.real('rope.scaling.yarn_attn_factor') ??
      (attention && attention * usual),
    ...mscales(arch, keys),
    llama_4_scaling_beta: keys.real('attention.temperature_scale'),
  });
}

function mscales(arch: string, keys: Keys): Record<string, number> {
  const given = keys.real('rope.scaling.yarn_log_multiplier');
  if (!given) return {};
  // Seven digits undo the rounding of the product.
  const all = TENTH.test(arch) ? Number((10 * given).toPrecision(7)) : given;
  return { mscale: arch === 'deepseek2' ? all : 1, mscale_all_dim: all };
}

function fromFactors(
  factors: readonly number[],
  theta: number,
  length: number | undefined,
): RopeScaling | undefined {
  const live = factors.filter((factor) => factor < NOT_ROTATED).length;
  if (live < factors.length) {
    const partial_rotary_factor = live / factors.length;
    return { rope_type: 'proportional', partial_rotary_factor };
  }
  if (factors.every((factor) => factor === 1)) return undefined;
  const factor = factors[factors.length - 1] as number;
  if (factors.every((given, i) => isLlama3(given, i / factors.length))) {
    return { rope_type: 'llama3', factor, ...USUAL };
  }
  return filled({
    rope_type: 'longrope',
    long_factor: factors,
    short_factor: factors,
    original_max_position_embeddings: length,
    attention_factor: 1,
  });

  function isLlama3(given: number, part: number): boolean {
    const turns =
      USUAL.original_max_position_embeddings / (2 * Math.PI * theta ** part);
    const { low_freq_factor: low, high_freq_factor: high } = USUAL;
    const smooth = Math.min(Math.max((turns - low) / (high - low), 0), 1);
    const wanted = 1 / ((1 - smooth) / factor + smooth);
    return Math.abs(given - wanted) <= 1e-5 * wanted;
  }
}

/** The parameters of all Llama 3 models but their factor. */
const USUAL = {
  low_freq_factor: 1,
  high_freq_factor: 4,
  original_max_position_embeddings: 8192,
};

/** Factors that the header names but whose numbers were not given. */
export function missingFactors({ factors }: GgufHeader): GgufFactors[] {
  const kinds: readonly FactorKind[] = [
    'freqs',
    'factors_long',
    'factors_short',
  ];
  return kinds.flatMap((kind) => {
    const found = factors[kind];
    return found && !found.values ? [found] : [];
  });
}

/** The members that have a value. */
export function filled<T extends Record<string, unknown>>(members: T): T {
  const entries = Object.entries(members);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined),
  ) as T;
}
