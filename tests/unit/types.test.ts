/** The types as users see them. The compiler checks this file. */

import {
  type AttentionOptions,
  type AttentionOutput,
  type AttentionResult,
  type AttentionWithOutput,
  type CosSinOptions,
  type DType,
  type ErrorCode,
  load,
  type Posenc,
  PosencRangeError,
  PosencTypeError,
  type ResidentTensor,
  type Rope,
  type RopeOptions,
  type RopePreset,
  type RopePresetOptions,
  type SinusoidalOptions,
  type Spec,
  type TableSpec,
  type Tensor,
  tensor,
  type WasmSource,
} from 'posenc';
import type { methods } from 'posenc/descriptions';
import { expect, expectTypeOf, it } from 'vitest';

const pe: Posenc = await load();
const rope = pe.rope({ headDim: 8 });

it('results have the array type of their dtype', () => {
  const at = { length: 1, dim: 2 } as const;
  const single = pe.sinusoidal(at);
  expectTypeOf(single).toEqualTypeOf<Tensor<'float32'>>();
  expectTypeOf(single.data).toEqualTypeOf<Float32Array<ArrayBuffer>>();
  const double = pe.sinusoidal({ ...at, dtype: 'float64' });
  expectTypeOf(double.data).toEqualTypeOf<Float64Array<ArrayBuffer>>();
  const half = rope.cosSin({ length: 1, dtype: 'float16' });
  expectTypeOf(half.cos.data).toEqualTypeOf<Uint16Array<ArrayBuffer>>();
  const options: SinusoidalOptions = at;
  expectTypeOf(pe.sinusoidal(options)).toEqualTypeOf<Tensor>();
  expect(single.data).toBeInstanceOf(Float32Array);
  expect(double.data).toBeInstanceOf(Float64Array);
});

it('options are those of the descriptions', () => {
  expectTypeOf<RopeOptions['headDim']>().toEqualTypeOf<number>();
  expectTypeOf<RopeOptions['layout']>().toEqualTypeOf<
    'half' | 'interleaved' | undefined
  >();
  expectTypeOf<CosSinOptions['full']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<SinusoidalOptions['dtype']>().toEqualTypeOf<DType | undefined>();
  expectTypeOf<keyof RopeOptions>().toEqualTypeOf<
    keyof typeof methods.rope.parameters
  >();
  expectTypeOf<Parameters<Posenc['rope']>>().toEqualTypeOf<
    [RopeOptions | RopePresetOptions]
  >();
  expectTypeOf<keyof RopePresetOptions>().toEqualTypeOf<keyof RopeOptions>();
  expectTypeOf<RopePreset>().toEqualTypeOf<keyof typeof methods.rope.presets>();
});

it('wrong calls do not compile', () => {
  const wrong = [
    // @ts-expect-error: the width is required
    () => pe.sinusoidal({ length: 1 }),
    // @ts-expect-error: positions are required
    () => pe.sinusoidal({ dim: 4, start: 1 }),
    // @ts-expect-error: one form of positions
    () => pe.sinusoidal({ dim: 4, length: 1, positions: [1] }),
    // @ts-expect-error: no such layout
    () => pe.sinusoidal({ length: 1, dim: 4, layout: 'half' }),
    // @ts-expect-error: no such option
    () => pe.sinusoidal({ length: 1, dim: 4, lenght: 1 }),
    // @ts-expect-error: a number
    () => pe.rope({ headDim: '64' }),
    // @ts-expect-error: a width or a preset
    () => pe.rope({ theta: 100 }),
    // @ts-expect-error: no such preset
    () => pe.rope({ preset: 'Llama' }),
    // @ts-expect-error: a method that has required options is no bare name
    () => pe.attention({ q, k: q, relative: 'relativeKey' }),
    // @ts-expect-error: no such bias
    () => pe.attention({ q, k: q, bias: 'alibbi' }),
    // @ts-expect-error: out must be of the dtype
    () => pe.sinusoidal({ length: 1, dim: 4, out: new Float64Array(4) }),
    // @ts-expect-error: x is float32
    () => rope.rotate(new Float64Array(8)),
    // @ts-expect-error: both tables
    () => rope.cosSin({ length: 1, out: { cos: new Float32Array(4) } }),
    // @ts-expect-error: a rope, not its options
    () => pe.attention({ q, k: q, rotary: { headDim: 8 } }),
    // @ts-expect-error: the dtype is ambiguous
    () => tensor(new Uint16Array(4), [4]),
  ];
  const q = new Float32Array(8);
  for (const run of wrong) expect(run).toThrow(/./);
});

