// @ts-check
// What the words of cases and of specs mean: cases name methods in words of
// their own, which are to be matched by meaning.

/** @typedef {readonly (readonly [RegExp, string])[]} Meanings */

/** Meanings of methods; the first that fits counts. @type {Meanings} */
const methods = [
  [/^(none|nope|no_position|no_positions)$/, 'none'],
  [
    /^((rotary|rope|vision)_)+([23]d|axial|mixed|axes|grid)(_(axial|mixed|rotary|rope))?$/,
    'rotary axes',
  ],
  [/^([23]d|axial|mixed)_(rotary|rope)$/, 'rotary axes'],
  [/^(m|xd)?(rotary|rope)(_(embedding|1d|mrope))?$/, 'rotary'],
  [/^alibi(_bias)?$/, 'alibi'],
  [/^(deberta|disentangled)(_(v[123]|relative|attention))*$/, 'deberta'],
  [/^(xlnet|transformer_?x_?l|transfo_xl)(_relative)?$/, 'transformer xl'],
  [
    /^(shaw|relative_key)(_(relative|query|clipped|position|bias))*$/,
    'relative key',
  ],
  [/^(t5|relative|bucketed)(_(relative|bucket|buckets))*_bias$/, 't5 bias'],
  [
    /^(sinusoid|sinusoidal|sincos|fixed)(_([123]d|grid|volume|table))*$/,
    'sinusoidal',
  ],
  [/^conv(olution|olutional)?(_(position|positional|embedding))*$/, 'conv'],
  [
    /^(grid|swin|beit|window|decomposed|continuous_grid)(_(relative|position))*_bias$/,
    'grid bias',
  ],
  [/^(learned|absolute|windowed)(_(absolute|[123]d|grid|table))*$/, 'learned'],
];

/** Meanings of mixers without attention. @type {Meanings} */
const mixers = [
  [/^(short_)?conv(olution)?$/, 'convolution'],
  // Newer versions of Hugging Face call all of these linear attention.
  [
    /^(mamba2?|ssm|linear(_attention)?|gated_delta(_net)?|recurrent|rwkv|lightning(_attention)?|kda)$/,
    'linear',
  ],
  [
    /^(gated delta net|kimi delta attention \(.*\)|lightning \(linear\) attention)$/,
    'linear',
  ],
];

/** Meanings of attentions. @type {Meanings} */
const attentions = [
  [/^(shifted_)?window(ed)?$/, 'window'],
  [/^(block_)?sparse$/, 'sparse'],
  [/^bidirectional_(sliding|local)$/, 'sliding to both sides'],
];

/** @param {Meanings} meanings @param {string} word */
function meaning(meanings, word) {
  const plain = word.trim().toLowerCase().replaceAll('-', '_');
  return meanings.find(([pattern]) => pattern.test(plain))?.[1] ?? plain;
}

/**
 * What methods such as `learned+t5_bias` mean, in any order.
 * @param {string} words
 */
function methodMeaning(words) {
  const all = words.split('+').map((word) => meaning(methods, word));
  return [...new Set(all)].sort().join(' + ');
}

/** How the words of a field are read. @type {Record<string, (words: string) => string>} */
const readings = {
  method: methodMeaning,
  mixer: (word) => meaning(mixers, word),
  attention: (word) => meaning(attentions, word),
};

/**
 * Whether two words of a field mean the same.
 * @param {string} field @param {unknown} got @param {unknown} wanted
 */
export function meansTheSame(field, got, wanted) {
  // The terms of DeBERTa are added in any order.
  if (field === 'pos_att_type')
    return String(sorted(got)) === String(sorted(wanted));
  const read = Object.hasOwn(readings, field) ? readings[field] : undefined;
  if (!read || typeof got !== 'string' || typeof wanted !== 'string') {
    return false;
  }
  return read(got) === read(wanted);
}

/** @param {unknown} list */
function sorted(list) {
  return Array.isArray(list) ? [...list].sort() : list;
}
