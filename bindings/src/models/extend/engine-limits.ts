/** What engines cannot be told. */

import type { Engine } from './options.js';

/** Families whose files in `mlx_lm/models` make a rope without any schedule. */
const plainInMlx = (
  'cohere cohere2 gemma gemma2 glm glm4 gpt_neox helium minimax_m2 mixtral ' +
  'olmo phi qwen2_moe stablelm starcoder2'
).split(' ');

/**
 * What an engine cannot stretch, and why: a schedule, a family of classes, or a
 * section of the file. `--rope-scaling` of llama.cpp takes
 * `none`, `linear` and `yarn`; `initialize_rope` of mlx-lm stops at `dynamic`;
 * `get_config` of SGLang updates a section, but not a section of that.
 */
export function unreached(
  engine: Engine,
  type: string,
  family: string,
  section: readonly string[],
): readonly [what: string, why: string] | undefined {
  const gguf = engine === 'llama.cpp' || engine === 'ollama';
  if (gguf && (type === 'llama3' || type === 'proportional')) {
    return [
      `"${type}"`,
      'converting made a tensor of its divisors; change config.json as for ' +
        'transformers, and convert again',
    ];
  }
  if (type === 'dynamic' && (gguf || engine === 'mlx')) {
    return [`"${type}"`, 'it has no such schedule'];
  }
  if (engine === 'mlx' && plainInMlx.includes(family)) {
    return [`"${family}"`, 'its class reads no rope_scaling'];
  }
  if (engine === 'sglang' && section.length > 1) {
    return [
      section.join('.'),
      `an override replaces all of ${section.at(-1)}; change config.json instead`,
    ];
  }
  return undefined;
}
