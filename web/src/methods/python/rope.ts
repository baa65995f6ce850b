// Rotary embeddings in PyTorch.

import { scheduleOf } from './schedules.js';
import { type Asked, NoUsualForm, real, standIn } from './words.js';

/** Positions that the program turns, from `start` on. */
export interface Range {
  readonly length: number;
  readonly start: number;
}

export function writeRope(options: Asked, { length, start }: Range): string[] {
  const headDim = options.number('headDim', 0);
  const width = options.number('rotaryDim', headDim);
  const first = options.number('rotaryStart', 0);
  const theta = options.number('theta', 10000);
  const half = options.word('layout', 'half') === 'half';
  const outHalf = options.word('outLayout', half ? 'half' : '') === 'half';
  const context = options.number('contextLength', 0);
  const scaling = options.record('scaling');
  if (options.word('precision', 'exact') === 'ggml') {
    throw new NoUsualForm(
      'The steps of ggml are those of a program in C, not of PyTorch.',
    );
  }
  options.end('rope');
  if (half && !outHalf) {
    throw new NoUsualForm('PyTorch code usually writes the layout it reads.');
  }
  const {
    before = [],
    after = [],
    factor = 1,
  } = scheduleOf(scaling, {
    ...{ width, theta, context },
  });
  const end = first + width;
  const times = factor === 1 ? '' : ` * ${factor}`;
  const part = (from: number, to: number, step = '') =>
    `x[..., ${from}:${to}${step}]`;
  const read = half
    ? [part(first, first + width / 2), part(first + width / 2, end)]
    : [part(first, end, ':2'), part(first + 1, end, ':2')];
  const pair = '[a * cos - b * sin, b * cos + a * sin]';
  const turned = outHalf
    ? `torch.cat(${pair}, dim=-1)`
    : `torch.stack(${pair}, dim=-1).flatten(-2)`;
  const parts = [
    ...(first > 0 ? [part(0, first)] : []),
    'turned',
    ...(end < headDim ? [part(end, headDim)] : []),
  ];
  return [
    'import math',
    'import torch',
    '',
    `theta = ${real(theta)}`,
    ...before,
    `rate = theta ** (-torch.arange(0, ${width}, 2, dtype=torch.float64) / ${width})`,
    ...after,
    `position = torch.arange(${length})${plusStart(start)}`,
    'angle = position[:, None] * rate',
    `cos, sin = (angle.cos()${times}).float(), (angle.sin()${times}).float()`,
    '',
    'def turn(x):  # queries or keys, [..., positions, head width]',
    `    a, b = ${read.join(', ')}`,
    `    turned = ${turned}`,
    parts.length === 1
      ? '    return turned'
      : `    return torch.cat([${parts.join(', ')}], dim=-1)`,
    '',
    '# Numbers that stand for the queries or keys of a model.',
    `x = ${standIn(length, headDim)}`,
    'turned = turn(x)',
  ];
}

const plusStart = (start: number) => (start === 0 ? '' : ` + ${start}`);
