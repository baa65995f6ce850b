// @ts-check
// Compares a layer with what a case expects of a group of layers. Each field of
// a case has one comparison here; a field without one is named in the output.

/** @typedef {import('posenc').Layer} Layer */
/** @typedef {import('posenc').Tower} Tower */
/** @typedef {Record<string, any>} Facts */
/** @typedef {{ tower: Tower, layer: Layer, group: Facts }} Place */

/** Largest relative difference of what is not whole: the rounding of float32. */
const TOLERANCE = 4e-6;

/** @param {unknown} got @param {unknown} wanted @returns {boolean} */
export function same(got, wanted) {
  if (typeof wanted === 'number') {
    if (typeof got !== 'number' || Number.isNaN(got)) return false;
    if (Number.isInteger(got) && Number.isInteger(wanted))
      return got === wanted;
    return Math.abs(got - wanted) <= TOLERANCE * Math.abs(wanted);
  }
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(got) &&
      got.length === wanted.length &&
      wanted.every((one, index) => same(got[index], one))
    );
  }
  return got === wanted;
}

/** The words of methods, such as `t5_bias`. @param {string} method */
function wordOf(method) {
  return method.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);
}

/** @param {Place} place @returns {string} such as `learned+t5_bias` */
function methodOf({ tower, layer }) {
  const specs = layer.positions.map((spec) => {
    const word = wordOf(spec.method);
    const { type } = /** @type {Facts} */ (spec).axes ?? {};
    return type === 'axial' || type === 'mixed' ? `${word}_2d_axial` : word;
  });
  const { table } = tower;
  if (table) specs.unshift(wordOf(table.method));
  // Biases of several axes are one method.
  return [...new Set(specs)].join('+') || 'none';
}

/** Methods without the one that a case names besides. @param {string} methods @param {string} also */
const withoutTable = (methods, also) =>
  methods
    .split('+')
    .filter((one) => one !== also)
    .join('+');

/** The specs of a layer with what is known besides. @param {Layer} layer @returns {Facts[]} */
function factsOf({ positions, details }) {
  return positions.map((spec, at) => ({ ...spec, ...details[at]?.facts }));
}

/** The spec of a layer that has an option. @param {Place} place @param {string} option */
function optionOf({ layer, tower }, option) {
  const specs = [...factsOf(layer), ...(tower.table ? [tower.table] : [])];
  const spec = specs.find((one) => option in one);
  return /** @type {Facts | undefined} */ (spec)?.[option];
}

/** Rows, width and offset of a table. @param {Place} place @returns {Facts} */
function tableOf({ tower, layer }) {
  const own = factsOf(layer).find((spec) => 'tableLength' in spec);
  const table = /** @type {Facts} */ (own ?? tower.table ?? {});
  const offset = table.offset ?? table.start ?? 0;
  const cells = table.grid?.reduce(
    (/** @type {number} */ all, /** @type {number} */ length) => all * length,
    1,
  );
  const ofGrid = cells === undefined ? 0 : cells + (table.classTokens ?? 0);
  const rows =
    table.tableLength ?? (table.length ?? ofGrid) + (table.length ? offset : 0);
  return { rows, offset, usable: rows - offset, width: table.dim, ...table };
}

/**
 * What the package says of each field of a group.
 * @type {Record<string, (place: Place) => unknown>}
 */
