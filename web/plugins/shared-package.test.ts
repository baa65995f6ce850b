// The page and its workers import one file of each entry of the package.

import { expect, it } from 'vitest';
import { sharedFile, sharedPackage } from './shared-package.js';

const file = (name: string) =>
  new URL(`../../bindings/dist/${name}.js`, import.meta.url).pathname;

/** What the plugin makes of an import. */
async function resolved(source: string, importer?: string) {
  const { resolveId } = sharedPackage({ writes: true });
  const handler = (resolveId as { handler: (...given: unknown[]) => unknown })
    .handler;
  const context = {
    resolve: async (id: string) => ({
      id: file(id === 'posenc' ? 'index' : id.replace(/^(posenc|\.)\//, '')),
    }),
  };
  return handler.call(context, source, importer, {}) as Promise<
    { id: string; external: boolean } | undefined
  >;
}

it('leaves entries with WebAssembly to a file of their own', async () => {
  for (const [source, name] of [
    ['posenc', 'index'],
    ['posenc/rotary', 'rotary'],
    // As the worker of the package imports it.
    ['./absolute', 'absolute'],
  ] as const) {
    const found = await resolved(source, '/web/src/x.ts');
    expect(found?.external).toBe(true);
    expect(sharedFile(found?.id ?? '')).toMatch(
      new RegExp(`^assets/posenc-${name}-[0-9a-f]{8}\\.js$`),
    );
  }
});

it('bundles all others, and what begins a bundle', async () => {
  expect(await resolved('posenc/models', '/web/src/x.ts')).toBeUndefined();
  expect(await resolved('posenc/rotary')).toBeUndefined();
  expect(await resolved('uplot', '/web/src/x.ts')).toBeUndefined();
  expect(sharedFile('/web/src/x.ts')).toBeUndefined();
});

it('writes relative imports, beside which the files lie', async () => {
  const found = await resolved('posenc/bias', '/web/src/x.ts');
  const { renderChunk, generateBundle } = sharedPackage({ writes: true });
  const { handler } = renderChunk as {
    handler: (code: string) => string | undefined;
  };
  const code = handler(`import{load as a}from"${found?.id}";a()`);
  const name = sharedFile(found?.id ?? '')?.replace('assets/', './');
  expect(code).toBe(`import{load as a}from"${name}";a()`);
  expect(handler('let a')).toBeUndefined();
  const written: { fileName: string; source: string }[] = [];
  const context = {
    emitFile: (one: (typeof written)[number]) => written.push(one),
  };
  (generateBundle as unknown as (this: unknown) => void).call(context);
  const own = written.find(
    ({ fileName }) => fileName === sharedFile(found?.id ?? ''),
  );
  // The package's own file, which imports nothing.
  expect(own?.source).toMatch(/export\s*\{/);
  expect(own?.source).not.toMatch(/(from|import)\s*"\.\//);
});
