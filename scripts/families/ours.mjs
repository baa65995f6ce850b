// @ts-check
// What the package knows of families, bundled from its sources.
import { build } from 'esbuild';
import { root } from '../lib/paths.mjs';

/**
 * @typedef {object} Ours
 * @property {readonly string[]} words of `model_type`
 * @property {readonly string[]} architectures of GGUF files
 * @property {readonly string[]} stored words of `model_type` that these
 *   architectures stand for
 * @property {(config: unknown) => { guessed: boolean }} read throws where a
 *   family is unknown
 */

const contents = `
export { familyWords } from './bindings/src/models/records.ts';
export { ARCHITECTURES } from './bindings/src/models/gguf/architectures.ts';
export { readModel } from './bindings/src/models/model.ts';
`;

/** @returns {Promise<Ours>} */
export async function ourFamilies() {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    ...{ bundle: true, write: false, format: 'esm', platform: 'neutral' },
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const { familyWords, ARCHITECTURES, readModel } = await import(
    `data:text/javascript;base64,${code}`
  );
  const pairs = Object.values(ARCHITECTURES)
    .flatMap((list) => list.split(' '))
    .map((name) => name.split(':'));
  return {
    words: familyWords,
    architectures: pairs.map(([name]) => name),
    stored: pairs.map(([name, type = name]) => type),
    read: readModel,
  };
}
