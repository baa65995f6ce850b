/**
 * Calls of all methods that take arrays with axes: lengths of the axes by name,
 * all different where a shape could be read in another order, and which form
 * each array has.
 */

/** A call whose arrays the test makes from the axes that descriptions name. */
export interface AxesCase {
  /** Lengths of axes by name. */
  readonly sizes: Readonly<Record<string, number>>;
  /** The number of the form, by the path of each array. */
  readonly give: Readonly<Record<string, number>>;
  /** The other options. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The option of attention in which the method stands; else it is called. */
  readonly inside?: 'bias' | 'relative';
  /** Axes whose lengths only the array says, so that any will do. */
  readonly free?: readonly string[];
  /** Another option that an error may name, as the two do not fit. */
  readonly blamed?: Readonly<Record<string, string>>;
}

/** The arrays of a case, each in its first form unless others are given. */
const first = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, 0]));

const heads = 4;
const headDim = 6;
const keyHeads = 2;
const [queries, keys] = [5, 7];

/** Queries and keys of a relative method. */
const content = {
  ...{ heads, headDim, keyHeads, queries, keys },
  'heads · headDim': heads * headDim,
  'keyHeads · headDim': keyHeads * headDim,
  dim: 10,
};
const places = { heads, headDim, keyHeads };
const map = { queries, keys };

/** A relative method: with queries and keys of each form. */
const relative = (
  sizes: AxesCase['sizes'],
  give: AxesCase['give'],
  options: AxesCase['options'] = {},
): readonly AxesCase[] =>
  [0, 1].map((form) => ({
    sizes: { ...content, ...sizes },
    give: { q: form, k: form, ...give },
    options: { ...places, ...options },
  }));

/** A term of attention over a batch. */
const inside = (
  family: 'bias' | 'relative',
  sizes: AxesCase['sizes'],
  give: AxesCase['give'],
  options: AxesCase['options'] = {},
): AxesCase => ({
  sizes: { ...content, batch: 8, valueDim: 3, ...sizes },
  ...{ give, options, inside: family },
});

/** Sizes of attention, whose axes are all of different lengths. */
const attended = {
  ...content,
  ...{ valueDim: 3, batch: 8, outputDim: 9 },
  'keyHeads · valueDim': keyHeads * 3,
  'heads · valueDim': heads * 3,
  positions: 11,
};
const whole = { ...places, valueDim: 3 };

/** A call of attention whose arrays are given as q, k and v. */
const attention = (
  give: AxesCase['give'],
  options: AxesCase['options'] = {},
): AxesCase => ({
  sizes: attended,
  give,
  options: { ...whole, ...options },
});

const one = { q: 0, k: 0, v: 0 };
const batch = { q: 2, k: 2, v: 2 };

/** Norms with weights of this form. */
const norms = (form: number) => ({
  ...{ queryNorm: form, keyNorm: form },
  ...{ queryNormBias: form, keyNormBias: form },
});

/** The calls that attention, its gradient and its picture have in common. */
const attentions: readonly AxesCase[] = [
  attention({ ...one, sinks: 0, bias: 0, gate: 1, mask: 0, queryScale: 0 }),
  attention({ q: 1, k: 1, v: 1, bias: 2, gate: 2, mask: 1 }),
  attention({ ...one, documents: 0, keyDocuments: 0, keyMask: 0 }),
  attention({ ...one, ...norms(0), logitScale: 0 }),
  attention({ ...one, ...norms(1) }),
  attention({ ...one, ...norms(2) }),
  attention({ ...batch, bias: 3, gate: 4, mask: 2 }, { batch: 8 }),
  attention({ ...batch, bias: 4, gate: 3, mask: 3 }, { batch: 8 }),
  attention({ ...batch, bias: 0, gate: 0, mask: 4 }, { batch: 8 }),
  attention(
    { ...batch, bias: 1, documents: 1, keyDocuments: 1, keyMask: 1 },
    { batch: 8 },
  ),
  {
    sizes: attended,
    give: first(
      ...['x', 'context', 'table', 'queryWeight', 'keyWeight', 'valueWeight'],
      ...['queryBias', 'keyBias', 'valueBias', 'outputWeight', 'outputBias'],
    ),
    options: whole,
    blamed: { x: 'queryWeight', context: 'valueWeight' },
  },
  {
    sizes: attended,
    give: {
      ...{ x: 1, context: 1 },
      ...first('table', 'queryWeight', 'keyWeight', 'valueWeight'),
    },
    options: { ...whole, batch: 8 },
    blamed: { x: 'queryWeight', context: 'valueWeight' },
  },
  {
    sizes: attended,
    give: {
      ...{ x: 1, context: 1, outputWeight: 0 },
      ...first('table', 'queryWeight', 'keyWeight', 'valueWeight'),
    },
    options: { ...whole, batch: 8 },
    blamed: { x: 'queryWeight', context: 'valueWeight' },
  },
];

