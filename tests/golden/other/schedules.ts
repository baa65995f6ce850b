/** Schedules of other widths, lengths and factors, by formulas in float64. */

import {
  type Description,
  input,
  range,
  result,
  type Tensor,
} from './case-folder.ts';

/** ω_k for the pairs of a width. */
const plain = (width: number, theta: number) =>
  range(width / 2).map((k) => theta ** ((-2 * k) / width));

/** Frequencies of a base that grew. */
const grown = (width: number, theta: number, growth: number) =>
  plain(width, theta * growth ** (width / (width - 2)));

const clamp = (x: number) => Math.min(1, Math.max(0, x));

/** The weights of unscaled frequencies between two numbers of turns. */
function kept(
  width: number,
  theta: number,
  length: number,
  [fast, slow]: [number, number],
) {
  const pair = (turns: number) =>
    (width * Math.log(length / (2 * Math.PI * turns))) / (2 * Math.log(theta));
  const low = Math.max(0, Math.floor(pair(fast)));
  const high = Math.min(width - 1, Math.ceil(pair(slow)));
  return range(width / 2).map((k) => 1 - clamp((k - low) / (high - low)));
}

/** The mean of two lists, with the weights of the second. */
const blend = (a: number[], b: number[], weights: number[]) =>
  weights.map((w, k) => (a[k] as number) * (1 - w) + (b[k] as number) * w);

const over = (list: number[], by: number) => list.map((x) => x / by);

const POSITIONS = [0, 1, 7, 2.5, 299, -40];

/**
 * The tensors of a case: frequencies, and tables in half layout, without the
 * float32 run.
 */
function tensorsOf(
  frequencies: number[],
  { factor = 1, listed = frequencies } = {},
): Tensor[] {
  const positions: Tensor = {
    ...input('positions', [POSITIONS.length], POSITIONS),
    dtype: 'float64',
  };
  const width = 2 * frequencies.length;
  const tables = [Math.cos, Math.sin].flatMap((wave) =>
    result(
      wave.name,
      [POSITIONS.length, width],
      POSITIONS.flatMap((p) =>
        [...frequencies, ...frequencies].map((w) => factor * wave(p * w)),
      ),
    ).slice(0, 1),
  );
  const own = result('inv_freq', [width / 2], listed).slice(0, 1);
  return [positions, ...own, ...tables];
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

const yarnWeights = kept(64, 5000, 512, [20, 1.5]);
const partsTheta = plain(32, 10000);
const divisors = range(6).map((k) => 1 + k * k);
const llama = plain(32, 20000);

export const scheduleCases: Description[] = [
  {
    name: 'static_ntk_of_another_width',
    method: 'rope.freqs_ntk_static',
    params: { dim: 12, base: 333, alpha: 3.5 },
    tensors: tensorsOf(grown(12, 333, 3.5)),
  },
  {
    name: 'yarn_of_other_turns',
    method: 'rope.freqs_yarn',
    params: {
      ...{ dim: 64, base: 5000, scale: 6, beta_fast: 20, beta_slow: 1.5 },
      ...{ original_max_position_embeddings: 512, extrapolation_factor: 0.5 },
      attn_factor: 1.2,
    },
    tensors: tensorsOf(
      blend(
        over(plain(64, 5000), 6),
        plain(64, 5000),
        yarnWeights.map((w) => w / 2),
      ),
      { factor: 1.2 * (0.1 * Math.log(6) + 1) },
    ),
  },
  {
    name: 'ntk_by_parts_of_other_weights',
    method: 'rope.freqs_ntk_by_parts',
    params: {
      ...{ dim: 32, scale: 5, original_max_position_embeddings: 700 },
      ...{ ntk_factor: 0.75, extrapolation_factor: 0.5 },
    },
    tensors: tensorsOf(
      blend(
        blend(
          over(partsTheta, 5),
          grown(32, 10000, 5),
          kept(32, 10000, 700, [1.25, 0.75]).map((w) => 0.75 * w),
        ),
        partsTheta,
        kept(32, 10000, 700, [16, 2]).map((w) => 0.5 * w),
      ),
    ),
  },
  {
    name: 'dynamic_positions_beyond_the_length',
    method: 'rope.freqs_dynamic_ntk_or_linear',
    params: { dim: 8, max_position_embeddings: 100, seq_len: 300, ntk: false },
    tensors: tensorsOf(over(plain(8, 10000), 3), { listed: plain(8, 10000) }),
  },
  {
    name: 'dynamic_ntk_beyond_the_length',
    method: 'rope.freqs_dynamic_ntk_or_linear',
    params: { dim: 8, max_position_embeddings: 100, seq_len: 300, ntk: 2 },
    tensors: tensorsOf(grown(8, 10000, (2 * 300) / 100 - 1)),
  },
  {
    name: 'longrope_of_squares',
    method: 'rope.freqs_longrope',
    params: {
      ...{ dim: 12, rescale_factors: divisors, base: 77 },
      ...{ max_position_embeddings: 2048, seq_len: 1 },
      original_max_position_embeddings: 256,
    },
    tensors: tensorsOf(
      plain(12, 77).map((w, k) => w / (divisors[k] as number)),
      { factor: Math.sqrt(1 + Math.log(8) / Math.log(256)) },
    ),
  },
  hf(
    'hf_linear_by_the_old_key',
    { type: 'linear', factor: 1.5 },
    {},
    tensorsOf(over(plain(6, 10000), 1.5)),
  ),
  hf(
    'hf_dynamic_by_the_positions',
    { rope_type: 'dynamic', factor: 3 },
    { max_position_embeddings: 60 },
    tensorsOf(grown(10, 10000, (3 * 300) / 60 - 2)),
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
    tensorsOf(blend(over(plain(64, 5000), 4), plain(64, 5000), yarnWeights), {
      factor: 1.75,
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
    tensorsOf(
      blend(
        over(llama, 6),
        llama,
        llama.map((w) => clamp(((900 * w) / (2 * Math.PI) - 1.5) / 1.5)),
      ),
    ),
  ),
];

/** Configurations that the reader refuses, and its messages. */
export const refusedSchedules: [Description, RegExp][] = [
  [
    hf('hf_of_an_unknown_type', { type: 'yarm' }, {}, tensorsOf([1, 0.1])),
    /unknown rope_scaling type yarm$/,
  ],
  [
    hf(
      'hf_with_an_unknown_key',
      { type: 'linear', factor: 2, alpha: 1 },
      {},
      tensorsOf([1, 0.1]),
    ),
    /unknown rope_scaling.alpha$/,
  ],
  [
    hf(
      'hf_with_another_attention_factor',
      { type: 'linear', factor: 2 },
      { attention_scaling: 2 },
      tensorsOf([0.5, 0.005]),
    ),
    /attentionFactor 1 is not attention_scaling$/,
  ],
];
