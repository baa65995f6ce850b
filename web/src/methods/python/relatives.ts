// Terms of the scores that meet queries or keys with positions, in PyTorch:
// [heads, queries, keys].

import { distancesOf } from './positions.js';
import { type Asked, NoUsualForm, program, real, standIn } from './words.js';

/** The factor of the terms, which inside attention is that of the scores. */
export function times(scale: number, headDim: number): string {
  if (scale === 1) return '';
  // Terms beside the content make the factor of the scores smaller.
  const divisor = [1, 2, 3, 4].find((n) => scale === (n * headDim) ** -0.5);
  if (divisor !== undefined) return ` / math.sqrt(${divisor * headDim})`;
  return ` * ${real(scale)}`;
}

/** The frequencies of `width` sines and cosines. */
const ratesOf = (width: number, base: number, divisor: number): string =>
  `rate = torch.exp(torch.arange(0, ${width}, 2, dtype=torch.float64) * ` +
  `(-math.log(${real(base)}) / ${real(divisor)}))`;

export function writeShaw(options: Asked): string[] {
  const heads = options.number('heads', 1);
  const headDim = options.number('headDim', 64);
  const left = options.number('left', Number.NaN);
  const right = options.number('right', Number.NaN);
  const none = options.word('beyond', 'clip') === 'zero';
  const reversed = options.flag('reversed');
  const drawn = options.word('source', 'table') === 'table';
  const scale = options.number('scale', 1);
  const { lines: places, queries } = distancesOf(options);
  options.flag('terms');
  if (options.flag('sharedTable')) {
    throw new NoUsualForm(
      'The table is added to the values, too (`sharedTable`): this page has ' +
        'PyTorch code for the scores alone.',
    );
  }
  options.end('relative positions of Shaw');
  if (Number.isNaN(left) || Number.isNaN(right)) {
    throw new NoUsualForm(
      'Without `left` and `right`, only the table of a model says how far it ' +
        'reaches.',
    );
  }
  const rows = left + right + 1;
  const clipped = `distance.clamp(${-left}, ${right})`;
  const table = drawn
    ? [
        '# Numbers that stand for the weight of a model: [distances, head width].',
        `table = ${standIn(rows, headDim)}`,
      ]
    : [
        ratesOf(headDim, 10000, headDim),
        `angle = torch.arange(${rows})[:, None] * rate`,
        `table = torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)[:, :${headDim}].float()`,
      ];
  return program([
    ...places,
    ...table,
    reversed ? `row = ${right} - ${clipped}` : `row = ${clipped} + ${left}`,
    '# Numbers that stand for the queries of a model: [queries, heads, head width].',
    `q = ${standIn(queries, heads, headDim)}`,
    `term = torch.einsum('ihd,ijd->hij', q, table[row])${times(scale, headDim)}`,
    ...(none
      ? [`term = term * ((distance >= ${-left}) & (distance <= ${right}))`]
      : []),
  ]);
}

/** The width of sinusoids that nothing tells, as the page draws their weight. */
const usualWidth = 16;

/** The terms of sinusoids by distance, with learned vectors beside queries. */
function writeRecurrent(options: Asked, what: string): string[] {
  const heads = options.number('heads', 1);
  const headDim = options.number('headDim', 64);
  const dim = options.number('dim', usualWidth);
  const base = options.number('base', 10000);
  const blocks = options.word('layout', 'blocks') === 'blocks';
  const shift = options.number('shift', 0);
  const farthest = options.number('clampLength', Number.NaN);
  const scale = options.number('scale', 1);
  const mirrored = options.flag('mirrored');
  const { lines: places, queries, keys } = distancesOf(options);
  options.flag('terms');
  options.end(what);
  if (!Number.isNaN(farthest) && !Number.isInteger(farthest)) {
    throw new NoUsualForm('PyTorch code usually clamps at a whole distance.');
  }
  const clamped = Number.isNaN(farthest)
    ? ''
    : `.clamp(${-farthest}, ${farthest})`;
  const odd = dim % 2 === 1 ? `[:, :${dim}]` : '';
  const waves = blocks
    ? 'torch.cat([angle.sin(), angle.cos()], dim=1)'
    : 'torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)';
  return program([
    ...places,
    `back = ${mirrored ? '' : '-'}distance${clamped}`,
    ratesOf(dim, base, dim - 2 * shift),
    'angle = torch.arange(back.min(), back.max() + 1)[:, None] * rate',
    `waves = ${waves}${odd}.float()`,
    '# Numbers that stand for the weights, queries and keys of a model.',
    `weight = ${standIn(heads * headDim, dim)}`,
    `content_bias = ${standIn(heads, headDim)}`,
    `position_bias = ${standIn(heads, headDim)}`,
    `q = ${standIn(queries, heads, headDim)}`,
    `k = ${standIn(keys, heads, headDim)}`,
    `r = (waves @ weight.T).reshape(-1, ${heads}, ${headDim})`,
    '# Distances are looked up: the usual shift is wrong for keys behind the query.',
    "position = torch.einsum('ihd,ijhd->hij', q + position_bias, r[back - back.min()])",
    "content = torch.einsum('hd,jhd->hj', content_bias, k)[:, None, :]",
    scale === 1
      ? 'term = position + content'
      : `term = (position + content)${times(scale, headDim)}`,
  ]);
}

export function writeTransformerXL(options: Asked): string[] {
  // Sinusoids have both sides in any case.
  options.flag('bidirectional');
  return writeRecurrent(options, 'Transformer-XL');
}

export function writeXLNet(options: Asked): string[] {
  return writeRecurrent(options, 'XLNet');
}

export function writeRelativeKey(options: Asked): string[] {
  const heads = options.number('heads', 1);
  const headDim = options.number('headDim', 64);
  const reach = options.number('maxPosition', Number.NaN);
  const both = options.word('form', 'key') === 'keyQuery';
  const scale = options.number('scale', 1);
  options.word('table', '');
  const { lines: places, queries, keys } = distancesOf(options);
  options.flag('terms');
  options.end('relative keys of BERT');
  if (Number.isNaN(reach)) {
    throw new NoUsualForm(
      'Without `maxPosition`, only the table of a model says how far it reaches.',
    );
  }
  const sum = both ? 'by_query + by_key' : 'by_query';
  const factor = times(scale, headDim);
  return program([
    ...places,
    '# Numbers that stand for the weight of a model: [distances, head width].',
    `table = ${standIn(2 * reach - 1, headDim)}`,
    `e = table[${reach - 1} - distance]`,
    '# And for its queries and keys: [positions, heads, head width].',
    `q = ${standIn(queries, heads, headDim)}`,
    ...(both ? [`k = ${standIn(keys, heads, headDim)}`] : []),
    "by_query = torch.einsum('ihd,ijd->hij', q, e)",
    ...(both ? ["by_key = torch.einsum('jhd,ijd->hij', k, e)"] : []),
    both && factor !== ''
      ? `term = (${sum})${factor}`
      : `term = ${sum}${factor}`,
  ]);
}
