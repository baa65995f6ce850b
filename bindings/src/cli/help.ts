/** Pages of help, from the descriptions of methods. */

import {
  type DescribedParameter,
  type MethodDescription,
  methods,
} from '../descriptions.js';
import { FAMILIES, familyOf, type MethodFamily, madeBy } from './families.js';
import { type Givable, givable, readable, withoutPreset } from './givable.js';
import {
  DETECT_FLAGS,
  OUTPUT_FLAGS,
  ROPE_FLAGS,
  SCHEDULE_FLAGS,
  WORK_FLAGS,
} from './help-flags.js';
import {
  aboutMethod,
  outputList,
  parameterList,
  pitfallList,
  presetList,
} from './help-method.js';
import { attentionHelp, attentionMapHelp, matrixHelp } from './help-scores.js';
import { flagList, fold, joined } from './help-text.js';
import { exampleCommand } from './words.js';

/** `posenc table --help`, and that of the other families. */
export function familyHelp(family: MethodFamily): string {
  const { word, summary, about } = family;
  return joined([
    `posenc ${word} METHOD [--parameter value …] --out FILE`,
    fold(summary),
    `Methods\n${listOf(madeBy(family))}`,
    fold(
      'Every parameter of a method is a flag: see `posenc help METHOD`. Other ' +
        'flags:',
    ),
    outputList(WORK_FLAGS),
    fold(about),
  ]);
}

const listOf = (methods: readonly MethodDescription[]) =>
  flagList(methods.map(({ name, goodAt }) => [name, goodAt]));

/** `posenc methods`: the methods by the command that computes them. */
export function methodList(): string {
  const made = Object.values<MethodFamily>(FAMILIES).map(
    (family) =>
      `${family.title}: posenc ${family.word} METHOD …\n${listOf(madeBy(family))}`,
  );
  const rope: MethodDescription = methods.rope;
  return joined([...made, `Rotation: posenc rope …\n${listOf([rope])}`]);
}

/** `posenc methods --json`: the same methods. */
export function methodFacts() {
  const factsOf =
    (command: string) =>
    ({ name, title, summary, goodAt, badAt }: MethodDescription) => ({
      ...{ name, command, title, summary, goodAt, badAt },
    });
  const made = Object.values<MethodFamily>(FAMILIES).flatMap((family) =>
    madeBy(family).map(factsOf(family.word)),
  );
  return [...made, factsOf('rope')(methods.rope)];
}

/** The pages of methods that have a command of their own. */
const PAGES: Readonly<Record<string, () => string>> = {
  attention: attentionHelp,
  attentionMap: attentionMapHelp,
  relativeIndices: matrixHelp,
  rope: ropeHelp,
  ropeCache: ropeHelp,
  convertLayout: convertLayoutHelp,
  detectLayout: detectLayoutHelp,
  detectSchedule: detectHelp,
  detectTable: detectHelp,
};

/** `posenc help METHOD`: the whole description of a method. */
export function methodHelp(method: MethodDescription): string {
  const { name, title, presets, pitfalls } = method;
  const page = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  if (page) return page();
  const family = familyOf(method);
  if (!family) {
    const call = `${title}: \`pe.${name}\` of the library; no command makes it`;
    return joined([call, ...aboutMethod(method), pitfallList(pitfalls)]);
  }
  const example = exampleCommand(method);
  return joined([
    `${title}: posenc ${family.word} ${name} [--parameter value …] --out FILE`,
    ...aboutMethod(method),
    `Parameters\n${parameterList(givable(method.parameters))}`,
    presetList(presets),
    `Output\n${outputList(WORK_FLAGS)}`,
    pitfallList(pitfalls),
    example ? `Example\n  ${example}` : '',
  ]);
}

/** `posenc rope --help`. */
export function ropeHelp(): string {
  const rope = withoutPreset(methods.rope);
  const tables = withoutPreset(methods.ropeCache);
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
    `Output\n${outputList([...ROPE_FLAGS, ...WORK_FLAGS])}`,
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

/** `posenc detect --help`. */
export function detectHelp(): string {
  const schedule: MethodDescription = methods.detectSchedule;
  const table: MethodDescription = methods.detectTable;
  return joined([
    `${schedule.title}, ${table.title.toLowerCase()}:\n` +
      '  posenc detect FILE [--config config.json]\n' +
      '  posenc detect COS SIN\n' +
      '  posenc detect BEFORE AFTER',
    ...aboutMethod(schedule),
    `${table.title}`,
    ...aboutMethod(table),
    `Parameters\n${parameterList(readable(schedule))}`,
    `Output\n${outputList(SCHEDULE_FLAGS)}`,
    fold(
      'A file with one axis holds frequencies, such as inv_freq; one with two a ' +
        'cache or a sinusoidal table; two files cosines and sines, or with three ' +
        'axes heads before and after. The exit code is 1 if nothing explains the ' +
        'numbers, or if they are not what was expected.',
    ),
    FILES,
    pitfallList(schedule.pitfalls),
    pitfallList(table.pitfalls),
    'Example\n  posenc detect model.safetensors:rotary.inv_freq --config ' +
      'config.json',
  ]);
}

const FILES = fold(
  'Files end in .npy, .safetensors, .csv or .json, and - is standard input. A ' +
    'tensor of a safetensors file is named behind a colon: FILE:NAME.',
);
