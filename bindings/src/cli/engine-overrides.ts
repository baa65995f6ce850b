/** Applies the flags of a command line to a configuration. */

import { changed, namesOf, withValue } from '../models/extend/change.js';
import type { TowerSection } from '../models/model.js';
import { valueAt } from '../models/section.js';
import type { EngineLine } from './engine-line.js';
import { misuse } from './failure.js';
import { isObject, type JsonObject } from './json.js';

/** The flag with which an engine takes keys of the configuration. */
export const OVERRIDE_FLAGS = {
  vllm: 'hf-overrides',
  sglang: 'json-model-override-args',
} as const;

/**
 * The keys that a command line overrides: the JSON of a flag, or paths behind
 * its name, `--hf-overrides.rope_parameters.factor 4`.
 */
export function overridesOf({ flags }: EngineLine, flag: string): JsonObject {
  const whole = flags.get(flag);
  let keys: JsonObject = whole === undefined ? {} : objectOf(flag, whole);
  for (const [name, text] of flags) {
    if (!name.startsWith(`${flag}.`)) continue;
    const path = namesOf(name.slice(flag.length + 1));
    keys = withValue(keys, path, parsed(text));
  }
  return keys;
}

function objectOf(flag: string, text: string): JsonObject {
  const value = parsed(text);
  if (isObject(value)) return value;
  throw misuse(`--${flag} must be an object of JSON, got "${text}"`);
}

/** What a text says as JSON; the text itself if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Spellings of rope parameters, of which the last one counts. */
export const ROPES: readonly string[] = ['rope_scaling', 'rope_parameters'];

/**
 * A configuration with other keys. Objects replace those of the file as a whole,
 * but sections, whose keys are replaced one by one; some engines merge objects
 * inside of sections, too.
 */
export function overridden(
  config: JsonObject,
  keys: JsonObject,
  { section, nests }: TowerSection,
  merges: boolean,
): JsonObject {
  if (nests === undefined) return updated(config, keys, merges, false);
  // The class keeps in a section what the file has at the top.
  const before = namesOf(section.path);
  const inside = valueAt(keys, [...before, nests]);
  if (!isObject(inside)) return config;
  const old = valueAt(config, before) as JsonObject;
  const next = updated(old, inside, merges, merges);
  return before.length > 0 ? withValue(config, before, next) : next;
}

function updated(
  config: JsonObject,
  keys: JsonObject,
  merges: boolean,
  inside: boolean,
): JsonObject {
  const next: Record<string, unknown> = { ...config };
  const ropes = ROPES.some((name) => isObject(keys[name]));
  if (ropes) for (const name of ROPES) delete next[name];
  for (const [name, value] of Object.entries(keys)) {
    const rope = ROPES.includes(name);
    const old = rope ? ropeIn(config, value) : config[name];
    const section = name.endsWith('_config') || inside;
    next[name] =
      section && isObject(old) && isObject(value)
        ? updated(old, value, merges, merges)
        : value;
  }
  return next;
}

/** Rope parameters as a class holds them, for others to be merged with. */
function ropeIn(config: JsonObject, value: unknown): unknown {
  const old = ROPES.map((name) => config[name]).find(isObject);
  if (!old || !isObject(value) || value.rope_type === undefined) return old;
  const { type: _, ...others } = old;
  return others;
}

/** Flags of llama.cpp that are keys of rope parameters. */
const YARN_KEYS: Readonly<Record<string, string>> = {
  'yarn-beta-fast': 'beta_fast',
  'yarn-beta-slow': 'beta_slow',
};

/** What the flags of llama.cpp say of the rope of a model. */
export interface LlamaRope {
  readonly config: JsonObject;
  readonly type: string;
  readonly factor: number;
  readonly original: number;
}

/**
 * The configuration with the flags of llama.cpp: `--rope-scaling`, without which
 * the schedule of the file acts, or else `linear`; `--rope-scale`, or
 * `--rope-freq-scale`, which is one divided by it; `--yarn-orig-ctx`;
 * `--rope-freq-base`.
 */
export function withLlamaFlags(
  config: JsonObject,
  place: TowerSection,
  flags: EngineLine['flags'],
  had: {
    readonly type: string;
    readonly factor: number;
    readonly original: number;
  },
): LlamaRope {
  const number = (name: string) => {
    const text = flags.get(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (text === '' || !(value >= 0)) {
      throw misuse(`--${name} must be a number of at least 0, got "${text}"`);
    }
    return value || undefined;
  };
  const inverse = number('rope-freq-scale');
  const said = number('rope-scale') ?? (inverse && 1 / inverse);
  const named = flags.get('rope-scaling');
  const type = named ?? (had.type === 'default' && said ? 'linear' : had.type);
  const factor = type === 'none' ? 1 : (said ?? had.factor);
  const original = number('yarn-orig-ctx') ?? had.original;
  const scaled = named !== undefined || said !== undefined;
  const word = type === 'none' ? 'default' : type;
  const reach = Math.max(1, Math.floor(original * factor));
  const change = changed(config, place, {
    type: word,
    factor: scaled ? factor : null,
    original,
    max: scaled && type === 'yarn' && reach < 2 ** 53 ? reach : null,
  });
  let next = change.config;
  for (const [flag, key] of Object.entries(YARN_KEYS)) {
    const value = number(flag);
    if (value === undefined || !scaled) continue;
    next = withValue(next, [...change.path, key], value);
  }
  const base = number('rope-freq-base');
  if (base !== undefined) {
    const path = [...namesOf(place.section.path), 'rope_theta'];
    next = withValue(next, path, base);
  }
  return { config: next, type: word, factor, original };
}
