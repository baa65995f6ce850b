/** `posenc detect-layout`: which rotary layout, or which mistake, made heads. */

import { toFloat32 } from '../../arrays/float32.js';
import { tensor } from '../../arrays/tensor.js';
import { type MethodDescription, methods } from '../../descriptions.js';
import type { FileTensor } from '../../formats/index.js';
import type {
  LayoutHypothesis,
  LayoutMistake,
  LayoutReport,
  Spec,
  TensorLike,
} from '../../index.js';
import { EXIT, misuse, reworded } from '../failure.js';
import { type Given, kebab, readArguments } from '../flags.js';
import {
  flagsFor,
  flagsOf,
  paths,
  readable,
  withoutPreset,
} from '../givable.js';
import { detectLayoutHelp } from '../help.js';
import { DETECT_FLAGS } from '../help-flags.js';
import { readFile } from '../inputs.js';
import { loadFor } from '../load.js';
import { readCall } from '../spec.js';
import type { Command } from './command.js';
import { ropeSpec, withPreset } from './rope.js';

const method: MethodDescription = methods.detectLayout;
const rope = withoutPreset(methods.rope);

export const detectLayoutCommand: Command = {
  usage: 'detect-layout BEFORE AFTER --heads N [--theta …]',
  summary: 'Says which rotary layout an engine used, or which mistake it made.',
  help: detectLayoutHelp,
  run: detect,
};

const own = flagsFor(readable(method));
const ofRope = flagsOf(rope).filter(
  ({ name }) => !own.some((flag) => flag.name === name),
);

async function detect(given: readonly string[]): Promise<void> {
  const all = readArguments(given, [...own, ...ofRope, ...DETECT_FLAGS]);
  const other = all.values.get('reference');
  const [first, second, extra] = all.words;
  if (extra !== undefined) throw misuse(`unexpected word "${extra}"`);
  if (first === undefined || (second === undefined && other === undefined)) {
    throw misuse(
      'two files are needed: BEFORE AFTER, or AFTER --reference FILE',
    );
  }
  const files = {
    ...(second === undefined
      ? { after: first }
      : { before: first, after: second }),
    ...(other === undefined ? {} : { reference: other }),
  };
  if (Object.values(files).filter((file) => file === '-').length > 1) {
    throw misuse('only one file can be standard input');
  }
  const heads = Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, headsOf(file)]),
  );
  const call = readCall(method, all);
  const expected = expectedRope(all, heads.after);
  const spec = { ...call.spec, ...heads, ...expected } as unknown as Spec;
  const pe = await loadFor(method.name);
  try {
    const report = pe.make(spec) as LayoutReport;
    const text = all.switches.get('json')
      ? JSON.stringify(report, undefined, 2)
      : reportText(report);
    process.stdout.write(`${text}\n`);
    if (isWrong(report)) process.exitCode = EXIT.failed;
  } catch (error) {
    const names: Readonly<Record<string, string>> = files;
    const nameOf = (param: string, behind: string) =>
      names[param] ? `${names[param]}${behind}` : call.nameOf(param, behind);
    const inside = Object.keys(rope.parameters).map((name) => `rope.${name}`);
    throw reworded(error, [...inside, ...paths(method)], (param, behind) =>
      nameOf(param.replace(/^rope\./, ''), behind),
    );
  }
}

/** Whether heads, or those of the reference, were surely turned wrongly. */
const isWrong = ({ verdict, reference }: LayoutReport): boolean =>
  verdict === 'mistake' ||
  verdict === 'unexplained' ||
  (reference !== null && isWrong(reference));

/** The heads of a file; float64, which NumPy writes by default, is rounded. */
function headsOf(file: string): TensorLike {
  const read: FileTensor = readFile(file);
  const { dtype, shape } = read;
  if (dtype === 'float64') return tensor(toFloat32(read), shape);
  if (dtype === 'float32' || dtype === 'float16' || dtype === 'bfloat16') {
    return read;
  }
  throw misuse(`${file} must hold floats, not ${dtype}`);
}

