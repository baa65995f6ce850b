/**
 * Writes maps of a bias, and collects gradients by them. If the bias depends on
 * the distance alone and positions count up by 1, each head has one line of
 * values, of which all rows are parts.
 */

import type { Pairs } from '../arrays/pairs.js';
import type { Tensor } from '../arrays/tensor.js';
import { bytesOf, type DType } from '../base/dtype.js';
import { growableBuffer } from '../core/growable-buffer.js';
import type { Scratch } from '../core/memory.js';
import type { Term, Tile } from '../terms/term.js';
import type { BiasKernel, PlannedBias } from './kernel.js';

/** Some rows of a map, for some of its keys. */
type Cells = Pick<Tile, 'pairs' | 'row' | 'rows' | 'key' | 'keys'>;

/** Writes and reads maps [heads, rows, keys]: a term without its name. */
interface MapWriter extends Required<Omit<Term, 'name' | 'write' | 'back'>> {
  write(cells: Cells, out: number): void;
  /** Takes the gradient by what `write` writes, float32. */
  back(cells: Cells, upstream: number): void;
}

/** A bias in the instance's memory, and the gradients of its weights. */
interface LoadedMap extends MapWriter {
  gradients(): Readonly<Record<string, Tensor<'float32'>>>;
}

/**
 * Loads a bias; `gradient` says whether `back` will be called. Its map has `heads`
 * heads; those beyond the heads of the bias are zeros.
 */
export function loadMap(
  scratch: Scratch,
  bias: PlannedBias,
  dtype: DType,
  gradient: boolean,
  heads = bias.heads,
): LoadedMap {
  const kernel = bias.load(scratch, gradient);
  const own = Math.min(heads, bias.heads);
  const byLines = lineWriter(scratch, bias, dtype, kernel, own, heads);
  const byRows = rowWriter(scratch, bias, dtype, kernel, own);
  const writerOf = (pairs: Pairs) =>
    !bias.byQuery && pairs.lattice ? byLines : byRows;
  const bytes = bytesOf(dtype);
  return {
    write(cells, out) {
      writerOf(cells.pairs).write(cells, out);
      const size = cells.rows * cells.keys * bytes;
      const rest = new Uint8Array(scratch.heap.buffer, out + own * size);
      rest.fill(0, 0, (heads - own) * size);
    },
    lines: (pairs) => writerOf(pairs).lines(pairs),
    sums: (pairs) => writerOf(pairs).sums(pairs),
    back: (cells, upstream) => writerOf(cells.pairs).back(cells, upstream),
    gradients() {
      byLines.finish();
      return kernel.gradients?.() ?? {};
    },
  };
}

