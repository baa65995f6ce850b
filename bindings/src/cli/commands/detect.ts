/** `posenc detect`: which schedule or sinusoid made the numbers of files. */

import { type MethodDescription, methods } from '../../descriptions.js';
import type { FileTensor } from '../../formats/index.js';
import type { ScheduleReport, Spec, TableReport } from '../../index.js';
import { readConfig } from '../config.js';
import { EXIT, misuse, reworded } from '../failure.js';
import { type Given, readArguments } from '../flags.js';
import { flagsFor, paths, readable } from '../givable.js';
import { detectHelp } from '../help.js';
import { SCHEDULE_FLAGS } from '../help-flags.js';
import { readFile } from '../inputs.js';
import { ropeOfLayer } from '../layer-rope.js';
import { loadFor } from '../load.js';
import { readCall } from '../spec.js';
import type { Command } from './command.js';
import { reportText } from './detect-text.js';
import { ropeSpec, withPreset } from './rope.js';

const schedule: MethodDescription = methods.detectSchedule;
const table: MethodDescription = methods.detectTable;

export const detectCommand: Command = {
  usage: 'detect FILE [FILE] [--config config.json]',
  summary: 'Says which schedule or sinusoid made numbers, or which mistake.',
  help: detectHelp,
  run: detect,
};

/** What a file may hold: the words of `--as`. */
const KINDS = ['frequencies', 'cache', 'cos', 'sin', 'heads', 'table'] as const;
type Kind = (typeof KINDS)[number];

/** The options that are the second of two files. */
const SECOND = ['sin', 'after'];

type Report = ScheduleReport | TableReport;

async function detect(given: readonly string[]): Promise<void> {
  const flags = [...flagsFor(readable(schedule)), ...SCHEDULE_FLAGS];
  const all = readArguments(given, flags);
  const [first, second, extra] = all.words;
  if (extra !== undefined) throw misuse(`unexpected word "${extra}"`);
  if (first === undefined) {
    throw misuse(
      'which file? `posenc detect FILE …`; two files are COS SIN or BEFORE AFTER',
    );
  }
  if (first === '-' && second === '-') {
    throw misuse('only one file can be standard input');
  }
  const files = [first, ...(second === undefined ? [] : [second])];
  const tensors = files.map(readFile);
  const kind = kindOf(all, tensors);
  const arrays = arraysOf(kind, tensors, files);
  const expected = expectedRope(all);
  const pe = await loadFor(schedule.name);
  const make = (method: MethodDescription, more: object): Report => {
    const call = readCall(method, all);
    const spec = { ...call.spec, ...more } as unknown as Spec;
    try {
      return pe.make(spec) as Report;
    } catch (error) {
      throw reworded(error, paths(method), (param, behind) => {
        if (!Object.hasOwn(more, param)) return call.nameOf(param, behind);
        const file = SECOND.includes(param) ? second : first;
        return `${file ?? first}${behind}`;
      });
    }
  };
  const report =
    kind === undefined
      ? better(
          make(schedule, { cache: tensors[0], ...expected }),
          () => make(table, { table: tensors[0] }),
          'rope' in expected,
        )
      : kind === 'table'
        ? make(table, arrays)
        : make(schedule, { ...arrays, ...expected });
  const text = all.switches.get('json')
    ? JSON.stringify(report, undefined, 2)
    : reportText(report, 'rope' in expected);
  process.stdout.write(`${text}\n`);
  if (isWrong(report, 'rope' in expected)) process.exitCode = EXIT.failed;
}

/** Whether the numbers are surely not what they should be. */
function isWrong(
  { verdict, mistakes, candidates }: Report,
  expected: boolean,
): boolean {
  if (verdict === 'unknown' || mistakes.length > 0) return true;
  const right = candidates.some((one) => one.fits && one.mistakes.length === 0);
  return expected && !right;
}

/** What the files hold; undefined for one table, which may be of two kinds. */
function kindOf(all: Given, tensors: readonly FileTensor[]): Kind | undefined {
  const word = all.values.get('as');
  if (word !== undefined) {
    const kind = KINDS.find((one) => one === word);
    if (kind) return kind;
    throw misuse(`--as must be one of ${KINDS.join(', ')}, got "${word}"`);
  }
  const axes = (tensors[0] as FileTensor).shape.filter((n) => n !== 1).length;
  if (tensors.length === 2) return axes > 2 ? 'heads' : 'cos';
  if (axes > 2) return 'cache';
  return axes < 2 ? 'frequencies' : undefined;
}

/** The options that files of a kind are. */
function arraysOf(
  kind: Kind | undefined,
  [one, other]: readonly FileTensor[],
  files: readonly string[],
): object {
  const needed = kind === 'heads' ? 2 : kind === 'cos' ? files.length : 1;
  if (files.length !== needed) {
    throw misuse(
      needed === 2
        ? 'two files are needed: BEFORE AFTER'
        : `unexpected word "${files[1]}"`,
    );
  }
  switch (kind) {
    case 'heads':
      return { before: one, after: other };
    case 'cos':
      return { cos: one, ...(other && { sin: other }) };
    case undefined:
      return {};
    default:
      return { [kind]: one };
  }
}

/**
 * A table may be a cache of a rope or a sinusoid, which are the same numbers in
 * another order: the report that needs no mistake.
 */
function better(one: Report, make: () => Report, expected: boolean): Report {
  const plain = ({ verdict, mistakes }: Report) =>
    verdict !== 'unknown' && mistakes.length === 0;
  if (expected || plain(one)) return one;
  const other = make();
  if (plain(other) || one.verdict === 'unknown') return other;
  return other.verdict === 'found' && one.mistakes.includes('swapped' as never)
    ? other
    : one;
}

/** The rope of the configuration or preset that was expected. */
function expectedRope(all: Given): object {
  const { values } = all;
  const config = values.get('config');
  const preset = values.get('preset');
  if (config !== undefined && preset !== undefined) {
    throw misuse('--preset and --config exclude each other');
  }
  const lacking = ['layer', 'tower', 'divisors'].find((name) =>
    values.has(name),
  );
  if (config === undefined && lacking) {
    throw misuse(`--${lacking} needs --config, a model's file`);
  }
  const from =
    config === undefined
      ? withPreset(undefined, preset)
      : ropeOfLayer(readConfig(config), values);
  if (!from) return {};
  const { axes, ...spec } = ropeSpec(from.values) as Expected;
  const length = values.get('context-length');
  const rope = {
    ...spec,
    // Axes that share the pairs leave the frequencies as they are.
    ...(axes && !SHARING.includes(axes.type) && { axes }),
    ...(length !== undefined && { contextLength: Number(length) }),
  };
  return { rope };
}

/** The spec of a rope, as far as it matters here. */
interface Expected {
  readonly method: string;
  readonly axes?: { readonly type: string };
}

/** Axes whose pairs have the frequencies of a rope with one axis. */
const SHARING = ['sections', 'interleaved', 'alternating'];
