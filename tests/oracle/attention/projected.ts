/** Golden cases whose queries, keys and values are projections of x. */

import { Array64, range } from '../../support/attention-oracle/array.js';
import { attend } from '../../support/attention-oracle/attention.js';
import { alibi, alibiSlopes } from '../../support/attention-oracle/biases.js';
import {
  type Grid,
  gridBias,
  gridRows,
} from '../../support/attention-oracle/grids.js';
import { causal } from '../../support/attention-oracle/masks.js';
import { project } from '../../support/attention-oracle/networks.js';
import { sines } from '../../support/attention-oracle/relative.js';
import { biasMap } from './biases.js';
import type { Golden, Results } from './golden.js';
import { batched, flat, inHeads, item, rowRange } from './layout.js';
import { outputOf } from './whole.js';

/** A linear map whose weight and bias are parts of the rows of one matrix. */
export function part(c: Golden, name: string, index: number, parts: number) {
  const read = (tensor: string) => {
    const whole = c.arrayIfAny(tensor);
    if (!whole) return undefined;
    const rows = whole.size(0) / parts;
    return rowRange(whole, index * rows, (index + 1) * rows);
  };
  const weight = read(`${name}.weight`) ?? read(`${name}_weight`);
  if (!weight) throw new Error(`no weight ${name}`);
  return { weight, bias: read(`${name}.bias`) };
}

/** A linear map that is given as a weight and perhaps a bias. */
export const layer = (c: Golden, name: string) => part(c, name, 0, 1);

function swin(c: Golden): Results {
  const [height = 0, width = 0] = c.case.param<number[]>('window');
  const grid: Grid = [height, width];
  const heads = c.number('heads');
  const cells = range(height * width);
  const table = c.array('relative_position_bias_table');
  const bias = gridBias(grid, 0, table);
  const x = c.array('x');
  const mask = c.arrayIfAny('mask');
  const one = (b: number) => {
    const of = (index: number) =>
      inHeads(project(part(c, 'qkv', index, 3), item(x, b)), heads);
    const masked = mask && {
      mask: ({ i, j }: { i: number; j: number }) =>
        mask.at(b % mask.size(0), i, j),
    };
    const seen = attend({
      q: of(0),
      k: of(1),
      v: of(2),
      queryAt: cells,
      keyAt: cells,
      scale: 1 / Math.sqrt(c.number('dim') / heads),
      bias: { bias, ...masked },
    });
    return project(layer(c, 'proj'), flat(outputOf(seen)));
  };
  return {
    index: () => new Array64([cells.length, cells.length], gridRows(grid, 0)),
    bias: () => biasMap(bias, heads, cells, cells),
    out: () => batched(x.size(0), one),
  };
}

function mpt(c: Golden): Results {
  const heads = c.number('heads');
  const n = c.number('length');
  const bias = alibi('key', new Array64([heads], alibiSlopes(heads)));
  // The bias counts from the last key.
  const at = range(n).map((j) => j - (n - 1));
  const x = c.array('x');
  const seen = (b: number) => {
    const of = (index: number) =>
      inHeads(project(part(c, 'Wqkv', index, 3), item(x, b)), heads);
    return attend({
      q: of(0),
      k: of(1),
      v: of(2),
      queryAt: at,
      keyAt: at,
      scale: 1 / Math.sqrt(c.number('hidden') / heads),
      bias: { bias },
      sees: causal(at, at),
    });
  };
  const out = (b: number) =>
    project(layer(c, 'out_proj'), flat(outputOf(seen(b))));
  return {
    alibi: () => biasMap(bias, heads, [0], at),
    probs: () => batched(x.size(0), (b) => seen(b).weights),
    out: () => batched(x.size(0), out),
  };
}

function sinusoidalAdded(c: Golden): Results {
  const [n, dim] = [c.number('length'), c.number('dim')];
  const heads = c.number('heads');
  // Interleaved: a sine, then a cosine of each frequency.
  const table = Array64.of([n, dim], (i, column) => {
    const waves = sines(i as number, dim, c.number('base'));
    const place = column as number;
    const half = place % 2 === 0 ? 0 : dim / 2;
    return waves[half + Math.floor(place / 2)] as number;
  });
  const x = c.array('x');
  const seen = () => {
    const sums = Array64.of([n, dim], (...at) => x.at(...at) + table.at(...at));
    const of = (name: string) =>
      inHeads(project({ weight: c.array(name) }, sums), heads);
    return attend({
      q: of('Wq'),
      k: of('Wk'),
      v: of('Wv'),
      queryAt: range(n),
      keyAt: range(n),
      scale: 1 / Math.sqrt(dim / heads),
      ...(c.is('causal') && { sees: causal(range(n), range(n)) }),
    });
  };
  return {
    pe: () => table,
    probs: () => seen().weights,
    out: () => flat(outputOf(seen())),
  };
}

export const projected: Record<string, (c: Golden) => Results> = {
  'attention.mpt_module': mpt,
  'attention.sinusoidal_added': sinusoidalAdded,
  'swin.window_bias': swin,
};
