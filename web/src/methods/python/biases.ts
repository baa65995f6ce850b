// Biases of the scores in PyTorch: [heads, queries, keys].

import { distancesOf } from './positions.js';
import { type Asked, inType, NoUsualForm, real, standIn } from './words.js';

export function writeAlibi(options: Asked): string[] {
  const heads = options.number('heads', 1);
  const most = options.number('maxBias', 8);
  const sorted = options.word('order', 'original') === 'sorted';
  const given = options.numbers('slopes');
  const form = options.word('form', 'symmetric');
  const scale = options.number('biasScale', 1);
  const dtype = options.word('dtype', 'float32');
  const { lines: places } = distancesOf(options);
  options.end('ALiBi');
  const power = 2 ** Math.floor(Math.log2(heads));
  const whole = (n: number) =>
    `torch.arange(1, ${n + 1}, dtype=torch.float64) / ${n}`;
  const slopes = given
    ? [`slope = torch.tensor([${given.join(', ')}], dtype=torch.float64)`]
    : [
        `slope = 2 ** (-${real(most)} * ${whole(power)})`,
        ...(power === heads
          ? []
          : [
              `more = 2 ** (-${real(most)} * ${whole(2 * power)})[::2]`,
              `slope = torch.cat([slope, more[:${heads - power}]])`,
            ]),
        ...(sorted ? ['slope = slope.sort(descending=True).values'] : []),
      ];
  const what: Readonly<Record<string, string>> = {
    ...{ symmetric: '-distance.abs()', causal: 'distance.clamp(max=0)' },
    key: 'key.expand(distance.shape)',
  };
  return [
    ...['import torch', ''],
    ...slopes,
    ...places,
    `bias = (slope[:, None, None] * ${what[form]}${scale === 1 ? '' : ` * ${scale}`})${inType(dtype, 'float64')}`,
  ];
}

export function writeT5(options: Asked): string[] {
  const heads = options.number('heads', 1);
  const buckets = options.number('buckets', 32);
  const farthest = options.number('maxDistance', 128);
  const bidirectional = options.flag('bidirectional', true);
  const scale = options.number('biasScale', 1);
  for (const name of ['table', 'seed']) options.word(name, '');
  if (options.number('positionScale', 1) !== 1) {
    throw new NoUsualForm('The code of T5 counts whole positions.');
  }
  const dtype = options.word('dtype', 'float32');
  const { lines: places } = distancesOf(options);
  options.end('bias of T5');
  const own = bidirectional ? buckets / 2 : buckets;
  const exact = Math.floor(own / 2);
  return [
    'import math',
    'import torch',
    '',
    ...places,
    bidirectional ? 'far = distance.abs()' : 'far = (-distance).clamp(min=0)',
    `grown = ${exact} + (torch.log(far.clamp(min=1) / ${exact}) / math.log(${farthest} / ${exact}) * ${own - exact}).long()`,
    `bucket = torch.where(far < ${exact}, far, grown.clamp(max=${own - 1}))`,
    ...(bidirectional ? [`bucket = bucket + ${own} * (distance > 0)`] : []),
    '# Numbers that stand for the weight of a model: [buckets, heads].',
    `weight = ${standIn(buckets, heads)}`,
    `bias = torch.nn.functional.embedding(bucket, weight).permute(2, 0, 1)${scale === 1 ? '' : ` * ${scale}`}${inType(dtype, 'float32')}`,
  ];
}

/** Lines that set `far`, the distance that a bias falls with, in float64. */
const farOf = (bidirectional: boolean): string =>
  bidirectional
    ? 'far = distance.abs().double()'
    : 'far = (-distance).clamp(min=0).double()';

/** A learned number of each head: given ones, or those training begins with. */
function headsOf(options: Asked, name: string, heads: number): string {
  const given = options.numbers(name);
  const numbers = given ?? new Array<number>(heads).fill(1);
  return `torch.tensor([${numbers.map(real).join(', ')}], dtype=torch.float64)[:, None, None]`;
}

export function writeKerple(options: Asked): string[] {
  const heads = options.number('heads', 1);
  const form = options.word('form', 'log');
  const least = real(options.number('minimum', 0.01));
  const bidirectional = options.flag('bidirectional', true);
  const dtype = options.word('dtype', 'float32');
  const [scale, rate, exponent] = ['scale', 'rate', 'exponent'].map((name) =>
    headsOf(options, name, heads),
  );
  const { lines: places } = distancesOf(options);
  options.end('KERPLE');
  const what: Readonly<Record<string, string>> = {
    log: '-scale * torch.log1p(rate * far ** exponent)',
    power: '-scale * far ** exponent',
    factor: 'torch.exp(-scale * far ** exponent)',
  };
  return [
    ...['import torch', ''],
    '# The learned numbers of each head.',
    `scale = ${scale}.clamp(min=${least})`,
    ...(form === 'log' ? [`rate = ${rate}.clamp(min=${least})`] : []),
    `exponent = ${exponent}.clamp(min=${least}, max=2.0)`,
    ...places,
    farOf(bidirectional),
    `bias = (${what[form]})${inType(dtype, 'float64')}`,
  ];
}

