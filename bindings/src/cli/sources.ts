/**
 * Where the numbers of a file come from: the results of a spec, computed in
 * parts where that gives the same bits, so that they need not fit into memory.
 */

import { product } from '../arrays/tensor.js';
import { type AnyDType, type ArrayOf, makeArray } from '../base/dtype.js';
import { type MethodDescription, methods } from '../descriptions.js';
import type { Plan, Spec } from '../index.js';
import type { Client, ClientProgress, ClientSpec } from '../worker/client.js';
import type { Loaded } from './load.js';

/** An array of numbers of any dtype. */
export type Numbers = ArrayOf[AnyDType];

/** Numbers, and the place of the first of them in their array. */
export interface Placed {
  readonly at: number;
  readonly data: Numbers;
}

/** Results that are computed while they are written. */
export interface Source {
  /** The arrays of the result by name. */
  readonly outputs: Plan['outputs'];
  /**
   * Computes what is computed before any piece, and tells the share that is
   * done.
   */
  prepare?(tell: (share: number) => void): Promise<void>;
  /**
   * The numbers of an array in their order, a piece after another. A piece
   * keeps its numbers while the next one is computed, and no longer.
   */
  pieces(output: string): Iterable<Numbers> | AsyncIterable<Numbers>;
  /** The same in the order in which they are computed, if that is another. */
  placed?(output: string): Iterable<Placed>;
}

/** A source, and the spec whose `rows` have both ends. */
export interface PlannedSource {
  readonly source: Source;
  readonly spec: Spec;
  readonly rows: Plan['rows'];
}

/** Bytes that are computed and held at a time, about. */
const CHUNK_BYTES = 2 ** 22;

/**
 * Bytes of a part of a map. It is larger, because a map in the order of its
 * heads computes each part anew for each head.
 */
const MAP_BYTES = 2 ** 26;

/** Workers that compute, and their number. */
export interface Workers {
  readonly client: Client;
  readonly jobs: number;
}

/** Plans what a spec makes; throws the errors of the library. */
export function sourceOf(
  pe: Loaded,
  given: Spec,
  workers?: Workers,
): PlannedSource {
  const { plan, spec } = planClosed(pe, given);
  const rows = isTable(spec) ? plan.rows : undefined;
  const source = rows
    ? workers
      ? rowSourceOf(workers, plan, spec)
      : rowSource(pe, plan, spec)
    : plan.rows && isMap(spec)
      ? mapSource(pe, plan, spec)
      : wholeSource(plan, spec, workers);
  return { source, spec, rows };
}

/** Whether a result is a table: its rows come one after another in a file. */
const isTable = ({ method }: Spec) =>
  'rows' in methods[method].parameters && !method.startsWith('attention');

/** Whether the values of a map depend on the positions alone. */
function isMap({ method }: Spec): boolean {
  const { family }: MethodDescription = methods[method];
  return family === 'bias' || family === 'gate' || method === 'relativeIndices';
}

/** The options of a spec by name. */
type Options = Readonly<Record<string, unknown>>;

/** Plans a spec whose `rows` may have an open end, which it closes. */
function planClosed(pe: Loaded, spec: Spec): { plan: Plan; spec: Spec } {
  const { rows, ...whole } = spec as unknown as Options;
  const [from = 0, to] = (rows ?? []) as readonly number[];
  if (to !== Infinity) return { plan: pe.plan(spec) as Plan, spec };
  const [, end] = pe.plan(whole as unknown as Spec).rows ?? [0, 0];
  const closed = { ...whole, rows: [from, Math.max(from, end)] };
  const made = closed as unknown as Spec;
  return { plan: pe.plan(made) as Plan, spec: made };
}

/**
 * Bytes of a part, large enough that reading the options for each part takes
 * little of the time.
 */
function chunkBytes(spec: Spec): number {
  const inputs = Object.values(spec).map((value) => {
    const { length, data } = Object(value) as {
      length?: number;
      data?: ArrayLike<number>;
    };
    return 8 * (data?.length ?? length ?? 0);
  });
  return Math.max(CHUNK_BYTES, ...inputs);
}

/**
 * Two arrays of each name, by turns, so that one can be written to a file while
 * the other is filled. They are allocated anew only where more room is needed.
 */
function makeRooms(): (
  name: string,
  dtype: AnyDType,
  count: number,
) => Numbers {
  type Pair = readonly [Numbers | undefined, Numbers | undefined];
  const rooms = new Map<string, Pair>();
  return (name, dtype, count) => {
    const [free, busy] = rooms.get(name) ?? [];
    const room = free && free.length >= count ? free : makeArray(dtype, count);
    rooms.set(name, [busy, room]);
    return room.subarray(0, count);
  };
}

