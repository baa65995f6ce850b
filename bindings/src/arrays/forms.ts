/** The forms in which callers give tensors, which differ in their names. */

/**
 * The names under which a tensor holds the lengths of its axes and the type of
 * its numbers.
 */
export interface Form {
  readonly shape: 'shape' | 'dims';
  readonly dtype: 'dtype' | 'type';
}

/** That of this package: `{ data, shape, dtype }`. */
export const OWN_FORM: Form = { shape: 'shape', dtype: 'dtype' };

/** That of onnxruntime and of transformers.js: `{ data, dims, type }`. */
const LIBRARY_FORM: Form = { shape: 'dims', dtype: 'type' };

/**
 * A tensor as onnxruntime and transformers.js hand it out. Types cannot check
 * it further: these libraries declare one class for tensors of any type.
 */
export interface LibraryTensor {
  /**
   * The numbers, last axis fastest: the typed array that belongs to `type`; for
   * `float16` a `Float16Array`, or a `Uint16Array` of bits.
   */
  readonly data: object;
  /** Lengths of the axes, slowest first. */
  readonly dims: readonly number[];
  /** Type of the numbers, such as `'float32'` or `'int64'`. */
  readonly type: string;
}

/** The members of a tensor, each read once. */
export interface Members {
  readonly data: unknown;
  readonly shape: unknown;
  readonly dtype: unknown;
  readonly form: Form;
}

/** The form of a tensor; undefined if the value is none. Reads no member. */
export function formOf(value: unknown): Form | undefined {
  if (!isRecord(value) || !('data' in value)) return undefined;
  if ('shape' in value && 'dtype' in value) return OWN_FORM;
  return isLibraryTensor(value) ? LIBRARY_FORM : undefined;
}

/** As {@link formOf}; but a tensor of this package may lack its dtype. */
export function looseFormOf(value: unknown): Form | undefined {
  if (!isRecord(value) || !('data' in value)) return undefined;
  if ('shape' in value) return OWN_FORM;
  return isLibraryTensor(value) ? LIBRARY_FORM : undefined;
}

/** Reads the members of a tensor of a known form. */
export function membersOf(value: unknown, form: Form): Members {
  const from = value as Readonly<Record<string, unknown>>;
  const { data, [form.shape]: shape, [form.dtype]: dtype } = from;
  return { data, shape, dtype, form };
}

const isLibraryTensor = (value: object) => 'dims' in value && 'type' in value;

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !ArrayBuffer.isView(value);
