/**
 * Plans: what is known about a spec before it is computed, and specs of its
 * parts.
 */

import { asFloat32 } from '../arrays/float32.js';
import { looseFormOf, membersOf } from '../arrays/forms.js';
import { isTensor } from '../arrays/operand.js';
import { frozen, type Tensor, tensorBytes } from '../arrays/tensor.js';
import type { AnyDType } from '../base/dtype.js';
import { wrongKind, wrongValue } from '../base/errors.js';
import { ALIGNED_ROWS } from '../core/stream.js';
import type { Arrays, Method, Prepared, Work } from '../describe/method.js';
import type { Parameters } from '../describe/parameters.js';
import { aligned } from './part-rows.js';
import { type InParts, type Parted, runInParts } from './parts.js';
import type { MethodName, Spec, TableSpec } from './spec.js';

/** An array of the planned result. */
export interface PlannedArray {
  readonly shape: number[];
  readonly dtype: AnyDType;
  readonly bytes: number;
  /** The axis along which parts follow one another. Defaults to the first. */
  readonly axis?: number;
}

/** What is known about a spec before anything is computed. */
export interface Plan<Result = unknown> {
  readonly method: MethodName;
  /** The arrays of the result, by name; none if the result is a handle. */
  readonly outputs: Readonly<Record<string, PlannedArray>>;
  /** Shape, if the result is one array; else undefined. */
  readonly shape: Result extends Tensor<AnyDType>
    ? number[]
    : number[] | undefined;
  /** Type of the numbers, if the result is one array; else undefined. */
  readonly dtype: Result extends Tensor<infer D> ? D : AnyDType | undefined;
  /** Bytes of all arrays of the result. */
  readonly bytes: number;
  /** Number of arithmetic operations, about. */
  readonly cost: number;
  /**
   * What parts can have some of: the rows of a table or a picture, the queries
   * of attention and of maps of positions, the heads or items of a gradient;
   * undefined if the result is one part.
   */
  readonly rows: readonly [from: number, to: number] | undefined;
  /**
   * Specs of parts of at most `bytes` bytes each, or of one row if a row is
   * larger. The results of the parts, one after another along the `axis` of each
   * output, are the whole result bit for bit, unless an input overlaps `out`. A
   * result without `rows` is not cut.
   *
   *   shapes   each part has its share of the `out` of a table, as an array; its
   *            `positions` where rows need no others; else `rows`
   *   range    bytes > 0; a map or attention with `out` is not cut
   *   cost     none before a part is asked for; the parts can be walked again
   */
  cut(bytes: number): Iterable<Result extends Tensor ? TableSpec : Spec>;
  /** Computes the result. */
  run(): Result;
  /**
   * Computes the result in parts, and lets other tasks run before each of them,
   * so that long work shows its progress and can be aborted.
   *
   *   range    tables, pictures, attention, maps and gradients are cut as `rows`
   *            say: maps only where all positions are integers, and gradients
   *            of q, k and v without terms. Other results, and those that are
   *            written into `out`, are one part
   *   error    as `run`; the promise is rejected with the reason of the signal
   *            if it is aborted, and with whatever `onProgress` throws
   *   cost     as `run`; each part reads the options anew
   *
   * @example
   * ```ts
   * const plan = pe.plan({ method: 'attentionMap', q, k, heads: 8, causal: true });
   * const picture = await plan.runInParts({
   *   signal: AbortSignal.timeout(60_000),
   *   onProgress: ({ done, total }) => console.log(`${done} of ${total} rows`),
   * });
   * ```
   */
  runInParts(options?: InParts<Result>): Promise<Result>;
}

/** The plan of a call, as users get it. */
export class PlanOfWork implements Plan {
  readonly method: MethodName;
  readonly outputs: Plan['outputs'];
  readonly shape: Plan['shape'];
  readonly dtype: Plan['dtype'];
  readonly bytes: number;
  readonly cost: number;
  readonly rows: Plan['rows'];
  readonly #parameters: Parameters;
  /** The spec, with lists of its own. */
  readonly #spec: Options;
  readonly #work: Work;
  readonly #make: (spec: Spec) => unknown;

  constructor(
    { name, parameters }: Method<unknown, Parameters>,
    options: Options,
    work: Work,
    make: (spec: Spec) => unknown,
  ) {
    const outputs = Object.entries(work.outputs).map(
      ([name, { shape, dtype, axis }]) => {
        const bytes = tensorBytes(dtype, shape);
        const cut = axis && work.rows ? { axis } : {};
        const own = { shape: frozen(shape), dtype, bytes, ...cut };
        return [name, Object.freeze(own)] as const;
      },
    );
    const only = outputs.length === 1 ? outputs[0]?.[1] : undefined;
    this.method = name as MethodName;
    this.outputs = Object.freeze(Object.fromEntries(outputs));
    this.shape = only?.shape;
    this.dtype = only?.dtype;
    this.bytes = outputs.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    this.cost = work.cost;
    this.rows = work.rows && Object.freeze([...work.rows] as const);
    this.#parameters = parameters;
    this.#spec = { ...copyLists(name, parameters, options), method: name };
    this.#work = work;
    this.#make = make;
    Object.freeze(this);
  }

