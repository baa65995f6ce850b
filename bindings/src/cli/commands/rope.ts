/**
 * `posenc rope …`: prints what a rope is, or writes its tables in the order of
 * an engine.
 */

import { didYouMean } from '../../base/nearest.js';
import { methods } from '../../descriptions.js';
import type { Rope, Spec } from '../../index.js';
import { readConfig } from '../config.js';
import { fitted } from '../context-length.js';
import { missing, readDestination } from '../destination.js';
import { EXIT, misuse, reworded } from '../failure.js';
import { findingText } from '../finding-text.js';
import { type Flag, type Given, kebab, readArguments } from '../flags.js';
import { flagsOf, paths, withoutPreset } from '../givable.js';
import { ropeHelp } from '../help.js';
import { ROPE_FLAGS, WORK_FLAGS } from '../help-flags.js';
import { type LayerRope, ropeOfLayer } from '../layer-rope.js';
import { loadFor } from '../load.js';
import { printable } from '../printable.js';
import { type Call, readCall } from '../spec.js';
import { findSpecFile, type SpecFile } from '../spec-file.js';
import { writeCall } from '../write-call.js';
import type { Command } from './command.js';

export const ropeCommand: Command = {
  usage: 'rope --head-dim N … [--cache ENGINE --length N --out FILE]',
  summary: 'Prints what a rope is, or writes its tables for another engine.',
  help: ropeHelp,
  run: rope,
};

const method = withoutPreset(methods.ropeCache);

/** Flags that say something only where tables are written. */
const TABLE_FLAGS = [
  ...Object.keys(methods.rope.operations.cache.parameters)
    .filter((name) => name !== 'cache')
    .map(kebab),
  ...['out', 'format', 'name', 'header', 'jobs'],
];

async function rope(given: readonly string[]): Promise<void> {
  const flags: Flag[] = [...flagsOf(method), ...WORK_FLAGS, ...ROPE_FLAGS];
  const all = readArguments(given, flags);
  const [word] = all.words;
  if (word !== undefined) {
    throw misuse(`unexpected word "${word}"; values follow their flags`);
  }
  if (all.values.get('config') === '-' && all.values.get('spec') === '-') {
    throw misuse('--config and --spec cannot both read standard input');
  }
  const layer = layerOf(all.values);
  const specFile = startOf(all.values, findSpecFile(given), layer);
  const started = readCall(method, all, specFile);
  const { call, note } = fitted(started, layer !== undefined);
  try {
    if (call.plain.cache === undefined) await printFacts(call, all);
    else await writeTables(call, all);
    if (note !== undefined) process.stderr.write(`posenc rope: ${note}\n`);
    tellErrors(layer);
  } catch (error) {
    throw reworded(error, paths(method), call.nameOf);
  }
}

/** The rope of the model that `--config` names. */
function layerOf(values: Given['values']): LayerRope | undefined {
  const config = values.get('config');
  return config === undefined
    ? undefined
    : ropeOfLayer(readConfig(config), values);
}

/**
 * Says what is wrong with a configuration whose rope was computed as it stands:
 * it is hardly what was meant. The exit code is that of `posenc lint`.
 */
function tellErrors(layer: LayerRope | undefined): void {
  if (layer === undefined || layer.errors.length === 0) return;
  const texts = layer.errors.map((finding) => findingText(finding, '  '));
  const text = [`posenc rope: ${layer.file} has errors:`, ...texts].join('\n');
  process.stderr.write(`${printable(text)}\n`);
  process.exitCode = EXIT.failed;
}

/**
 * The values of a preset or of a layer of a model, which those of a spec file
 * replace.
 */
function startOf(
  values: Given['values'],
  specFile: SpecFile | undefined,
  layer: LayerRope | undefined,
): SpecFile | undefined {
  const preset = values.get('preset');
  const lacking = ['layer', 'tower', 'divisors'].find((name) =>
    values.has(name),
  );
  if (layer === undefined) {
    if (lacking) throw misuse(`--${lacking} needs --config, a model's file`);
    return withPreset(specFile, preset);
  }
  if (preset !== undefined || specFile?.values.preset !== undefined) {
    throw misuse('--preset and --config exclude each other');
  }
  withPreset(specFile, undefined);
  if (specFile === undefined) return layer;
  return { ...specFile, values: { ...layer.values, ...specFile.values } };
}

