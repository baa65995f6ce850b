// @ts-check
/**
 * One golden case: NAME.json describes it, NAME.bin holds its tensors back to
 * back (little-endian, C order). data/README.md is the format's own text.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {Float64Array | Float32Array | Int32Array} Data
 * @typedef {'input' | 'param' | 'output' | 'grad'} Role
 * @typedef {{ name: string, role: Role, shape: number[], data: Data }} Tensor
 */

const KINDS = {
  float64: Float64Array,
  float32: Float32Array,
  int32: Int32Array,
};

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
    for (const t of json.tensors) this.tensors.set(t.name, read(t, bytes));
  }

  /**
   * A parameter; null in a case means "not given".
   * @template T
   * @param {string} name
   * @param {T} [fallback] what the reference takes if the case gives nothing
   * @returns {T}
   */
  param(name, fallback) {
    const value = this.params[name] ?? fallback;
    if (value === undefined) throw new Error(`parameter ${name} is missing`);
    return /** @type {T} */ (value);
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

  /** An input as float32, as every `x`, `q` and `k` is stored.
   * @param {string} name */
  float32(name) {
    const { data } = this.tensor(name);
    if (data instanceof Float32Array) return data;
    throw new Error(`tensor ${name} must be float32`);
  }

  /** Positions of whatever type, as plain numbers.
   * @param {string} name */
  numbers(name) {
    return Array.from(this.tensor(name).data);
  }
}

/**
 * @param {{ name: string, role: Role, dtype: keyof typeof KINDS,
 *   shape: number[], offset: number }} t
 * @param {Buffer} bytes
 * @returns {Tensor}
 */
function read(t, bytes) {
  const Kind = KINDS[t.dtype];
  if (!Kind) throw new Error(`tensor ${t.name}: unknown dtype ${t.dtype}`);
  const length = t.shape.reduce((a, b) => a * b, 1);
  const end = t.offset + length * Kind.BYTES_PER_ELEMENT;
  if (end > bytes.length) throw new Error(`tensor ${t.name}: .bin ends early`);
  // A copy starts at an aligned address, which a view of the file need not.
  const copy = Uint8Array.from(bytes.subarray(t.offset, end));
  return {
    name: t.name,
    role: t.role,
    shape: t.shape,
    data: new Kind(copy.buffer),
  };
}
