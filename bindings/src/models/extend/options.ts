/** What `extend` takes besides a configuration, and what it gives. */

import { wrongKind } from '../../base/errors.js';
import { checkOptions } from '../../describe/checks.js';
import type { Finding, Json } from '../types.js';

/** Longest text: engines count positions in 32 bits. */
const LONGEST = 2 ** 31 - 1;

/** The programs whose settings are given. */
export const engines = [
  'vllm',
  'sglang',
  'transformers',
  'llama.cpp',
  'mlx',
  'ollama',
] as const;

/** A program that runs models. */
export type Engine = (typeof engines)[number];

const schedules = ['linear', 'dynamic', 'yarn'] as const;

/** A schedule that stretches a rope which has none yet. */
export type StretchSchedule = (typeof schedules)[number];

/** How many tokens a model is wanted for, and by which engine. */
export interface ExtendOptions<E extends Engine = Engine> {
  /** Number of tokens of the longest text. */
  readonly to: number;
  /** The engine whose settings are wanted. */
  readonly for: E;
  /**
   * The schedule of a model that has none yet. Defaults to `'yarn'`; a model that
   * has one keeps it.
   */
  readonly schedule?: StretchSchedule;
  /**
   * Length of the texts of the first training, where the configuration says
   * another one. Defaults to `original_max_position_embeddings`, or else
   * `max_position_embeddings`.
   */
  readonly original?: number;
  /**
   * Word of the architecture before the keys of the GGUF file, for `llama.cpp` and
   * `ollama`. Defaults to that of a file of `readGguf`, or else to `ARCH`, for
   * which it is to be put.
   */
  readonly arch?: string;
}

/** Why a number is what it is, what it costs, or what the engine leaves out. */
export interface SettingNote {
  /**
   * What it is about: a `number` of the settings, a `cost`, or a key that is
   * `ignored` by the engine.
   */
  readonly about: 'number' | 'cost' | 'ignored';
  /** The key or the flag. */
  readonly key: string;
  readonly value: Json;
  readonly why: string;
}

/** What an engine is told: flags, or keys with their values. */
export type Settings<E extends Engine = Engine> = E extends
  | 'vllm'
  | 'sglang'
  | 'llama.cpp'
  ? readonly string[]
  : { readonly [key: string]: Json };

/** A model for longer texts. */
export interface Extended<E extends Engine = Engine> {
  /** The configuration with the changes; the given one is not changed. */
  readonly config: { readonly [key: string]: unknown };
  /**
   * The override in the spelling of the engine: flags of `vllm`, `sglang` and
   * `llama.cpp`; keyword arguments of `from_pretrained` (`transformers`);
   * `model_config` of `load_model` (`mlx`); `parameters` of a Modelfile and keys of the
   * GGUF file (`ollama`).
   */
  readonly settings: Settings<E>;
  /** A reason for each number, what it costs, and what the engine ignores. */
  readonly notes: readonly SettingNote[];
  /** What is wrong with the changed configuration, or read differently. */
  readonly findings: readonly Finding[];
}

const length = { kind: 'number', integer: true, min: 1, max: LONGEST } as const;

const parameters = {
  to: length,
  for: { kind: 'choice', choices: engines },
  schedule: { kind: 'choice', choices: schedules, optional: true },
  original: { ...length, optional: true },
  arch: { kind: 'other', optional: true },
} as const;

/** The options, checked. */
export type Request = ReturnType<typeof extendOptions>;

/** Checks the options. Refuses unknown and wrong ones. */
export function extendOptions(given: unknown) {
  const checked = checkOptions('extend', parameters, given);
  const { arch } = checked;
  const word = typeof arch === 'string' && /^[\w-]+$/.test(arch);
  if (arch !== undefined && !word) {
    throw wrongKind('extend', 'arch', 'a word such as "llama"', arch);
  }
  return { ...checked, arch };
}
