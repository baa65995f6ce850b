// @ts-check
/** The schedule of a case that a Hugging Face config describes. */

/**
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {NonNullable<import('posenc').RopeOptions['scaling']>} Scaling
 */

/**
 * The members of a `rope_scaling` object, each of which may be left out.
 *
 * @typedef {{ rope_type?: string, type?: string, factor?: number,
 *   low_freq_factor?: number, high_freq_factor?: number,
 *   original_max_position_embeddings?: number, beta_fast?: number,
 *   beta_slow?: number, truncate?: boolean, attention_factor?: number,
 *   mscale?: number, mscale_all_dim?: number, short_factor?: number[],
 *   long_factor?: number[] }} RopeScaling
 */

/** Members of `rope_scaling` that no schedule of the cases has. */
const KNOWN = new Set([
  ...['rope_type', 'type', 'factor', 'low_freq_factor', 'high_freq_factor'],
  ...['original_max_position_embeddings', 'beta_fast', 'beta_slow', 'truncate'],
  ...['attention_factor', 'mscale', 'mscale_all_dim', 'short_factor'],
  'long_factor',
]);

/**
 * The options `scaling` and `contextLength` of a case.
 * @param {Case} c
 * @returns {{ scaling?: Scaling, contextLength?: number }}
 */
export function scalingOf(c) {
  /** @type {RopeScaling | null} */
  const config = c.param('rope_scaling', null);
  if (!config) return {};
  for (const name of Object.keys(config)) {
    if (!KNOWN.has(name)) throw new Error(`unknown rope_scaling.${name}`);
  }
  const { rope_type, type = rope_type } = config;
  const read = readers[/** @type {keyof typeof readers} */ (type)];
  if (!read) throw new Error(`unknown rope_scaling type ${type}`);
  return read(config, c);
}

/** The number of tokens of a case: the largest position + 1. @param {Case} c */
function lengthOf(c) {
  const shown = c.has('positions')
    ? Math.max(...c.numbers('positions')) + 1
    : undefined;
  const length = c.param('effective_seq_len', shown);
  if (shown !== undefined && length < shown) {
    throw new Error(`effective_seq_len ${length} is below ${shown}`);
  }
  return length;
}

/** @param {RopeScaling} config @param {keyof RopeScaling} name */
function need(config, name) {
  const value = config[name];
  if (typeof value === 'number') return value;
  throw new Error(`rope_scaling.${name} is missing`);
}

/** @param {Case} c */
const maxPosition = (c) =>
  /** @type {number} */ (c.param('max_position_embeddings'));

/**
 * @type {Record<'default' | 'linear' | 'dynamic' | 'yarn' | 'longrope' |
 *   'llama3', (config: RopeScaling, c: Case) =>
 *   { scaling: Scaling, contextLength?: number }>}
 */
const readers = {
  default: () => ({ scaling: { type: 'default' } }),
  linear: (config) => ({
    scaling: { type: 'linear', factor: need(config, 'factor') },
  }),
  dynamic: (config, c) => ({
    scaling: {
      type: 'dynamic',
      factor: need(config, 'factor'),
      maxPosition: maxPosition(c),
    },
    contextLength: lengthOf(c),
  }),
  yarn: (config, c) => {
    // The reference takes the ratio of the lengths where it knows both, and
    // ignores the factor.
    const original = config.original_max_position_embeddings;
    const factor =
      original === undefined
        ? need(config, 'factor')
        : maxPosition(c) / original;
    return {
      scaling: {
        type: 'yarn',
        factor,
        originalMaxPosition: original ?? maxPosition(c),
        betaFast: config.beta_fast,
        betaSlow: config.beta_slow,
        truncate: config.truncate,
        attentionFactor: config.attention_factor,
        mscale: config.mscale,
        mscaleAllDim: config.mscale_all_dim,
      },
    };
  },
  // The reference rounds the divisors to float32 in both of its runs.
  longrope: (config, c) => ({
    scaling: {
      type: 'longrope',
      shortFactor: (config.short_factor ?? []).map(Math.fround),
      longFactor: (config.long_factor ?? []).map(Math.fround),
      originalMaxPosition: c.param('original_max_position_embeddings'),
      maxPosition: maxPosition(c),
    },
    contextLength: lengthOf(c),
  }),
  llama3: (config) => ({
    scaling: {
      type: 'llama3',
      factor: need(config, 'factor'),
      lowFreqFactor: need(config, 'low_freq_factor'),
      highFreqFactor: need(config, 'high_freq_factor'),
      originalMaxPosition: need(config, 'original_max_position_embeddings'),
    },
  }),
};
