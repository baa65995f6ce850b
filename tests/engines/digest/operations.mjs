// @ts-check
/** Calls of what is no table and no bias: operations, analyses and attention. */

import { noise } from '../../support/noise.mjs';
import { PLACES } from './described.mjs';
import { arraysOf } from './hash.mjs';
import { relativeCalls } from './relative.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').SpecOf<'relativeIndices'>} Rows
 * @typedef {import('./hash.mjs').Result} Result
 */

/** Forms of axes of a rope. @type {import('posenc').RopeOptions['axes'][]} */
const axesOfRopes = [
  { type: 'sections', sections: [2, 5, 5] },
  { type: 'interleaved', sections: [4, 4, 4] },
  { type: 'axial', lastAxisFirst: true, merge: 2 },
  { type: 'axial', count: 3, normalise: 'centres', unit: 'turns' },
  { type: 'axial', bands: 'linear', normalise: 'symmetric' },
  { type: 'axial', bands: 'octaves', reference: [3, 7] },
  {
    type: 'mixed',
    frequencies: { data: noise(72, 9), shape: [2, 3, 12], dtype: 'float32' },
  },
];

/**
 * Tables of a grid, and of lists.
 * @param {Posenc} pe @param {import('posenc').RopeOptions['axes']} axes
 */
function ropeTables(pe, axes) {
  return /** @type {const} */ (['exact', 'torch']).flatMap((precision) => {
    const rope = pe.make({ method: 'rope', headDim: 24, axes, precision });
    const positions = Array.from({ length: rope.axes }, (_, axis) =>
      PLACES.map((place) => place * (axis + 1)),
    );
    const grid = Array(rope.axes).fill(6);
    return [
      rope.cosSin({ grid, dtype: 'bfloat16' }),
      rope.cosSin({ positions }),
      rope.cosSin({ start: 1e6, length: 70, dtype: 'float64' }),
    ];
  });
}

