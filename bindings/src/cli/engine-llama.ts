/**
 * Judges the command line of llama.cpp. Sources: `common/arg.cpp`,
 * `llama-context.cpp` and `server-context.cpp` of ggml-org/llama.cpp.
 */

import { canStretch, lengthIn, ropeOf } from './engine-lengths.js';
import type { EngineLine, Judged } from './engine-line.js';
import { withLlamaFlags } from './engine-overrides.js';
import type { JsonObject } from './json.js';

/** Schedules that `--rope-scaling` takes. */
const SCHEDULES = ['none', 'linear', 'yarn'];

/** Variables that stand for flags; one has a longer name than its flag. */
const VARIABLE = /^LLAMA_ARG_((?:ROPE|YARN)_\w+?|CTX_SIZE)(?:_TYPE)?$/;
const SCALING = 'rope-scaling';

/** Flags, and variables where no flag says it; how each is called in findings. */
function saidIn({ flags, variables }: EngineLine) {
  const said = new Map<string, string>();
  const names = new Map<string, string>();
  for (const [variable, value] of variables) {
    const [, word] = VARIABLE.exec(variable) ?? [];
    if (word === undefined) continue;
    const name = word.toLowerCase().replaceAll('_', '-');
    said.set(name, value);
    if (!flags.has(name)) names.set(name, variable);
  }
  for (const [name, value] of flags) said.set(name, value);
  const called = (name: string) => names.get(name) ?? `--${name}`;
  return { flags: said, called };
}

/** The configuration with the flags of llama.cpp; notes what is wrong with them. */
export function judgeLlama({ line, config, given, find }: Judged): JsonObject {
  const had = ropeOf(given);
  const { flags, called } = saidIn(line);
  for (const name of line.joined) {
    const value = flags.get(name);
    find(
      'error',
      'unknown_key',
      `--${name}=${value}`,
      value,
      'is no argument of llama.cpp, which stops: the value is a word of its own',
      `write --${name} ${value}`,
    );
  }
  const schedule = flags.get(SCALING);
  if (schedule !== undefined && !SCHEDULES.includes(schedule)) {
    find(
      'error',
      'out_of_range',
      called(SCALING),
      schedule,
      'is no schedule of llama.cpp, which stops',
      `write one of ${SCHEDULES.join(', ')}`,
    );
    flags.delete(SCALING);
  }
  const made = withLlamaFlags(config, given.main, flags, had);
  if (flags.has('yarn-attn-factor') && made.type === 'yarn') {
    find(
      'warning',
      'engine_disagreement',
      called('yarn-attn-factor'),
      flags.get('yarn-attn-factor'),
      'is overwritten: llama.cpp takes 0.1 ln(factor) + 1',
      'leave it out',
    );
  }
  if (
    /llama3|proportional|longrope|factors/.test(had.type) &&
    flags.has(SCALING)
  ) {
    find(
      'warning',
      'engine_disagreement',
      called(SCALING),
      flags.get(SCALING),
      `acts besides the divisors of the file (${had.type}): frequencies are ` +
        'divided twice',
      'convert the file from a changed configuration',
    );
  }
  if (made.factor === 1 && /yarn|linear/.test(flags.get(SCALING) ?? '')) {
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
  const size = called('ctx-size');
  const length = lengthIn(size, flags.get('ctx-size'));
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
      size,
      length,
      `is above ${limit}, at which llama-server cuts texts`,
      canStretch(given, length)
        ? 'stretch the rope as far, or write --override-kv ' +
            `ARCH.context_length=int:${length} beside --rope-scaling linear`
        : `write at most ${limit}`,
    );
  } else if (length !== null && length > had.max && !override) {
    find(
      'note',
      'version_hazard',
      size,
      length,
      `is cut to ${had.max} by versions of llama-server before September 2026`,
      `write --override-kv ARCH.context_length=int:${length} for those`,
    );
  }
  return made.config;
}
