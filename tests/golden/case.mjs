// @ts-check
/**
 * Reads a golden case: NAME.json describes it, and NAME.bin contains its
 * tensors one after another (little-endian, C order). data/README.md defines
 * the format.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `stated` is the distance between the float32 run and the float64 run that the
 * case states.
 *
 * @typedef {Float64Array | Float32Array | Int32Array} Data
 * @typedef {'input' | 'param' | 'output' | 'grad'} Role
 * @typedef {{ name: string, role: Role, shape: number[], data: Data,
 *   stated: number | undefined }} Tensor
 */

const KINDS = {
  float64: Float64Array,
  float32: Float32Array,
  int32: Int32Array,
};

/** Ending of the names of results that the reference computed in float32. */
const TWIN = '_f32';

/** @param {string} name of a result */
export const twinOf = (name) => name + TWIN;

/** The result whose float32 run has this name, if there is one.
 * @param {string} name */
export const twinned = (name) =>
  name.endsWith(TWIN) ? name.slice(0, -TWIN.length) : undefined;

export class Case {
  /** @param {string} file the path of NAME.json */
  constructor(file) {
    const json = JSON.parse(readFileSync(file, 'utf8'));
    const bytes = readFileSync(file.replace(/\.json$/, '.bin'));
    /** @type {string} */
    this.name = json.name ?? path.basename(file, '.json');
    /** @type {string} */
    this.method = json.method;
    /** @type {Record<string, unknown>} */
    this.params = json.params ?? {};
    /** @type {Map<string, Tensor>} */
    this.tensors = new Map();
    for (const t of json.tensors) {
      if (this.has(t.name)) throw new Error(`tensor ${t.name} stands twice`);
      this.tensors.set(t.name, read(t, bytes));
    }
  }

  /** The expected results. */
  results() {
    return [...this.tensors.values()].filter(isResult);
  }

  /**
   * A parameter; null in a case means "not given".
   * @template T
   * @param {string} name
   * @param {T} [fallback] the reference's default
   * @returns {T}
   */
  param(name, fallback) {
    const value = this.params[name] ?? fallback;
    if (value === undefined) throw new Error(`parameter ${name} is missing`);
    return /** @type {T} */ (value);
  }

  /** @param {string} name of a parameter */
  gives(name) {
    return (this.params[name] ?? undefined) !== undefined;
  }

  /**
   * A size that follows from the tensors. The parameter may be left out, but a
   * parameter that contradicts the tensors is an error.
   *
   * @param {string} name
   * @param {number | undefined} shown
   * @returns {number}
   */
  size(name, shown) {
    const said = this.param(name, shown);
    if (shown === undefined || said === shown) return said;
    throw new Error(`${name} is ${said}, and the tensors show ${shown}`);
  }

  /** @param {string} name */
  has(name) {
    return this.tensors.has(name);
  }

  /** @param {string} name */
  tensor(name) {
    const tensor = this.tensors.get(name);
    if (!tensor) throw new Error(`tensor ${name} is missing`);
    return tensor;
  }

  /**
   * The shape of the first of these tensors that the case has, in float64 or
   * only in float32.
   * @param {string[]} names
   */
  shapeIfAny(...names) {
    const all = names.flatMap((name) => [name, twinOf(name)]);
    const name = all.find((one) => this.has(one));
    return name === undefined ? undefined : this.tensor(name).shape;
  }

  /**
   * The shape of the first of these tensors that the case has. Throws if it has
   * none.
   * @param {string[]} names
   */
  shape(...names) {
    return this.shapeIfAny(...names) ?? this.tensor(names.join(' or ')).shape;
  }

  /** Numbers along the last axis of a tensor; 1 for a lone number.
   * @param {string[]} names the first one that the case has counts */
  width(...names) {
    return this.shape(...names).at(-1) ?? 1;
  }

  /** An input as float32, the dtype in which every `x`, `q` and `k` is stored.
   * @param {string} name */
  float32(name) {
    const { data } = this.tensor(name);
    if (data instanceof Float32Array) return data;
    throw new Error(`tensor ${name} must be float32`);
  }

  /** Positions of any dtype, as plain numbers.
   * @param {string} name */
  numbers(name) {
    return Array.from(this.tensor(name).data);
  }
}

/** @param {{ role: Role }} tensor */
export function isResult({ role }) {
  return role === 'output' || role === 'grad';
}

/** @param {number[]} shape */
export function product(shape) {
  return shape.reduce((a, b) => a * b, 1);
}

/**
 * @param {{ name: string, role: Role, dtype: keyof typeof KINDS,
 *   shape: number[], offset: number, max_abs_diff_vs_f64?: number }} t
 * @param {Buffer} bytes
 * @returns {Tensor}
 */
function read(t, bytes) {
  const Kind = KINDS[t.dtype];
  if (!Kind) throw new Error(`tensor ${t.name}: unknown dtype ${t.dtype}`);
  const length = product(t.shape);
  const end = t.offset + length * Kind.BYTES_PER_ELEMENT;
  if (end > bytes.length) throw new Error(`tensor ${t.name}: .bin ends early`);
  // Copied, because a view of the file may begin at an unaligned address.
  const copy = Uint8Array.from(bytes.subarray(t.offset, end));
  return {
    name: t.name,
    role: t.role,
    shape: t.shape,
    data: new Kind(copy.buffer),
    stated: t.max_abs_diff_vs_f64,
  };
}
