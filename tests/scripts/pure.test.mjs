/** Bundles whose values are marked as pure: what nobody uses is left out. */
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { markPure } from '../../scripts/build/pure.mjs';

/** What a page that imports `used` of a marked bundle has of it. */
async function usedOf(code) {
  const contents = `${await markPure('b.js', code)}\nexport { used };`;
  const { outputFiles } = await build({
    stdin: { contents: "export { used } from 'bundle';" },
    bundle: true,
    format: 'esm',
    write: false,
    plugins: [
      {
        name: 'bundle',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^bundle$/ }, ({ path }) => ({
            path,
            namespace: 'made',
          }));
          onLoad({ filter: /.*/, namespace: 'made' }, () => ({ contents }));
        },
      },
    ],
  });
  return outputFiles[0]?.text;
}

const used = 'const used = 7;';

/** What esbuild fills the objects of `import *` with. */
const exporter = `var __export = (to, all) => {
  for (var key in all) Object.defineProperty(to, key, { get: all[key], enumerable: true });
};`;

describe('markPure', () => {
  it.each([
    'const unused = compute(1, other());',
    'const unused = { ...base, deep: [make()] };',
    'const unused = 2 ** 53;',
    'const unused = /* @__PURE__ */ outer(/* @__PURE__ */ inner());',
    'const { a, b: unused } = base;',
    'const [least, most] = [one(), two()];',
    'var all = {};\n__export(all, { used: () => used });',
    'class Unused extends Error { static of() { return new Unused(); } }',
  ])('lets bundlers leave out %s', async (code) => {
    const text = await usedOf(`${exporter}\n${used}\n${code}`);
    expect(text).toContain('7');
    expect(text).not.toMatch(/compute|base|make|53|outer|one|all|Unused/);
  });

  it.each([
    ['const used = double(4); function double(x) { return 2 * x; }', 8],
    ['const { length: used } = [1, 2, 3];', 3],
    ['const [first, used] = [3, 4 + 1];', 5],
    [
      `${exporter}\nvar all = {};\n__export(all, { one: () => one, two: () => two });\n` +
        'var one = 1, two = 2;\nconst used = Object.keys(all).length + all.two;',
      4,
    ],
  ])('keeps values: %s', async (code, value) => {
    const text = await usedOf(code);
    const url = `data:text/javascript,${encodeURIComponent(text)}`;
    expect((await import(url)).used).toBe(value);
  });

  it.each(['table.set(1, 2);', 'for (;;) {}', 'globalThis.x = 1;'])(
    'refuses a bundle that does more than declare: %s',
    async (code) => {
      await expect(markPure('b.js', `${used}\n${code}`)).rejects.toThrow(
        `build: b.js does more than declare when it is loaded: ${code}`,
      );
    },
  );
});
