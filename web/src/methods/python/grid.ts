// Sinusoidal tables of grids in PyTorch: each axis has columns of its own.

import {
  type Asked,
  inType,
  NoUsualForm,
  plus,
  program,
  real,
} from './words.js';

/** What the last axes are called. */
const axisNames = ['z', 'y', 'x'];

interface Axes {
  readonly names: readonly string[];
  /** Lines that set the coordinate of each cell on each axis. */
  readonly lines: readonly string[];
}

const inDouble = ', dtype=torch.float64';

function axesOf(options: Asked, exact: boolean): Axes {
  const grid = options.numbers('grid');
  const list = options.numbers('coordinates');
  const count = options.number('axes', 2);
  const start = options.number('start', 0);
  const offset = options.number('offset', 0);
  const normalise = options.word('normalise', 'none');
  const many = grid?.length ?? count;
  const names = axisNames.slice(-many);
  const type = exact ? inDouble : '';
  if (list) {
    const numbers = list.map(real).join(', ');
    const rows = `torch.tensor([${numbers}]${type}).reshape(-1, ${many})`;
    const set = many === 1 ? '[x]' : names.join(', ');
    return { names, lines: [`${set} = ${rows}.T`] };
  }
  const lengths = grid ?? [];
  const whole = exact ? inDouble : ', dtype=torch.float32';
  const counted = names.map(
    (name, a) => `${name} = torch.arange(${lengths[a]}${whole})${plus(start)}`,
  );
  const moved = (name: string) =>
    offset === 0 ? name : `(${name}${plus(offset)})`;
  const spread = names.flatMap((name, a) => {
    const length = lengths[a] ?? 0;
    if (normalise === 'last') {
      const last = real(start + length - 1);
      return [`${name} = ${moved(name)} / (${last} + 1e-6) * 2 * math.pi`];
    }
    if (normalise === 'symmetric') {
      if (length === 1) return [`${name} = torch.full_like(${name}, -1.0)`];
      const from = plus(offset - start);
      return [`${name} = 2 * (${name}${from}) / ${real(length - 1)} - 1`];
    }
    return offset === 0 ? [] : [`${name} = ${name}${plus(offset)}`];
  });
  const cells =
    many === 1
      ? []
      : [
          `${names.join(', ')} = [c.flatten() for c in torch.meshgrid(${names.join(', ')}, indexing='ij')]`,
        ];
  return { names, lines: [...counted, ...spread, ...cells] };
}

/** The line that sets the frequencies of an axis with `pairs` of them. */
function ratesOf(options: Asked, pairs: number, exact: boolean): string {
  const base = options.number('base', 10000);
  const bands = options.word('bands', 'geometric');
  const shift = options.number('shift', 0);
  const highest = real(options.number('maxResolution', 224) / 2);
  const type = exact ? inDouble : '';
  const each = `torch.arange(${pairs}${type})`;
  if (bands === 'linear') {
    return `rate = math.pi * torch.linspace(1, ${highest}, ${pairs}${type})`;
  }
  if (bands === 'octaves') {
    return `rate = math.pi * ${highest} ** (${each} / ${Math.max(pairs - 1, 1)})`;
  }
  const span = pairs - shift > 0 ? pairs - shift : 1;
  return `rate = ${real(base)} ** (-${each} / ${real(span)})`;
}

export function writeSinusoidalGrid(options: Asked): string[] {
  const dim = options.number('dim', 0);
  const layout = options.word('layout', 'blocks');
  const lastFirst = options.flag('lastAxisFirst');
  const up = options.word('share', 'exact') === 'up';
  const own = options.flag('includeCoordinates');
  const tokens = options.number('classTokens', 0);
  const precision = options.word('precision', 'exact');
  const dtype = options.word('dtype', 'float32');
  const exact = precision === 'exact';
  const { names, lines: places } = axesOf(options, exact);
  const pairs = (up ? Math.ceil : Math.floor)(
    (dim / names.length - (own ? 1 : 0)) / 2,
  );
  const rates = ratesOf(options, pairs, exact);
  options.end('sinusoidal table of a grid');
  if (precision === 'ggml') {
    throw new NoUsualForm(
      'The steps of ggml are those of a program in C, not of PyTorch.',
    );
  }
  const ordered = lastFirst ? [...names].reverse() : names;
  const itself = own ? 'x[:, None], ' : '';
  const columns = {
    interleaved: [
      `    pair = torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)`,
      own ? `    return torch.cat([${itself}pair], dim=1)` : '    return pair',
    ],
    blocks: [
      `    return torch.cat([${itself}angle.sin(), angle.cos()], dim=1)`,
    ],
  }[layout];
  const lines = columns
    ? [
        '',
        'def columns(x):  # of an axis, for its coordinate of each cell',
        '    angle = x[:, None] * rate',
        ...columns,
        '',
        `table = torch.cat([${ordered.map((name) => `columns(${name})`).join(', ')}], dim=1)`,
      ]
    : [
        `places = torch.stack([${ordered.join(', ')}], dim=1)`,
        'angle = (places[:, :, None] * rate).flatten(1)',
        `table = torch.cat([${own ? 'places, ' : ''}angle.sin(), angle.cos()], dim=1)`,
      ];
  const rest = dim - names.length * (2 * pairs + (own ? 1 : 0));
  if (rest < 0) lines.push(`table = table[:, :${dim}]`);
  const zeros = (from: string) =>
    lines.push(`table = torch.nn.functional.pad(table, (${from}))`);
  if (rest > 0) zeros(`0, ${rest}`);
  // Rows of class tokens come first.
  if (tokens > 0) zeros(`0, 0, ${tokens}, 0`);
  const cast = inType(dtype, exact ? 'float64' : 'float32');
  if (cast) lines.push(`table = table${cast}`);
  return program([...places, rates, ...lines]);
}
