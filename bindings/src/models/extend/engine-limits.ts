/** What engines cannot be told. */

import { sectionOf } from './change.js';
import type { Engine } from './options.js';
import type { Wanted } from './settings.js';

/** Families whose files in `mlx_lm/models` make a rope without any schedule. */
const plainInMlx = (
  'cohere cohere2 gemma gemma2 glm glm4 gpt_neox helium minimax_m2 mixtral ' +
  'olmo phi qwen2_moe stablelm starcoder2'
).split(' ');

/**
 * What an engine cannot stretch, and why. `--rope-scaling` of llama.cpp takes
 * `none`, `linear` and `yarn`; `initialize_rope` of mlx-lm stops at `dynamic`;
 * `get_config` of SGLang updates a section, but not a section of that.
 */
export function unreached(
  engine: Engine,
  { stretch: { type }, place, tower }: Wanted,
): readonly [what: string, why: string] | undefined {
  const gguf = engine === 'llama.cpp' || engine === 'ollama';
  if (gguf && (type === 'llama3' || type === 'proportional')) {
    return [
      `"${type}"`,
      'a GGUF file holds its divisors as a tensor, made when it was converted; ' +
        'change config.json by the settings for transformers, and convert again',
    ];
  }
  if (type === 'dynamic' && (gguf || engine === 'mlx')) {
    return [`"${type}"`, 'it has no such schedule'];
  }
  if (engine === 'mlx' && plainInMlx.includes(tower.family)) {
    return [`"${tower.family}"`, 'its class there reads no rope_scaling'];
  }
  const path = sectionOf(place);
  if (engine === 'sglang' && path.length > 1) {
    return [
      path.join('.'),
      `an override replaces all of ${path.at(-1)}; change config.json instead`,
    ];
  }
  return undefined;
}
