/** Lays out texts of help for a terminal. */

/** Width of the text, if the terminal does not tell its own. */
const WIDTH = 80;

/** Sections with an empty line between them; empty ones are left out. */
export const joined = (sections: readonly string[]) =>
  `${sections.filter(Boolean).join('\n\n')}\n`;

/** A page of help from its first line and paragraphs. */
export function commandHelp(
  usage: string,
  paragraphs: readonly string[],
): string {
  return joined([usage, ...paragraphs.map((text) => fold(text))]);
}

/** A text with a label before it, on a new line; '' if there is no text. */
export function labelled(label: string, text: string): string {
  if (!text) return '';
  return `\n${fold(label ? `${label}: ${text}` : text, label ? 0 : 2)}`;
}

/** The text with a capital letter first. */
export const capital = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A list of names with their meaning beside them, or below a long name. Each of
 * several texts begins on a line of its own.
 */
export function flagList(
  items: readonly (readonly [name: string, text: string | readonly string[]])[],
): string {
  const longest = Math.max(...items.map(([name]) => name.length));
  const indent = Math.min(longest, 22) + 4;
  const lines = items.map(([name, text]) => {
    const body = [text]
      .flat()
      .map((part) => fold(part, indent))
      .join('\n')
      .trimStart();
    const head = `  ${name}`;
    return head.length + 2 > indent
      ? `${head}\n${' '.repeat(indent)}${body}`
      : head.padEnd(indent) + body;
  });
  return lines.join('\n');
}

/** Breaks a text into lines; the first may have another indent. */
export function fold(text: string, first = 0, indent = first): string {
  const width = Math.min(process.stdout.columns ?? WIDTH, 100);
  const lines: string[] = [];
  let line = ' '.repeat(first);
  let empty = true;
  for (const word of text.split(/\s+/)) {
    if (!empty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = ' '.repeat(indent);
      empty = true;
    }
    line += (empty ? '' : ' ') + word;
    empty = false;
  }
  return [...lines, line].join('\n');
}

/** What commands say of the flag for LongRoPE. */
export const DIVISORS_WORDS =
  '--divisors float64 takes the divisors of LongRoPE as they are written. By ' +
  'default they are rounded to float32, as checkpoints were trained with.';

/** What commands that read configurations take as FILE. */
export const CONFIG_WORDS =
  'FILE is the config.json of a model on Hugging Face as it is downloaded, a ' +
  'folder that has one, a GGUF file, of which only the header is read, or - ' +
  'for standard input.';
