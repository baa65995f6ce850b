/**
 * Judges the command line of an engine: applies its flags to a configuration, and
 * says what the engine makes of them. Sources: `config/model.py` and
 * `transformers_utils/config.py` of vllm-project/vllm, `model_config.py` of
 * sgl-project/sglang, `llm/server.go` and `api/types.go` of ollama/ollama.
 */

import { turns } from '../models/extend/open-layers.js';
import { readPlaces } from '../models/model.js';
import { worstFirst } from '../models/notes.js';
import type { Finding } from '../parts/models.js';
import { checkLength, lengthIn, served } from './engine-lengths.js';
import type { EngineLine, Find, Judged, LineEngine } from './engine-line.js';
import { judgeLlama } from './engine-llama.js';
import { OVERRIDE_FLAGS, overridden, overridesOf } from './engine-overrides.js';
import type { JsonObject } from './json.js';

/** The findings about a command line and its configuration, worst first. */
export function lineFindings(
  line: EngineLine,
  config: JsonObject,
): readonly Finding[] {
  const found: Finding[] = [];
  const find: Find = (severity, kind, key, value, message, advice) =>
    found.push({ severity, kind, key, value, message, advice });
  const judged = { line, config, given: readPlaces(config), find };
  const { model } = readPlaces(judges[line.engine](judged));
  // What depends on the version of a program is said of a file, not of a line.
  const others = model.findings.filter(({ kind }) => kind !== 'version_hazard');
  return worstFirst([...found, ...others]);
}

/** The configuration with the flags; notes what is wrong with them. */
const judges: Readonly<Record<LineEngine, (judged: Judged) => JsonObject>> = {
  vllm: (judged) => {
    const { line, find } = judged;
    for (const name of ['rope-scaling', 'rope-theta']) {
      if (!line.flags.has(name)) continue;
      find(
        'error',
        'unknown_key',
        `--${name}`,
        line.flags.get(name),
        'is no flag of vLLM any more, which stops',
        'write --hf-overrides with rope_parameters',
      );
    }
    const config = withOverrides(judged, OVERRIDE_FLAGS.vllm);
    const allowed = 'VLLM_ALLOW_LONG_MAX_MODEL_LEN';
    checkLength(judged, 'max-model-len', served(config, 'vllm'), allowed);
    return config;
  },
  sglang: (judged) => {
    const config = withOverrides(judged, OVERRIDE_FLAGS.sglang);
    const allowed = 'SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN';
    checkLength(judged, 'context-length', served(config, 'sglang'), allowed);
    return config;
  },
  'llama.cpp': judgeLlama,
  ollama: (judged) => {
    const { line, find, config } = judged;
    for (const [name, value] of line.flags) {
      if (!/^(rope|yarn|ctx)/.test(name)) continue;
      find(
        'error',
        'unknown_key',
        `--${name}`,
        value,
        'is no flag of ollama, which reads ropes from the GGUF file alone',
        'write the keys into the file, and num_ctx into a Modelfile',
      );
    }
    const name = 'OLLAMA_CONTEXT_LENGTH';
    const length = lengthIn(name, line.variables.get(name));
    const longest = served(config, 'ollama');
    if (length !== null && length > longest) {
      find(
        'warning',
        'out_of_range',
        name,
        length,
        `is cut to context_length of the file, ${longest}`,
        'stretch the rope in the file, and write a longer context_length',
      );
    }
    return config;
  },
};

/** The configuration with the keys that a flag overrides. */
function withOverrides(
  { line, config, given, find }: Judged,
  flag: string,
): JsonObject {
  const keys = overridesOf(line, flag);
  const { section, tower } = given.main;
  const [first] = section.path.split('.');
  for (const name of ['rope_parameters', 'rope_scaling', 'rope_theta']) {
    if (first === '' || keys[name] === undefined) continue;
    find(
      'warning',
      'unknown_key',
      `--${flag} ${name}`,
      keys[name],
      `does not reach the layers, whose parameters are in ${first}`,
      `write it inside "${first}"`,
    );
  }
  const inside = (first === '' ? keys : keys[first ?? '']) as JsonObject;
  const key = ['rope_parameters', 'rope_scaling'].find(
    (name) => inside?.[name] !== undefined,
  );
  const rope = key === undefined ? undefined : (inside[key] as JsonObject);
  const theta = tower.layers.find(turns)?.spec.theta;
  const flat = rope !== undefined && rope.factor !== undefined;
  if (flat && rope.rope_theta === undefined && theta !== undefined) {
    find(
      'warning',
      'missing',
      `--${flag} ${section.path}${key}.rope_theta`,
      undefined,
      'is missing: the object replaces that of the class, which holds the base ' +
        'in transformers 5',
      `write "rope_theta": ${theta}`,
    );
  }
  return overridden(config, keys);
}
