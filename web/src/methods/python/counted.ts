// What attention counts and weighs itself, in PyTorch: [heads, queries, keys].

import { distancesOf } from './positions.js';
import { times } from './relatives.js';
import { type Asked, inType, NoUsualForm, program, standIn } from './words.js';

/** The counted positions of a table that nothing tells, as the page draws it. */
const usualPositions = 256;

export function writeCope(options: Asked): string[] {
  const heads = options.number('heads', 1);
  const headDim = options.number('headDim', 64);
  const causal = options.flag('causal', true);
  const scaled = options.flag('scaled', true);
  const scale = options.number('scale', 1);
  options.word('table', '');
  const { lines: places, queries, keys } = distancesOf(options);
  options.flag('terms');
  options.end('CoPE');
  const factor = times(scale, headDim);
  return program([
    ...places,
    '# Numbers that stand for the weight of a model: [counted positions, head width].',
    `table = ${standIn(usualPositions, headDim)}`,
    '# And for its queries and keys: [positions, heads, head width].',
    `q = ${standIn(queries, heads, headDim)}`,
    `k = ${standIn(keys, heads, headDim)}`,
    `gate = torch.sigmoid(torch.einsum('ihd,jhd->hij', q, k)${factor})`,
    ...(causal ? ['gate = gate * (distance <= 0)'] : []),
    '# A key counts the gates from itself up to the query.',
    'place = gate.flip(-1).cumsum(dim=-1).flip(-1)',
    `place = place.clamp(max=${usualPositions - 1})`,
    'low, high = place.floor().long(), place.ceil().long()',
    'part = place - low',
    "by_place = torch.einsum('ihd,nd->hin', q, table)",
    'term = by_place.gather(-1, low) * (1 - part) + by_place.gather(-1, high) * part',
    ...(scaled && factor !== '' ? [`term = term${factor}`] : []),
  ]);
}

export function writeUrpe(options: Asked): string[] {
  const heads = options.number('heads', 1);
  const offset = options.word('form', 'bucket') === 'offset';
  const buckets = options.number('buckets', 64);
  const farthest = options.number('maxDistance', 128);
  const most = options.number('maxLength', Number.NaN);
  const dtype = options.word('dtype', 'float32');
  options.word('table', '');
  const { lines: places } = distancesOf(options);
  options.end('URPE');
  if (offset && Number.isNaN(most)) {
    throw new NoUsualForm(
      'Without `maxLength`, only the table of a model says how far it reaches.',
    );
  }
  const half = Math.floor(buckets / 2);
  const exact = Math.floor(half / 2);
  const bucket = (far: string) =>
    `torch.where(${far} < ${exact}, ${far}, (${exact} + (torch.log(${far}.clamp(min=1) / ${exact}) / math.log(${farthest} / ${exact}) * ${half - exact}).long()).clamp(max=${half - 1}))`;
  const rows = offset ? 2 * most - 1 : buckets + 1;
  return program([
    ...places,
    ...(offset
      ? [`row = distance + ${most - 1}`]
      : [
          'far = distance.abs()',
          `bucket = ${bucket('far')}`,
          Number.isNaN(most)
            ? `last = ${half - 1}`
            : `end = torch.tensor(${most - 1})\nlast = ${bucket('end')}`,
          'row = last + torch.where(distance < 0, -bucket, bucket + 2)',
        ]),
    '# Numbers that stand for the weight of a model: [rows, heads].',
    `weight = ${standIn(rows, heads)}`,
    `bias = torch.nn.functional.embedding(row, weight).permute(2, 0, 1)${inType(dtype, 'float32')}`,
  ]);
}