export const fields = {
  method: (place) =>
    place.group.also
      ? withoutTable(methodOf(place), place.group.also)
      : methodOf(place),
  also: ({ tower }) => (tower.table ? wordOf(tower.table.method) : null),
  attention: ({ layer }) =>
    layer.attention === 'sliding' && !layer.causal
      ? 'bidirectional_sliding'
      : layer.attention,
  mixer: ({ layer }) => layer.mixer,
  bidirectional: (place) =>
    optionOf(place, 'bidirectional') ?? !place.layer.causal,
  window: ({ layer }) => layer.window,
  heads: ({ layer }) => layer.heads,
  key_heads: ({ layer }) => layer.keyHeads,
  // A mixer without a softmax may have heads of widths of its own.
  head_dim: ({ layer, group }) =>
    layer.mixer && group.head_dim === null ? null : layer.headDim,
  softmax_scale: ({ layer }) => layer.softmaxScale,
  logit_softcap: ({ layer }) => layer.softcap,
  score_multiplier_rope: ({ layer }) =>
    layer.softmaxScale * (layer.rope?.attentionFactor ?? 1) ** 2,
  score_multiplier_unrotated: ({ layer }) => layer.softmaxScale,
  temperature_vs_inv_sqrt_head_dim: ({ layer }) => layer.temperature.rotated,
  mscale_squared: ({ layer }) =>
    (layer.rope?.softmaxScale ?? Number.NaN) * Math.sqrt(layer.headDim),
  table_rows: (place) => tableOf(place).rows,
  width: (place) => tableOf(place).width,
  position_offset: (place) => tableOf(place).offset,
  usable_positions: (place) => tableOf(place).usable,
  grid: ({ tower }) => tower.grid,
  prefix_tokens: ({ tower }) => tower.prefix,
  bucket_of_key_minus_query: ({ layer, group }) =>
    group.bucket_of_key_minus_query.map((/** @type {number[]} */ [r = 0]) => [
      r,
      bucketOf(layer, r),
    ]),
  num_buckets: (place) => optionOf(place, 'buckets'),
  buckets: (place) => optionOf(place, 'buckets') ?? null,
  max_distance: (place) => optionOf(place, 'maxDistance'),
  table_in_every_layer: (place) => optionOf(place, 'everyLayer') ?? false,
  bias_max: (place) => optionOf(place, 'maxBias') ?? 8,
  span: (place) => optionOf(place, 'span'),
  max_relative_positions: (place) => optionOf(place, 'maxRelativePositions'),
  pos_att_type: (place) => optionOf(place, 'terms'),
  share_att_key: (place) => optionOf(place, 'shareKeys'),
  clamp_len: (place) => optionOf(place, 'clampLength') ?? -1,
  untie_r: (place) => optionOf(place, 'untied'),
  bi_data: (place) => optionOf(place, 'bothDirections'),
  sinusoid_width: (place) => optionOf(place, 'dim'),
  base: (place) => optionOf(place, 'base') ?? 10000,
  table_grid: ({ tower }) => tower.table?.grid ?? tower.grid,
  text_rows: ({ tower }) => tower.prefix,
  text_rows_value: ({ tower }) => tower.tableDetails?.facts.classValue,
  position_limits: (place) => optionOf(place, 'limits'),
  position_limit_per_axis: (place) => limitOf(place),
  spatial_interpolation_scale: (place) => optionOf(place, 'divisors')?.at(-1),
  temporal_interpolation_scale: (place) => optionOf(place, 'divisors')?.[0],
  split: (place) => splitOf(place),
  tokens_not_rotated: ({ tower }) => tower.prefix + tower.suffix,
  content_scale_divisor_s: ({ layer }) =>
    1 / (layer.softmaxScale ** 2 * layer.headDim),
  absolute_positions_added: ({ tower }) => tower.table !== null,
  slopes: ({ layer }) => slopesOf(layer),
  effective_slopes: (place) => {
    const factor = optionOf(place, 'biasScale') ?? 1;
    return slopesOf(place.layer)?.map((slope) => slope * factor);
  },
};

/** The limit that all three axes have. @param {Place} place */
function limitOf(place) {
  /** @type {number[]} */
  const [first, ...others] = optionOf(place, 'limits') ?? [];
  const same = others.length === 2 && others.every((one) => one === first);
  return same ? first : undefined;
}

/** The columns of the table of a volume that each axis has. @param {Place} place */
function splitOf({ tower, group }) {
  const { widths = [] } = /** @type {Facts} */ (tower.table ?? {});
  const [time, row, column] = widths;
  const own = /** @type {Facts} */ ({ time, row, column });
  const names = Object.keys(group.split);
  return names.every((name) => own[name] === group.split[name])
    ? group.split
    : own;
}

/** T5's bucket of the distance r from a query to a key. @param {Layer} layer @param {number} r */
function bucketOf(layer, r) {
  const { buckets, maxDistance, bidirectional } = /** @type {Facts} */ (
    layer.positions.find(({ method }) => method === 't5Bias')
  );
  const count = bidirectional ? buckets / 2 : buckets;
  const base = bidirectional && r > 0 ? count : 0;
  const n = bidirectional ? Math.abs(r) : Math.max(-r, 0);
  const exact = count / 2;
  if (n < exact) return base + n;
  const share = Math.log(n / exact) / Math.log(maxDistance / exact);
  // A distance on the boundary of a bucket begins it.
  const more = Math.floor(share * (count - exact) + 1e-9);
  return base + Math.min(exact + more, count - 1);
}

