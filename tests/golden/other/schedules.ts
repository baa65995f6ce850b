/** Schedules of other widths, lengths and factors, by the oracle's formulas. */

import {
  attentionFactor,
  type Spec,
  scaledFrequency,
} from '../../oracle/schedules.ts';
import { FLOAT64, round } from '../../oracle/ulp.ts';
import {
  type Description,
  input,
  range,
  result,
  type Tensor,
} from './case-folder.ts';

const POSITIONS = [0, 1, 7, 2.5, 299, -40];

/** ω_k of all pairs, in radians per position. */
const frequenciesOf = (spec: Spec) =>
  range(spec.rotaryDim / 2).map((k) =>
    round(scaledFrequency(spec, k), FLOAT64),
  );

/**
 * The tensors of a case: frequencies, those of `listed` if the file lists
 * others, and tables in half layout, without the float32 run.
 */
function tensorsOf(spec: Spec, listed = spec): Tensor[] {
  const frequencies = frequenciesOf(spec);
  const factor = round(attentionFactor(spec), FLOAT64);
  const positions: Tensor = {
    ...input('positions', [POSITIONS.length], POSITIONS),
    dtype: 'float64',
  };
  const { rotaryDim } = spec;
  const tables = [Math.cos, Math.sin].flatMap((wave) =>
    result(
      wave.name,
      [POSITIONS.length, rotaryDim],
      POSITIONS.flatMap((p) =>
        [...frequencies, ...frequencies].map((w) => factor * wave(p * w)),
      ),
    ).slice(0, 1),
  );
  const own = result('inv_freq', [rotaryDim / 2], frequenciesOf(listed));
  return [positions, ...own.slice(0, 1), ...tables];
}

/** A case of a Hugging Face config. */
const hf = (
  name: string,
  rope_scaling: object,
  more: object,
  tensors: Tensor[],
): Description => ({
  name,
  method: 'rope.hf_half',
  params: { head_dim: tensors.at(-1)?.shape[1], rope_scaling, ...more },
  tensors,
});

const divisors = range(6).map((k) => 1 + k * k);
const yarn = {
  type: 'yarn',
  originalMaxPosition: 512,
  betaFast: 20,
  betaSlow: 1.5,
} as const;

/** A spec without scaling, for the frequencies that files list. */
const unscaled = (rotaryDim: number, theta = 10000): Spec => ({
  ...{ theta, rotaryDim, scaling: { type: 'default' } },
});