it('make and plan tie the dtype to the result, as the methods do', () => {
  const at = { method: 'radial', length: 1, dim: 2 } as const;
  expectTypeOf(pe.make(at)).toEqualTypeOf<Tensor<'float32'>>();
  const out = new Float64Array(2);
  const double = pe.make({ ...at, dtype: 'float64', out });
  expectTypeOf(double).toEqualTypeOf<Tensor<'float64'>>();
  const plan = pe.plan({ ...at, dtype: 'float16', out: new Uint16Array(2) });
  expectTypeOf(plan.dtype).toEqualTypeOf<'float16'>();
  expectTypeOf(pe.make({ method: 'rope', headDim: 4 })).toEqualTypeOf<Rope>();
  // A spec with another dtype.
  const spread: Spec = { ...at };
  const wide = pe.make({ ...spread, dtype: 'float64' });
  expectTypeOf(wide).toEqualTypeOf<Tensor<'float64'>>();
  // A spec whose method or dtype is not known before it runs.
  const any: TableSpec = { ...at, dtype: 'float64', out };
  expectTypeOf(pe.make(any)).toEqualTypeOf<Tensor>();
  const some: Spec = { method: 'positionIds', tokens: [1] };
  const made = [pe.make(some), pe.plan(some).run()];
  expect(made).toHaveLength(2);
  for (const part of plan.cut(1)) expect(pe.make(part).dtype).toBe('float16');
  expect(double.data).toBe(out);
});

it('wrong specs do not compile', () => {
  const at = { method: 'radial', length: 1, dim: 2 } as const;
  const rope = { method: 'rope', headDim: 4 } as const;
  const ids = { method: 'positionIds', tokens: [1] } as const;
  const wrong = [
    // @ts-expect-error: a rope has no dtype
    () => pe.make({ ...rope, dtype: 'float32' }),
    // @ts-expect-error: nor has its plan
    () => pe.plan({ method: 'rope', headDim: 4, dtype: 'float64' }),
    // @ts-expect-error: ids have no dtype
    () => pe.make({ ...ids, dtype: 'float32' }),
    // @ts-expect-error: no such dtype
    () => pe.make({ ...at, dtype: 'int8' }),
    // @ts-expect-error: the width is required
    () => pe.make({ method: 'radial', length: 1 }),
    // @ts-expect-error: no such option
    () => pe.make({ ...rope, lenght: 1 }),
  ];
  for (const run of wrong) expect(run).toThrow(/./);
});

it('tensors fit where arrays do', () => {
  const x = tensor(new Float32Array(8), [1, 8]);
  expectTypeOf(x).toEqualTypeOf<Tensor<'float32'>>();
  expectTypeOf(rope.rotate(x, { heads: 1, out: x })).toEqualTypeOf<
    Tensor<'float32'>
  >();
  const resident = pe.resident({ shape: [1, 8] });
  expectTypeOf(resident).toEqualTypeOf<ResidentTensor<'float32'>>();
  expectTypeOf(resident).toExtend<Tensor<'float32'>>();
  expectTypeOf(rope).toEqualTypeOf<Rope>();
  const result = pe.attention({ q: x, k: resident, heads: 1, rotary: rope });
  expectTypeOf(result).toEqualTypeOf<AttentionResult>();
  expectTypeOf(result.output).toEqualTypeOf<Tensor<'float32'> | undefined>();
  resident.dispose();
  expect(result.scores.shape).toEqual([1, 1, 1]);
});

it('shapes of results go where a number[] is asked for', () => {
  const table = pe.sinusoidal({ length: 2, dim: 4 });
  const other = (shape: number[]) => shape.length;
  const plan = pe.plan({ method: 'sinusoidal', length: 2, dim: 4 });
  const resident = pe.resident({ shape: [2, 4] });
  const shapes = [table, plan, resident].map(({ shape }) => {
    expectTypeOf(shape).toEqualTypeOf<number[]>();
    return other(shape);
  });
  expect(shapes).toEqual([2, 2, 2]);
  // They are frozen all the same, so that they always fit the numbers.
  for (const { shape } of [table, plan, resident]) {
    expect(() => shape.push(1)).toThrow(TypeError);
  }
  resident.dispose();
  // A shape that is given may be readonly.
  expect(tensor(new Float32Array(2), [2] as const).shape).toEqual([2]);
});

it('tensors of other libraries fit where tensors do', () => {
  /** As onnxruntime declares its class: one type for tensors of any kind. */
  interface Foreign {
    readonly data: Float32Array | Uint16Array | BigInt64Array | string[];
    readonly dims: readonly number[];
    readonly type: 'float32' | 'float16' | 'int64' | 'string';
  }
  const x: Foreign = {
    ...{ data: new Float32Array(8), dims: [1, 1, 8], type: 'float32' },
  };
  const ids: Foreign = {
    data: BigInt64Array.of(0n),
    dims: [1, 1],
    type: 'int64',
  };
  const mask: Foreign = { ...ids, data: BigInt64Array.of(1n), dims: [1] };
  const result = pe.attention({ q: x, k: x, v: x, keyMask: mask });
  expectTypeOf(result.output).toEqualTypeOf<Tensor<'float32'>>();
  const turned = rope.rotate(x, { positions: ids });
  const table = pe.learned({ table: x, positions: ids });
  expectTypeOf(table).toEqualTypeOf<Tensor<'float32'>>();
  expect(turned.shape).toEqual([1, 1, 8]);
});

