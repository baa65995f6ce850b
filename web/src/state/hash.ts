// The state of a view in the part of the address after '#'. Only values that
// differ from the first state are written, so that addresses stay short.
//   #/encodings?length=512&base=500000

/** How one value of a state is written and read. */
export interface Field<V> {
  readonly initial: V;
  format(value: V): string;
  parse(text: string): V;
}

export type Schema<T> = { readonly [K in keyof T]: Field<T[K]> };

/** Any number, even one that is out of range: the package checks it. */
export function numberField(initial: number): Field<number> {
  return { initial, format: String, parse: toNumber };
}

/** The number that a text stands for; NaN for an empty text. */
export function toNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** A number that may be left out. */
export const optionalNumber: Field<number | undefined> = {
  initial: undefined,
  format: (value) => (value === undefined ? '' : String(value)),
  parse: (text) => (text === '' ? undefined : toNumber(text)),
};

/** A text of at most `longest` UTF-16 units, the unit of `maxlength`. */
export function textField<V extends string>(
  initial: V,
  longest = Number.POSITIVE_INFINITY,
): Field<V> {
  return {
    initial,
    format: (v) => v,
    // Drop the first half of a character whose second half was cut off.
    parse: (text) =>
      text.slice(0, longest).replace(/[\ud800-\udbff]$/, '') as V,
  };
}

/** One of some words; an unknown word is read as the first of them. */
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

/** Whole numbers from 0 with points between them; others are ignored. */
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

/** The entries of an address for the values that differ from the first. */
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
  /** A place inside the view, such as a screen of the lesson; '' for none. */
  readonly place: string;
  readonly query: URLSearchParams;
}

/** False for an anchor such as #main, which names a place on the page. */
export function isAddress(hash: string): boolean {
  return hash === '' || hash.startsWith('#/');
}

export function readAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [view = '', place = ''] = path.split('/', 2);
  return { view, place, query: new URLSearchParams(query) };
}

export function writeAddress(view: string, query: string): string {
  return query === '' ? `#/${view}` : `#/${view}?${query}`;
}
