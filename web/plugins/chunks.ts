// What a chunk of the built page needs: other chunks, and style sheets.

import type { Rolldown } from 'vite';

export type Bundle = Rolldown.OutputBundle;
export type Chunk = Rolldown.OutputChunk;

export const chunksOf = (bundle: Bundle): readonly Chunk[] =>
  Object.values(bundle).filter((file) => file.type === 'chunk');

/** A chunk, and all that it imports at once, by their files. */
export function withImports(
  file: string,
  bundle: Bundle,
  found = new Map<string, Chunk>(),
): Map<string, Chunk> {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || found.has(file)) return found;
  found.set(file, chunk);
  for (const next of chunk.imports) withImports(next, bundle, found);
  return found;
}

/** The style sheets of a chunk itself. */
export const stylesOf = ({ viteMetadata }: Chunk): readonly string[] => [
  ...(viteMetadata?.importedCss ?? []),
];

/** The chunk in which a source file begins: an entry of the build. */
export function entryOf(bundle: Bundle, source: string): Chunk {
  const found = chunksOf(bundle).find(
    ({ isEntry, facadeModuleId }) => isEntry && facadeModuleId === source,
  );
  if (!found) throw new Error(`the build has no entry ${source}`);
  return found;
}
