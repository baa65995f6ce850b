// A spec: a plain value that names a method and its options, as the package
// takes it. Options may nest, and may be lists of records.

/** A number may be NaN: it was typed wrong, and the package will say so. */
export type SpecValue =
  | number
  | string
  | boolean
  | readonly SpecValue[]
  | { readonly [name: string]: SpecValue };

/** Options by name; one that is left out has no entry. */
export type Options = Readonly<Record<string, SpecValue>>;

export type Spec = { readonly method: string } & Options;

export function isList(value: SpecValue): value is readonly SpecValue[] {
  return Array.isArray(value);
}

export function isRecord(value: SpecValue): value is Options {
  return typeof value === 'object' && !isList(value);
}

/** Equal in every part. NaN equals itself, and 0 is not -0. */
export function sameValue(
  a: SpecValue | undefined,
  b: SpecValue | undefined,
): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return Object.is(a, b);
  if (isList(a) !== isList(b)) return false;
  const [one, other] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    one.length === other.size &&
    one.every(([name, value]) => {
      return other.has(name) && sameValue(value, other.get(name));
    })
  );
}

/** The options without the name of their method. */
export function optionsOf({ method, ...options }: Spec): Options {
  return options;
}

/** The options with another value of one; undefined: without it. */
export function withValue(
  options: Options,
  name: string,
  value: SpecValue | undefined,
): Options {
  const { [name]: _, ...rest } = options;
  return value === undefined ? rest : { ...options, [name]: value };
}

/** The spec with another value of an option; undefined: without the option. */
export function withOption(
  spec: Spec,
  name: string,
  value: SpecValue | undefined,
): Spec {
  return { ...withValue(spec, name, value), method: spec.method };
}
