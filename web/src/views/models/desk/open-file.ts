// The configuration in a file: the text of a config.json, or the header of a GGUF file.
// What reads GGUF files is loaded for the first.

import { mostCharacters, tooLarge } from '../reading.js';

/** Whether a file begins as GGUF files do. */
const isGguf = async (file: Blob): Promise<boolean> =>
  (await file.slice(0, 4).text()) === 'GGUF';

let reading: Promise<(file: File) => Promise<string>> | null = null;

async function loadReader() {
  const { createModelsDesk } = await import('./desk.js');
  const desk = createModelsDesk();
  return (file: File) => desk.ask('gguf', file);
}

/** The text of its configuration; throws why there is none. */
export async function textOfFile(file: File): Promise<string> {
  if (await isGguf(file)) {
    reading ??= loadReader();
    return (await reading)(file);
  }
  if (file.size > mostCharacters) throw tooLarge(file.size);
  return file.text();
}
