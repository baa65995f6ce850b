// @ts-check
// The records of families, file by file.
import { readFileSync } from 'node:fs';
import { at } from '../../lib/paths.mjs';

const folder = 'models/families';

/** @typedef {{ title: string, source: string, words: string[] }} Group */

/**
 * The words of families by their files, in the order of the index. A file's
 * title is the first sentence of the comment at its head.
 * @returns {Promise<Group[]>}
 */
export async function groups() {
  const index = readFileSync(at(`bindings/src/${folder}/index.ts`), 'utf8');
  const files = [...index.matchAll(/^ {2}\.\.\.(\w+),$/gm)].map(([, name]) => {
    const from = new RegExp(`import \\{ ${name} \\} from '\\./([\\w-]+)\\.js'`);
    const [, file] = index.match(from) ?? [];
    if (name === undefined || file === undefined) {
      throw new Error(`docs: no import of ${name} in the index of families`);
    }
    return { name, file };
  });
  const found = await Promise.all(
    files.map(async ({ name, file }) => {
      const source = readFileSync(at(`bindings/src/${folder}/${file}.ts`));
      const [, comment = ''] = `${source}`.match(/^\/\*\*(.*?)\*\//s) ?? [];
      const text = comment.replace(/\n \*/g, ' ').replace(/\s+/g, ' ').trim();
      const [, title] = text.match(/^(.+?)\. Sources:/) ?? [];
      const [, sources] = text.match(/ Sources: (.+?)\.(?: The parts|$)/) ?? [];
      if (title === undefined || sources === undefined) {
        throw new Error(`docs: ${file}.ts must begin with title and sources`);
      }
      const all = await import(
        at(`bindings/dist/modules/${folder}/${file}.js`)
      );
      // Records that are the same have their words in one key.
      const words = Object.keys(all[name]).flatMap((key) => key.split(' '));
      return { title, source: sources, words };
    }),
  );
  // Of two records for a word, the last one counts.
  return found.map((group, i) => {
    const later = new Set(found.slice(i + 1).flatMap(({ words }) => words));
    return { ...group, words: group.words.filter((word) => !later.has(word)) };
  });
}
