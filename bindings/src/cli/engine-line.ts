/** Reads the command line of an engine: which one it is, and its flags. */

import type { ReadPlaces } from '../models/model.js';
import type { Finding } from '../parts/models.js';
import { misuse } from './failure.js';
import type { JsonObject } from './json.js';

/** An engine whose command lines are judged. */
export type LineEngine = 'vllm' | 'sglang' | 'llama.cpp' | 'ollama';

/** A command line. */
export interface EngineLine {
  readonly engine: LineEngine;
  /** Values by the names of flags, without dashes before them. */
  readonly flags: ReadonlyMap<string, string>;
  /** The flags whose values stand in the same word, behind a `=`. */
  readonly joined: ReadonlySet<string>;
  /** Variables that are set before the command. */
  readonly variables: ReadonlyMap<string, string>;
}

/** Adds a finding about a flag. */
export type Find = (
  severity: Finding['severity'],
  kind: Finding['kind'],
  key: string,
  value: unknown,
  message: string,
  advice: string,
) => void;

/** What a command line is judged by. */
export interface Judged {
  readonly line: EngineLine;
  readonly config: JsonObject;
  readonly given: ReadPlaces;
  readonly find: Find;
}

/** The programs by which engines are started. */
const PROGRAMS: readonly (readonly [LineEngine, RegExp])[] = [
  ['vllm', /(^|\/)vllm$|^vllm\.entrypoints\./],
  ['sglang', /(^|\/)sglang$|^sglang\.launch_server$/],
  ['llama.cpp', /(^|\/)llama-[\w-]+(\.exe)?$/],
  ['ollama', /(^|\/)ollama(\.exe)?$/],
];

/** Short names of flags that are judged. */
const SHORT: Readonly<Record<string, string>> = { c: 'ctx-size' };

/**
 * Reads a command line.
 *
 *   range    variables (`NAME=value`), a command of an engine, and its flags:
 *            `--name value` or `--name=value`, with `_` or `-`
 *   error    a misuse if no word names an engine
 */
export function readEngineLine(words: readonly string[]): EngineLine {
  const at = words.findIndex((word) => engineCalled(word) !== undefined);
  const engine = engineCalled(words[at] ?? '');
  if (engine === undefined) {
    throw misuse(
      'after -- stands a command of vllm, sglang, llama.cpp or ollama, got ' +
        `"${words.join(' ')}"`,
    );
  }
  const variables = words.slice(0, at).flatMap((word) => {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(word) ?? [];
    return name === undefined ? [] : [[name, value ?? ''] as const];
  });
  const read = readFlags(words.slice(at + 1));
  return { engine, ...read, variables: new Map(variables) };
}

function engineCalled(word: string): LineEngine | undefined {
  return PROGRAMS.find(([, pattern]) => pattern.test(word))?.[0];
}

function readFlags(
  words: readonly string[],
): Pick<EngineLine, 'flags' | 'joined'> {
  const flags = new Map<string, string>();
  const joined = new Set<string>();
  words.forEach((word, index) => {
    const [, dashes, name = '', inline] =
      /^(--?)([a-z][^=]*)(?:=(.*))?$/is.exec(word) ?? [];
    if (dashes === undefined) return;
    const next = words[index + 1] ?? '';
    const value = inline ?? (/^--?[a-z]/i.test(next) ? '' : next);
    // Paths of a JSON value keep their names: --hf-overrides.rope_parameters.
    const [first = '', ...rest] = name.split('.');
    const plain = SHORT[first] ?? first.replaceAll('_', '-');
    const flag = [plain, ...rest].join('.');
    flags.set(flag, value);
    if (inline === undefined) joined.delete(flag);
    else joined.add(flag);
  });
  return { flags, joined };
}
