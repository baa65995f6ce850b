/** Learned tables as models read and resample them, with other numbers. */

import {
  type Description,
  drawn,
  input,
  ints,
  range,
  result,
} from './case-folder.ts';

const readRows = (table: number[], dim: number, rows: number[]) =>
  rows.map((row) => table.slice(row * dim, (row + 1) * dim));

/** Rows 2, 3, … for the tokens of a mask, and 1 for the others. */
const optRows = (mask: number[]) =>
  mask.map((one, i) => {
    const count = mask.slice(0, i + 1).reduce((sum, each) => sum + each, 0);
    return one * count - 1 + 2;
  });

const PADDED = [
  [0, 0, 1, 1, 1],
  [1, 1, 1, 1, 1],
  [0, 1, 1, 1, 1],
];

/** Keys' cubic kernel with slope -0.5, PyTorch's with -0.75, or a triangle. */
function kernel(slope: number | null, distance: number) {
  const x = Math.abs(distance);
  if (slope === null) return Math.max(1 - x, 0);
  if (x <= 1) return (slope + 2) * x ** 3 - (slope + 3) * x ** 2 + 1;
  return x < 2 ? slope * (x ** 3 - 5 * x ** 2 + 8 * x - 4) : 0;
}

/** [to, from] weights along an axis. */
function weightsOf(
  from: number,
  to: number,
  slope: number | null,
  aa: boolean,
) {
  const stretch = aa ? Math.max(1, from / to) : 1;
  return range(to).map((i) => {
    const centre = ((i + 0.5) * from) / to - 0.5;
    const weights = Array<number>(from).fill(0);
    for (let j = -4 * from; j < 5 * from; ++j) {
      const weight = kernel(slope, (j - centre) / stretch);
      // Cells beyond an edge have the value of the edge, or with antialiasing
      // no weight.
      const at = aa ? j : Math.min(Math.max(j, 0), from - 1);
      if (at >= 0 && at < from) weights[at] = weight + (weights[at] as number);
    }
    const sum = weights.reduce((all, weight) => all + weight, 0);
    return weights.map((weight) => weight / sum);
  });
}

interface Size {
  from: [number, number];
  to: [number, number];
  slope: number | null;
  aa: boolean;
}

/** Resamples a table with one leading row and a grid. */
function resampled(table: number[], dim: number, o: Size) {
  const rows = readRows(table, dim, range(table.length / dim));
  const down = weightsOf(o.from[0], o.to[0], o.slope, o.aa);
  const across = weightsOf(o.from[1], o.to[1], o.slope, o.aa);
  const cells = down.flatMap((w) =>
    across.map((v) =>
      range(dim).map((d) =>
        w.reduce(
          (sum, a, i) =>
            sum +
            v.reduce(
              (line, b, j) =>
                line + a * b * (rows[1 + i * o.from[1] + j]?.[d] as number),
              0,
            ),
          0,
        ),
      ),
    ),
  );
  return [...(rows[0] as number[]), ...cells.flat()];
}

function resampleCase(
  name: string,
  params: Record<string, unknown>,
  o: Size,
): Description {
  const [before, after] = [1 + o.from[0] * o.from[1], 1 + o.to[0] * o.to[1]];
  const tables = [drawn(before * 3, 7), drawn(before * 3, 8)];
  return {
    name,
    method: 'learned.resample2d',
    params: { old_size: o.from, new_size: o.to, ...params },
    tensors: [
      input('pos_embed', [2, before, 3], tables.flat()),
      ...result(
        'out',
        [2, after, 3],
        tables.flatMap((table) => resampled(table, 3, o)),
      ),
    ],
  };
}

const TABLE = drawn(9 * 5, 9);

export const learnedCases: Description[] = [
  {
    name: 'opt_of_a_batch',
    method: 'learned.opt_offset2',
    params: { past_key_values_length: 2 },
    tensors: [
      input('weight', [9, 5], TABLE),
      ints('attention_mask', [3, 5], PADDED.flat()),
      ...result(
        'out',
        [3, 3, 5],
        PADDED.flatMap((mask) =>
          readRows(TABLE, 5, optRows(mask).slice(2)).flat(),
        ),
      ),
    ],
  },
  {
    name: 'opt_of_a_batch_without_padding',
    method: 'learned.opt_offset2',
    params: { dim: 5 },
    tensors: [
      input('weight', [9, 5], TABLE),
      ints('attention_mask', [3, 4], Array(12).fill(1)),
      ...result(
        'out',
        [3, 4, 5],
        range(3).flatMap(() => readRows(TABLE, 5, [2, 3, 4, 5]).flat()),
      ),
    ],
  },
  {
    name: 'xt_with_begins_of_its_own',
    method: 'learned.xt_absolute',
    params: { offset: 1, seq_start_pos: [0, 3, 2] },
    tensors: [
      input('weight', [9, 5], TABLE),
      ...result(
        'out',
        [3, 4, 5],
        [0, 3, 2].flatMap((start) =>
          [1, 2, 3, 4].flatMap((position) =>
            readRows(TABLE, 5, [Math.max(position - start, 0)])
              .flat()
              .map((x) => x / Math.sqrt(5)),
          ),
        ),
      ),
    ],
  },
  {
    name: 'xt_of_unit_length',
    method: 'learned.xt_absolute',
    params: { offset: 3, l2norm: true },
    tensors: [
      input('weight', [9, 5], TABLE),
      ...result(
        'out',
        [2, 6, 5],
        range(2).flatMap(() =>
          readRows(
            TABLE,
            5,
            range(6).map((i) => i + 3),
          ).flatMap((row) => row.map((x) => x / Math.hypot(...row))),
        ),
      ),
    ],
  },
  resampleCase(
    'resample_bilinear_of_a_batch',
    { interpolation: 'bilinear', antialias: true },
    { from: [2, 9], to: [5, 3], slope: null, aa: true },
  ),
  resampleCase(
    'resample_bicubic_of_a_batch',
    { cubic_coefficient: -0.75 },
    { from: [3, 4], to: [9, 2], slope: -0.75, aa: false },
  ),
  resampleCase(
    'resample_to_a_ninth',
    { antialias: true, num_prefix_tokens: 1 },
    { from: [9, 18], to: [3, 2], slope: -0.5, aa: true },
  ),
];
