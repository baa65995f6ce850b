// What the page knows of a rule that gives distances rows of a table: how many rows
// the table has, and how far it is worth to look.

import { operations } from '../../../methods/described/operations.js';
import type { Options, SpecValue } from '../../../state/spec.js';

const { scheme: parameter } = operations.relativeIndices.parameters;

/** The value of an option of a scheme, given or by default. */
function held(scheme: Options, name: string): SpecValue | undefined {
  const variants: Readonly<Record<string, object>> = parameter.variants;
  const own = variants[String(scheme.type)] ?? {};
  const described = (own as Record<string, { default?: SpecValue }>)[name];
  return scheme[name] ?? described?.default;
}

const number = (scheme: Options, name: string) =>
  Number(held(scheme, name) ?? Number.NaN);

/** Whether tokens are the cells of a grid. */
export const isCells = ({ type }: Options): boolean =>
  type === 'grid' || type === 'absoluteGrid';

export interface Cells {
  readonly height: number;
  readonly width: number;
  /** Tokens before the cells. */
  readonly prefix: number;
}

export function cellsOf(scheme: Options): Cells {
  const grid = held(scheme, 'grid');
  const [height = 0, width = 0] = Array.isArray(grid) ? grid.map(Number) : [];
  return { height, width, prefix: number(scheme, 'prefix') || 0 };
}

/** The differences of a grid that have rows: down, and across. */
export function differencesOf(scheme: Options): Omit<Cells, 'prefix'> {
  const { height, width } = cellsOf(scheme);
  return scheme.type === 'grid'
    ? { height: 2 * height - 1, width: 2 * width - 1 }
    : { height, width };
}

/** The number of rows of the table. */
export function tableRows(scheme: Options): number {
  switch (scheme.type) {
    case 't5':
      return number(scheme, 'buckets');
    case 'urpe':
      return number(scheme, 'buckets') + 1;
    case 'bert':
      return 2 * number(scheme, 'maxPosition') - 1;
    case 'deberta':
      return (
        2 *
        (number(scheme, 'buckets') || number(scheme, 'maxRelativePositions'))
      );
    case 'grid':
    case 'absoluteGrid': {
      const { height, width } = differencesOf(scheme);
      return height * width + (cellsOf(scheme).prefix > 0 ? 3 : 0);
    }
    default:
      return number(scheme, 'left') + number(scheme, 'right') + 1;
  }
}

/** The farthest distance at which something still changes, about. */
function changing(scheme: Options): number {
  switch (scheme.type) {
    case 't5':
    case 'urpe':
      return number(scheme, 'maxDistance');
    case 'bert':
      return number(scheme, 'maxPosition') - 1;
    case 'deberta':
      return number(scheme, 'maxRelativePositions');
    default:
      return Math.max(number(scheme, 'left'), number(scheme, 'right'));
  }
}

/** The most distances that are drawn on a side of the query. */
export const farthest = 2 ** 15;

/** Distances that are drawn on either side, that of a pair among them. */
export function spanOf(scheme: Options, distance: number): number {
  // Texts are no longer than BERT's table, so nothing is beyond it.
  const room = scheme.type === 'bert' ? 1 : 1.25;
  const most = Math.ceil(room * changing(scheme));
  const usual = Number.isFinite(most) ? Math.max(2, most) : 2;
  const seen = Math.ceil(1.1 * Math.abs(distance));
  return Math.min(farthest, Math.max(usual, scheme.type === 'bert' ? 0 : seen));
}

/** A scheme of a model, with a pair that is worth a look. */
export interface Known {
  readonly name: string;
  readonly scheme: Options;
  readonly query: number;
  readonly key: number;
}

/** By their papers and the configurations of their models. */
export const known: readonly Known[] = [
  {
    ...{ name: 'T5, encoder', query: 100, key: 63 },
    scheme: { type: 't5' },
  },
  {
    ...{ name: 'T5, decoder', query: 100, key: 63 },
    scheme: { type: 't5', bidirectional: false },
  },
  {
    ...{ name: 'DeBERTa v2', query: 400, key: 63 },
    scheme: { type: 'deberta', buckets: 256 },
  },
  {
    ...{ name: 'Shaw, clipped at 16', query: 100, key: 63 },
    scheme: { type: 'clip', left: 16, right: 16 },
  },
  {
    ...{ name: 'Swin, 7 × 7', query: 24, key: 8 },
    scheme: { type: 'grid', grid: [7, 7] },
  },
  {
    ...{ name: 'BEiT, 14 × 14', query: 60, key: 20 },
    scheme: { type: 'grid', grid: [14, 14], prefix: 1 },
  },
  {
    ...{ name: 'LeViT, 14 × 14', query: 60, key: 20 },
    scheme: { type: 'absoluteGrid', grid: [14, 14] },
  },
];

/** A pair that a scheme has: the same, or a first one where tokens are cells. */
export function pairIn(
  scheme: Options,
  pair: Pick<Known, 'query' | 'key'>,
): Pick<Known, 'query' | 'key'> {
  if (!isCells(scheme)) return pair;
  const { height, width, prefix } = cellsOf(scheme);
  const tokens = height * width + prefix;
  const inside = (token: number) => token >= 0 && token < tokens;
  if (inside(pair.query) && inside(pair.key)) return pair;
  const middle = Math.floor(height / 2) * width + Math.floor(width / 2);
  return { query: prefix + (middle || 0), key: prefix };
}
