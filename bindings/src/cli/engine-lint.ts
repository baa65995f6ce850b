/**
 * Judges the command line of an engine: applies its flags to a configuration, and
 * says what the engine makes of them. Sources: `config/model.py` and
 * `transformers_utils/config.py` of vllm-project/vllm, `model_config.py` of
 * sgl-project/sglang, `llm/server.go` and `api/types.go` of ollama/ollama.
 */

import { sectionOf } from '../models/extend/change.js';
import { turns } from '../models/extend/open-layers.js';
import { readPlaces } from '../models/model.js';
import { worstFirst } from '../models/notes.js';
import { ropeObject } from '../models/rope-parameters.js';
import { valueAt } from '../models/section.js';
import type { Finding } from '../parts/models.js';
import { checkLength, lengthIn, served } from './engine-lengths.js';
import type { EngineLine, Find, Judged, LineEngine } from './engine-line.js';
import { judgeLlama } from './engine-llama.js';
import {
  OVERRIDE_FLAGS,
  overridden,
  overridesOf,
  ROPES,
} from './engine-overrides.js';
import { isObject, type JsonObject } from './json.js';

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
    checkLength(judged, 'max-model-len', served(config, 'vllm'), [
      'vllm',
      'VLLM_ALLOW_LONG_MAX_MODEL_LEN',
    ]);
    return config;
  },
  sglang: (judged) => {
    const config = withOverrides(judged, OVERRIDE_FLAGS.sglang);
    checkLength(judged, 'context-length', served(config, 'sglang'), [
      'sglang',
      'SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN',
    ]);
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
function withOverrides(judged: Judged, flag: string): JsonObject {
  const { line, config, given, find } = judged;
  const keys = overridesOf(line, flag);
  const path = sectionOf(given.main);
  const where = path.join('.');
  for (const name of ['rope_parameters', 'rope_scaling', 'rope_theta']) {
    if (where === '' || keys[name] === undefined) continue;
    find(
      'warning',
      'unknown_key',
      `--${flag} ${name}`,
      keys[name],
      `does not reach the layers, whose parameters are in ${where}`,
      `write it inside "${where}"`,
    );
  }
  // SGLang updates a section, but not a section of that.
  if (
    line.engine === 'sglang' &&
    path.length > 1 &&
    isObject(valueAt(keys, path))
  ) {
    find(
      'error',
      'inconsistent',
      `--${flag} ${where}`,
      undefined,
      'replaces that section as a whole, by an object without a class',
      'change config.json instead',
    );
  }
  // vLLM merges what is inside of a section.
  const merges = line.engine === 'vllm' && path.length > 0;
  if (!merges) checkReplaced(judged, flag, valueAt(keys, path));
  return overridden(config, keys, given.main, merges);
}

/** Notes what rope parameters lack that replace those of a class as a whole. */
function checkReplaced(
  { given: { main }, find }: Judged,
  flag: string,
  inside: unknown,
): void {
  const { section, tower, family } = main;
  const key = ROPES.find((name) => valueAt(inside, [name]) !== undefined);
  const rope = valueAt(inside, [key ?? '']);
  if (!isObject(rope) || rope.factor === undefined) return;
  const path = `--${flag} ${[...sectionOf(main), key].join('.')}`;
  const lost = (name: string, value: unknown, what: string) => {
    if (value === undefined || rope[name] !== undefined) return;
    find(
      'warning',
      'missing',
      `${path}.${name}`,
      undefined,
      `is missing: the object replaces that of the class, which holds ${what}`,
      `write "${name}": ${JSON.stringify(value)}`,
    );
  };
  const theta = tower.layers.find(turns)?.spec.theta;
  lost('rope_theta', theta, 'the base in transformers 5');
  const sections = ropeObject(section, family)?.raw('mrope_section');
  lost('mrope_section', sections, 'the axes of the rope');
}
