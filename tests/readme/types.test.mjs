// The examples of README and docs are modules in strict TypeScript as they
// stand: who pastes one gets no error of the compiler. Blocks of JavaScript
// contain no types, so that they run as they stand, too.
import { transform } from 'esbuild';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { at } from '../../scripts/lib/paths.mjs';
import { blocksIn } from './pages.mjs';

/** What `tsc --init` writes, and no option that is stricter. */
const options = {
  strict: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
  typeRoots: [at('node_modules/@types')],
};

const javaScript = blocksIn('js', 'javascript');
const all = [...javaScript, ...blocksIn('ts', 'typescript')];

/** Each block as a file below the repository, so that `posenc` is found. */
const files = new Map(
  all.map((block) => {
    const name = `${block.page.replaceAll('/', '-')}-${block.line}.ts`;
    return [at(`build/examples/${name}`), block];
  }),
);

/** Compiles all blocks at once. @returns {string[]} what is wrong, and where */
function compile() {
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, language, ...rest) => {
    const block = files.get(name);
    if (block) return ts.createSourceFile(name, block.code, language);
    return getSourceFile(name, language, ...rest);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, start = 0, messageText }) => {
      const text = ts.flattenDiagnosticMessageText(messageText, '\n');
      const block = file && files.get(file.fileName);
      if (!block) return text;
      const { line } = file.getLineAndCharacterOfPosition(start);
      return `${block.page}:${block.line + 1 + line}: ${text}`;
    });
}

it('all examples compile in strict TypeScript', () => {
  expect(all.length).toBeGreaterThan(100);
  expect(compile()).toEqual([]);
});

it.each(javaScript)(
  '$page: the block of line $line is JavaScript',
  async ({ code }) => {
    await transform(code, { loader: 'js', format: 'esm' });
  },
);
