/** Pages of help, from the descriptions of methods. */

import {
  type DescribedParameter,
  type MethodDescription,
  methods,
} from '../descriptions.js';
import type { Flag } from './flags.js';
import { type Givable, givable } from './spec.js';
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

/** The flags of `posenc rope` that no parameter has. */
export const ROPE_FLAGS: readonly (Flag & { readonly doc: string })[] = [
  {
    name: 'preset',
    value: 'NAME',
    doc:
      'Name of a model, such as "Llama 2 7B", whose values hold for what ' +
      'neither the flags nor a spec file say.',
  },
  {
    name: 'config',
    value: 'FILE',
    doc:
      'The config.json of a model, a folder that has one, a GGUF file, or - for standard ' +
      'input. The rope of its layers holds for what neither the flags nor a ' +
      'spec file say.',
  },
  {
    name: 'layer',
    value: 'N',
    doc:
      'Number of the layer of --config whose rope it is, from 0. Needed where ' +
      'layers have different ropes.',
  },
  {
    name: 'tower',
    value: 'NAME',
    doc: 'Part of the model of --config, such as text or vision. Defaults to its main one.',
  },
  {
    name: 'json',
    doc: 'Whether to print what the rope is as JSON, not as a text.',
  },
];

/** What commands that read configurations take as FILE. */
export const CONFIG_WORDS =
  'FILE is the config.json of a model on Hugging Face as it is downloaded, a ' +
  'folder that has one, a GGUF file, of which only the header is read, or - ' +
  'for standard input.';

/** A page of help from its first line and paragraphs. */
export function commandHelp(
  usage: string,
  paragraphs: readonly string[],
): string {
  return joined([usage, ...paragraphs.map((text) => fold(text))]);
}

