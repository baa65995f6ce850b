// The state of a view as the part of the address after '#': only what differs
// from the defaults, so that a link says what is special about the picture.
//   #/encodings?length=512&base=500000

/** How one entry of a state is written and read. */
export interface Field<V> {
  readonly initial: V;
  format(value: V): string;
  parse(text: string): V;
}

export type Schema<T> = { readonly [K in keyof T]: Field<T[K]> };

/** Any number goes through, also a wrong one: the package judges it. */
export function numberField(initial: number): Field<number> {
  return { initial, format: String, parse: toNumber };
}

/** An empty text is no number, though JavaScript reads it as 0. */
export function toNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** A text of at most `longest` units of UTF-16, as a field's `maxlength`. */
export function textField<V extends string>(
  initial: V,
  longest = Number.POSITIVE_INFINITY,
): Field<V> {
  return {
    initial,
    format: (v) => v,
    // A character that the cut goes through is dropped whole.
    parse: (text) =>
      text.slice(0, longest).replace(/[\ud800-\udbff]$/, '') as V,
  };
}

/** A word out of a list that the page owns; an unknown one is the first. */
export function wordField<V extends string>(
  words: readonly [V, ...V[]],
): Field<V> {
  const [initial] = words;
  return {
    initial,
    format: (v) => v,
    parse: (text) => words.find((word) => word === text) ?? initial,
  };
}

export function flagField(initial: boolean): Field<boolean> {
  return { initial, format: (v) => (v ? '1' : '0'), parse: (t) => t === '1' };
}

/** Whole numbers from 0, joined by points; the rest is dropped. */
export function listField(
  initial: readonly number[],
): Field<readonly number[]> {
  return {
    initial,
    format: (list) => list.join('.'),
    parse: (text) =>
      text
        .split('.')
        .filter((part) => /^\d{1,9}$/.test(part))
        .map(Number),
  };
}

function keysOf<T>(schema: Schema<T>): (keyof T & string)[] {
  return Object.keys(schema) as (keyof T & string)[];
}

export function decode<T>(schema: Schema<T>, query: URLSearchParams): T {
  const state: Partial<T> = {};
  for (const key of keysOf(schema)) {
    const text = query.get(key);
    const field = schema[key];
    state[key] = text === null ? field.initial : field.parse(text);
  }
  return state as T;
}

/** The entries of an address that differ from the first state. */
export function encode<T>(
  schema: Schema<T>,
  state: T,
): [name: string, text: string][] {
  return keysOf(schema).flatMap((key): [string, string][] => {
    const field = schema[key];
    const text = field.format(state[key]);
    return text === field.format(field.initial) ? [] : [[key, text]];
  });
}

export interface Address {
  readonly view: string;
  readonly query: URLSearchParams;
}

/** False for an anchor such as #main, a place on the page and not a state. */
export function isAddress(hash: string): boolean {
  return hash === '' || hash.startsWith('#/');
}

export function readAddress(hash: string): Address {
  const [view = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return { view, query: new URLSearchParams(query) };
}

export function writeAddress(view: string, query: string): string {
  return query === '' ? `#/${view}` : `#/${view}?${query}`;
}
