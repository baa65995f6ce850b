// Terms of the scores that project tables of positions, in PyTorch: [heads,
// queries, keys].

import { distancesOf } from './positions.js';
import { times } from './relatives.js';
import { type Asked, NoUsualForm, program, standIn } from './words.js';

/** The width of a table that nothing tells, as the page draws it. */
const usualWidth = 16;

/** A normalised table; its weight and bias are ones and zeros. */
const normalise = (epsilon: number): string =>
  `table = torch.nn.functional.layer_norm(table, table.shape[1:], eps=${epsilon})`;

export function writeDeberta(options: Asked): string[] {
  const heads = options.number('heads', 1);
  const headDim = options.number('headDim', 64);
  const [c2p, p2c, p2p] = (['c2p', 'p2c', 'p2p'] as const).map((name) =>
    options.flag(name, name !== 'p2p'),
  );
  const paper = options.word('sign', 'code') === 'paper';
  const buckets = options.number('buckets', Number.NaN);
  const farthest = options.number('maxRelativePositions', 512);
  const normalised = options.flag('normalised');
  const epsilon = options.number('normEpsilon', 1e-7);
  const scale = options.number('scale', 1);
  for (const name of ['table', 'keyWeight', 'queryWeight']) {
    options.word(name, '');
  }
  const { lines: places, queries, keys } = distancesOf(options);
  options.flag('terms');
  options.end('DeBERTa');
  if (!(c2p || p2c || p2p)) {
    throw new NoUsualForm('Without c2p, p2c and p2p, there is no term.');
  }
  const span = Number.isNaN(buckets) ? farthest : buckets;
  const middle = Math.floor(buckets / 2);
  const width = heads * headDim;
  const bucketed = Number.isNaN(buckets)
    ? ['bucket = -distance']
    : [
        'far = distance.abs()',
        `grown = (torch.log(far.clamp(min=${middle}) / ${middle}) / math.log(${farthest - 1} / ${middle}) * ${middle - 1}).ceil().long() + ${middle}`,
        `bucket = -distance.sign() * torch.where(far <= ${middle}, far, grown)`,
      ];
  const row = (sign: string) =>
    `(${sign}bucket + ${span}).clamp(0, ${2 * span - 1})`;
  const projected = (name: string) =>
    `(table @ ${name}_weight.T).reshape(-1, ${heads}, ${headDim})`;
  const sum = [
    ...(c2p ? ["torch.einsum('ihd,ijhd->hij', q, key_rows)"] : []),
    ...(p2c ? ["torch.einsum('jhd,ijhd->hij', k, query_rows)"] : []),
    ...(p2p ? ["torch.einsum('ijhd,ijhd->hij', query_rows, key_rows)"] : []),
  ];
  return program([
    ...places,
    '# Numbers that stand for the weights of a model.',
    `table = ${standIn(2 * span, usualWidth)}`,
    ...(normalised ? [normalise(epsilon)] : []),
    ...(c2p || p2p ? [`key_weight = ${standIn(width, usualWidth)}`] : []),
    ...(p2c || p2p ? [`query_weight = ${standIn(width, usualWidth)}`] : []),
    '# And for its queries and keys: [positions, heads, head width].',
    ...(c2p ? [`q = ${standIn(queries, heads, headDim)}`] : []),
    ...(p2c ? [`k = ${standIn(keys, heads, headDim)}`] : []),
    ...bucketed,
    ...(c2p || p2p ? [`key_rows = ${projected('key')}[${row('')}]`] : []),
    ...(p2c || p2p
      ? [`query_rows = ${projected('query')}[${row(paper ? '-' : '')}]`]
      : []),
    `term = ${sum[0]}`,
    ...sum.slice(1).map((part) => `term = term + ${part}`),
    ...(scale === 1 ? [] : [`term = term${times(scale, headDim)}`]),
  ]);
}

export function writeTupe(options: Asked): string[] {
  const heads = options.number('heads', 1);
  const headDim = options.number('headDim', 64);
  const token = options.flag('classToken', true);
  const normalised = options.flag('normalised', true);
  const epsilon = options.number('normEpsilon', 1e-5);
  const scale = options.number('scale', 1);
  for (const name of ['table', 'keyWeight', 'queryWeight']) {
    options.word(name, '');
  }
  // Without a table of biases, these have no effect.
  for (const name of ['buckets', 'maxDistance']) options.number(name, 0);
  const places = distancesOf(options);
  options.flag('terms');
  options.end('TUPE');
  if (places.first < 0) {
    throw new NoUsualForm('The table of TUPE has no rows below position 0.');
  }
  const more = token ? 1 : 0;
  const width = heads * headDim;
  const rows = places.last + 1 + more;
  const own = (name: string) =>
    token ? `${name}.flatten() + 1` : `${name}.flatten()`;
  return program([
    ...places.lines,
    '# Numbers that stand for the weights of a model.',
    `table = ${standIn(rows, usualWidth)}`,
    ...(normalised ? [normalise(epsilon)] : []),
    `query_weight = ${standIn(width, usualWidth)}`,
    `key_weight = ${standIn(width, usualWidth)}`,
    `q = (table @ query_weight.T).reshape(-1, ${heads}, ${headDim})`,
    `k = (table @ key_weight.T).reshape(-1, ${heads}, ${headDim})`,
    `term = torch.einsum('ihd,jhd->hij', q[${own('query')}], k[${own('key')}])`,
    ...(token
      ? [
          '# The class token, at position 0, is untied from positions.',
          "others, asked = torch.einsum('nhd,nhd->nh', q[:2], k[:2])[:, :, None, None]",
          'term = torch.where(key == 0, asked, term)',
          'term = torch.where(query == 0, others, term)',
        ]
      : []),
    ...(scale === 1 ? [] : [`term = term${times(scale, headDim)}`]),
  ]);
}
