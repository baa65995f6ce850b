/** The configurations of models that several tests read. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** An object of a config.json. */
export type Config = { readonly [key: string]: unknown };

/** All configurations of tests/models, with their names. */
export const configs: readonly (readonly [name: string, config: Config])[] = [
  'data',
  'own',
].flatMap((name) => {
  const folder = path.join(import.meta.dirname, '../models', name);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const { config } = JSON.parse(
        readFileSync(path.join(folder, file), 'utf8'),
      );
      return [path.basename(file, '.json'), config as Config] as const;
    });
});

/** The configuration of a name. */
export function configOf(name: string): Config {
  const found = configs.find(([one]) => one === name);
  if (!found) throw new Error(`no configuration ${name}`);
  return found[1];
}

/** A decoder without any schedule, of the sizes of Qwen2.5 7B. */
export const plain = {
  model_type: 'qwen2',
  hidden_size: 3584,
  num_hidden_layers: 28,
  num_attention_heads: 28,
  num_key_value_heads: 4,
  max_position_embeddings: 32768,
  rope_theta: 1000000,
  use_sliding_window: false,
};

/** The same with YaRN, which reaches 131072. */
export const stretched = {
  ...plain,
  max_position_embeddings: 131072,
  rope_scaling: {
    rope_type: 'yarn',
    factor: 4,
    original_max_position_embeddings: 32768,
  },
};
