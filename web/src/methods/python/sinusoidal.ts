// Tables of sines and cosines in PyTorch.

import { positionsOf } from './positions.js';
import { type Asked, inType, NoUsualForm, real } from './words.js';

export function writeSinusoidal(options: Asked): string[] {
  const dim = options.number('dim', 0);
  const base = options.number('base', 10000);
  const shift = options.number('shift', 0);
  const interleaved = options.word('layout', 'interleaved') === 'interleaved';
  const cosinesFirst = options.flag('cosinesFirst');
  const zeroLast = options.word('odd', 'sine') === 'zero' && dim % 2 === 1;
  const fast = options.number('frequencyScale', 1);
  const scale = options.number('scale', 1);
  const overRoot = options.flag('overRootDim');
  const zeroPosition = options.number('zeroPosition', Number.NaN);
  const precision = options.word('precision', 'exact');
  const dtype = options.word('dtype', 'float32');
  const { lines: places } = positionsOf(options);
  options.end('sinusoidal table');
  if (precision === 'ggml') {
    throw new NoUsualForm(
      'The steps of ggml are those of a program in C, not of PyTorch.',
    );
  }
  // A last column of zeros is no sine, so that its pair has no frequency.
  const width = zeroLast ? dim - 1 : dim;
  const divisor = width - 2 * shift;
  const exact = precision === 'exact';
  const to = exact ? ', dtype=torch.float64' : '';
  const pair = cosinesFirst
    ? '[angle.cos(), angle.sin()]'
    : '[angle.sin(), angle.cos()]';
  const odd = width % 2 === 1 ? `[:, :${width}]` : '';
  const lines = [
    'import math',
    'import torch',
    '',
    ...places,
    `rate = torch.exp(torch.arange(0, ${width}, 2${to}) * (-math.log(${real(base)}) / ${real(divisor)}))`,
    `angle = position[:, None] * rate${fast === 1 ? '' : ` * ${real(fast)}`}`,
    interleaved
      ? `table = torch.stack(${pair}, dim=-1).flatten(1)${odd}`
      : `table = torch.cat(${pair}, dim=1)${odd}`,
  ];
  if (zeroLast) lines.push('table = torch.nn.functional.pad(table, (0, 1))');
  if (scale !== 1) lines.push(`table = table * ${real(scale)}`);
  if (overRoot) lines.push(`table = table / math.sqrt(${dim})`);
  if (!Number.isNaN(zeroPosition)) {
    lines.push(`table[position == ${zeroPosition}] = 0`);
  }
  const cast = inType(dtype, exact ? 'float64' : 'float32');
  if (cast) lines.push(`table = table${cast}`);
  return lines;
}
