// @ts-check
// Finds the types that a method gives to users of the package.

/**
 * The types that a method's file exports, by name. Two kinds are left out: the
 * interface of the method itself, `NAMEMethod`, which `Posenc` has, and what a
 * comment marks as `@package`, because only other files of the package need it.
 * @param {string} text of the file @returns {string[]} sorted
 */
export function publicTypes(text) {
  const comment = String.raw`(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n)?`;
  const declared = new RegExp(
    `^(${comment})export (?:interface|type) (\\w+)`,
    'gm',
  );
  const passedOn = /^export type \{([^}]+)\}/gm;
  const names = [...text.matchAll(declared)]
    .filter(([, above = '']) => !above.includes('@package'))
    .map(([, , name = '']) => name);
  for (const [, list = ''] of text.matchAll(passedOn)) {
    names.push(...list.split(',').map((name) => name.trim()));
  }
  return names.filter((name) => name && !name.endsWith('Method')).sort();
}
