// The descriptions of `posenc/descriptions` as the page needs them: the files in
// `src/methods/described/` as data, without what is shown in folds or nowhere. The
// texts are in files of their own, which views import where they show them at once.

import { pathToFileURL } from 'node:url';
import type { MethodDescription } from 'posenc/descriptions';
import type { Plugin, Rollup } from 'vite';
import {
  commonOf,
  leanOf,
  type Methods,
  type Part,
  partNames,
  partOf,
  restOf,
} from '../src/methods/described/parts.js';

const entry = 'posenc/descriptions';
const folder = /\/web\/src\/methods\/described\/(rest\/)?(\w+)\.ts$/;

const converted = <W>(
  methods: Methods,
  convert: (method: MethodDescription) => W,
): Readonly<Record<string, W>> =>
  Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [name, convert(method)]),
  );

/** The methods of a part, as every view has them that shows one. */
export const lean = (methods: Methods, part: Part) =>
  converted(partOf(methods, part), leanOf);

/** What these lack. */
export const rest = (methods: Methods, part: Part) =>
  converted(partOf(methods, part), restOf);

/** What stands beside the formulas: see `formulas.ts`. */
export function besideFormulas(methods: Methods) {
  const parts = partNames.flatMap((part) =>
    Object.entries(partOf(methods, part)),
  );
  return converted(
    Object.fromEntries(parts),
    ({ formula, badAt, pitfalls }) => ({ formula, badAt, pitfalls }),
  );
}

/**
 * The descriptions of the package that the page is built with: a test may put
 * another there.
 */
export async function described(
  context: Pick<Rollup.PluginContext, 'resolve'>,
): Promise<Methods> {
  const found = await context.resolve(entry);
  if (found === null) throw new Error('the page needs the package, built');
  const { methods } = await import(pathToFileURL(found.id).href);
  return methods;
}

const isPart = (name: string): name is Part =>
  partNames.some((part) => part === name);

export function descriptions(): Plugin {
  return {
    name: 'descriptions',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      const [, late, name = ''] = folder.exec(id) ?? [];
      if (name === 'common') {
        const common = JSON.stringify(commonOf(await described(this)));
        return `export const common = ${common};`;
      }
      if (!isPart(name)) return undefined;
      const methods = await described(this);
      if (!late) {
        const data = JSON.stringify(lean(methods, name));
        return `export const ${name} = ${data};`;
      }
      return (
        `import { attach } from '../parts.js';\n` +
        `import { ${name} } from '../${name}.js';\n` +
        `attach(${name}, ${JSON.stringify(rest(methods, name))});`
      );
    },
    transform(code, id) {
      const reads =
        /import[^;]*[{,\s]methods\b[^;]*from 'posenc\/descriptions'/;
      if (/\/web\/src\//.test(id) && reads.test(code)) {
        this.error('the page reads descriptions from src/methods/described/');
      }
    },
  };
}