/** ALiBi's slopes by the formula of its paper. @param {Layer} layer */
function slopesOf(layer) {
  const spec = /** @type {Facts | undefined} */ (
    layer.positions.find(({ method }) => method === 'alibi')
  );
  if (!spec) return undefined;
  const { heads, maxBias = 8 } = spec;
  const below = 2 ** Math.floor(Math.log2(heads));
  /** @param {number} n */
  const slopes = (n) =>
    Array.from({ length: n }, (_, h) => 2 ** ((-maxBias * (h + 1)) / n));
  const odd = slopes(2 * below).filter((_, index) => index % 2 === 0);
  return [...slopes(below), ...odd].slice(0, heads);
}

/** The spec of a rope. @param {Layer} layer @returns {Facts} */
export const specOf = ({ positions }) => positions[0] ?? {};

/** How many pairs each axis of M-RoPE turns. @param {Layer} layer */
export const sectionsOf = (layer) => specOf(layer).axes?.sections;

/** Whether the axes of M-RoPE take turns. @param {Layer} layer */
export const isInterleaved = (layer) =>
  specOf(layer).axes?.type === 'interleaved';

/**
 * The base of a rope; cases of Hunyuan say that which `alpha` has stretched.
 * @param {Layer} layer @param {any} wanted
 */
function baseOf(layer, wanted) {
  const { rope } = layer;
  const { scaling } = specOf(layer);
  if (!rope || scaling?.form !== 'alpha' || wanted === rope.theta) {
    return rope?.theta;
  }
  const pairs = rope.frequencies.length;
  return (rope.frequencies.at(-1) ?? NaN) ** (-pairs / (pairs - 1));
}

/**
 * What the package says of each field of `rotary`.
 * @type {Record<string, (layer: Layer, wanted: any, rotary: Facts) => unknown>}
 */
export const rotaryFields = {
  type: (layer) => {
    const { scaling, axes } = specOf(layer);
    return scaling?.type ?? (axes?.type === 'axial' ? 'axes' : 'default');
  },
  base: baseOf,
  // Cases count the turned part as the head of latent attention.
  head_dim: ({ rope, headDim }, wanted) =>
    rope && rope.rotaryStart > 0 && wanted === rope.rotaryDim
      ? rope.rotaryDim
      : headDim,
  rotary_dim: ({ rope }) => rope?.rotaryDim,
  layout: ({ rope }) => rope?.layout,
  width: ({ rope }) => rope?.headDim,
  unrotated_leading: ({ rope }) => rope?.rotaryStart,
  section: sectionsOf,
  mrope_section: sectionsOf,
  mrope_section_default: sectionsOf,
  mrope_interleaved: isInterleaved,
  position_rows: (layer) => sectionsOf(layer)?.length,
  // Positions of a larger grid are those of training.
  position_scale: (layer, _, { grid }) => {
    const { axes } = specOf(layer);
    const length = layer.window ?? grid[0];
    return (axes?.reference?.[0] ?? length) / length;
  },
  frequencies_per_axis: ({ rope }) => rope && rope.rotaryDim / 6,
  attention_factor: ({ rope }) => rope?.attentionFactor,
  live_frequencies: ({ rope }) => rope?.frequencies.filter((f) => f > 0).length,
};

/**
 * The frequencies of a rope, or of one axis of an axial one in their unit.
 * @param {Layer} layer @param {ArrayLike<number>} all @param {Facts} wanted
 */
export function frequenciesOf(layer, all, { count }) {
  const { axes } = specOf(layer);
  if (axes?.type !== 'axial' || count * 2 !== all.length) return all;
  const unit = axes.unit === 'turns' ? 2 * Math.PI : 1;
  return Array.from(all)
    .slice(0, count)
    .map((one) => one / unit);
}

/**
 * Compares the numbers of a list of frequencies.
 * @param {ArrayLike<number> | undefined} got @param {Facts} wanted
 * @returns {string | null} what differs
 */
export function frequenciesDiffer(got, wanted) {
  if (!got) return 'no frequencies';
  const { count, first4, last4, sum, all } = wanted;
  if (count !== undefined && got.length !== count)
    return `${got.length} frequencies, not ${count}`;
  const numbers = Array.from(got);
  if (all && !same(numbers, all)) {
    const at = numbers.findIndex((one, index) => !same(one, all[index]));
    return `frequency ${at} is ${numbers[at]}, not ${all[at]}`;
  }
  if (first4 && !same(numbers.slice(0, first4.length), first4)) return 'first4';
  if (last4 && !same(numbers.slice(-last4.length), last4)) return 'last4';
  const total = numbers.reduce((a, b) => a + b, 0);
  return sum !== undefined && !same(total, sum) ? `sum ${total}` : null;
}
