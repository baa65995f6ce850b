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
