// `virtual:known-models`: the configurations of well-known models that the page
// offers, collected while it is built from the files which the tests of the package
// read. Keys without any bearing on positions are left out.

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { listed } from '../src/views/models/list.js';
import type { Known } from '../src/views/models/reading.js';

const name = 'virtual:known-models';
const resolved = `\0${name}`;

const folder = new URL('../../tests/models/data/', import.meta.url);

/** What says nothing of positions: of words, of training, of files. */
const bulk =
  /^(_name_or_path|_from_model_config|_commit_hash|auto_map|bad_words_ids|dtype|torch_dtype|transformers_version|use_cache|tokenizer_class|vocab_size|text_vocab_size|vocab_list|pretraining_tp|tie_\w+|output_\w+|initializer_\w+|init_\w+|\w*dropout\w*|\w*_pdrop|\w*layerdrop|(?!pad_)\w*(_token_id|_token_index)|task_specific_params|verbose|summary_\w+|router_\w+|moe_\w+|n_routed_experts|n_shared_experts|norm_topk_prob|scoring_func|topk_\w+|routed_scaling_factor|aux_loss_alpha|seq_aux|ep_size|esmfold_config)$/;

function lean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !bulk.test(key))
      .map(([key, inside]) => [key, lean(inside)]),
  );
}

/** A file of the tests: where it is from, and the configuration as found. */
export function caseOf(file: string): { source: string; config: unknown } {
  return JSON.parse(readFileSync(new URL(`${file}.json`, folder), 'utf8'));
}

export const knownModels = (): readonly Known[] =>
  listed.map(({ file, name, group }) => {
    const { source, config } = caseOf(file);
    // A remark about the search for it says nothing of the configuration.
    const [from = ''] = source.split(' (the string index');
    return { name, group, source: from, config: lean(config) };
  });

export function knownConfigurations(): Plugin {
  return {
    name: 'known-models',
    resolveId: (id) => (id === name ? resolved : undefined),
    load(id) {
      if (id !== resolved) return undefined;
      // A text is read faster than a literal.
      const text = JSON.stringify(JSON.stringify(knownModels()));
      return `export const known = JSON.parse(${text});`;
    },
  };
}
