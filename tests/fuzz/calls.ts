/**
 * The public functions with valid options, for tests that replace one of them
 * by something wrong.
 */

import { type Posenc, tensor, toFloat32 } from 'posenc';
import {
  type AnyParameter,
  analyses,
  type MethodDescription,
  methods,
} from 'posenc/descriptions';
import { isDescribed } from '../engines/digest/described.mjs';

export interface Call {
  /** The name with which its error messages begin. */
  readonly name: string;
  readonly parameters: Readonly<Record<string, AnyParameter>>;
  /** Valid options, before one of them is replaced. */
  readonly valid: (param: string) => Record<string, unknown>;
  readonly run: (options: Record<string, unknown>) => unknown;
}

/** An array that is no option: lists are refused there. */
const array: AnyParameter = { kind: 'output' };

/** An array or lists of numbers, of any dtype. */
const numbers = { kind: 'floats', axes: ['n'] } as AnyParameter;

/** Arrays of `detectSchedule` of the kind to which a parameter belongs. */
function scheduleArrays(param: string): Record<string, unknown> {
  const table = () => tensor(pattern(8), [4, 2]);
  const heads = () => tensor(pattern(8), [2, 1, 4]);
  if (param === 'cache') return { cache: table() };
  if (param === 'cos' || param === 'sin') return { cos: table(), sin: table() };
  if (param === 'before' || param === 'after') {
    return { before: heads(), after: heads() };
  }
  return { frequencies: pattern(2) };
}

function pattern(length: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => Math.sin(i + 1));
}

/** Positions in the form that does not exclude the parameter under test. */
function positions(param: string, length = 3): Record<string, unknown> {
  return param === 'positions' ? {} : { length };
}

/** Every table, with the options of its example and few rows. */
function tables(pe: Posenc): Call[] {
  return Object.values<MethodDescription>(methods)
    .filter(({ family }) => family === 'table')
    .map(({ name, parameters, example = {} }) => {
      const { length: _, grid: __, ...rest } = example;
      const narrow = { ...rest, ...('dim' in parameters && { dim: 12 }) };
      return {
        name,
        parameters,
        valid: (param) => {
          // Rows so wide that a length of 2^31 is refused before anything is
          // computed. A table whose numbers are drawn first stays short.
          if (param === 'length') {
            const one = {
              ...('tableLength' in parameters && { tableLength: 1 }),
              ...('window' in parameters && { window: 1 }),
            };
            return { ...rest, ...one, dim: 2 ** 20 };
          }
          if ('grid' in parameters) return { ...narrow, grid: [2, 3] };
          if (!('length' in parameters)) return narrow;
          return { ...narrow, ...positions(param) };
        },
        run: (options) =>
          (pe as unknown as Record<string, (options: unknown) => unknown>)[
            name
          ]?.(options),
      };
    });
}

/** Whether a count is valid and so large that a call would take minutes. */
function isLong(
  parameters: Call['parameters'],
  options: unknown,
  names: readonly string[],
): boolean {
  return names.some((name) => {
    const value: unknown = Object(options)[name];
    const count = typeof value === 'number' ? value : 0;
    const described = parameters[name];
    const max = described && 'max' in described ? Number(described.max) : 0;
    return Number.isInteger(count) && count > 2 ** 12 && count <= max;
  });
}

/** Every bias whose example holds all that it requires, as a small map. */
function biases(pe: Posenc): Call[] {
  return Object.values<MethodDescription>(methods)
    .filter((one) => one.family === 'bias' && isDescribed(one))
    .map(({ name, parameters, example }) => ({
      name,
      parameters,
      valid: () => ({ ...example, queries: 3, keys: 4 }),
      run: (options) => pe.make({ ...options, method: name } as never),
    }));
}

/** The analyses of ropes; what would take minutes is not run. */
function ropeAnalyses(pe: Posenc): Call[] {
  const valid: Record<string, Record<string, unknown>> = {
    precisionReport: { length: 2 },
    ropePairs: { trainedLength: 8 },
    scoreByDistance: { length: 2 },
    decayBound: { length: 2 },
    phaseCollisions: { length: 3 },
    rotationResiduals: { samples: 2 },
  };
  return Object.entries(valid).map(([name, least]) => {
    const parameters: Call['parameters'] =
      analyses[name as 'ropePairs'].parameters;
    return {
      name: `analysis.${name}`,
      parameters,
      valid: (param) =>
        param === 'positions' || param === 'distances' ? {} : least,
      run: (options) => {
        const counts = ['length', 'searchLength', 'samples'];
        const long = isLong(parameters, options, counts);
        const run = pe.analysis[name as 'ropePairs'];
        const spec = { method: 'rope', headDim: 4 } as const;
        return long ? undefined : run(spec, options as never);
      },
    };
  });
}

