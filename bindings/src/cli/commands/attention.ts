/** `posenc attention`: scores, weights, output and terms of one call. */

import { type MethodDescription, methods } from '../../descriptions.js';
import { misuse } from '../failure.js';
import { attentionHelp } from '../help-scores.js';
import { runMethod } from '../method-command.js';
import { findSpecFile } from '../spec-file.js';
import type { Command } from './command.js';

const method: MethodDescription = methods.attention;

export const attentionCommand: Command = {
  usage: 'attention --q FILE --k FILE --v FILE … --out FILE',
  summary: 'Writes scores, weights, output and terms of attention.',
  help: attentionHelp,
  run: attention,
};

async function attention(given: readonly string[]): Promise<void> {
  const specFile = findSpecFile(given);
  const named = specFile?.method ?? method.name;
  if (named !== method.name) {
    throw misuse(`${specFile?.file} is for ${named}, not for ${method.name}`);
  }
  await runMethod(method, given, 0, specFile, { lines: 'last' });
}