/**
 * The values of a preset, which those of a spec file replace; the file may name
 * the preset, too.
 */
export function withPreset(
  given: SpecFile | undefined,
  flag: string | undefined,
): SpecFile | undefined {
  const { preset: inFile, ...values } = given?.values ?? {};
  const specFile = given && { ...given, values };
  const name = flag ?? inFile;
  const named = specFile?.method;
  if (named !== undefined && named !== 'rope' && named !== 'ropeCache') {
    throw misuse(`${specFile?.file} is for ${named}, not for rope`);
  }
  if (name === undefined) return specFile;
  const { presets } = method;
  if (typeof name !== 'string' || !Object.hasOwn(presets, name)) {
    const hint = didYouMean(String(name), Object.keys(presets));
    const where = flag === undefined ? `preset in ${given?.file}` : '--preset';
    throw misuse(`${where}: there is no preset "${name}"${hint}`);
  }
  const file = specFile?.file ?? `the preset "${name}"`;
  return { file, values: { ...presets[name], ...specFile?.values } };
}

/** The spec of the rope alone. */
export function ropeSpec(values: Readonly<Record<string, unknown>>) {
  const known = Object.entries(values).filter(([name]) =>
    Object.hasOwn(methods.rope.parameters, name),
  );
  return { method: 'rope', ...Object.fromEntries(known) };
}

async function printFacts(call: Call, all: Given): Promise<void> {
  const lacking = TABLE_FLAGS.find(
    (name) => all.values.has(name) || all.switches.has(name),
  );
  if (lacking !== undefined) {
    throw misuse(`--${lacking} needs --cache, which says what to write`);
  }
  const pe = await loadFor(method.name);
  const rope = pe.make(ropeSpec(call.spec as never) as Spec) as Rope;
  const facts = factsOf(ropeSpec(call.plain), rope);
  const text = all.switches.get('json')
    ? JSON.stringify(facts, undefined, 2)
    : factsText(facts);
  process.stdout.write(`${text}\n`);
}

/** What `--json` prints. A pair that does not turn has the wavelength null. */
interface Facts {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly rotaryDim: number;
  readonly attentionFactor: number;
  readonly softmaxScale: number;
  readonly scoreFactor: number;
  readonly frequencies: readonly number[];
  readonly wavelengths: readonly (number | null)[];
}

function factsOf(spec: Facts['spec'], rope: Rope): Facts {
  const { rotaryDim, attentionFactor, softmaxScale, scoreFactor } = rope;
  const frequencies = [...rope.frequencies];
  const wavelengths = frequencies.map((frequency) =>
    frequency === 0 ? null : (2 * Math.PI) / frequency,
  );
  const scales = { rotaryDim, attentionFactor, softmaxScale, scoreFactor };
  return { spec, ...scales, frequencies, wavelengths };
}

function factsText(facts: Facts): string {
  const { attentionFactor, softmaxScale, scoreFactor, frequencies } = facts;
  const rows = frequencies.map((frequency, k) => {
    const wavelength = facts.wavelengths[k]?.toPrecision(9) ?? 'none';
    return `${String(k).padStart(5)}  ${String(frequency).padEnd(26)}${wavelength}`;
  });
  return [
    `attention factor  ${attentionFactor}  (of cosines and sines)`,
    `softmax scale     ${softmaxScale}  (of scores)`,
    `score factor      ${scoreFactor}  (of both together)`,
    '',
    ' pair  frequency                 wavelength',
    ...rows,
  ].join('\n');
}

async function writeTables(call: Call, all: Given): Promise<void> {
  const destination = readDestination(all.values, missing(method, call));
  await writeCall(await loadFor(method.name), call, all, destination, {
    lines: 'others',
  });
}
