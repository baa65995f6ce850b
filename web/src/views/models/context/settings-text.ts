// The settings of an engine as the lines that a person copies.

import type { Settings } from 'posenc/models';
import type { Engine } from '../state.js';

/** The names of the engines for people. */
export const engineNames: Readonly<Record<Engine, string>> = {
  vllm: 'vLLM',
  sglang: 'SGLang',
  transformers: 'transformers',
  'llama.cpp': 'llama.cpp',
  mlx: 'MLX',
  ollama: 'Ollama',
};

/** A word as a shell takes it. */
const quoted = (word: string): string =>
  /^[\w.:=/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** A command with a line for each of its flags. */
function command(words: string, flags: readonly string[]): string {
  const lines: string[] = [];
  for (const flag of flags) {
    if (flag.startsWith('--')) lines.push(flag);
    else lines.push(`${lines.pop()} ${quoted(flag)}`);
  }
  return [words, ...lines].join(' \\\n  ');
}

/** A value of JSON as Python writes it. */
export function pythonOf(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`;
  const entries = Object.entries(value).map(
    ([key, inside]) => `${JSON.stringify(key)}: ${pythonOf(inside)}`,
  );
  return `{${entries.join(', ')}}`;
}

function transformersText(settings: object): string {
  const own = Object.entries(settings).map(
    ([key, value]) => `    ${key}=${pythonOf(value)},\n`,
  );
  const call = 'AutoModelForCausalLM.from_pretrained';
  return (
    'from transformers import AutoModelForCausalLM\n\n' +
    (own.length === 0
      ? `model = ${call}("MODEL")`
      : `model = ${call}(\n    "MODEL",\n${own.join('')})`)
  );
}

function mlxText(settings: object): string {
  const none = Object.keys(settings).length === 0;
  const config = none ? '' : `, model_config=${pythonOf(settings)}`;
  return `from mlx_lm import load\n\nmodel, tokenizer = load("MODEL"${config})`;
}

function ollamaText(settings: object): string {
  const { parameters = {}, gguf = {} } = settings as Record<string, object>;
  const keys = Object.entries(gguf).map(
    ([key, value]) => `#   ${key} = ${value}`,
  );
  return [
    'FROM ./MODEL.gguf',
    ...Object.entries(parameters).map(
      ([key, value]) => `PARAMETER ${key} ${value}`,
    ),
    ...(keys.length > 0 ? ['# Write into the GGUF file:', ...keys] : []),
  ].join('\n');
}

/** The lines for an engine, and what they are. */
export function settingsText(engine: Engine, settings: Settings): string {
  switch (engine) {
    case 'vllm':
      return command('vllm serve MODEL', settings as readonly string[]);
    case 'sglang':
      return command(
        'python -m sglang.launch_server --model-path MODEL',
        settings as readonly string[],
      );
    case 'llama.cpp':
      return command(
        'llama-server --model MODEL.gguf',
        settings as readonly string[],
      );
    case 'transformers':
      return transformersText(settings);
    case 'mlx':
      return mlxText(settings);
    default:
      return ollamaText(settings);
  }
}

/** The words of the lines that stand for something of the reader's. */
export function standIns(text: string): string {
  const models = /\bMODEL\b/.test(text) ? ['MODEL for your model'] : [];
  const arch = /\bARCH\b/.test(text)
    ? ['ARCH for the architecture of its GGUF file, such as llama']
    : [];
  return `${[...models, ...arch].join(', ')}`;
}