/** @param {Posenc} pe @returns {[title: string, run: () => Result[]][]} */
export function operationCalls(pe) {
  const [rows, dim] = [70, 12];
  const table = () =>
    pe.make({ method: 'sinusoidal', length: rows, dim, base: 100 });
  const embeddings = () => ({
    data: noise(rows * dim, 3),
    shape: [rows, dim],
    dtype: /** @type {const} */ ('float32'),
  });
  const words = Array.from({ length: 30 }, (_, i) => (i * 7) % 5);
  const amplitude = noise(5 * dim, 4);
  const frequency = noise(5 * dim, 5);
  const curve = { length: 9, dim, layers: 2, seed: 3, delta: 0.1 };
  const upstream = noise(rows * dim, 6);
  const complex = {
    ...{ length: 30, dim, tokens: words, words: 5, amplitude, frequency },
  };
  const rotary = { method: /** @type {const} */ ('rope'), headDim: 24 };
  const attended = /** @type {const} */ ({
    x: { data: noise(2 * 37 * 16, 14), shape: [2, 37, 16], dtype: 'float32' },
    ...{ heads: 4, queryWeight: noise(256, 15), outputWeight: noise(256, 16) },
    ...{ softcap: 3, sinks: noise(4, 17), window: [20, 5], prefix: 3 },
    rotary: { method: 'rope', headDim: 4 },
    relative: { method: 'shaw', keyTable: noise(36, 18) },
    bias: [
      { method: 'alibi', slopes: noise(4, 19) },
      { method: 'sandwich', dim: 8 },
    ],
    gate: { data: noise(37 * 37, 20), shape: [1, 37, 37], dtype: 'float32' },
  });
  const { analysis } = pe;
  return [
    [
      'addTo',
      () => [
        pe.addTo(embeddings(), table(), {
          embeddingScale: 'rootDim',
          scale: 0.3,
        }),
      ],
    ],
    ['concat', () => [pe.concat(embeddings(), table())]],
    [
      'relativeIndices',
      () =>
        [
          { type: 'clip', left: 20, right: 30 },
          { type: 't5', buckets: 34, maxDistance: 500 },
          { type: 'deberta', buckets: 30, maxRelativePositions: 300 },
          { type: 'urpe', buckets: 27, maxDistance: 211 },
          { type: 'grid', grid: [15, 20] },
        ].map((scheme) => {
          const spec = { method: 'relativeIndices', scheme, queries: 300 };
          return pe.make(/** @type {Rows} */ (spec));
        }),
    ],
    [
      'positionIds',
      () =>
        arraysOf({
          ids: pe.make({ method: 'positionIds', tokens: words, length: 10 }),
        }),
    ],
    [
      'mropePositions',
      () => {
        const segments = [
          { type: 'text', length: 5 },
          { type: 'video', grid: [3, 4, 6], secondsPerGrid: 0.7 },
          { type: 'image', grid: [1, 2, 8] },
          { type: 'text', length: 3 },
        ];
        const spec = { method: 'mropePositions', segments };
        return arraysOf(
          pe.make(/** @type {never} */ ({ ...spec, tokensPerSecond: 25 })),
        );
      },
    ],
    [
      'convertLayout',
      () => {
        const options = {
          weights: noise(48, 7),
          ...{ heads: 2, headDim: 8, rotaryDim: 4, rotaryStart: 4 },
        };
        const spec = { method: 'convertLayout', ...options };
        return arraysOf([
          pe.make(
            /** @type {never} */ ({ ...spec, from: 'half', to: 'interleaved' }),
          ),
          pe.make(
            /** @type {never} */ ({ ...spec, from: 'interleaved', to: 'half' }),
          ),
        ]);
      },
    ],
    [
      'detectLayout',
      () => {
        const before = noise(9 * 16, 7);
        const heads = { heads: 1, headDim: 16 };
        const { rotate } = pe.rope({ headDim: 16, theta: 23456 });
        const { data: after } = rotate(before, { heads: 1, inverse: true });
        const { hypotheses } = pe.detectLayout({ before, after, ...heads });
        return arraysOf({
          residuals: Float64Array.from(hypotheses, (one) => one.residual),
          thetas: Float64Array.from(hypotheses, ({ theta }) => theta),
        });
      },
    ],
    [
      'detectSchedule',
      () => {
        const { cache } = pe.ropeCache({
          ...{ headDim: 32, theta: 23456, cache: 'ggml', length: 200 },
          scaling: { type: 'linear', factor: 4 },
        });
        const { candidates } = pe.detectSchedule({ cache });
        const { frequencies } = pe.rope({ preset: 'Qwen2.5 7B YaRN' });
        const other = pe.detectSchedule({ frequencies });
        return arraysOf({
          residuals: Float64Array.from(
            [...candidates, ...other.candidates],
            (one) => one.residual,
          ),
          thetas: Float64Array.from(candidates, ({ spec }) =>
            Number(spec.theta),
          ),
        });
      },
    ],
    [
      'detectTable',
      () => {
        const table = pe.sinusoidal({ length: 90, dim: 33, base: 777 });
        const { candidates } = pe.detectTable({ table });
        return arraysOf({
          residuals: Float64Array.from(candidates, (one) => one.residual),
          bases: Float64Array.from(candidates, ({ spec }) => Number(spec.base)),
        });
      },
    ],
    [
      'rope, several axes',
      () => axesOfRopes.flatMap((axes) => arraysOf(ropeTables(pe, axes))),
    ],
    [
      'rope, xPos',
      () => {
        const decay = { type: /** @type {const} */ ('xpos'), centre: 9.5 };
        const rope = pe.make({ method: 'rope', headDim: 24, decay });
        const { cosSin } = rope;
        const query = cosSin({ length: 40, side: 'query' });
        const key = cosSin({ length: 40, side: 'key', dtype: 'float64' });
        return arraysOf([query, key]);
      },
    ],
    [
      'windowedCollisions',
      () =>
        arraysOf(
          pe.make({
            method: 'windowedCollisions',
            length: 300,
            window: 37,
            dim: 4,
          }),
        ),
    ],
    .../** @type {const} */ (['hf', 'ort', 'flashinfer', 'ggml', 'pairs']).map(
      (cache) =>
        /** @type {[string, () => Result[]]} */ ([
          `ropeCache ${cache}`,
          () =>
            Object.values(
              pe.ropeCache({
                ...{ headDim: 24, layout: 'interleaved', dtype: 'bfloat16' },
                ...{ cache, length: 300, start: 7 },
              }),
            ),
        ]),
    ),
    .../** @type {const} */ ([
      { type: 'randomised', most: 900 },
      { type: 'pose', context: 16, target: 64 },
      { type: 'shape', most: 900 },
      { type: 'cape', globalShift: 3, localShift: 0.5, scale: 1.4 },
    ]).map(
      (sampling) =>
        /** @type {[string, () => Result[]]} */ ([
          `trainingPositions ${sampling.type}`,
          () =>
            arraysOf(pe.trainingPositions({ sampling, length: 30, seed: 7 })),
        ]),
    ),
    [
      'treeMask',
      () => [pe.treeMask({ parents: [-1, 0, 0, 1, 3, 2], past: 9 })],
    ],
    [
      'generatorPositions',
      () =>
        arraysOf(
          pe.generatorPositions({
            model: { type: 'ltx', grid: [5, 6, 7], fps: 24 },
          }),
        ),
    ],
    [
      'mropePositions circlerope',
      () =>
        arraysOf(
          pe.mropePositions({
            segments: [{ type: 'image', grid: [1, 12, 18] }],
            design: { type: 'circlerope', mix: 0.25, lift: 0 },
          }),
        ),
    ],
    .../** @type {const} */ ([
      { type: 'rerope', window: 7, slope: 0.3 },
      { type: 'selfExtend', window: 7, groupSize: 3 },
      { type: 'dualChunk', chunkSize: 9, localSize: 2 },
    ]).map(
      (map) =>
        /** @type {[string, () => Result[]]} */ ([
          `positionMap ${map.type}`,
          () => arraysOf(pe.positionMap({ map, queries: 30, keys: 40 })),
        ]),
    ),
    .../** @type {const} */ (['llama4', 'mistral']).map(
      (form) =>
        /** @type {[string, () => Result[]]} */ ([
          `queryScale ${form}`,
          () => [
            pe.make({ method: 'queryScale', length: 300, form, floorScale: 7 }),
          ],
        ]),
    ),
    ['complexOrder', () => [pe.make({ method: 'complexOrder', ...complex })]],
    [
      'complexOrderGradient',
      () =>
        arraysOf(
          pe.make({
            method: 'complexOrderGradient',
            ...complex,
            upstreamReal: noise(30 * dim, 7),
            upstreamImaginary: noise(30 * dim, 8),
          }),
        ),
    ],
    [
      'floaterGradient',
      () =>
        arraysOf(
          pe.make({
            method: 'floaterGradient',
            ...curve,
            upstream: noise(9 * 2 * dim, 9),
          }),
        ),
    ],
    [
      'attention',
      () =>
        arraysOf(pe.make({ method: 'attention', ...attended, terms: true })),
    ],
    ...['max', 'mean', 'minMax'].map(
      (pool) =>
        /** @type {[string, () => Result[]]} */ ([
          `attentionMap ${pool}`,
          () =>
            /** @type {const} */ (['scores', 'weights']).map((of) =>
              pe.make({
                method: 'attentionMap',
                ...{ ...attended, of, pool: /** @type {'max'} */ (pool) },
                ...{ height: 9, width: 50, queryRange: [3, 35] },
              }),
            ),
        ]),
    ),
    [
      'attentionGradient',
      () =>
        arraysOf(
          pe.make({
            method: 'attentionGradient',
            ...attended,
            upstream: noise(2 * 37 * 16, 11),
            weightsUpstream: noise(2 * 4 * 37 * 37, 12),
            scoresUpstream: noise(2 * 4 * 37 * 37, 13),
          }),
        ),
    ],
    .../** @type {const} */ (['rms', 'layer', 'length']).map(
      (norm) =>
        /** @type {[string, () => Result[]]} */ ([
          `attentionGradient, norm ${norm}`,
          () =>
            arraysOf(
              pe.make({
                ...{
                  method: 'attentionGradient',
                  ...attended,
                  norm,
                  chunk: 19,
                },
                ...{ queryNorm: noise(4, 21), keyNorm: noise(4, 22) },
                ...{ queryNormBias: noise(4, 23), normOffset: 1 },
                logitScale: [0.5, -1, 7, 2],
                rotaryOf: norm === 'rms' ? 'embeddings' : 'queries',
                upstream: noise(2 * 37 * 16, 11),
              }),
            ),
        ]),
    ),
    [
      'learnedGradient',
      () => [
        pe.make({
          method: 'learnedGradient',
          upstream,
          positions: Array.from({ length: rows }, (_, i) => (i * i) % 11),
          ...{ tableLength: 11, dim },
        }),
      ],
    ],
    ...['sgd', 'adam', 'adamw'].map(
      (kind) =>
        /** @type {[string, () => Result[]]} */ ([
          `optimiser ${kind}`,
          () => {
            const w = noise(rows * dim, 10);
            const optimiser = pe.optimiser({
              ...{ kind: /** @type {'sgd'} */ (kind), lr: 0.1 },
              weightDecay: 0.01,
            });
            for (let step = 0; step < 3; ++step) {
              optimiser.step(w, noise(rows * dim, 11 + step));
            }
            return [{ data: w }];
          },
        ]),
    ),
    [
      'gram',
      () => [
        analysis.gram(embeddings()),
        analysis.gram(table(), { normalise: true }),
      ],
    ],
    ['toeplitz', () => arraysOf(analysis.toeplitz(embeddings()))],
    [
      'distanceCurve',
      () =>
        arraysOf(analysis.distanceCurve(embeddings(), { measure: 'cosine' })),
    ],
    ['wavelengths', () => arraysOf(analysis.wavelengths(table()))],
    ['spectrum', () => arraysOf(analysis.spectrum(embeddings()))],
    [
      'shiftMatrix',
      () => arraysOf(analysis.shiftMatrix(table(), { shift: 3 })),
    ],
    ['singularValues', () => arraysOf(analysis.singularValues(embeddings()))],
    [
      'precisionReport',
      () =>
        arraysOf(
          analysis.precisionReport(rotary, {
            ...{ length: 60, start: 70000, within: 1e-6, searchLength: 99 },
          }),
        ),
    ],
    [
      'ropePairs',
      () => arraysOf(analysis.ropePairs(rotary, { trainedLength: 512 })),
    ],
    [
      'scoreByDistance',
      () => arraysOf(analysis.scoreByDistance(rotary, { length: 300 })),
    ],
    [
      'decayBound',
      () => arraysOf(analysis.decayBound(rotary, { length: 300 })),
    ],
    [
      'phaseCollisions',
      () =>
        arraysOf(
          analysis.phaseCollisions(rotary, { length: 300, tolerance: 2 }),
        ),
    ],
    ['rotationResiduals', () => arraysOf(analysis.rotationResiduals(rotary))],
    [
      'sumOrConcat',
      () =>
        arraysOf(
          analysis.sumOrConcat({ embeddings: embeddings(), table: table() }),
        ),
    ],
    ...relativeCalls(pe).map(
      ([title, run]) =>
        /** @type {[string, () => Result[]]} */ ([
          title,
          () => arraysOf([run()]),
        ]),
    ),
  ];
}