/** A bias of its own, with places. */
const bias = (
  sizes: AxesCase['sizes'],
  names: readonly string[],
  options: AxesCase['options'] = {},
): AxesCase => ({
  sizes: { heads, ...sizes },
  give: first(...names),
  options: { heads, ...map, ...options },
});

const flow = {
  ...{ hidden: 7, dim: 4, 'dim + 1': 5, 'hidden + 1': 8 },
  ...{ layers: 2, 'layers + 1': 3, batch: 3, positions: 9 },
  'batch · layers · dim': 24,
};
const curve = { dim: 4, layers: 2, batch: 3 };
const weights = ['inputWeight', 'inputBias', 'outputWeight', 'outputBias'];
const conv = { inputWeight: 1, inputBias: 0, outputWeight: 1, outputBias: 1 };

const shawTables = ['keyTable', 'valueTable'];

const seven = [1, 1, 1, 1, 1, 1, 1];

const words = { words: 9, dim: 6, positions: 4 };
const spoken = { words: 9, dim: 6, length: 4 };
const tables = { amplitude: 0, phase: 0 };

/** A network for four heads. */
const network = {
  ...{ heads, ...map },
  layers: [
    { weight: [[1], [1], [1], [1], [1], [1], [1]], bias: seven, gain: seven },
    { weight: Array(7).fill(seven), bias: seven, gain: seven },
    { weight: Array(4).fill(seven), bias: [1, 1, 1, 1] },
  ],
};

/** Ropes that have learned numbers. */
const ropes: readonly AxesCase[] = [
  {
    sizes: { sets: 2, waves: 3 },
    give: first('scaling.cosines', 'scaling.sines'),
    options: { headDim: 8, scaling: { type: 'fope', count: 3 } },
  },
  {
    sizes: { sets: 2, waves: 3 },
    give: { 'scaling.cosines': 1, 'scaling.sines': 1 },
    options: { headDim: 8, scaling: { type: 'fope', count: 3 } },
  },
  {
    sizes: { axes: 2, heads: 3, pairs: 4 },
    give: first('axes.frequencies'),
    options: { headDim: 8, axes: { type: 'mixed' } },
    free: ['axes', 'heads'],
  },
];

/** Weights of a projection to heads. */
const rotated = { 'heads · headDim': 24, headDim: 6, in: 5 };
const turned = { heads, headDim: 6, from: 'half', to: 'interleaved' };

/** Heads that become polar pairs. */
const paired = {
  ...{ rows: 5, heads, headDim, rotaryDim: 3, batch: 2 },
  'headDim + rotaryDim': headDim + 3,
};
const polar = { heads, headDim, rotaryDim: 3 };

/** Tables by row. */
const table = (options: AxesCase['options']): AxesCase => ({
  sizes: { rows: 12, dim: 8, window: 12, windows: 5 },
  give: first('table'),
  options: { dim: 8, length: 3, ...options },
});

