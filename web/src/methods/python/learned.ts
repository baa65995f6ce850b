// Learned tables, which in PyTorch are a module `Embedding`.

import { positionsOf } from './positions.js';
import { type Asked, inType, standIn } from './words.js';

/** How the package draws a table when it is given none. */
function leaveDrawing(options: Asked, ...names: readonly string[]): void {
  for (const name of names) options.word(name, '');
}

export function writeTile(options: Asked): string[] {
  const dim = options.number('dim', 0);
  const rows = options.number('tableLength', 512);
  const prefix = options.number('prefix', 0);
  const dtype = options.word('dtype', 'float32');
  leaveDrawing(options, 'table', 'seed');
  const { lines: places } = positionsOf(options);
  options.end('tiled table');
  const again = `(position - ${prefix}) % ${rows - prefix} + ${prefix}`;
  const row =
    prefix === 0
      ? `position % ${rows}`
      : `torch.where(position < ${prefix}, position, ${again})`;
  return [
    'import torch',
    '',
    '# Numbers that stand for the weight of a model: [rows, width].',
    `weight = ${standIn(rows, dim)}`,
    ...places,
    `table = weight[${row}]${inType(dtype, 'float32')}`,
  ];
}

export function writeWindowed(options: Asked): string[] {
  const dim = options.number('dim', 0);
  const window = options.number('window', 64);
  const blocks = options.word('kind', 'modulo') === 'block';
  const dtype = options.word('dtype', 'float32');
  leaveDrawing(options, 'table', 'blockTable', 'seed');
  const { lines: places, last } = positionsOf(options);
  options.end('windowed table');
  const windows = Math.floor(last / window) + 1;
  const own = `weight[position % ${window}]`;
  return [
    'import torch',
    '',
    '# Numbers that stand for the weight of a model: [window, width].',
    `weight = ${standIn(window, dim)}`,
    ...(blocks ? [`block_weight = ${standIn(windows, dim)}`] : []),
    ...places,
    blocks
      ? `table = (${own} + block_weight[position // ${window}])${inType(dtype, 'float32')}`
      : `table = ${own}${inType(dtype, 'float32')}`,
  ];
}

export function writeHierarchical(options: Asked): string[] {
  const dim = options.number('dim', 0);
  const rows = options.number('tableLength', 512);
  const alpha = options.number('alpha', 0.4);
  const dtype = options.word('dtype', 'float32');
  leaveDrawing(options, 'table', 'seed');
  const { lines: places } = positionsOf(options);
  options.end('hierarchical table');
  return [
    'import torch',
    '',
    '# Numbers that stand for the weight of a model: [rows, width].',
    `weight = ${standIn(rows, dim)}.double()`,
    ...places,
    `unit = (weight - ${alpha} * weight[0]) / (1 - ${alpha})`,
    `far = ${alpha} * unit[position // ${rows}] + (1 - ${alpha}) * unit[position % ${rows}]`,
    `table = torch.where(position[:, None] < ${rows}, weight[position % ${rows}], far)${inType(dtype, 'float64')}`,
  ];
}

export function writeLearned(options: Asked): string[] {
  const dim = options.number('dim', 0);
  const offset = options.number('offset', 0);
  const padding = options.number('paddingIndex', Number.NaN);
  const scale = options.number('scale', 1);
  const overRoot = options.flag('overRootDim');
  const l2 = options.word('normalise', 'none') === 'l2';
  const dtype = options.word('dtype', 'float32');
  const given = options.number('tableLength', 0);
  leaveDrawing(options, 'init', 'std', 'bound', 'seed', 'table');
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
