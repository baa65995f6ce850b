// The calls of the package that a way of the view stands for: the table of a grid,
// or the turns of a rope at each of its patches.

import { type Beyond, type Own, type WayName, wayOf } from './ways.js';

/** Rows and columns of patches. */
export type Size = readonly [rows: number, columns: number];

export interface WayOptions {
  readonly dim: number;
  readonly headDim: number;
  readonly heads: number;
  readonly seed: number;
  readonly least: number;
  readonly most: number;
  /** NaN for that of the way. */
  readonly base: number;
  readonly theta: number;
}

export interface Asked {
  readonly way: WayName;
  readonly options: WayOptions;
  /** The grid of the training. */
  readonly grid: Size;
  /** A larger picture; null for one of the training. */
  readonly larger: { readonly to: Size; readonly how: Beyond } | null;
}

/** A call by the name of its method, with its options. */
export interface Call<N extends string = string> {
  readonly method: N;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A table of the grid; one that is resampled is made from another first. */
export interface TableCalls {
  readonly kind: 'table';
  readonly first: Call<'sinusoidalGrid' | 'learned'>;
  /** Its option `table` is the first one. */
  readonly resample: Call<'resample'> | null;
}

/** A rope, and where it turns patches. */
export interface RopeCalls {
  readonly kind: 'rope';
  /** The frequencies of each head, for its axes. */
  readonly frequencies: Call<'mixedFrequencies'> | null;
  readonly rope: Call<'rope'>;
  /** What is given to `cosSin`. */
  readonly where:
    | { readonly grid: Size }
    | { readonly positions: readonly [readonly number[], readonly number[]] };
}

/** Bases of ropes that RoPE-ViT has. */
export const thetas = { axial: 100, mixed: 10 } as const;

/** Entries that are set: NaN stands for the default of the package. */
const given = (entries: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(entries).filter(([, value]) => !Number.isNaN(value)),
  );

/** Coordinates of the cells of a size, row by row, all of a cell together. */
function cellsOf(
  [rows, columns]: Size,
  at: (row: number, column: number) => readonly [number, number],
): (readonly [number, number])[] {
  return Array.from({ length: rows * columns }, (_, cell) =>
    at(Math.floor(cell / columns), cell % columns),
  );
}

/** The positions go on behind those of the training, in the same steps. */
const goesOn = ({ larger }: Asked) => larger?.how === 'on';

function sinesOf(asked: Asked, preset: string): TableCalls {
  const { grid, larger, options } = asked;
  const { dim, base } = options;
  const how = { preset, dim, ...given({ base }) };
  const resampled = larger?.how === 'resampled';
  const to = larger === null || resampled ? grid : larger.to;
  const first = (own: object) =>
    ({ method: 'sinusoidalGrid', options: { ...how, ...own } }) as const;
  const table = (own: object): TableCalls => ({
    ...{ kind: 'table', first: first(own), resample: null },
  });
  if (resampled) {
    const cubic = { mode: 'cubic', antialias: false };
    const options = { from: grid, to: larger.to, ...cubic };
    const resample = { method: 'resample', options } as const;
    return { kind: 'table', first: first({ grid }), resample };
  }
  if (preset === 'detr' && goesOn(asked)) {
    // In the steps that its own division gives to the grid of the training.
    const at = (cell: number, axis: 0 | 1) =>
      ((cell + 1) / (grid[axis] + 1e-6)) * (2 * Math.PI);
    const coordinates = cellsOf(to, (row, column) => [
      at(row, 0),
      at(column, 1),
    ]).flat();
    // The preset itself would divide them again.
    const own = { layout: 'interleaved', dim, ...given({ base }), coordinates };
    return {
      ...{ kind: 'table', resample: null },
      first: { method: 'sinusoidalGrid', options: own },
    };
  }
  if (preset !== 'detr' && larger?.how === 'squeezed') {
    const divisors = to.map((length, axis) => length / (grid[axis] as number));
    return table({ grid: to, divisors });
  }
  return table({ grid: to });
}

function learnedOf({ grid, larger, options }: Asked): TableCalls {
  const { dim, seed } = options;
  const [rows, columns] = grid;
  const first = {
    method: 'learned',
    options: { length: rows * columns, dim, seed },
  } as const;
  if (larger === null) return { kind: 'table', first, resample: null };
  const cubic = { mode: 'cubic', antialias: true };
  const resample = {
    method: 'resample',
    options: { from: grid, to: larger.to, ...cubic },
  } as const;
  return { kind: 'table', first, resample };
}

/**
 * The ends of golden gate RoPE: its width goes from -√(W/H) to √(W/H), its height
 * from -√(H/W) to √(H/W), both ends included.
 */
function goldenPositions({ grid, larger }: Asked): RopeCalls['where'] {
  const to = larger?.to ?? grid;
  const of = larger?.how === 'on' ? grid : to;
  const place = (axis: 0 | 1, cell: number) => {
    const [own, other] = [of[axis], of[1 - axis] as number];
    // The middle of an axis of one patch is its first end, as in a linspace.
    const part = own === 1 ? 2 * cell : (2 * cell) / (own - 1);
    return (part - 1) * Math.sqrt(own / other);
  };
  const cells = cellsOf(to, (row, column) => [place(0, row), place(1, column)]);
  return {
    positions: [cells.map(([down]) => down), cells.map(([, along]) => along)],
  };
}

function ropeOf(asked: Asked): RopeCalls {
  const { way, grid, larger, options } = asked;
  const { headDim, heads, seed, least, most, theta } = options;
  const lastAxisFirst = true;
  const squeezed = larger?.how === 'squeezed' ? { reference: grid } : {};
  const where = { grid: larger?.to ?? grid };
  const own = Number.isNaN(theta)
    ? thetas[way === 'axial' ? 'axial' : 'mixed']
    : theta;
  if (way === 'axial') {
    const axes = { type: 'axial', lastAxisFirst, ...squeezed };
    const rope = { method: 'rope', options: { headDim, theta: own, axes } };
    return { kind: 'rope', frequencies: null, rope, where } as RopeCalls;
  }
  const golden = way === 'golden';
  const directions = golden
    ? { type: 'golden', least, most }
    : { type: 'perpendicular', theta: own, seed };
  return {
    kind: 'rope',
    frequencies: {
      method: 'mixedFrequencies',
      options: { heads, rotaryDim: headDim, directions },
    },
    rope: {
      method: 'rope',
      options: {
        headDim,
        axes: { type: 'mixed', lastAxisFirst, ...(golden ? {} : squeezed) },
      },
    },
    where: golden ? goldenPositions(asked) : where,
  };
}

/** `larger` must be one of those that the way has. */
export function callsOf(asked: Asked): TableCalls | RopeCalls {
  const { way } = asked;
  if (wayOf(way).group === 'turned') return ropeOf(asked);
  return way === 'learned' ? learnedOf(asked) : sinesOf(asked, way);
}

/** Which option of the view an option of the package's calls is. */
export function ownNameOf(param: string, larger: boolean): string {
  const size = larger ? 'to' : 'grid';
  const names: Readonly<Record<string, Own | 'grid' | 'to'>> = {
    ...{ rotaryDim: 'headDim', 'axes.count': 'headDim' },
    'directions.theta': 'theta',
    ...{ 'directions.seed': 'seed', 'directions.least': 'least' },
    ...{ 'directions.most': 'most', length: 'grid', from: 'grid', to: 'to' },
    ...{ grid: size, coordinates: size, divisors: size, positions: size },
  };
  return names[param.replace(/\[.*$|\.length$/, '')] ?? param;
}
