// `node run-blocks.mjs FILE…`: imports modules one after another, so that they
// load the package once, and prints a line of JSON for each: what it printed,
// and the error with which it failed.
import { pathToFileURL } from 'node:url';

const write = process.stdout.write.bind(process.stdout);
for (const file of process.argv.slice(2)) {
  let output = '';
  process.stdout.write = (/** @type {string | Uint8Array} */ text) => {
    output += text;
    return true;
  };
  /** @type {string | undefined} */
  let error;
  try {
    await import(pathToFileURL(file).href);
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.stack : String(thrown);
  }
  process.stdout.write = write;
  write(`${JSON.stringify({ output, error })}\n`);
}
