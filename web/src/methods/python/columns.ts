// Tables whose columns are functions of the position, in PyTorch.

import { positionsOf } from './positions.js';
import { type Asked, inType, NoUsualForm, program, real } from './words.js';

/** The last line of a program, which gives a table of float64 its type. */
const typed = (table: string, dtype: string): string =>
  `table = ${table}${inType(dtype, 'float64')}`;

/** The number of positions of the whole sequence, as the package takes it. */
function spanOf(options: Asked, length: number): number {
  const span = options.number('span', Number.NaN);
  if (!Number.isNaN(span)) return span;
  if (length === 0) {
    throw new NoUsualForm(
      'Without `span`, only a length says how far the positions reach.',
    );
  }
  return Math.max(length, 2);
}

export function writeExponential(options: Asked): string[] {
  const dim = options.number('dim', 0);
  const shortest = options.number('shortest', 1);
  const longest = options.number('longest', 1024);
  const dtype = options.word('dtype', 'float32');
  const { lines: places } = positionsOf(options);
  options.end('table of exponential decays');
  const steps = real(Math.max(dim - 1, 1));
  return program([
    ...places,
    `column = torch.arange(${dim}, dtype=torch.float64)`,
    `half_life = ${real(shortest)} * (${real(longest)} / ${real(shortest)}) ** (column / ${steps})`,
    typed('2 ** (-position[:, None].abs() / half_life)', dtype),
  ]);
}

export function writeNormalised(options: Asked): string[] {
  const dim = options.number('dim', 1);
  const domain = options.word('domain', 'unit');
  const dtype = options.word('dtype', 'float32');
  const { lines: places, length } = positionsOf(options);
  const span = spanOf(options, length);
  options.end('normalised position');
  const whole = {
    unit: `position.double() / ${span - 1}`,
    fraction: `position.double() / ${span}`,
    symmetric: `2 * position.double() / ${span - 1} - 1`,
  }[domain];
  return program([
    ...places,
    `part = ${whole}`,
    typed(`part[:, None].repeat(1, ${dim})`, dtype),
  ]);
}

export function writeRadial(options: Asked): string[] {
  const dim = options.number('dim', 0);
  const given = options.number('width', Number.NaN);
  const dtype = options.word('dtype', 'float32');
  const { lines: places, length } = positionsOf(options);
  const span = spanOf(options, length);
  options.end('radial basis');
  const apart = dim > 1 ? (span - 1) / (dim - 1) : span / 4;
  const width = Number.isNaN(given) ? apart : given;
  return program([
    ...places,
    dim > 1
      ? `centre = torch.arange(${dim}, dtype=torch.float64) * ${real(span - 1)} / ${real(dim - 1)}`
      : `centre = torch.tensor([${(span - 1) / 2}], dtype=torch.float64)`,
    'far = position[:, None] - centre',
    typed(`torch.exp(-(far ** 2) / (2 * ${real(width)} ** 2))`, dtype),
  ]);
}

export function writePolynomial(options: Asked): string[] {
  const dim = options.number('dim', 0);
  const basis = options.word('basis', 'chebyshev');
  const symmetric = options.word('domain', 'symmetric') === 'symmetric';
  const dtype = options.word('dtype', 'float32');
  const { lines: places, length } = positionsOf(options);
  const span = spanOf(options, length);
  options.end('table of polynomials');
  const part = `position.double() / ${span - 1}`;
  const x = `x = ${symmetric ? `2 * ${part} - 1` : part}`;
  if (basis === 'monomial') {
    return program([
      ...[...places, x],
      typed(`x[:, None] ** torch.arange(${dim})`, dtype),
    ]);
  }
  const next =
    basis === 'chebyshev'
      ? '2 * x * columns[-1] - columns[-2]'
      : '((2 * k - 1) * x * columns[-1] - (k - 1) * columns[-2]) / k';
  return program([
    ...[...places, x],
    'columns = [torch.ones_like(x), x]',
    `for k in range(2, ${dim}):`,
    `    columns.append(${next})`,
    typed(`torch.stack(columns[:${dim}], dim=1)`, dtype),
  ]);
}

export function writeCode(options: Asked): string[] {
  const kind = options.word('kind', 'binary');
  const given = options.number('dim', Number.NaN);
  const dtype = options.word('dtype', 'float32');
  const { lines: places, last, whole } = positionsOf(options);
  options.end('code of positions');
  if (kind !== 'integer' && !whole) {
    throw new NoUsualForm('PyTorch code usually codes whole positions.');
  }
  const needed = {
    ...{ integer: 1, 'one-hot': last + 1 },
    binary: Math.floor(Math.log2(Math.max(last, 1))) + 1,
  }[kind];
  const dim = Number.isNaN(given) ? Number(needed) : given;
  const table = {
    integer: `position[:, None].repeat(1, ${dim})`,
    'one-hot': `torch.nn.functional.one_hot(position, ${dim})`,
    binary: `position[:, None] >> torch.arange(${dim}) & 1`,
  }[kind];
  return program([...places, `table = (${table})${inType(dtype, 'int64')}`]);
}
