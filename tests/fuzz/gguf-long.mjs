// @ts-check
// Runs the fuzzer of the GGUF reader for long:
//
//     node tests/fuzz/gguf-long.mjs [EXECUTIONS] [SEED]
//
// Prints a line now and then, and every input that is no configuration and no
// typed error as base64; then it exits with 1.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const bundle = join(here, '..', '..', 'build', 'gguf-fuzz.mjs');
const [executions = 1e7, seed = Date.now() >>> 0] = process.argv
  .slice(2)
  .map(Number);

await build({
  entryPoints: [join(here, 'gguf.ts')],
  outfile: bundle,
  bundle: true,
  format: 'esm',
  platform: 'node',
});
/** @type {typeof import('./gguf.js')} */
const { fuzz } = await import(pathToFileURL(bundle).href);
rmSync(bundle);

const begin = performance.now();
/** @param {import('./gguf.js').Report} report */
const line = ({ executions: done, kept, pairs, findings }) => {
  const seconds = (performance.now() - begin) / 1000;
  console.log(
    `${done} executions in ${seconds.toFixed(0)} s, seed ${seed}: ${kept} ` +
      `inputs kept, ${pairs} pairs, ${findings.length} findings`,
  );
};
let printed = begin;
const report = fuzz(executions, seed, (soFar) => {
  if (performance.now() - printed > 30_000) {
    printed = performance.now();
    line(soFar);
  }
});
line(report);
for (const { bytes, error } of report.findings) {
  console.log(error, Buffer.from(bytes).toString('base64'));
}
process.exitCode = report.findings.length > 0 ? 1 : 0;
