// The state of the view of biases, and how it is written into an address:
//   #/biases?heads=12&head=3&distance=-40
//   #/biases?method=t5Bias&bidirectional=false&log=1&reach=1000
//   #/biases?scheme.type=deberta&query=700

import { operations } from '../../methods/described/operations.js';
import { readSpec, writeSpec } from '../../methods/query.js';
import { leanValue, settled } from '../../methods/values.js';
import {
  decode,
  encode,
  flagField,
  numberField,
  type Schema,
  wordField,
} from '../../state/hash.js';
import type { Naming } from '../../state/names.js';
import {
  isRecord,
  type Options,
  type Spec,
  type SpecValue,
} from '../../state/spec.js';
import { readOptions, writeOptions } from '../../state/spec-query.js';
import { biases, biasNamed, ownNames, settle, unsettled } from './methods.js';

/** What the left axis of the curves measures; the right one has the other. */
export const measures = ['bias', 'factor'] as const;
export type Measure = (typeof measures)[number];

/** The state besides the bias and the scheme. */
export interface Look {
  /** The head that is told apart; the last one where there is none such. */
  readonly head: number;
  /** The distance that is read: key minus query, on a grid columns. */
  readonly distance: number;
  /** Rows of the grid from the query down to the key. */
  readonly down: number;
  /** The farthest distance of the curves. */
  readonly reach: number;
  readonly log: boolean;
  readonly show: Measure;
  /** Whether curves are drawn as added, and not against that at distance 0. */
  readonly raw: boolean;
  /** The position of the query, where the bias depends on it. */
  readonly at: number;
  /** Positions of the map. */
  readonly size: number;
  /** The pair whose row of a table is looked up. */
  readonly query: number;
  readonly key: number;
}

export interface BiasState extends Look {
  readonly spec: Spec;
  /** How distances become rows of a table, as `relativeIndices` takes it. */
  readonly scheme: Options;
}

/** No parameter of a bias may have one of these names, `method` or `scheme`. */
export const look: Schema<Look> = {
  head: numberField(0),
  distance: numberField(-10),
  down: numberField(0),
  reach: numberField(64),
  log: flagField(false),
  show: wordField(measures),
  raw: flagField(false),
  at: numberField(63),
  size: numberField(32),
  query: numberField(100),
  key: numberField(63),
};

const { scheme: schemes } = operations.relativeIndices.parameters;

/** The scheme of the first state: the encoder of T5. */
export const firstScheme: Options = { type: 't5' };

/** The methods of other views are loaded where a name is no bias's. */
const elsewhere = async () =>
  (await import('../../figures/elsewhere.js')).everywhere;

export const namings: readonly Naming[] = [
  {
    ...{ kind: 'method', entry: 'method', elsewhere },
    names: () => biases.map(({ name }) => name),
  },
  {
    ...{ kind: 'preset', entry: 'preset' },
    names: (query) => Object.keys(biasNamed(query.get('method')).presets),
  },
];

function readScheme(query: URLSearchParams): Options {
  const base: Options = { scheme: firstScheme };
  const given = readOptions(query, base, (name) => name === 'scheme').scheme;
  const scheme = given !== undefined && isRecord(given) ? given : firstScheme;
  const read = settled({ scheme: schemes }, { scheme }).scheme;
  return read !== undefined && isRecord(read) ? read : firstScheme;
}

/** The options that an address may change; places are those of the example. */
function readBias(query: URLSearchParams): Spec {
  const method = biasNamed(query.get('method'));
  const own = new Set(ownNames(method));
  const given = [...query].filter(([path]) => {
    const [name = ''] = path.split('.');
    return own.has(name) || name === 'preset';
  });
  return settle(readSpec(method, new URLSearchParams(given)));
}

export function readState(query: URLSearchParams): BiasState {
  return {
    spec: readBias(query),
    scheme: readScheme(query),
    ...decode(look, query),
  };
}

export function writeState({ spec, scheme, ...own }: BiasState): string {
  const method = biasNamed(spec.method);
  const usual = biasNamed(null);
  const written: SpecValue = leanValue(schemes, scheme);
  return new URLSearchParams([
    ...(method === usual ? [] : [['method', method.name]]),
    ...writeSpec(method, unsettled(spec)),
    ...writeOptions({ scheme: written }, { scheme: firstScheme }),
    ...encode(look, own),
  ]).toString();
}

/** Parameters of the view, which the package does not have. */
export const pageParameters = {
  reach: {
    kind: 'number',
    doc: 'The farthest distance of the curves.',
    integer: true,
    min: 1,
    max: 1_000_000,
  },
  at: {
    kind: 'number',
    doc: 'The position of the query. This bias depends on it.',
    integer: true,
    min: 0,
    max: 1_000_000,
  },
  down: {
    kind: 'number',
    doc: 'Rows of the grid from the query down to the key.',
    integer: true,
    min: -64,
    max: 64,
  },
  size: {
    kind: 'number',
    doc: 'Positions of the map below.',
    integer: true,
    min: 2,
    max: 256,
  },
  log: {
    kind: 'boolean',
    doc: 'Steps of the axis grow with the distance; one side of the query.',
    default: false,
  },
  raw: {
    kind: 'boolean',
    doc:
      'Weights follow from differences alone, so that curves begin at 0. With ' +
      'this they begin where the package has them.',
    default: false,
  },
} as const;

/** What people call them. */
export const pageWords = {
  reach: 'Farthest distance',
  at: 'The query stands at',
  down: 'Rows down',
  size: 'Positions of the map',
  log: 'Logarithmic distance',
  raw: 'As added to the score',
} as const satisfies Readonly<Record<keyof typeof pageParameters, string>>;
