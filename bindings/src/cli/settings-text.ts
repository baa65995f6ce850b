/** The settings of an engine as a command line, or as lines of a file. */

import type { Engine, Settings } from '../parts/models.js';

/** The beginning of a command, before the flags. */
const COMMANDS: Partial<Record<Engine, string>> = {
  vllm: 'vllm serve MODEL',
  sglang: 'python -m sglang.launch_server --model-path MODEL',
  'llama.cpp': 'llama-server --model MODEL.gguf',
};

/** The lines that a person copies. */
export function settingsText(engine: Engine, settings: Settings): string {
  if (isFlags(settings)) {
    return [COMMANDS[engine] ?? engine, ...settings.map(quoted)].join(' ');
  }
  if (engine !== 'ollama') return JSON.stringify(settings, undefined, 2);
  const { parameters = {}, gguf = {} } = settings as Record<string, object>;
  return [
    ...Object.entries(parameters).map((pair) => `PARAMETER ${pair.join(' ')}`),
    ...Object.entries(gguf).map((pair) => pair.join('=')),
  ].join('\n');
}

function isFlags(settings: Settings): settings is readonly string[] {
  return Array.isArray(settings);
}

/** A word as a shell takes it. */
function quoted(word: string): string {
  return /^[\w.:=/-]+$/.test(word)
    ? word
    : `'${word.replaceAll("'", "'\\''")}'`;
}