export const cases: Readonly<Record<string, readonly AxesCase[]>> = {
  alibi: [bias({}, ['slopes', 'rightSlopes'])],
  kerple: [bias({}, ['scale', 'rate', 'exponent'])],
  t5Bias: [
    bias({ buckets: 32 }, ['table']),
    bias({ buckets: 16 }, ['table'], { buckets: 16 }),
  ],
  clippedBias: [
    bias({ 'left + right + 1': 9 }, ['table'], { left: 5, right: 3 }),
    bias({ 'left + right + 1': 12 }, ['table'], { maxDistance: 6 }),
  ],
  gridBias: [
    {
      ...bias({ differences: 15 }, ['table']),
      options: { heads, grid: [2, 3] },
    },
  ],
  distanceBias: [
    { ...bias({ cells: 6 }, ['table']), options: { heads, grid: [2, 3] } },
  ],
  continuousGridBias: [
    {
      ...bias({ hidden: 9 }, ['firstWeight', 'firstBias', 'secondWeight']),
      options: { heads, grid: [2, 3], hidden: 9 },
    },
  ],
  basisBias: [
    bias({ features: 6 }, ['table'], {
      basis: { method: 'sinusoidal', dim: 6 },
    }),
  ],
  fire: [
    bias({ width: 7 }, ['hiddenWeight', 'hiddenBias', 'outWeight', 'outBias']),
  ],
  dynamicBias: [
    {
      sizes: { units: 4, inputs: 7 },
      give: first('layers[2].weight', 'layers[2].bias'),
      options: network,
    },
    {
      sizes: { units: 7, inputs: 1 },
      give: first(
        ...['layers[0].weight', 'layers[0].bias', 'layers[0].gain'],
        'layers[0].shift',
      ),
      options: network,
    },
  ],
  decay: [{ ...bias({}, ['slopes'], { heads: 3 }), sizes: { heads: 3 } }],
  decayFactors: [
    {
      sizes: { heads: 3 },
      give: first('slopes'),
      options: { heads: 3, length: 5 },
    },
  ],
  forgetting: [
    bias({ positions: 7 }, ['gates']),
    inside('bias', { positions: 9 }, { gates: 1 }),
  ],
  biasGradient: [
    {
      sizes: { heads, ...map },
      give: first('upstream'),
      options: { bias: { method: 'kerple', scale: [1, 1, 1, 1] }, ...map },
    },
  ],
  urpe: [
    bias({ rows: 65 }, ['table']),
    bias({ rows: 15 }, ['table'], { form: 'offset', maxLength: 8 }),
  ],
  shaw: [
    ...relative({ 'left + right + 1': 9 }, first('keyTable')),
    ...relative({ 'left + right + 1': 9 }, { keyTable: 1 }),
    inside('relative', { 'left + right + 1': 9 }, first(...shawTables)),
    inside(
      'relative',
      { 'left + right + 1': 9 },
      { keyTable: 1, valueTable: 1 },
    ),
  ],
  relativeKey: [...relative({ '2 maxPosition - 1': 15 }, first('table'))],
  cope: [
    ...relative({ positions: 8 }, first('table', 'gateKeys')),
    ...relative({ positions: 8 }, first('table', 'gateLogits')),
    inside('relative', { positions: 9 }, { table: 0, gateKeys: 1 }),
    inside('relative', { positions: 9 }, { table: 0, gateLogits: 1 }),
  ],
  transformerXL: [
    ...relative({}, first('positionWeight', 'contentBias', 'positionBias')),
    ...relative({ rows: 9 }, first('positionWeight', 'table')),
    ...relative({ rows: 9 }, { table: 1, tableBias: 0 }),
  ],
  xlnet: [
    ...relative(
      {},
      first(
        ...['positionWeight', 'contentBias', 'positionBias', 'segmentTable'],
        ...['segmentBias', 'segments', 'querySegments'],
      ),
    ),
    inside(...(['relative', {}] as const), {
      ...first('positionWeight', 'segmentTable'),
      ...{ segments: 1, querySegments: 1 },
    }),
  ],
  deberta: [
    ...relative(
      { rows: 16 },
      first(
        ...['table', 'keyWeight', 'keyBias', 'queryWeight', 'queryBias'],
        ...['normWeight', 'normBias'],
      ),
    ),
  ],
  tupe: [
    ...relative(
      { rows: 33 },
      first(
        ...['table', 'keyWeight', 'keyBias', 'queryWeight', 'queryBias'],
        ...['normWeight', 'normBias', 'relativeTable'],
      ),
    ),
  ],
  relativeLogits: [
    ...relative({ extent: 9 }, first('relative', 'table'), { dim: 10 }),
    inside(
      ...(['relative', { extent: 9 }, { relative: 1, table: 0 }] as const),
      { dim: 10 },
    ),
  ],
  decomposedBias: [
    {
      sizes: { ...content, queries: 6, keys: 6, distances: 5 },
      give: { q: 0, k: 0, ...first('rowTable', 'columnTable') },
      options: { ...places, grid: [2, 3] },
    },
    {
      sizes: { ...content, queries: 6, keys: 6, distances: 5 },
      give: { q: 1, k: 1, ...first('rowTable', 'columnTable') },
      options: { ...places, grid: [2, 3] },
    },
  ],
  learned: [table({}), table({ dim: undefined, tableLength: 12 })],
  tile: [table({}), table({ dim: undefined, tableLength: 12 })],
  hierarchical: [table({ alpha: 0.3 })],
  resample: [
    { ...table({}), options: { dim: 8, from: [3, 4], to: [2, 2] } },
    { ...table({}), options: { from: [3, 4], to: [2, 2] } },
  ],
  windowed: [
    {
      ...table({ kind: 'block', window: 12 }),
      give: first('table', 'blockTable'),
    },
  ],
  windowedCollisions: [
    {
      ...table({ kind: 'block', window: 12 }),
      give: first('table', 'blockTable'),
    },
  ],
  learnedGradient: [
    {
      sizes: { reads: 7, dim: 6, batch: 2 },
      give: first('upstream'),
      options: { dim: 6, tableLength: 20 },
    },
    {
      sizes: { reads: 7, dim: 6, batch: 2 },
      give: { upstream: 1 },
      options: { dim: 6, tableLength: 20 },
      free: ['reads', 'batch'],
    },
  ],
  floater: [
    {
      sizes: flow,
      give: first(...weights, 'initial'),
      options: { ...curve, hidden: 7, length: 9 },
    },
    {
      sizes: flow,
      give: { ...conv, initial: 0 },
      options: { ...curve, hidden: 7, length: 9, kind: 'conv' },
    },
  ],
  floaterGradient: [
    {
      sizes: flow,
      give: first(...weights, 'initial', 'upstream'),
      options: { ...curve, hidden: 7, length: 9 },
    },
    {
      sizes: flow,
      give: { ...conv, initial: 0, upstream: 0 },
      options: { ...curve, hidden: 7, length: 9, kind: 'conv' },
    },
  ],
  positionIds: [
    {
      sizes: { sequences: 3, length: 5 },
      give: first('tokens'),
      options: { length: 5 },
    },
    {
      sizes: { sequences: 3, length: 5 },
      give: first('mask'),
      options: { length: 5 },
    },
  ],
  complexOrder: [
    { sizes: words, give: { ...tables, frequency: 0 }, options: spoken },
    {
      sizes: words,
      give: { ...tables, frequency: 1 },
      options: { ...spoken, sharing: 'word' },
    },
    {
      sizes: words,
      give: { ...tables, frequency: 2 },
      options: { ...spoken, sharing: 'dimension' },
    },
  ],
  complexOrderGradient: [
    {
      sizes: words,
      give: {
        ...tables,
        frequency: 0,
        ...first('upstreamReal', 'upstreamImaginary'),
      },
      options: spoken,
    },
    {
      sizes: words,
      give: {
        ...tables,
        frequency: 1,
        ...first('upstreamReal', 'upstreamImaginary'),
      },
      options: { ...spoken, sharing: 'word' },
    },
    {
      sizes: words,
      give: {
        ...tables,
        frequency: 2,
        ...first('upstreamReal', 'upstreamImaginary'),
      },
      options: { ...spoken, sharing: 'dimension' },
    },
  ],
  rope: ropes,
  mixedFrequencies: [
    {
      sizes: { heads },
      give: first('directions.angles'),
      options: { heads, rotaryDim: 8, directions: { type: 'perpendicular' } },
    },
  ],
  polarPairs: [
    { sizes: paired, give: first('x', 'phases'), options: polar },
    {
      sizes: paired,
      give: { x: 1, phases: 0 },
      options: polar,
      free: ['batch', 'rows'],
    },
    {
      sizes: paired,
      give: first('x', 'phases'),
      options: { rotaryDim: 3 },
      free: ['rows', 'heads', 'headDim'],
      blamed: { x: 'phases' },
    },
  ],
  polarPairsGradient: [
    {
      sizes: paired,
      give: first('x', 'phases', 'upstream'),
      options: polar,
      blamed: { x: 'upstream' },
    },
    {
      sizes: paired,
      give: { x: 1, phases: 0, upstream: 1 },
      options: polar,
      free: ['batch', 'rows'],
      blamed: { x: 'upstream' },
    },
  ],
  convertLayout: [
    { sizes: rotated, give: first('weights'), options: turned },
    { sizes: rotated, give: { weights: 1 }, options: turned },
    { sizes: rotated, give: { weights: 2 }, options: { ...turned, heads: 1 } },
    { sizes: rotated, give: { weights: 3 }, options: { ...turned, axis: 1 } },
  ],
  detectLayout: [0, 1, 2, 3, 4].map((form) => ({
    sizes: { L: 5, heads, headDim: 8, batch: 3, 'heads · headDim': 32 },
    give: { after: form, before: form, reference: form },
    options: { ...{ heads, headDim: 8 }, headsFirst: form > 2 },
    free: ['L', 'batch'],
    blamed: { after: 'before' },
  })),
  detectSchedule: [
    { sizes: { pairs: 8 }, give: { frequencies: 0 }, options: {} },
    ...[0, 1].map((form) => ({
      sizes: { L: 5, width: 8, pairs: 3 },
      ...{ give: { cache: form }, options: {}, free: ['L', 'width', 'pairs'] },
    })),
    {
      sizes: { L: 5, width: 8 },
      ...{ give: { cos: 0, sin: 0 }, options: {}, free: ['L', 'width'] },
    },
    {
      sizes: { L: 5, heads, headDim: 8 },
      ...{ give: { before: 0, after: 0 }, options: { headDim: 8 } },
      free: ['L', 'heads'],
    },
  ],
  detectTable: [
    {
      sizes: { L: 5, dim: 8 },
      ...{ give: { table: 0 }, options: {}, free: ['L', 'dim'] },
    },
  ],
  sinusoidalGrid: [
    {
      sizes: { '…grid': 6, batch: 2 },
      give: { mask: 0 },
      options: { grid: [6], dim: 8 },
    },
    {
      sizes: { '…grid': 6, batch: 2 },
      give: { mask: 1 },
      options: { grid: [6], dim: 8 },
    },
  ],
  attention: attentions,
  attentionMap: attentions,
  attentionGradient: [
    ...attentions.map((one) => withUpstream(one)),
    attention({ ...one, weightsUpstream: 0, scoresUpstream: 0 }),
    attention(
      { ...batch, weightsUpstream: 1, scoresUpstream: 1 },
      { batch: 8 },
    ),
  ],
};

/** The call with the gradient by its output. */
function withUpstream(one: AxesCase): AxesCase {
  const batched = one.give.q === 2 || one.give.x === 1;
  const layer = 'outputWeight' in one.give;
  const form = (batched ? 2 : 0) + (layer ? 1 : 0);
  return { ...one, give: { ...one.give, upstream: form } };
}
