// @ts-check
// Repeats a step only when its inputs have changed.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { at } from './paths.mjs';

/**
 * All files below a folder, sorted, as absolute paths.
 * @param {string} folder @param {(path: string) => boolean} [keep]
 * @returns {string[]}
 */
export function filesBelow(folder, keep = () => true) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules')
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path, keep);
      return keep(path) ? [path] : [];
    })
    .sort();
}

/** @param {string[]} paths @returns {string} changes when a file does */
function fingerprint(paths) {
  const lines = paths.map((path) => {
    const file = statSync(path, { throwIfNoEntry: false });
    return `${path} ${file?.size} ${file?.mtimeMs}`;
  });
  return lines.join('\n');
}

/**
 * Runs a step, unless its outputs exist and its inputs are those of the last
 * time that it succeeded.
 * @param {string} name @param {{ inputs: string[], outputs: string[] }} files
 * @param {() => void | Promise<void>} step
 * @returns {Promise<boolean>} whether it ran
 */
export async function whenStale(name, { inputs, outputs }, step) {
  const stamp = at(`build/stamps/${name}`);
  const now = fingerprint(inputs);
  const fresh =
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === now &&
    outputs.every((path) => existsSync(path));
  if (fresh) return false;
  await step();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
  return true;
}

/**
 * Writes a file. If it has this content already, it keeps its time.
 * @param {string} path @param {string | Uint8Array} content
 */
export function writeIfChanged(path, content) {
  const bytes = Buffer.from(content);
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}