/** The analyses of order, of two tokens, or of one and all distances. */
function orderAnalyses(pe: Posenc): Call[] {
  const valid: Record<string, Record<string, unknown>> = {
    reordering: {},
    translation: {},
    extrapolation: { trainedLength: 2 },
  };
  return Object.entries(valid).map(([name, least]) => {
    const tokens = name === 'extrapolation' ? 1 : 2;
    const x = pattern(4 * tokens);
    const parameters: Call['parameters'] =
      analyses[name as 'reordering'].parameters;
    return {
      name: `analysis.${name}`,
      parameters,
      valid: () => least,
      run: (options) => {
        const long = isLong(parameters, options, ['length', 'trainedLength']);
        const run = pe.analysis[name as 'reordering'];
        const attention = { q: x, k: x, v: x, heads: 1, headDim: 4 };
        return long ? undefined : run(attention, options as never);
      },
    };
  });
}

/** What positions on the axes of a rope need beside them. */
function onAxes(param?: string): object {
  if (!param?.endsWith('AxisPositions')) return {};
  const axes = { type: 'axial', count: 2 };
  return {
    rotary: { method: 'rope', headDim: 4, axes },
    ...(param.startsWith('query') && { keyAxisPositions: [0, 1, 2] }),
  };
}

export function calls(pe: Posenc): Call[] {
  const rope = pe.rope({ headDim: 4 });
  const { rope: rotary, attention, attentionMap } = methods;
  const { cosSin, rotate } = rotary.operations;
  return [
    ...tables(pe),
    ...biases(pe),
    ...ropeAnalyses(pe),
    ...orderAnalyses(pe),
    {
      name: 'frequencies',
      parameters: methods.frequencies.parameters,
      valid: () => ({ dim: 4 }),
      run: (options) => pe.frequencies(options as never),
    },
    {
      name: 'positionIds',
      parameters: methods.positionIds.parameters,
      valid: (param) =>
        param === 'tokens' || param === 'sequences'
          ? {}
          : param === 'sequenceStart'
            ? { length: 2 }
            : { [param === 'mask' ? param : 'tokens']: [0, 1] },
      run: (options) => pe.positionIds(options as never),
    },
    {
      name: 'rope',
      parameters: rotary.parameters,
      valid: () => ({ headDim: 4 }),
      run: (options) => pe.rope(options as never),
    },
    {
      name: 'rope',
      parameters: rotary.parameters,
      valid: () => ({
        ...{ headDim: 12, axes: { type: 'axial', count: 3 } },
        scaling: { type: 'resolution', patches: [1, 9, 99], basePatches: 8 },
      }),
      run: (options) => pe.rope(options as never),
    },
    {
      name: 'rope.cosSin',
      parameters: cosSin.parameters,
      valid: positions,
      run: (options) => {
        // As above: 2^31 rows of this width are refused.
        const length = Object(options).length;
        const wide = typeof length === 'number' && length > 2 ** 30;
        const { cosSin } = wide ? pe.rope({ headDim: 2 ** 16 }) : rope;
        return cosSin(options as never);
      },
    },
    {
      name: 'rope.rotate',
      parameters: { x: array, ...rotate.parameters },
      valid: () => ({ x: pattern(12), heads: 1 }),
      run: ({ x, ...options }) => rope.rotate(x as never, options as never),
    },
    {
      name: 'rope.shift',
      parameters: { keys: array, ...rotary.operations.shift.parameters },
      valid: () => ({ keys: pattern(12), heads: 1, by: 2 }),
      run: ({ keys, ...options }) =>
        rope.shift(keys as never, options as never),
    },
    {
      name: 'rope.rebase',
      parameters: { keys: array, ...rotary.operations.rebase.parameters },
      valid: () => ({ keys: pattern(12), heads: 1, to: rope }),
      run: ({ keys, ...options }) =>
        rope.rebase(keys as never, options as never),
    },
    {
      name: 'rope.frequencyGradient',
      parameters: {
        ...{ x: array, upstream: array },
        ...rotary.operations.frequencyGradient.parameters,
      },
      valid: () => ({ x: pattern(12), upstream: pattern(12), heads: 1 }),
      run: ({ x, upstream, ...options }) =>
        rope.frequencyGradient(x as never, upstream as never, options as never),
    },
    {
      name: 'rope.cache',
      parameters: rotary.operations.cache.parameters,
      valid: (param) => ({ cache: 'ort', ...positions(param) }),
      run: (options) => {
        const length = Object(options).length;
        const wide = typeof length === 'number' && length > 2 ** 30;
        const { cache } = wide ? pe.rope({ headDim: 2 ** 16 }) : rope;
        return cache(options as never);
      },
    },
    {
      name: 'ropeCache',
      parameters: methods.ropeCache.parameters,
      valid: (param) => ({
        ...{ headDim: param === 'length' ? 2 ** 16 : 4, cache: 'ort' },
        ...positions(param),
      }),
      run: (options) => pe.ropeCache(options as never),
    },
    {
      name: 'convertLayout',
      parameters: { ...methods.convertLayout.parameters, weights: array },
      valid: () => ({
        ...{ weights: pattern(16), heads: 2, headDim: 4 },
        ...{ from: 'half', to: 'interleaved' },
      }),
      run: (options) => pe.convertLayout(options as never),
    },
    {
      name: 'detectLayout',
      parameters: {
        ...methods.detectLayout.parameters,
        ...{ before: array, after: array, reference: array },
      },
      valid: () => ({
        ...{ before: pattern(8), after: pattern(8), heads: 2 },
        rope: { method: 'rope', headDim: 4 },
      }),
      run: (options) => pe.detectLayout(options as never),
    },
    {
      name: 'detectSchedule',
      parameters: {
        ...methods.detectSchedule.parameters,
        ...{ frequencies: numbers, cache: numbers, cos: numbers, sin: numbers },
        ...{ before: numbers, after: numbers },
      },
      valid: (param) => ({
        ...scheduleArrays(param),
        rope: { method: 'rope', headDim: 4 },
      }),
      run: (options) => pe.detectSchedule(options as never),
    },
    {
      name: 'detectTable',
      parameters: { ...methods.detectTable.parameters, table: numbers },
      valid: () => ({ table: tensor(pattern(16), [4, 4]) }),
      run: (options) => pe.detectTable(options as never),
    },
    {
      name: 'positionMap',
      parameters: methods.positionMap.parameters,
      valid: () => ({
        map: { type: 'rerope', window: 3 },
        ...{ queries: 2, keys: 4 },
      }),
      run: (options) => pe.positionMap(options as never),
    },
    {
      name: 'treeMask',
      parameters: methods.treeMask.parameters,
      valid: () => ({ parents: [-1, 0] }),
      run: (options) => pe.treeMask(options as never),
    },
    {
      name: 'trainingPositions',
      parameters: methods.trainingPositions.parameters,
      valid: () => ({ sampling: { type: 'shape', most: 3 }, length: 2 }),
      run: (options) => pe.trainingPositions(options as never),
    },
    {
      name: 'generatorPositions',
      parameters: methods.generatorPositions.parameters,
      valid: () => ({ model: { type: 'flux', grid: [1, 2] } }),
      run: (options) => pe.generatorPositions(options as never),
    },
    {
      name: 'queryScale',
      parameters: methods.queryScale.parameters,
      valid: positions,
      run: (options) => {
        // 2^31 factors would fit into memory and take minutes; from this start
        // they are refused.
        const length = Object(options).length;
        const wide = typeof length === 'number' && length > 2 ** 30;
        const far = wide ? { start: 2 ** 53 } : {};
        return pe.queryScale({ ...options, ...far } as never);
      },
    },
    {
      name: 'attention',
      parameters: attention.parameters,
      valid: (param) => ({
        ...{ q: pattern(8), k: pattern(12), v: pattern(12) },
        ...{ heads: 1, headDim: 4 },
        ...(param === 'keyHeads' ? { heads: 2, headDim: 2 } : {}),
        ...onAxes(param),
      }),
      run: (options) => pe.attention(options as never),
    },
    {
      name: 'attentionMap',
      parameters: attentionMap.parameters,
      valid: (param) => ({
        ...{ q: pattern(8), k: pattern(12), rows: [0, 1] },
        ...{ heads: 1, headDim: 4 },
        ...(param === 'keyHeads' ? { heads: 2, headDim: 2 } : {}),
        ...onAxes(param),
      }),
      run: (options) => pe.attentionMap(options as never),
    },
    {
      name: 'resident',
      parameters: {
        shape: { kind: 'other' },
        dtype: methods.sinusoidal.parameters.dtype,
        data: array,
      },
      valid: () => ({ shape: [3, 4] }),
      run: (options) => {
        const resident = pe.resident(options as never);
        const { data } = resident;
        resident.dispose();
        return data;
      },
    },
    {
      name: 'tensor',
      parameters: {
        data: array,
        shape: { kind: 'other' },
        dtype: { kind: 'other' },
      },
      valid: () => ({ data: pattern(12), shape: [3, 4] }),
      run: ({ data, shape, dtype }) =>
        tensor(data as never, shape as never, dtype as never),
    },
    {
      name: 'toFloat32',
      parameters: { tensor: array },
      valid: () => ({
        tensor: pe.sinusoidal({ length: 1, dim: 12, dtype: 'float16' }),
      }),
      run: ({ tensor: given }) => toFloat32(given as never),
    },
  ];
}
