/**
 * `posenc attention`: scores, weights, output and terms of one call, and
 * `posenc attention-map`: the pooled numbers of its scores or weights.
 */

import { type MethodDescription, methods } from '../../descriptions.js';
import { misuse } from '../failure.js';
import { attentionHelp, attentionMapHelp } from '../help-scores.js';
import { runMethod } from '../method-command.js';
import { findSpecFile } from '../spec-file.js';
import type { Command } from './command.js';

export const attentionCommand: Command = {
  usage: 'attention --q FILE --k FILE --v FILE … --out FILE',
  summary: 'Writes scores, weights, output and terms of attention.',
  help: attentionHelp,
  run: (given) => run(methods.attention, given),
};

export const attentionMapCommand: Command = {
  usage: 'attention-map --q FILE --k FILE … --out FILE',
  summary: 'Writes the pooled numbers of a picture of long attention.',
  help: attentionMapHelp,
  run: (given) => run(methods.attentionMap, given),
};

async function run(
  method: MethodDescription,
  given: readonly string[],
): Promise<void> {
  const specFile = findSpecFile(given);
  const named = specFile?.method ?? method.name;
  if (named !== method.name) {
    throw misuse(`${specFile?.file} is for ${named}, not for ${method.name}`);
  }
  await runMethod(method, given, 0, specFile, { lines: 'last' });
}