/** The flags of `posenc detect-layout` that no parameter has. */
export const DETECT_FLAGS: readonly (Flag & { readonly doc: string })[] = [
  {
    name: 'reference',
    value: 'FILE',
    doc:
      'What another engine made of the same heads. With AFTER alone, the ' +
      'mistake is searched that turns one into the other.',
  },
  {
    name: 'preset',
    value: 'NAME',
    doc: 'Name of a model, such as "Llama 2 7B", whose rope was expected.',
  },
  {
    name: 'json',
    doc: 'Whether to print the report as JSON, not as a text.',
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
  const { name, title, family, presets, pitfalls } = method;
  if (name === 'rope' || name === 'ropeCache') return ropeHelp();
  if (name === 'convertLayout') return convertLayoutHelp();
  if (name === 'detectLayout') return detectLayoutHelp();
  if (family !== 'table') {
    const call = `${title}: \`pe.${name}\` of the library; no command makes it`;
    return joined([call, ...aboutMethod(method), pitfallList(pitfalls)]);
  }
  return joined([
    `${title}: posenc table ${name} [--parameter value …] --out FILE`,
    ...aboutMethod(method),
    `Parameters\n${parameterList(givable(method.parameters))}`,
    presetList(presets),
    `Output\n${outputList(OUTPUT_FLAGS)}`,
    pitfallList(pitfalls),
    `Example\n  ${exampleCommand(method)}`,
  ]);
}

/** `posenc rope --help`. */
export function ropeHelp(): string {
  const rope: MethodDescription = methods.rope;
  const tables: MethodDescription = methods.ropeCache;
  const isOfRope = ({ path }: Givable<DescribedParameter>) =>
    path.replace(/\..*/, '') in rope.parameters;
  const all = givable(tables.parameters);
  return joined([
    `${rope.title}: posenc rope [--parameter value …] [--json]\n` +
      'Tables: posenc rope --cache ENGINE [--parameter value …] --out FILE',
    fold(
      'Without --cache it prints the frequencies and wavelengths of all pairs ' +
        'and the factors of the scores.',
    ),
    ...aboutMethod(rope),
    `Parameters\n${parameterList(all.filter(isOfRope))}`,
    presetList(rope.presets),
    pitfallList(rope.pitfalls),
    tables.title,
    ...aboutMethod(tables),
    `Parameters of tables\n${parameterList(all.filter((one) => !isOfRope(one)))}`,
    `Output\n${outputList([...ROPE_FLAGS, ...OUTPUT_FLAGS])}`,
    fold(
      'A safetensors file holds both tables of hf and ort. Files of other ' +
        'formats hold one: --out rope.npy then writes rope.cos.npy and ' +
        'rope.sin.npy. With --rows, only these rows are written, with the same ' +
        'bits as in the whole tables.',
    ),
    pitfallList(tables.pitfalls),
    'Example\n  posenc rope --head-dim 128 --theta 500000 --cache ort ' +
      '--length 4096 --out rope.safetensors',
  ]);
}

/** `posenc convert-layout --help`. */
export function convertLayoutHelp(): string {
  const method: MethodDescription = methods.convertLayout;
  return joined([
    `${method.title}:\n` +
      '  posenc convert-layout FILE --from LAYOUT --to LAYOUT --heads N --out FILE',
    ...aboutMethod(method),
    `Parameters\n${parameterList(readable(method))}`,
    `Output\n${outputList(OUTPUT_FLAGS.filter(({ name }) => name !== 'spec'))}`,
    FILES,
    pitfallList(method.pitfalls),
    'Example\n  posenc convert-layout model.safetensors:k_proj.weight --heads 8 ' +
      '--from half\n    --to interleaved --out k.safetensors',
  ]);
}

/** `posenc detect-layout --help`. */
export function detectLayoutHelp(): string {
  const method: MethodDescription = methods.detectLayout;
  return joined([
    `${method.title}:\n` +
      '  posenc detect-layout BEFORE AFTER --heads N [--parameter value …]\n' +
      '  posenc detect-layout AFTER --reference FILE --heads N',
    ...aboutMethod(method),
    `Parameters\n${parameterList(readable(method))}`,
    `Output\n${outputList(DETECT_FLAGS)}`,
    fold(
      'The flags of `posenc rope` say which rope was expected, such as ' +
        '--theta 500000. Without any, usual bases and widths are tried.',
    ),
    FILES,
    pitfallList(method.pitfalls),
    'Example\n  posenc detect-layout before.npy after.npy --heads 32 ' +
      '--head-dim 128',
  ]);
}

/** The parameters of a method that reads files, whose dtype the files say. */
const readable = (method: MethodDescription) =>
  givable(method.parameters).filter(({ path }) => path !== 'dtype');

const FILES = fold(
  'Files end in .npy, .safetensors, .csv or .json, and - is standard input. A ' +
    'tensor of a safetensors file is named behind a colon: FILE:NAME.',
);

const joined = (sections: readonly string[]) =>
  `${sections.filter(Boolean).join('\n\n')}\n`;

/** Summary, formula, strengths, result and error of a method. */
function aboutMethod(method: MethodDescription): readonly string[] {
  return [
    fold(method.summary),
    `${formulaHelp(method)}${labelled('', paperWords(method))}`,
    [
      labelled('Good at', method.goodAt),
      labelled('Bad at', method.badAt),
      labelled('Result', method.result),
      labelled('Error', method.accuracy),
    ]
      .join('')
      .trim(),
  ];
}

function parameterList(parameters: readonly Givable<DescribedParameter>[]) {
  const texts = new Map<string, readonly string[]>();
  for (const { path, parameter, flag, types } of parameters) {
    const name = flagOf(path, flag.value);
    // A switch needs no words about its values.
    const kind = flag.value ? `${capital(flag.words(parameter))}.` : '';
    const words = [
      types ? `With ${types.join(', ')}:` : '',
      ...[parameter.doc, kind, defaultWords(parameter)],
    ];
    const text = words.filter(Boolean).join(' ');
    texts.set(name, [...(texts.get(name) ?? []), text]);
  }
  return flagList([...texts]);
}

function presetList(presets: MethodDescription['presets']): string {
  const setting = Object.entries(presets).map(
    ([preset, values]) => [preset, asFlags(values) || 'the defaults'] as const,
  );
  return setting.length ? `Presets\n${flagList(setting)}` : '';
}

const outputList = (flags: readonly (Flag & { readonly doc: string })[]) =>
  flagList(flags.map(({ doc, ...flag }) => [flagWords(flag), doc]));

function pitfallList(pitfalls: readonly string[]): string {
  const lines = pitfalls.map((text) => fold(`- ${text}`, 2, 4));
  return lines.length ? `Pitfalls\n${lines.join('\n')}` : '';
}

function labelled(label: string, text: string): string {
  if (!text) return '';
  return `\n${fold(label ? `${label}: ${text}` : text, label ? 0 : 2)}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

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