  run(): unknown {
    return this.#work.run();
  }

  async runInParts(
    options: InParts<unknown> = {},
    parted?: Parted,
  ): Promise<unknown> {
    const { method, rows, outputs, cost } = this;
    const taken = 'out' in this.#spec;
    const whole = taken || !rows || rows[1] === rows[0];
    return runInParts(
      options,
      {
        ...{ method, outputs, cost, rows: whole ? undefined : rows },
        writes: !taken && this.#writes(),
        run: (some, into) => {
          const all = !some || (some[0] === rows?.[0] && some[1] === rows[1]);
          if (all && !into) return this.run();
          const part = some ? this.#part(...some) : this.#spec;
          return this.#make({ ...part, ...(into && this.#out(into)) } as Spec);
        },
        write: taken ? undefined : this.#work.write,
      },
      parted,
    );
  }

  /**
   * What parts have in common, ready for many of them; undefined if they have
   * nothing of the kind, or if the caller gave the arrays. For workers alone.
   */
  prepare(): Prepared | undefined {
    return 'out' in this.#spec ? undefined : this.#work.prepare?.();
  }

  /** Whether the option `out` takes an array for each output. */
  #writes(): boolean {
    const { out } = this.#parameters;
    const names = Object.keys(this.outputs);
    if (names.length === 0 || !out) return false;
    return (
      out.kind !== 'outputSet' ||
      names.every((name) => out.names.includes(name))
    );
  }

  /** The option `out` for arrays by the names of outputs. */
  #out(arrays: Arrays): { readonly out: unknown } {
    const alone = this.#parameters.out?.kind === 'output';
    return { out: alone ? Object.values(arrays)[0] : arrays };
  }

  cut(bytes: number): Iterable<Spec> {
    const rule = 'a number > 0';
    if (typeof bytes !== 'number') {
      throw wrongKind('plan.cut', 'bytes', rule, bytes);
    }
    if (!(bytes > 0)) throw wrongValue('plan.cut', 'bytes', rule, bytes);
    const { rows, bytes: all } = this;
    // What is written into arrays of the caller is cut where each part has its
    // share of them.
    const cuttable =
      rows &&
      (!('out' in this.#spec) || 'out' in (this.#work.part?.(...rows) ?? {}));
    if (!cuttable || all <= bytes) {
      return [{ ...this.#spec } as unknown as Spec];
    }
    const part = (from: number, to: number) => this.#part(from, to);
    const fitting = Math.floor(bytes / (all / (rows[1] - rows[0])));
    return { [Symbol.iterator]: () => parts(rows, fitting, part) };
  }

  /** The spec of some of the rows. */
  #part(from: number, to: number): Spec {
    const { rows: _, ...spec } = this.#spec;
    const { positions, ...part } = this.#work.part?.(from, to) ?? {};
    // A list that was plain, as JSON has it, stays so.
    const list = Array.isArray(spec.positions)
      ? Array.from(positions ?? [])
      : positions;
    return { ...spec, ...part, ...(positions && { positions: list }) } as Spec;
  }
}

/** Options of a call by name. */
type Options = Readonly<Record<string, unknown>>;

/** Options whose lists no longer change; arrays of floats are not copied. */
function copyLists(
  method: string,
  parameters: Parameters,
  options: Options,
): Options {
  const entries = Object.entries(options).map(([name, value]) => {
    const { kind = 'other' } = parameters[name] ?? {};
    if (kind === 'indices' || kind === 'positions') {
      return [name, copyNumbers(value)];
    }
    // Converted to float32 once, and not again in each part.
    if (kind === 'floats' && isTensor(value)) {
      return [name, asFloat32(method, name, value)];
    }
    const list = ArrayBuffer.isView(value) && !/floats|output/.test(kind);
    return [name, list ? (value as Float64Array).slice() : copyOf(value)];
  });
  return Object.fromEntries(entries);
}

/** A copy of a list of numbers, of nested lists, or of a tensor. */
function copyNumbers(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return (value as Int32Array).slice();
  if (Array.isArray(value)) return value.map(copyNumbers);
  const form = looseFormOf(value);
  if (!form) return value;
  const { data, shape, dtype } = membersOf(value, form);
  const axes = { [form.shape]: copyOf(shape), [form.dtype]: dtype };
  return { data: copyNumbers(data), ...axes };
}

/** A copy of lists, and of plain objects with what is in them. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  const plain =
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    !('data' in value);
  if (!plain) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, part]) => [name, copyOf(part)]),
  );
}

/** Specs of parts of at most `fitting` rows, or of one row each. */
function* parts(
  [from, to]: readonly [number, number],
  fitting: number,
  part: (from: number, to: number) => Spec,
): Generator<Spec> {
  const maxRows = aligned(fitting);
  for (let at = from; at < to; ) {
    const lead = maxRows > ALIGNED_ROWS ? at % ALIGNED_ROWS : 0;
    const end = Math.min(to, at - lead + maxRows);
    yield part(at, end);
    at = end;
  }
}
