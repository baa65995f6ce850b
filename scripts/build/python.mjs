// @ts-check
// Finds the Python that runs Emscripten.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { find, must } from '../lib/run.mjs';

/** @param {string | undefined} path @returns {path is string} */
function isScript(path) {
  if (!path) return false;
  const start = Buffer.alloc(2);
  const file = openSync(path, 'r');
  readSync(file, start);
  closeSync(file);
  return start.toString() === '#!';
}

/**
 * The environment in which em++ starts quickly. Debian's em++ runs `python3`
 * from PATH for every file. Where that is a version manager's script, finding
 * the real Python takes longer than compiling a small file. So we find it once,
 * when a build is configured.
 * @returns {Promise<Record<string, string>>}
 */
export async function quickPython() {
  if (process.env.EMSDK_PYTHON || !isScript(find('python3'))) return {};
  const emcc = find('emcc');
  const asksPath = /\$\{EMSDK_PYTHON:-python3\}/;
  if (!isScript(emcc) || !asksPath.test(readFileSync(emcc, 'utf8'))) return {};
  const program = 'import sys; print(sys.executable)';
  const python = await must(['python3', '-c', program], { quiet: true });
  return { EMSDK_PYTHON: python.trim() };
}
