/**
 * Judges the command line of llama.cpp. Sources: `llama-context.cpp` and
 * `server-context.cpp` of ggml-org/llama.cpp.
 */

import { lengthIn, ropeOf } from './engine-lengths.js';
import type { Judged } from './engine-line.js';
import { withLlamaFlags } from './engine-overrides.js';
import type { JsonObject } from './json.js';

/** The configuration with the flags of llama.cpp; notes what is wrong with them. */
export function judgeLlama({ line, config, given, find }: Judged): JsonObject {
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
