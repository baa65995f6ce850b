/** All subcommands, by name. */

import { FAMILIES } from '../families.js';
import { methodCommand } from '../method-command.js';
import { attentionCommand, attentionMapCommand } from './attention.js';
import type { Command } from './command.js';
import { convertLayoutCommand } from './convert-layout.js';
import { detectCommand } from './detect.js';
import { detectLayoutCommand } from './detect-layout.js';
import { extendCommand } from './extend.js';
import { helpCommand } from './help.js';
import { lintCommand } from './lint.js';
import { matrixCommand } from './matrix.js';
import { methodsCommand } from './methods.js';
import { modelCommand } from './model.js';
import { ropeCommand } from './rope.js';

const others = {
  table: methodCommand(FAMILIES.table),
  bias: methodCommand(FAMILIES.bias),
  relative: methodCommand(FAMILIES.relative),
  matrix: matrixCommand,
  attention: attentionCommand,
  'attention-map': attentionMapCommand,
  rope: ropeCommand,
  model: modelCommand,
  lint: lintCommand,
  extend: extendCommand,
  'convert-layout': convertLayoutCommand,
  'detect-layout': detectLayoutCommand,
  detect: detectCommand,
  methods: methodsCommand,
};

/** The subcommands, in the order in which they are shown. */
export const commands: Readonly<Record<string, Command>> = {
  ...others,
  help: helpCommand(others),
};
