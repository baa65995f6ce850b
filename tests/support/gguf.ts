/**
 * Writes GGUF files, byte by byte as docs/gguf.md of ggml says, without any part
 * of the reader.
 */

/** Codes of the types of values. */
const CODE = {
  u8: 0,
  i8: 1,
  u16: 2,
  i16: 3,
  u32: 4,
  i32: 5,
  f32: 6,
  bool: 7,
  text: 8,
  array: 9,
  u64: 10,
  i64: 11,
  f64: 12,
} as const;

type Word = Exclude<keyof typeof CODE, 'array'>;

/** A value with its type; the items of an array share one. */
export type Value =
  | { readonly type: Word; readonly value: number | bigint | boolean | string }
  | {
      readonly type: 'array';
      readonly item: keyof typeof CODE;
      readonly value: readonly Value[];
    };

const one =
  <T extends number | bigint | boolean | string>(type: Word) =>
  (value: T): Value => ({ type, value });

export const u8 = one<number>('u8');
export const i8 = one<number>('i8');
export const u16 = one<number>('u16');
export const i16 = one<number>('i16');
export const u32 = one<number>('u32');
export const i32 = one<number>('i32');
export const f32 = one<number>('f32');
export const bool = one<boolean>('bool');
export const text = one<string>('text');
export const u64 = one<bigint>('u64');
export const i64 = one<bigint>('i64');
export const f64 = one<number>('f64');

/** An array of items that `item` makes. */
export function array<T>(
  item: (value: T) => Value,
  ...items: readonly T[]
): Value {
  const value = items.map(item);
  return { type: 'array', item: value[0]?.type ?? 'u8', value };
}

/** A tensor; its numbers are written behind the header if there are any. */
export interface TensorToWrite {
  readonly name: string;
  readonly shape: readonly number[];
  /** Code of its type: 0 is float32, 1 is float16. */
  readonly type?: number;
  readonly bytes?: Uint8Array;
}

/** What a file holds. */
export interface FileToWrite {
  readonly metadata: Readonly<Record<string, Value>>;
  readonly tensors?: readonly TensorToWrite[];
  readonly version?: number;
  readonly little?: boolean;
}

/** Appends numbers and texts. */
class Writer {
  readonly bytes: number[] = [];

  constructor(
    readonly little: boolean,
    readonly wide: boolean,
  ) {}

  put(size: number, write: (view: DataView) => void): void {
    const view = new DataView(new ArrayBuffer(size));
    write(view);
    this.bytes.push(...new Uint8Array(view.buffer));
  }

  u32(value: number): void {
    this.put(4, (view) => view.setUint32(0, value, this.little));
  }

  /** A number that counts something. */
  count(value: number): void {
    const { little } = this;
    if (!this.wide) this.u32(value);
    else this.put(8, (view) => view.setBigUint64(0, BigInt(value), little));
  }

  text(value: string): void {
    const encoded = new TextEncoder().encode(value);
    this.count(encoded.length);
    this.bytes.push(...encoded);
  }

  value(given: Value): void {
    const { little } = this;
    if (given.type === 'array') {
      this.u32(CODE[given.item]);
      this.count(given.value.length);
      for (const item of given.value) this.value(item);
      return;
    }
    const number = Number(given.value);
    const big = () => BigInt(given.value);
    const writers: Record<Word, () => void> = {
      text: () => this.text(String(given.value)),
      u8: () => this.put(1, (view) => view.setUint8(0, number)),
      i8: () => this.put(1, (view) => view.setInt8(0, number)),
      u16: () => this.put(2, (view) => view.setUint16(0, number, little)),
      i16: () => this.put(2, (view) => view.setInt16(0, number, little)),
      u32: () => this.u32(number),
      i32: () => this.put(4, (view) => view.setInt32(0, number, little)),
      f32: () => this.put(4, (view) => view.setFloat32(0, number, little)),
      bool: () => this.put(1, (view) => view.setUint8(0, number)),
      u64: () => this.put(8, (view) => view.setBigUint64(0, big(), little)),
      i64: () => this.put(8, (view) => view.setBigInt64(0, big(), little)),
      f64: () => this.put(8, (view) => view.setFloat64(0, number, little)),
    };
    writers[given.type]();
  }

  /** Zeros up to a multiple of a number of bytes. */
  pad(alignment: number): void {
    while (this.bytes.length % alignment) this.bytes.push(0);
  }
}

/** The bytes of a file, and where its header ends. */
export function writeGguf(file: FileToWrite): {
  bytes: Uint8Array;
  headerEnd: number;
} {
  const { metadata, tensors = [], version = 3, little = true } = file;
  const given = metadata['general.alignment'];
  const alignment = given?.type === 'u32' ? Number(given.value) : 32;
  const writer = new Writer(little, version > 1);
  writer.bytes.push(...new TextEncoder().encode('GGUF'));
  writer.u32(version);
  writer.count(tensors.length);
  writer.count(Object.keys(metadata).length);
  for (const [key, value] of Object.entries(metadata)) {
    writer.text(key);
    writer.u32(CODE[value.type]);
    writer.value(value);
  }
  let offset = 0;
  for (const { name, shape, type = 0, bytes } of tensors) {
    writer.text(name);
    writer.u32(shape.length);
    for (const length of shape) writer.count(length);
    writer.u32(type);
    writer.put(8, (view) => view.setBigUint64(0, BigInt(offset), little));
    const size = bytes?.length ?? 0;
    offset += Math.ceil(size / alignment) * alignment;
  }
  const headerEnd = writer.bytes.length;
  writer.pad(alignment);
  for (const { bytes } of tensors) {
    if (!bytes) continue;
    writer.bytes.push(...bytes);
    writer.pad(alignment);
  }
  return { bytes: Uint8Array.from(writer.bytes), headerEnd };
}

/** Numbers as the bytes of a float32 tensor. */
export function floats(values: readonly number[], little = true): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  for (const [i, value] of values.entries()) {
    view.setFloat32(4 * i, value, little);
  }
  return new Uint8Array(view.buffer);
}
