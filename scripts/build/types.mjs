// @ts-check
// Compiles the TypeScript of the package, file by file, into
// `bindings/dist/modules`: types for its users, modules for `bundle.mjs` and for
// tests of what no entry exports.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { at } from '../lib/paths.mjs';
import { must, tool } from '../lib/run.mjs';
import { filesBelow, whenStale } from '../lib/stamps.mjs';
import { generateCalls } from './calls.mjs';
import { generated } from './dist.mjs';
import { makeEntries } from './entries.mjs';
import { makeWords } from './words.mjs';

const source = at('bindings/src/');
const dist = at('bindings/dist/modules/');

/** @param {string} file below src @returns {string[]} below dist */
function outputsOf(file) {
  if (file.endsWith('.d.ts')) return [file];
  const name = file.replace(/\.ts$/, '');
  return ['.js', '.js.map', '.d.ts'].map((end) => name + end);
}

/** @returns {Promise<boolean>} whether there was something to do */
export async function compileTypeScript() {
  await generateCalls();
  await makeEntries();
  await makeWords();
  const inputs = filesBelow(source, (path) => path.endsWith('.ts'));
  const files = inputs.map((path) => path.slice(source.length));
  const outputs = files.flatMap(outputsOf);
  const configuration = [
    at('tsconfig.base.json'),
    at('bindings/tsconfig.json'),
    at('bindings/tsconfig.cli.json'),
  ];
  return whenStale(
    'types',
    {
      inputs: [...inputs, ...configuration],
      outputs: outputs.map((file) => dist + file),
    },
    async () => {
      const ours = new Set([...outputs, ...generated]);
      const gone = filesBelow(dist).filter(
        (path) => !ours.has(path.slice(dist.length)),
      );
      for (const path of gone) rmSync(path);
      // A declaration may name a source that was renamed although its own has
      // not changed; the compiler does not see that it has to be written anew.
      if (gone.length > 0) {
        for (const name of ['bindings', 'cli']) {
          rmSync(at(`build/${name}.tsbuildinfo`), { force: true });
        }
      }
      // The command line apart: it alone may use what Node has.
      for (const project of configuration.slice(1)) {
        const command = tool('typescript7/bin/tsc', '-p', project);
        await must(command, { quiet: true });
      }
      // tsc leaves hand-written declarations behind.
      for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
        mkdirSync(dirname(dist + file), { recursive: true });
        copyFileSync(source + file, dist + file);
      }
    },
  );
}