it('attention gives the results that are wanted, as far as types know', () => {
  const x = tensor(new Float32Array(8), [1, 1, 8]);
  const [given, all] = [
    { q: x, k: x },
    { q: x, k: x, v: x },
  ];
  const output = pe.attention({ ...all, outputs: ['output'] });
  expectTypeOf(output.output).toEqualTypeOf<Tensor<'float32'>>();
  // @ts-expect-error: scores are not among them
  expect(output.scores).toBeUndefined();
  const maps = pe.attention({ ...given, outputs: ['weights', 'scores'] });
  expectTypeOf(maps.scores).toEqualTypeOf<Tensor<'float32'>>();
  expectTypeOf(maps.weights).toEqualTypeOf<Tensor<'float32'>>();
  expectTypeOf(maps.terms).toEqualTypeOf<AttentionResult['terms']>();
  const fixed = { ...given, outputs: ['scores'] } as const;
  expectTypeOf(pe.attention(fixed).scores).toEqualTypeOf<Tensor<'float32'>>();
  // Lists that types do not know.
  const words: AttentionOutput[] = ['scores'];
  const some = pe.attention({ ...given, outputs: words });
  expectTypeOf(some).toEqualTypeOf<Partial<AttentionResult>>();
  const spread: AttentionOptions<AttentionOutput[]> = {
    ...{ ...given, outputs: words },
  };
  const other = pe.attention(spread);
  expectTypeOf(other).toEqualTypeOf<Partial<AttentionResult>>();
  const maybe: { outputs?: ('output' | 'scores')[] } = {};
  const either = pe.attention({ ...given, ...maybe });
  expectTypeOf(either).toEqualTypeOf<Partial<AttentionResult>>();
  const usual: AttentionOptions = { ...given };
  // @ts-expect-error: a list changes the type of the options
  const wrong: AttentionOptions = { ...given, outputs: words };
  expect(wrong).toEqual(spread);
  expectTypeOf(pe.attention(usual)).toEqualTypeOf<AttentionResult>();
  const none = pe.attention({ ...given, outputs: undefined });
  expectTypeOf(none).toEqualTypeOf<AttentionResult>();
  expect([maps.scores, none.scores]).toEqual([some.scores, either.scores]);
  // Values have an output, whether they are given or made of embeddings.
  const usualOutput = pe.attention(all).output;
  expectTypeOf(usualOutput).toEqualTypeOf<Tensor<'float32'>>();
  const left = pe.attention({ ...all, outputs: undefined });
  expectTypeOf(left.output).toEqualTypeOf<Tensor<'float32'>>();
  const perhaps: { v?: Float32Array } = {};
  const unsure = pe.attention({ ...given, ...perhaps }).output;
  expectTypeOf(unsure).toEqualTypeOf<Tensor<'float32'> | undefined>();
  const embedded = {
    x: tensor(new Float32Array(8), [1, 8]),
    heads: 1,
    headDim: 8,
  };
  expectTypeOf(pe.attention(embedded).output).toEqualTypeOf<
    Tensor<'float32'>
  >();
  const cached = pe.attention({ ...embedded, k: x });
  expectTypeOf(cached.output).toEqualTypeOf<Tensor<'float32'> | undefined>();
  expect([usualOutput, left.output]).toEqual([output.output, output.output]);
  expect([unsure, cached.output]).toEqual([undefined, undefined]);
  // Specs, too.
  const spec = { method: 'attention', ...all } as const;
  expectTypeOf(pe.make(spec)).toEqualTypeOf<AttentionWithOutput>();
  const bare = pe.make({ method: 'attention', ...given });
  expectTypeOf(bare).toEqualTypeOf<AttentionResult>();
  const one = pe.make({ ...spec, outputs: ['output'] });
  expectTypeOf(one).toEqualTypeOf<typeof output>();
  const unknown = pe.plan({ ...spec, outputs: words }).run();
  expectTypeOf(unknown).toEqualTypeOf<Partial<AttentionResult>>();
  const specMaybe = pe.make({ ...spec, ...maybe });
  expectTypeOf(specMaybe).toEqualTypeOf<Partial<AttentionResult>>();
  expect(one).toEqual(output);
  // @ts-expect-error: no such option
  expect(() => pe.make({ method: 'rope', headDim: 4, outputs: [] })).toThrow();
});

it('load takes the WebAssembly files', () => {
  type File = typeof import('posenc/posenc.wasm').default;
  type Scalar = typeof import('posenc/posenc.scalar.wasm').default;
  expectTypeOf<File>().toExtend<WasmSource>();
  expectTypeOf<Scalar>().toEqualTypeOf<File>();
});

it('errors have a code of the list', () => {
  expectTypeOf<PosencTypeError['code']>().toExtend<ErrorCode>();
  expectTypeOf<PosencRangeError['code']>().toExtend<ErrorCode>();
  expectTypeOf<
    PosencTypeError['code'] & PosencRangeError['code']
  >().toBeNever();
  expect(PosencTypeError.prototype).toBeInstanceOf(TypeError);
  expect(PosencRangeError.prototype).toBeInstanceOf(RangeError);
});
