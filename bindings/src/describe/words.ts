/** Adds to parameters the texts that the build takes from their comments. */

import type { AnyParameter } from './kinds/kind.js';

/** The texts of a parameter. */
export interface Words {
  /** What the parameter is, in one or two sentences. */
  readonly doc: string;
  /** What happens without the option, if it has no literal default. */
  readonly defaultsTo?: string;
}

/** A parameter with its texts; the parameters inside it have theirs, too. */
export type Described<P> = Words &
  (P extends { readonly variants: infer V }
    ? Omit<P, 'variants'> & {
        readonly variants: { readonly [W in keyof V]: DescribedSet<V[W]> };
      }
    : P extends { readonly of: infer O extends object }
      ? Omit<P, 'of'> & { readonly of: DescribedSet<O> }
      : P);

/** Parameters with their words, by the same names. */
export type DescribedSet<S> = { readonly [N in keyof S]: Described<S[N]> };

type Texts = Readonly<Record<string, string>>;

/**
 * Adds the texts to parameters. The text of each is at `path` followed by its
 * name.
 */
export function described(
  parameters: Readonly<Record<string, AnyParameter>>,
  texts: Texts = {},
  path = '',
): Readonly<Record<string, Described<AnyParameter>>> {
  const entries = Object.entries(parameters).map(([name, parameter]) => {
    const at = `${path}${name}`;
    const words = wordsOf(texts[at] ?? '', 'default' in parameter);
    return [name, { ...inside(parameter, texts, at), ...words }];
  });
  return Object.fromEntries(entries);
}

/** Adds the texts to the parameters inside a parameter. */
function inside(parameter: AnyParameter, texts: Texts, at: string) {
  const { variants, of } = parameter as {
    variants?: Readonly<Record<string, Readonly<Record<string, AnyParameter>>>>;
    of?: Readonly<Record<string, AnyParameter>> | string;
  };
  if (variants) {
    const sets = Object.entries(variants).map(([word, set]) => [
      word,
      described(set, texts, `${at}.${word}.`),
    ]);
    return { ...parameter, variants: Object.fromEntries(sets) };
  }
  if (typeof of === 'object') {
    return { ...parameter, of: described(of, texts, `${at}.`) };
  }
  return parameter;
}

/** Splits a comment into the text and the default in words. */
function wordsOf(text: string, hasDefault: boolean): Words {
  const [, doc = text, , defaultsTo] =
    /^(.*?) ?(Required|Optional|Defaults to (.*))\.$/s.exec(text) ?? [];
  if (hasDefault || defaultsTo === undefined) return { doc };
  return { doc, defaultsTo };
}
