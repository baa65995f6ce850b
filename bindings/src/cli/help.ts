/** Pages of help, from the descriptions of methods. */

import { type MethodDescription, methods } from '../descriptions.js';
import type { Flag } from './flags.js';
import { givable } from './spec.js';
import {
  asFlags,
  defaultWords,
  exampleCommand,
  flagOf,
  flagWords,
  formulaVariants,
  paperWords,
  usualFormula,
} from './words.js';

/** The flags of every command that writes a table. */
export const OUTPUT_FLAGS: readonly (Flag & { readonly doc: string })[] = [
  {
    name: 'out',
    value: 'FILE',
    doc:
      'Output file, which must end in .npy, .safetensors, .csv or .json, or ' +
      '- for standard output. A file appears only when it is complete, and ' +
      'replaces one of the same name.',
  },
  {
    name: 'format',
    value: 'FORMAT',
    doc: 'Format of the output: npy, safetensors, csv or json. Defaults to the ending of --out.',
  },
  {
    name: 'spec',
    value: 'FILE',
    doc:
      'File with "method" and parameters as JSON, named as in JavaScript; - ' +
      'is standard input. Flags take precedence over it.',
  },
  {
    name: 'name',
    value: 'NAME',
    doc: "Name of the tensor in a safetensors file. Defaults to the method's.",
  },
  {
    name: 'header',
    doc:
      'Whether a CSV file begins with names of columns. Only a file that ' +
      'begins at row 0 gets them, so that parts can be joined.',
  },
  { name: 'help', doc: 'Shows this page.' },
];

/** Width of the text, if the terminal does not tell its own. */
const WIDTH = 80;

/** `posenc table --help`. */
export function tableHelp(): string {
  return [
    'posenc table METHOD [--parameter value …] --out FILE',
    fold('Writes a table of any of these methods:'),
    methodList(),
    'Every parameter of a method is a flag: see `posenc help METHOD`. Other flags:',
    flagList(OUTPUT_FLAGS.map(({ doc, ...flag }) => [flagWords(flag), doc])),
    fold(
      'Rows: --rows 4096:8192 writes only these rows of the table, with the ' +
        'same bits as in the whole table. CSV files of neighbouring rows can ' +
        'be joined with `cat`. Tables are computed and written a few rows at a ' +
        'time, so they may be larger than memory.',
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

/** `posenc methods`: the methods that make tables, one line for each. */
export function methodList(): string {
  const all = Object.values<MethodDescription>(methods);
  const named = all.filter(({ family }) => family === 'table');
  return flagList(named.map(({ name, goodAt }) => [name, goodAt]));
}

/** The usual formula, then the equations that hold for other options. */
function formulaHelp(method: MethodDescription): string {
  const others = formulaVariants(method).map(({ condition, equation }) =>
    fold(`${condition}: ${equation.text}`, 2, 4),
  );
  return [fold(usualFormula(method.formula).text, 2), ...others].join('\n');
}

/** `posenc help METHOD`: the whole description of a method. */
export function methodHelp(method: MethodDescription): string {
  const { name, title, family, summary, presets, pitfalls } = method;
  const table = family === 'table';
  const flags = givable(method.parameters).map(({ path, parameter, flag }) => {
    // A switch needs no words about its values.
    const kind = flag.value ? `${capital(flag.words(parameter))}.` : '';
    const words = [parameter.doc, kind, defaultWords(parameter)];
    return [flagOf(path, flag.value), words.filter(Boolean).join(' ')] as const;
  });
  const setting = Object.entries(presets).map(
    ([preset, values]) => [preset, asFlags(values) || 'the defaults'] as const,
  );
  const sections = [
    `${title}: posenc table ${name} [--parameter value …] --out FILE`,
    fold(summary),
    `${formulaHelp(method)}${labelled('', paperWords(method))}`,
    [
      labelled('Good at', method.goodAt),
      labelled('Bad at', method.badAt),
      labelled('Result', method.result),
      labelled('Error', method.accuracy),
    ]
      .join('')
      .trim(),
    `Parameters\n${flagList(flags)}`,
    setting.length ? `Presets\n${flagList(setting)}` : '',
    `Output\n${flagList(
      OUTPUT_FLAGS.map(({ doc, ...flag }) => [flagWords(flag), doc]),
    )}`,
    pitfalls.length
      ? `Pitfalls\n${pitfalls.map((text) => fold(`- ${text}`, 2, 4)).join('\n')}`
      : '',
    `Example\n  ${exampleCommand(method)}`,
  ];
  if (!table) {
    sections[0] = `${title}: \`pe.${name}\` of the library; no command makes it`;
    sections.splice(4, 3);
    sections.pop();
  }
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

function labelled(label: string, text: string): string {
  if (!text) return '';
  return `\n${fold(label ? `${label}: ${text}` : text, label ? 0 : 2)}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A list of names with their meaning beside them, or below a long name. */
export function flagList(
  items: readonly (readonly [name: string, text: string])[],
): string {
  const longest = Math.max(...items.map(([name]) => name.length));
  const indent = Math.min(longest, 22) + 4;
  const lines = items.map(([name, text]) => {
    const body = fold(text, indent).trimStart();
    const head = `  ${name}`;
    return head.length + 2 > indent
      ? `${head}\n${' '.repeat(indent)}${body}`
      : head.padEnd(indent) + body;
  });
  return lines.join('\n');
}

/** Breaks a text into lines; the first may have another indent. */
function fold(text: string, first = 0, indent = first): string {
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