export function writeSandwich(options: Asked): string[] {
  const heads = options.number('heads', 1);
  const dim = options.number('dim', 128);
  const paper = options.word('form', 'paper') === 'paper';
  const base = options.number('base', 10000);
  const compression = options.number('compression', 8);
  const bidirectional = options.flag('bidirectional', true);
  const dtype = options.word('dtype', 'float32');
  const { lines: places } = distancesOf(options);
  options.end('Sandwich');
  const pairs = paper ? `0, ${dim / 2}` : `1, ${dim / 2 + 1}`;
  const wave = '(far[:, :, None] * rate).cos()';
  const head = `torch.arange(1, ${heads + 1}, dtype=torch.float64)`;
  return [
    ...['import torch', ''],
    ...places,
    farOf(bidirectional),
    `rate = ${real(base)} ** (-2 * torch.arange(${pairs}, dtype=torch.float64) / ${real(dim)})`,
    `waves = ${paper ? wave : `(${wave} - 1)`}.sum(dim=-1)`,
    `divisor = ${real(compression)} * ${head} / ${real(heads)}`,
    `bias = (waves / divisor[:, None, None])${inType(dtype, 'float64')}`,
  ];
}

export function writeClipped(options: Asked): string[] {
  const heads = options.number('heads', 1);
  const most = options.number('maxDistance', Number.NaN);
  const left = options.number('left', most);
  const right = options.number('right', most - 1);
  const none = options.word('beyond', 'clip') === 'zero';
  const scale = options.number('biasScale', 1);
  for (const name of ['table', 'seed']) options.word(name, '');
  const dtype = options.word('dtype', 'float32');
  const { lines: places } = distancesOf(options);
  options.end('bias of clipped distances');
  if (Number.isNaN(left) || Number.isNaN(right)) {
    throw new NoUsualForm(
      'Without `left` and `right`, only the table of a model says how far it ' +
        'reaches.',
    );
  }
  const inside = `((distance >= ${-left}) & (distance <= ${right}))`;
  return [
    ...['import torch', ''],
    ...places,
    `row = distance.clamp(${-left}, ${right}) + ${left}`,
    '# Numbers that stand for the weight of a model: [distances, heads].',
    `weight = ${standIn(left + right + 1, heads)}`,
    `bias = torch.nn.functional.embedding(row, weight).permute(2, 0, 1)${scale === 1 ? '' : ` * ${scale}`}`,
    ...(none ? [`bias = bias * ${inside}`] : []),
    ...(dtype === 'float32' ? [] : [`bias = bias${inType(dtype, 'float32')}`]),
  ];
}

/** The width of a hidden layer that nothing tells, as the page draws it. */
const usualWidth = 16;

export function writeFire(options: Asked): string[] {
  const heads = options.number('heads', 1);
  const given = options.numbers('hiddenWeight');
  const width = given?.length ?? usualWidth;
  for (const name of ['hiddenBias', 'outWeight', 'outBias']) {
    options.word(name, '');
  }
  const c = options.number('c', 0.1);
  const threshold = options.number('threshold', 512);
  const factor = options.number('thresholdFactor', 1);
  const dtype = options.word('dtype', 'float32');
  const { lines: places } = distancesOf(options);
  options.end('FIRE');
  const least = real(Math.abs(threshold * factor));
  const rate = real(Math.abs(c));
  return [
    ...['import torch', ''],
    '# Numbers that stand for the weights of a model.',
    `hidden_weight = ${standIn(width)}.double()`,
    `hidden_bias = ${standIn(width)}.double()`,
    `out_weight = ${standIn(heads, width)}.double()`,
    `out_bias = ${standIn(heads)}.double()`,
    ...places,
    farOf(true),
    `whole = torch.log1p(${rate} * query.clamp(min=${least})) + 1e-6`,
    `x = torch.log1p(${rate} * far) / whole`,
    'hidden = torch.relu(x[:, :, None] * hidden_weight + hidden_bias)',
    `bias = (torch.einsum('ijk,hk->hij', hidden, out_weight) + out_bias[:, None, None])${inType(dtype, 'float64')}`,
  ];
}