/** The rope of flags and preset; none if neither says anything of it. */
function expectedRope(all: Given, after: TensorLike | undefined) {
  const preset = all.values.get('preset');
  const said = ofRope.some(
    ({ name }) => all.values.has(name) || all.switches.has(name),
  );
  if (!said && preset === undefined) return {};
  const { spec } = readCall(rope, all, withPreset(undefined, preset));
  const { shape = [] } = after ?? {};
  const width = shape.length > 2 ? { headDim: shape.at(-1) } : {};
  const values = spec as unknown as Readonly<Record<string, unknown>>;
  return { rope: { ...width, ...ropeSpec(values) } };
}

/** What each mistake is, in words. */
const WORDS: Readonly<Record<LayoutMistake, string>> = {
  layout: 'the pairs of the other layout',
  outLayout: 'turned heads in the order of the other layout',
  sign: 'the opposite sign of the angles',
  table: 'cosines and sines in the order of the other layout',
  unsigned: 'both components of a pair add the other; one must subtract it',
  roll: 'each component adds the one before it, not the other of its pair',
  unturned: 'not turned at all',
  twice: 'turned twice',
  swapped: 'cosines and sines exchanged',
  theta: 'another base of the frequencies',
  exponent: 'exponents over the whole head, not over the turned part',
  scaling: 'no schedule of the frequencies',
  contextLength: 'the schedule of another context length',
  factor: 'positions divided by a factor',
  offset: 'positions shifted',
  positionDtype: 'positions rounded to 16 bits',
  precision: 'angles rounded to float32',
  rotaryDim: 'another number of turned components',
  rotaryStart: 'another place of the turned components',
  attentionFactor: 'another factor of the turned components',
  scale: 'another factor of all components',
};

/** Hypotheses that a text shows. */
const SHOWN = 5;

function reportText(report: LayoutReport): string {
  const { verdict, best, ambiguous, residual, hypotheses, reference } = report;
  const [first] = hypotheses;
  const said = {
    expected: 'turned as expected',
    mistake: `mistake: ${first ? mistakeWords(first) : ''}`,
    ambiguous:
      'ambiguous: these heads fit several hypotheses with other mistakes',
    unexplained: `unexplained: the least residual is ${residual.toPrecision(3)}`,
  };
  const where = first?.in === 'reference' && best ? ' (in the reference)' : '';
  const several =
    ambiguous && verdict !== 'ambiguous'
      ? ['the heads cannot tell which of the first hypotheses holds']
      : [];
  return [
    `${said[verdict]}${where}`,
    ...several,
    '',
    'residual  fits  hypothesis',
    ...hypotheses.slice(0, SHOWN).map(hypothesisText),
    ...(reference ? ['', 'The reference:', reportText(reference)] : []),
  ].join('\n');
}

const mistakeWords = ({ mistakes }: LayoutHypothesis) =>
  mistakes.map((mistake) => WORDS[mistake]).join('; ');

/** What differs from the usual is said of a hypothesis. */
const USUAL = {
  offset: 0,
  factor: 1,
  scale: 1,
  positionDtype: 'float64',
  precision: 'exact',
} as const;

function hypothesisText(hypothesis: LayoutHypothesis): string {
  const { residual, fits, mistakes, layout, outLayout } = hypothesis;
  const { sign, theta, rotaryDim, rotaryStart } = hypothesis;
  const order = layout === outLayout ? layout : `${layout} to ${outLayout}`;
  const names = Object.keys(USUAL) as (keyof typeof USUAL)[];
  const unusual = names
    .filter((name) => hypothesis[name] !== USUAL[name])
    .map((name) => `${kebab(name)} ${hypothesis[name]}`);
  const facts = [
    `${order}, sign ${sign > 0 ? '+' : '-'}, theta ${theta}`,
    `rotary-dim ${rotaryDim} from ${rotaryStart}`,
    ...unusual,
    ...(mistakes.length > 0 ? [`mistakes ${mistakes.join(', ')}`] : []),
  ].join(', ');
  return `${residual.toExponential(1).padEnd(10)}${fits ? 'yes ' : 'no  '}  ${facts}`;
}