export const scheduleCases: Description[] = [
  {
    name: 'static_ntk_of_another_width',
    method: 'rope.freqs_ntk_static',
    params: { dim: 12, base: 333, alpha: 3.5 },
    tensors: tensorsOf({
      ...unscaled(12, 333),
      scaling: { type: 'ntk', factor: 3.5 },
    }),
  },
  {
    name: 'yarn_of_other_turns',
    method: 'rope.freqs_yarn',
    params: {
      ...{ dim: 64, base: 5000, scale: 6, beta_fast: 20, beta_slow: 1.5 },
      ...{ original_max_position_embeddings: 512, extrapolation_factor: 0.5 },
      attn_factor: 1.2,
    },
    tensors: tensorsOf({
      ...unscaled(64, 5000),
      scaling: { ...yarn, factor: 6, extrapolationFactor: 0.5, magnitude: 1.2 },
    }),
  },
  {
    name: 'ntk_by_parts_of_other_weights',
    method: 'rope.freqs_ntk_by_parts',
    params: {
      ...{ dim: 32, scale: 5, original_max_position_embeddings: 700 },
      ...{ ntk_factor: 0.75, extrapolation_factor: 0.5 },
    },
    tensors: tensorsOf({
      ...unscaled(32),
      scaling: {
        ...{ type: 'ntkByParts', factor: 5, originalMaxPosition: 700 },
        ...{ ntkFactor: 0.75, extrapolationFactor: 0.5 },
      },
    }),
  },
  {
    name: 'dynamic_positions_beyond_the_length',
    method: 'rope.freqs_dynamic_ntk_or_linear',
    params: { dim: 8, max_position_embeddings: 100, seq_len: 300, ntk: false },
    tensors: tensorsOf(
      {
        ...unscaled(8),
        scaling: { type: 'dynamic', form: 'linear', maxPosition: 100 },
        contextLength: 300,
      },
      unscaled(8),
    ),
  },
  {
    name: 'dynamic_ntk_beyond_the_length',
    method: 'rope.freqs_dynamic_ntk_or_linear',
    params: { dim: 8, max_position_embeddings: 100, seq_len: 300, ntk: 2 },
    tensors: tensorsOf({
      ...unscaled(8),
      scaling: { type: 'dynamic', factor: 2, maxPosition: 100 },
      contextLength: 300,
    }),
  },
  {
    name: 'longrope_of_squares',
    method: 'rope.freqs_longrope',
    params: {
      ...{ dim: 12, rescale_factors: divisors, base: 77 },
      ...{ max_position_embeddings: 2048, seq_len: 1 },
      original_max_position_embeddings: 256,
    },
    tensors: tensorsOf({
      ...unscaled(12, 77),
      scaling: {
        ...{ type: 'longrope', shortFactor: divisors, longFactor: divisors },
        ...{ originalMaxPosition: 256, maxPosition: 2048 },
      },
    }),
  },
  hf(
    'hf_linear_by_the_old_key',
    { type: 'linear', factor: 1.5 },
    {},
    tensorsOf({
      ...unscaled(6),
      scaling: { type: 'linear', factor: 1.5 },
    }),
  ),
  hf(
    'hf_dynamic_by_the_positions',
    { rope_type: 'dynamic', factor: 3 },
    { max_position_embeddings: 60 },
    tensorsOf({
      ...unscaled(10),
      scaling: { type: 'dynamic', factor: 3, maxPosition: 60 },
      contextLength: 300,
    }),
  ),
  hf(
    'hf_yarn_with_a_given_factor',
    {
      ...{ rope_type: 'yarn', factor: 99, attention_factor: 1.75 },
      ...{ beta_fast: 20, beta_slow: 1.5 },
      original_max_position_embeddings: 512,
    },
    {
      ...{ rope_theta: 5000, max_position_embeddings: 2048 },
      attention_scaling: 1.75,
    },
    tensorsOf({
      ...unscaled(64, 5000),
      scaling: { ...yarn, factor: 4, attentionFactor: 1.75 },
    }),
  ),
  hf(
    'hf_llama3_of_another_length',
    {
      ...{ rope_type: 'llama3', factor: 6 },
      ...{ low_freq_factor: 1.5, high_freq_factor: 3 },
      original_max_position_embeddings: 900,
    },
    { rope_theta: 20000 },
    tensorsOf({
      ...unscaled(32, 20000),
      scaling: {
        ...{ type: 'llama3', factor: 6, originalMaxPosition: 900 },
        ...{ lowFreqFactor: 1.5, highFreqFactor: 3 },
      },
    }),
  ),
];

/** Configurations that the reader refuses, and its messages. */
export const refusedSchedules: [Description, RegExp][] = [
  [
    hf('hf_of_an_unknown_type', { type: 'yarm' }, {}, tensorsOf(unscaled(4))),
    /unknown rope_scaling type yarm$/,
  ],
  [
    hf(
      'hf_with_an_unknown_key',
      { type: 'linear', factor: 2, alpha: 1 },
      {},
      tensorsOf(unscaled(4)),
    ),
    /unknown rope_scaling.alpha$/,
  ],
  [
    hf(
      'hf_with_another_attention_factor',
      { type: 'linear', factor: 2 },
      { attention_scaling: 2 },
      tensorsOf({
        ...unscaled(4),
        scaling: { type: 'linear', factor: 2 },
      }),
    ),
    /attentionFactor 1 is not attention_scaling$/,
  ],
];
