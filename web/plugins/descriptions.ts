// `posenc/descriptions` as the page needs it: without the operations that no view
// shows, a fifth of the words, and without what stands in folds or nowhere.

import { pathToFileURL } from 'node:url';
import type { MethodDescription } from 'posenc/descriptions';
import type { Plugin, Rollup } from 'vite';

const entry = 'posenc/descriptions';
const resolved = '\0descriptions';

/** Operations of which views show parameters. All methods are shown. */
const shown = ['attention', 'attentionMap', 'relativeIndices'];

/** What `methods/late.ts` loads when a fold is opened. */
const late = ['formula', 'badAt', 'pitfalls'] as const;
/** What no view shows. */
const unseen = ['accuracy', 'operations', 'result'] as const;

type Methods = Readonly<Record<string, MethodDescription>>;

const shownOf = (methods: Methods): [string, MethodDescription][] =>
  Object.entries(methods).filter(
    ([name, { family }]) => family !== undefined || shown.includes(name),
  );

/** The descriptions that every view has. */
export const kept = (
  methods: Methods,
): Readonly<Record<string, Partial<MethodDescription>>> =>
  Object.fromEntries(
    shownOf(methods).map(([name, method]) => {
      const rest: Partial<MethodDescription> = { ...method };
      for (const part of [...late, ...unseen]) delete rest[part];
      return [name, rest];
    }),
  );

/** The words of the same methods that are loaded when they are wanted. */
export const later = (methods: Methods) =>
  Object.fromEntries(
    shownOf(methods).map(([name, { formula, badAt, pitfalls }]) => [
      name,
      { formula, badAt, pitfalls },
    ]),
  );

/**
 * The descriptions of the package that the page is built with: a test may put
 * another there.
 */
export async function described(
  context: Pick<Rollup.PluginContext, 'resolve'>,
): Promise<{ readonly id: string; readonly methods: Methods }> {
  const found = await context.resolve(entry, resolved);
  if (found === null) throw new Error('the page needs the package, built');
  const { methods } = await import(pathToFileURL(found.id).href);
  return { id: found.id, methods };
}

export function descriptions(): Plugin {
  return {
    name: 'descriptions',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id === entry && importer !== resolved ? resolved : undefined,
    async load(id) {
      if (id !== resolved) return undefined;
      const { id: file, methods } = await described(this);
      return (
        `export * from ${JSON.stringify(file)};\n` +
        `export const methods = ${JSON.stringify(kept(methods))};`
      );
    },
    async transform(code, id) {
      if (!/\/web\/src\/.*(?<!\.test)\.ts$/.test(id)) return;
      const names = [...code.matchAll(/\bmethods\.(\w+)\.\w/g)].map(
        ([, name = '']) => name,
      );
      if (names.length === 0) return;
      // Types do not know what is left out.
      const { methods } = await described(this);
      const there = kept(methods);
      const missing = names.find((name) => name in methods && !there[name]);
      if (missing) this.error(`${missing}: plugins/descriptions.ts omits it`);
    },
  };
}
