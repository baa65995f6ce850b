/**
 * Judges the command line of an engine: applies its flags to a configuration, and
 * says what the engine makes of them. Sources: `config/model.py` and
 * `transformers_utils/config.py` of vllm-project/vllm, `model_config.py` of
 * sgl-project/sglang, `llama-context.cpp` and `server-context.cpp` of
 * ggml-org/llama.cpp, `llm/server.go` and `api/types.go` of ollama/ollama.
 */

import { seesAll, turns } from '../models/extend/open-layers.js';
import { type ReadPlaces, readPlaces } from '../models/model.js';
import { worstFirst } from '../models/notes.js';
import type { Finding } from '../parts/models.js';
import type { EngineLine, LineEngine } from './engine-line.js';
import {
  OVERRIDE_FLAGS,
  overridden,
  overridesOf,
  withLlamaFlags,
} from './engine-overrides.js';
import { misuse } from './failure.js';
import type { JsonObject } from './json.js';

/** Adds a finding about a flag. */
type Find = (
  severity: Finding['severity'],
  kind: Finding['kind'],
  key: string,
  value: unknown,
  message: string,
  advice: string,
) => void;

/** What a command line is judged by. */
interface Judged {
  readonly line: EngineLine;
  readonly config: JsonObject;
  readonly given: ReadPlaces;
  readonly find: Find;
}

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

/** Notes a length that is above what an engine serves. */
function checkLength(
  { line, find }: Judged,
  flag: string,
  longest: number,
  variable: string,
): void {
  const length = lengthIn(`--${flag}`, line.flags.get(flag));
  if (length === null || length <= longest) return;
  const allowed = line.variables.get(variable) === '1';
  find(
    allowed ? 'warning' : 'error',
    'out_of_range',
    `--${flag}`,
    length,
    `is above ${longest}, which the configuration reaches` +
      (allowed ? '' : `: ${line.engine} stops without ${variable}=1`),
    'stretch the rope as far',
  );
}

/** Multipliers of lengths such as `128k`, as vLLM reads them. */
const MULTIPLIERS: Readonly<Record<string, number>> = {
  k: 1e3,
  m: 1e6,
  K: 2 ** 10,
  M: 2 ** 20,
};

/** A number of tokens; `null` where nothing was said, or the engine chooses. */
function lengthIn(name: string, text: string | undefined): number | null {
  if (text === undefined || text === 'auto' || text === '-1') return null;
  const [, digits, letter = ''] = /^(\d+(?:\.\d+)?)([kKmM]?)$/.exec(text) ?? [];
  const length = Math.floor(Number(digits) * (MULTIPLIERS[letter] ?? 1));
  if (!(length >= 0)) {
    throw misuse(`${name} must be a number of tokens, got "${text}"`);
  }
  return length;
}

/** Numbers of the rope of the layers that see all keys. */
function ropeOf({ main }: ReadPlaces) {
  const { section, tower, family } = main;
  const layers = tower.layers.filter(turns);
  const layer = layers.find(seesAll(Number.POSITIVE_INFINITY)) ?? layers[0];
  const scaling = (layer?.spec.scaling ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const max = section.fact('maxPosition') ?? Number.POSITIVE_INFINITY;
  return {
    type: String(scaling.type ?? 'default'),
    factor: Number(scaling.factor ?? 1),
    original: Number(scaling.originalMaxPosition ?? max),
    max,
    trained: family.scaled !== undefined,
  };
}

/** The longest text that an engine serves with a configuration. */
function served(config: JsonObject, engine: LineEngine): number {
  const { type, factor, original, max, trained } = ropeOf(readPlaces(config));
  if (engine === 'ollama') return max;
  if (type === 'yarn') return engine === 'vllm' ? original * factor : max;
  const multiplied = type === 'linear' || type === 'dynamic';
  return multiplied && !trained ? max * factor : max;
}

function judgeLlama({ line, config, given, find }: Judged): JsonObject {
  const had = ropeOf(given);
  const made = withLlamaFlags(config, given.main, line, had);
  const { flags } = line;
  if (flags.has('yarn-attn-factor') && made.type === 'yarn') {
    find(
      'warning',
      'engine_disagreement',
      '--yarn-attn-factor',
      flags.get('yarn-attn-factor'),
      'is overwritten: llama.cpp takes 0.1 ln(factor) + 1',
      'leave it out',
    );
  }
  if (
    /llama3|proportional|longrope|factors/.test(had.type) &&
    flags.has('rope-scaling')
  ) {
    find(
      'warning',
      'engine_disagreement',
      '--rope-scaling',
      flags.get('rope-scaling'),
      `acts besides the divisors of the file (${had.type}): frequencies are ` +
        'divided twice',
      'convert the file from a changed configuration',
    );
  }
  if (
    made.factor === 1 &&
    /yarn|linear/.test(flags.get('rope-scaling') ?? '')
  ) {
    find(
      'warning',
      'missing',
      '--rope-scale',
      undefined,
      'is missing: nothing is stretched',
      'write --rope-scale with the factor',
    );
  }
  const scaled = flags.has('rope-scale') || flags.has('rope-freq-scale');
  if (scaled && made.type === 'yarn' && !flags.has('yarn-orig-ctx')) {
    find(
      'note',
      'missing',
      '--yarn-orig-ctx',
      undefined,
      `is missing: llama.cpp takes ${made.original}, the length of the file`,
      'write the length of the first training',
    );
  }
  const length = lengthIn('--ctx-size', flags.get('ctx-size'));
  const override = /\.context_length=int:(\d+)/.exec(
    flags.get('override-kv') ?? '',
  );
  const limit = override
    ? Number(override[1])
    : made.type === 'yarn'
      ? made.original * made.factor
      : had.max;
  if (length !== null && length > limit) {
    find(
      'warning',
      'out_of_range',
      '--ctx-size',
      length,
      `is above ${limit}, at which llama-server cuts texts`,
      'stretch the rope as far, or write --override-kv ARCH.context_length=int:' +
        `${length} beside --rope-scaling linear`,
    );
  } else if (length !== null && length > had.max && !override) {
    find(
      'note',
      'version_hazard',
      '--ctx-size',
      length,
      `is cut to ${had.max} by versions of llama-server before September 2026`,
      `write --override-kv ARCH.context_length=int:${length} for those`,
    );
  }
  return made.config;
}