/** The spec of a part of a table, as far as it says which rows it has. */
interface Part {
  readonly rows?: readonly [number, number];
  readonly positions?: ArrayLike<number>;
}

/** Tables that are computed some rows at a time. */
function rowSource(pe: Loaded, plan: Plan, spec: Spec): Source {
  const { outputs } = plan;
  const names = Object.keys(outputs);
  function* pieces(wanted: string): Generator<Numbers> {
    const room = makeRooms();
    for (const part of plan.cut(chunkBytes(spec)) as Iterable<Part>) {
      const length = outputs[wanted]?.shape[0] ?? 1;
      const [from, to] = part.rows ?? [0, part.positions?.length ?? length];
      const outs = Object.entries(outputs).map(([name, { shape, dtype }]) => {
        const count = (to - from) * product(shape.slice(1));
        return [name, room(name, dtype, count)] as const;
      });
      const all = Object.fromEntries(outs);
      const out = names.length === 1 && names[0] === 'table' ? all.table : all;
      pe.make({ ...part, out } as unknown as Spec);
      yield all[wanted] as Numbers;
    }
  }
  return { outputs, pieces };
}

/** The same by several workers, each of which is one part ahead. */
function rowSourceOf(
  { client, jobs }: Workers,
  plan: Plan,
  spec: Spec,
): Source {
  const { outputs } = plan;
  async function* pieces(wanted: string): AsyncGenerator<Numbers> {
    const parts = plan.cut(chunkBytes(spec))[Symbol.iterator]();
    const ahead: Promise<unknown>[] = [];
    const ask = () => {
      const { done, value } = parts.next();
      if (done) return;
      const made = client.make(value as ClientSpec);
      // A failure is told when it is the turn of the part.
      made.catch(() => {});
      ahead.push(made);
    };
    for (let n = 0; n < 2 * jobs; ++n) ask();
    for (let part = ahead.shift(); part; part = ahead.shift()) {
      const result = await part;
      ask();
      yield arrayAt(result, wanted);
    }
  }
  return { outputs, pieces };
}

/** A map [heads, queries, keys] or [queries, keys], computed some queries at a time. */
function mapSource(pe: Loaded, plan: Plan, spec: Spec): Source {
  const { outputs, shape = [], dtype = 'float32' } = plan;
  const [queries = 0, keys = 0] = shape.slice(-2);
  const heads = product(shape.slice(0, -2));
  const parts = [...plan.cut(MAP_BYTES)];
  const room = makeRooms();
  const takesOut = 'out' in methods[spec.method].parameters;
  /** Makes a part; gives the numbers of its queries, and how many there are. */
  const make = (part: Spec) => {
    const [rows = 0] = pe.plan(part).shape?.slice(-2) ?? [];
    const out = takesOut ? room('map', dtype, heads * rows * keys) : undefined;
    const made = pe.make({ ...part, ...(out && { out }) } as unknown as Spec);
    const map = out ?? (made as { data: Numbers }).data;
    const headOf = (head: number) =>
      map.subarray(head * rows * keys, (head + 1) * rows * keys);
    return { rows, headOf };
  };
  function* placed(): Generator<Placed> {
    let from = 0;
    for (const part of parts) {
      const { rows, headOf } = make(part);
      for (let head = 0; head < heads; ++head) {
        yield { at: (head * queries + from) * keys, data: headOf(head) };
      }
      from += rows;
    }
  }
  function* pieces(): Generator<Numbers> {
    const [only, ...others] = parts;
    const made = only && others.length === 0 ? make(only) : undefined;
    for (let head = 0; head < heads; ++head) {
      for (const part of parts) yield (made ?? make(part)).headOf(head);
    }
  }
  return { outputs, pieces, ...(parts.length > 1 && heads > 1 && { placed }) };
}

/** Operations between two reports of progress: a fraction of a second. */
const PART_COST = 2 ** 31;

/** A result that is held as a whole. */
function wholeSource(plan: Plan, spec: Spec, workers?: Workers): Source {
  const { outputs } = plan;
  let result: unknown;
  return {
    outputs,
    async prepare(tell) {
      const onProgress = ({ done, total }: ClientProgress) =>
        tell(done / total);
      result = await (workers
        ? workers.client.make(spec as ClientSpec, { onProgress, shared: true })
        : plan.runInParts({ cost: PART_COST, onProgress }));
    },
    pieces: (output) => [arrayAt(result, output)],
  };
}

/** The numbers of an array of a result, which is a tensor or has it inside. */
function arrayAt(result: unknown, path: string): Numbers {
  const { data } = result as { data?: Numbers };
  if (data !== undefined) return data;
  const inside = result as Options;
  const [name = '', rest] = path.split(/\.(.*)/s);
  return Object.hasOwn(inside, path)
    ? arrayAt(inside[path], '')
    : arrayAt(inside[name], rest ?? '');
}