function lineWriter(
  scratch: Scratch,
  bias: PlannedBias,
  dtype: DType,
  kernel: BiasKernel,
  heads: number,
  all: number,
): MapWriter & { finish(): void } {
  const { core, heap } = scratch;
  const rooms = {
    distances: growableBuffer(scratch),
    values: growableBuffer(scratch),
    line: growableBuffer(scratch),
    upstream: growableBuffer(scratch),
  };
  /** The pairs whose line is there, and those whose gradient is collected. */
  let written: Pairs | undefined;
  let collected: Pairs | undefined;
  let line = 0;
  let sums = 0;

  const lengthOf = ({ queries, keys }: Pairs) => queries + keys - 1;
  const distancesOf = (pairs: Pairs) => {
    const count = lengthOf(pairs);
    const distances = rooms.distances(count * 8);
    pairs.writeLine(new Float64Array(heap.buffer, distances, count));
    return { query: 0, distances, count };
  };
  const at = ({ pairs, row, rows, key, keys }: Cells) => ({
    ...{ heads, rows, keys, stride: lengthOf(pairs) },
    first: pairs.queries - 1 - row + key,
  });
  const finish = () => {
    if (!collected) return;
    const where = distancesOf(collected);
    scratch.check(kernel.back?.(where, sums) ?? 'ok');
    collected = undefined;
  };
  /** Collects the gradient of the lines of some pairs from here on. */
  const collect = (pairs: Pairs) => {
    if (collected === pairs) return;
    finish();
    const bytes = bias.heads * lengthOf(pairs) * 8;
    sums = rooms.upstream(bytes);
    new Uint8Array(heap.buffer, sums, bytes).fill(0);
    collected = pairs;
  };
  const bytes = bytesOf(dtype);
  /** Writes the lines; those of heads without a bias are zeros. */
  const writeLines = (pairs: Pairs) => {
    if (written === pairs) return;
    const numbers = bias.heads * lengthOf(pairs);
    const room = Math.max(bias.heads, all) * lengthOf(pairs);
    const values = rooms.values(numbers * 8);
    scratch.check(kernel.values(distancesOf(pairs), values));
    line = rooms.line(room * bytes);
    scratch.check(
      core.roundValues({ values, count: numbers, dtype, out: line }),
    );
    const rest = line + numbers * bytes;
    new Uint8Array(heap.buffer, rest, (room - numbers) * bytes).fill(0);
    written = pairs;
  };
  return {
    lines(pairs) {
      writeLines(pairs);
      return {
        values: line + (pairs.queries - 1) * bytes,
        headStride: lengthOf(pairs),
        rowStride: -1,
      };
    },
    write(cells, out) {
      writeLines(cells.pairs);
      const outStride = cells.rows * cells.keys;
      scratch.check(
        core.expandLines({ lines: line, dtype, at: at(cells), out, outStride }),
      );
    },
    sums(pairs) {
      if (!kernel.back) return undefined;
      collect(pairs);
      return {
        sums: sums + (pairs.queries - 1) * 8,
        ...{ heads, headStride: lengthOf(pairs), rowStride: -1 },
      };
    },
    back(cells, upstream) {
      if (!kernel.back) return;
      collect(cells.pairs);
      scratch.check(
        core.collectLines({ map: upstream, at: at(cells), lines: sums }),
      );
    },
    /** Passes the gradient on that was collected. */
    finish,
  };
}

function rowWriter(
  scratch: Scratch,
  bias: PlannedBias,
  dtype: DType,
  kernel: BiasKernel,
  heads: number,
): MapWriter {
  const { core, heap } = scratch;
  const rooms = {
    distances: growableBuffer(scratch),
    values: growableBuffer(scratch),
    rounded: growableBuffer(scratch),
  };
  const bytes = bytesOf(dtype);
  const lineOf = (pairs: Pairs, row: number, key: number, count: number) => {
    const distances = rooms.distances(count * 8);
    pairs.writeRow(row, new Float64Array(heap.buffer, distances, count), key);
    return { query: pairs.queryAt.at(row), distances, count };
  };
  return {
    lines: () => undefined,
    sums: () => undefined,
    write({ pairs, row, rows, key, keys }, out) {
      const count = bias.heads * keys;
      const at = { heads, stride: keys, first: 0, rows: 1, keys };
      const outStride = rows * keys;
      for (let i = 0; i < rows; ++i) {
        const line = lineOf(pairs, row + i, key, keys);
        const values = rooms.values(count * 8);
        const lines = rooms.rounded(count * bytes);
        scratch.check(kernel.values(line, values));
        scratch.check(core.roundValues({ values, count, dtype, out: lines }));
        const to = out + i * keys * bytes;
        scratch.check(
          core.expandLines({ lines, dtype, at, out: to, outStride }),
        );
      }
    },
    back({ pairs, row, rows, key, keys }, upstream) {
      if (!kernel.back) return;
      for (let i = 0; i < rows; ++i) {
        const line = lineOf(pairs, row + i, key, keys);
        const room = rooms.values(bias.heads * keys * 8);
        const sums = new Float64Array(heap.buffer, room, bias.heads * keys);
        sums.fill(0);
        for (let head = 0; head < heads; ++head) {
          const from = upstream + (head * rows + i) * keys * 4;
          sums.set(new Float32Array(heap.buffer, from, keys), head * keys);
        }
        scratch.check(kernel.back(line, room));
      }
    },
  };
}
