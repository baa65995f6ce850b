/** What is known of a model, as a report for people. */

import type {
  Layer,
  Model,
  ModelSpec,
  PositionDetails,
  Tower,
} from '../parts/models.js';
import { changing } from './context-length.js';
import { countText, findingText, shortValue } from './finding-text.js';
import { type LayerGroup, layerGroups } from './layer-groups.js';

/** A line of a report: what it is about, and what is so. */
type Row = readonly [label: string, text: string];

/** The report on a model, whose main tower comes first. */
export function modelText(model: Model): string {
  const named = Object.entries(model.towers) as [string, Tower][];
  const isMain = ([, tower]: [string, Tower]) => tower.layers === model.layers;
  const towers = [
    ...named.filter(isMain),
    ...named.filter((one) => !isMain(one)),
  ];
  const guessed = model.guessed ? ', a family that is guessed' : '';
  return [
    `${model.type}${guessed}`,
    ...towers.map(([name, tower]) => towerText(name, tower)),
    findingsText(model),
    assumedText(model),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function towerText(name: string, tower: Tower): string {
  const { layers, width, table, tableDetails, grid } = tower;
  const wide = width === null ? '' : `, width ${width}`;
  const rows: Row[] = [];
  if (table) rows.push(['table', specText(table)]);
  if (tableDetails?.made === false) {
    rows.push(['', 'which this package does not compute']);
  }
  if (grid) rows.push(['grid', gridText(tower)]);
  return [
    `${name} (${tower.family}): ${countOf(layers.length, 'layer')}${wide}`,
    ...rowLines(rows, 2),
    ...layerGroups(layers).map(groupText),
  ].join('\n');
}

function gridText({ grid, prefix, suffix }: Tower): string {
  const cells = (grid ?? []).join(' × ');
  const before = prefix > 0 ? `, ${countOf(prefix, 'token')} before it` : '';
  const behind = suffix > 0 ? `, ${countOf(suffix, 'token')} behind it` : '';
  return `${cells}${before}${behind}`;
}

function groupText({ range, layers, first }: LayerGroup): string {
  const title = `  layer${layers === 1 ? '' : 's'} ${range}`;
  return [title, ...rowLines(layerRows(first), 4)].join('\n');
}

function layerRows(layer: Layer): readonly Row[] {
  const { attention, window, shift, heads, keyHeads, headDim } = layer;
  if (attention === null) return mixerRows(layer);
  const causal = layer.causal ? 'causal' : 'in both directions';
  const rows: Row[] = [
    ['attention', `${attention}, ${causal}`],
    ['heads', `${heads} of width ${headDim}, ${countOf(keyHeads, 'key head')}`],
  ];
  if (window !== null) rows.push(['window', `${window}`]);
  if (shift > 0) rows.push(['moved by', countOf(shift, 'cell')]);
  if (layer.blocks) rows.push(['blocks', optionsText(layer.blocks)]);
  rows.push(...positionRows(layer), ...scoreRows(layer));
  for (const { what, option } of layer.lacks) {
    const instead = option ? `, unless there is a ${option}` : '';
    rows.push(['not in attention', `its class ${what}${instead}`]);
  }
  return rows;
}

function mixerRows(layer: Layer): readonly Row[] {
  const { mixer, decay, positions } = layer;
  const rows: Row[] = [['mixer', `${mixer}, without attention`]];
  if (decay) {
    const law = `slopes of the law ${decay.law}`;
    rows.push([
      'decay',
      `${decay.heads} ${law}, which change from layer to layer`,
    ]);
  }
  return positions.length === 0 ? rows : [...rows, ...positionRows(layer)];
}

function positionRows(layer: Layer): readonly Row[] {
  const { positions, details } = layer;
  if (positions.length === 0) return [['positions', 'none in this layer']];
  return positions.flatMap((spec, at): readonly Row[] => {
    if (spec.method !== 'rope') {
      return [['positions', specText(spec)], ...detailRows(details[at])];
    }
    const { scaling, axes } = spec;
    const rows: Row[] = [];
    if (layer.spec) {
      const { theta, headDim, layout } = layer.spec;
      const { rotaryDim = headDim, outLayout = layout } = layer.spec;
      const early = layer.rotaryOf === 'queries' ? '' : ' of embeddings';
      const part = `turns ${rotaryDim} of ${headDim} components${early}`;
      const written = outLayout === layout ? '' : `, written as ${outLayout}`;
      rows.push([
        'rope',
        `theta ${theta}, ${part}, layout ${layout}${written}`,
      ]);
    } else {
      rows.push(['rope', `${specText(spec)}; it cannot be made`]);
    }
    if (scaling) rows.push(['scaling', optionsText(scaling as ModelSpec)]);
    const schedule = changing(scaling);
    if (schedule) {
      rows.push([
        'changes',
        `in texts of more than ${schedule.limit} positions`,
      ]);
    }
    if (axes) rows.push(['axes', optionsText(axes as ModelSpec)]);
    if (layer.spec) {
      const factor = `${layer.attentionFactor} on cosines and sines`;
      rows.push(['attention factor', factor]);
    }
    return rows;
  });
}

/** The weights that go with a spec, and what else is known of it. */
function detailRows(details: PositionDetails | undefined): readonly Row[] {
  const { missing = {}, facts = {} } = details ?? {};
  const rows = Object.entries(missing).map(([name, weight]): Row => {
    const axes = weight.axes.join(', ');
    const shape = weight.shape.map((length) => length ?? '?').join(', ');
    const can = weight.optional ? ', optional' : '';
    return ['  weight', `${name} [${axes}] = [${shape}]${can}`];
  });
  if (Object.keys(facts).length === 0) return rows;
  return [...rows, ['  besides', optionsText(facts)]];
}

function scoreRows(layer: Layer): readonly Row[] {
  const { softmaxScale, softcap, queryScale, norm } = layer;
  const { temperature, spec } = layer;
  const { rotated, unrotated } = temperature;
  const rows: Row[] = [['softmax scale', `${softmaxScale}`]];
  if (softcap !== null) rows.push(['softcap', `${softcap}`]);
  if (queryScale) rows.push(['query scale', specText(queryScale)]);
  if (norm) {
    const { missing, ...facts } = norm;
    rows.push(['norm', optionsText(facts)]);
    rows.push(...detailRows({ missing, facts: {}, made: true }));
  }
  if (layer.sinks) rows.push(['sinks', 'a learned score of each head']);
  const whole = spec && (spec.rotaryDim ?? spec.headDim) === layer.headDim;
  const rest = whole ? '' : `, ${unrotated} on the part that does not turn`;
  const text = spec
    ? `${rotated} on the part that turns${rest}`
    : `${unrotated}`;
  rows.push(['temperature', text]);
  return rows;
}

function findingsText(model: Model): string {
  const { findings } = model;
  if (findings.length === 0) return 'findings: none';
  const lines = findings.map((finding) => findingText(finding, '  '));
  return [`findings: ${countText(findings)}`, ...lines].join('\n');
}

function assumedText({ assumed }: Model): string {
  if (assumed.length === 0) return '';
  const lines = assumed.map(
    ({ key, value, why }) => `  ${key} = ${shortValue(value)}: ${why}`,
  );
  return ['assumed, because the configuration does not say it', ...lines].join(
    '\n',
  );
}

/** A spec as `learned: length 512, dim 768`. */
function specText({ method, ...options }: ModelSpec): string {
  return `${method}: ${optionsText(options)}`;
}

function optionsText(options: object): string {
  return Object.entries(options)
    .map(([name, value]) =>
      typeof value === 'string'
        ? `${name} ${value}`
        : `${name} ${shortValue(value)}`,
    )
    .join(', ');
}

function countOf(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function rowLines(rows: readonly Row[], indent: number): readonly string[] {
  const before = ' '.repeat(indent);
  return rows.map(([label, text]) => `${before}${label.padEnd(18)}${text}`);
}
