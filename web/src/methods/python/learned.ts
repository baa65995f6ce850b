// Learned tables, which in PyTorch are a module `Embedding`.

import { positionsOf } from './positions.js';
import { type Asked, inType, standIn } from './words.js';

export function writeLearned(options: Asked): string[] {
  const dim = options.number('dim', 0);
  const offset = options.number('offset', 0);
  const padding = options.number('paddingIndex', Number.NaN);
  const scale = options.number('scale', 1);
  const overRoot = options.flag('overRootDim');
  const l2 = options.word('normalise', 'none') === 'l2';
  const dtype = options.word('dtype', 'float32');
  const given = options.number('tableLength', 0);
  // How the package draws a table when it is given none.
  for (const name of ['init', 'std', 'bound', 'seed', 'table']) {
    options.word(name, '');
  }
  const { lines: places, last } = positionsOf(options);
  const rows = given || last + offset + 1;
  options.end('learned table');
  const index = offset === 0 ? 'position' : `position + ${offset}`;
  const none = Number.isNaN(padding) ? '' : `, padding_idx=${padding}`;
  const lines = [
    'import torch',
    '',
    '# Numbers that stand for the weight of a model: [rows, width].',
    `weight = ${standIn(rows, dim)}`,
    `embedding = torch.nn.Embedding.from_pretrained(weight, freeze=False${none})`,
    ...places,
    `table = embedding(${index})`,
  ];
  if (l2) lines.push('table = torch.nn.functional.normalize(table, dim=-1)');
  if (scale !== 1) lines.push(`table = table * ${scale}`);
  if (overRoot) lines.push(`table = table / ${dim} ** 0.5`);
  const cast = inType(dtype, 'float32');
  if (cast) lines.push(`table = table${cast}`);
  return lines;
}
