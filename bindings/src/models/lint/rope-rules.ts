/**
 * What can be wrong with rope parameters. Sources: `modeling_rope_utils.py` of
 * huggingface/transformers, `rotary_embedding/` of vllm-project/vllm,
 * `ggml.c` of ggml-org/llama.cpp, `rope_utils.py` of ml-explore/mlx-lm.
 */

import { didYouMean } from '../../base/nearest.js';
import { typeWord } from '../rope-parameters.js';
import type { ModelSpec } from '../types.js';
import { ropeKeys } from './rope-keys.js';
import { numberAt, type RopePlace, type Rule } from './rule.js';

/** Most misspelt keys of one object that are reported. */
const MOST_KEYS = 16;

/** Largest relative difference of lengths that are called equal. */
const NEAR = 0.01;

/** The spec of the rope of a layer. */
function specOf({ layer }: RopePlace): ModelSpec | undefined {
  return layer?.positions.find(({ method }) => method === 'rope');
}

/** Number of pairs that a layer turns. */
function pairsOf(place: RopePlace): number | undefined {
  const spec = specOf(place);
  const width = spec?.rotaryDim ?? spec?.headDim;
  return typeof width === 'number' ? Math.floor(width / 2) : undefined;
}

function scalingOf(place: RopePlace) {
  return (specOf(place)?.scaling ?? {}) as Readonly<Record<string, unknown>>;
}

/** The attention factor of a schedule if the file names none. */
function usualFactor(place: RopePlace): number | undefined {
  const { factor, originalMaxPosition: original } = scalingOf(place);
  if (typeof factor !== 'number' || typeof original !== 'number') return;
  if (place.type === 'yarn') return 1 + 0.1 * Math.log(Math.max(1, factor));
  if (place.type !== 'longrope') return;
  return Math.sqrt(1 + Math.log(Math.max(1, factor)) / Math.log(original));
}

function maxPosition({ section }: RopePlace): number | undefined {
  const [, value] = section.said('maxPosition');
  return typeof value === 'number' ? value : undefined;
}

/** Whether two numbers are equal up to the rounding of those who wrote them. */
function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= NEAR * Math.abs(b);
}

/** The lists of a schedule that are not of the right length. */
function wrongLists({ inner }: RopePlace, pairs: number | undefined) {
  return ['short_factor', 'long_factor'].flatMap((name) => {
    const list = inner.raw(name);
    return Array.isArray(list) && pairs !== undefined && list.length !== pairs
      ? [{ name, length: list.length, pairs }]
      : [];
  });
}

/** The pair that rounding the limits of the ramp of YaRN moves most. */
function moved(place: RopePlace) {
  const spec = specOf(place);
  const own = place.layer?.rope?.frequencies;
  if (!spec || !own) return false;
  const scaling = { ...(spec.scaling as object), truncate: true };
  const rounded = place.makeRope({ ...spec, scaling }).frequencies;
  const ratios = Array.from(own, (one, k) => (rounded[k] ?? one) / one);
  const shifts = ratios.map((ratio) => Math.abs(Math.log(ratio)));
  const pair = shifts.indexOf(Math.max(...shifts));
  const [here = 0, there = 0] = [own[pair], rounded[pair]];
  const share = 100 * ((ratios[pair] ?? 1) - 1);
  const percent = `${share < 0 ? '' : '+'}${share.toFixed(0)}`;
  const engines = { transformers: here, 'ggml, mlx-lm': there };
  return { pair, here, there, percent, engines };
}

/** What is wrong with rope parameters, by the names of the rules. */
export const ropeRules: Readonly<Record<string, Rule<RopePlace>>> = {
  unknownKey: {
    kind: 'unknown_key',
    severity: 'warning',
    key: '{name}',
    when: ({ inner, type }) =>
      inner.names
        .filter(
          (name) =>
            !ropeKeys.includes(name) &&
            !(name === 'attn_factor' && type === 'yarn') &&
            !(type === 'kinds' && typeof inner.raw(name) === 'object'),
        )
        .slice(0, MOST_KEYS)
        .map((name) => ({ name, hint: didYouMean(name, ropeKeys) })),
    message: 'is no rope parameter{hint}; programs ignore it',
    advice: 'write the right name, or remove it',
  },
  attnFactor: {
    kind: 'unknown_key',
    severity: 'warning',
    key: 'attn_factor',
    when: (place) => {
      const given = numberAt(place.inner, 'attn_factor');
      const usual = usualFactor(place);
      if (place.type !== 'yarn' || given === undefined) return false;
      if (usual === undefined) return false;
      const own = place.layer?.rope?.attentionFactor ?? usual;
      const vllm = given * usual;
      const engines = { transformers: own, vLLM: vllm };
      return { own, vllm, given, usual, engines };
    },
    message:
      'is ignored by transformers, which scales by {own}; vLLM scales by ' +
      '{given} · {usual} = {vllm}',
    advice: 'write "attention_factor": {vllm}',
  },
  factorImpossible: {
    kind: 'out_of_range',
    severity: 'error',
    key: 'attention_factor',
    when: (place) => {
      const given = numberAt(place.inner, 'attention_factor');
      const usual = usualFactor(place);
      if (given === undefined || usual === undefined || given <= 0)
        return false;
      const far = given > 4 * usual || given < usual / 4;
      return far && { given, usual, square: given * given };
    },
    message:
      'cannot be right: {given} multiplies scores by {square}; the schedule ' +
      'itself gives {usual}',
    advice: 'remove it, or write {usual}',
  },
  factorIgnored: {
    kind: 'engine_disagreement',
    severity: 'note',
    key: 'attention_factor',
    when: (place) => {
      const given = numberAt(place.inner, 'attention_factor');
      const usual = usualFactor(place);
      if (given === undefined || usual === undefined) return false;
      const engines = { transformers: given, 'older vLLM, mlx-lm': usual };
      return !near(given, usual) && { given, usual, engines };
    },
    message:
      'is {given} in transformers; older vLLM and mlx-lm ignore it and take ' +
      '{usual}',
    advice: 'check the version of the program',
  },
  stretch: {
    kind: 'inconsistent',
    severity: 'warning',
    key: 'original_max_position_embeddings',
    when: (place) => {
      const { inner, type } = place;
      const original = numberAt(inner, 'original_max_position_embeddings');
      const factor = numberAt(inner, 'factor');
      const max = maxPosition(place);
      if (type !== 'yarn' && type !== 'longrope') return false;
      if (!original || !factor || max === undefined) return false;
      const [product, ratio] = [factor * original, max / original];
      // A length that was not raised is the one before the stretch.
      const wrong = ratio >= 2 && !near(product, max);
      const right = Math.round(max / factor);
      return wrong && { factor, original, product, max, ratio, right };
    },
    message:
      '{original} · factor {factor} = {product}, but max_position_embeddings ' +
      'is {max}, {ratio} times as long; transformers stretches by {factor}, ' +
      'vLLM serves {product} positions',
    advice: 'write {right}, or "factor": {ratio}',
  },
  twoOriginals: {
    kind: 'conflict',
    severity: 'warning',
    key: 'original_max_position_embeddings',
    when: ({ section, inner }) => {
      const here = numberAt(inner, 'original_max_position_embeddings');
      const outer = numberAt(section, 'original_max_position_embeddings');
      if (here === undefined || outer === undefined) return false;
      const engines = { transformers: outer, others: here };
      return here !== outer && { here, outer, engines };
    },
    message: 'is {here} here and {outer} above, which transformers takes',
    advice: 'write it once',
  },
  originalTooLong: {
    kind: 'inconsistent',
    severity: 'warning',
    key: 'original_max_position_embeddings',
    when: (place) => {
      const { inner, type } = place;
      const original = numberAt(inner, 'original_max_position_embeddings');
      const max = maxPosition(place);
      if (original === undefined || max === undefined) return false;
      const wrong = original > max || (original === max && type === 'llama3');
      return wrong && { original, max };
    },
    message:
      '{original} is not below max_position_embeddings, {max}: nothing is ' +
      'stretched within the context',
    advice: 'write the context of the first training',
  },
  twoThetas: {
    kind: 'conflict',
    severity: 'error',
    key: 'rope_theta',
    when: ({ section, inner, nested }) => {
      const here = numberAt(inner, 'rope_theta');
      const outer = numberAt(section, 'rope_theta');
      if (nested || here === undefined || outer === undefined) return false;
      const engines = { 'transformers 5, vLLM': here, 'transformers 4': outer };
      return here !== outer && { here, outer, engines };
    },
    message:
      'is {here} here and {outer} above; newer programs take the first, ' +
      'older ones the second',
    advice: 'write the same number twice, or once',
  },
  twoShares: {
    kind: 'conflict',
    severity: 'warning',
    key: 'partial_rotary_factor',
    when: ({ section, inner, nested }) => {
      const here = numberAt(inner, 'partial_rotary_factor');
      const outer = numberAt(section, 'partial_rotary_factor');
      if (nested || here === undefined || outer === undefined) return false;
      const engines = { 'transformers 5': here, 'transformers 4': outer };
      return here !== outer && { here, outer, engines };
    },
    message: 'is {here} here and {outer} above; programs differ',
    advice: 'write the same number twice, or once',
  },
  twoTypes: {
    kind: 'conflict',
    severity: 'warning',
    key: 'type',
    when: ({ inner }) => {
      const [older, newer] = [inner.raw('type'), inner.raw('rope_type')];
      if (typeof older !== 'string' || typeof newer !== 'string') return false;
      const engines = { 'transformers, vLLM': newer, 'older programs': older };
      return typeWord(older) !== typeWord(newer) && { older, newer, engines };
    },
    message:
      'is "{older}", but rope_type is "{newer}", which newer programs take',
    advice: 'remove type',
  },
  noType: {
    kind: 'missing',
    severity: 'error',
    key: 'rope_type',
    when: ({ inner, type }) => {
      if (type !== 'default') return false;
      if (inner.names.some((name) => /^(rope_)?type$/.test(name))) return false;
      const names = ['short_factor', 'low_freq_factor', 'beta_fast', 'factor'];
      const name = names.find((key) => (inner.raw(key) ?? 1) !== 1);
      return name !== undefined && { name };
    },
    message:
      'is missing beside {name}: transformers 5 scales nothing, other ' +
      'programs stop',
    advice: 'write the type, such as "yarn" or "linear"',
  },
  noLimits: {
    kind: 'missing',
    severity: 'error',
    key: '{name}',
    when: ({ inner, type }) =>
      type === 'llama3' &&
      ['low_freq_factor', 'high_freq_factor']
        .filter((name) => inner.raw(name) === undefined)
        .map((name) => ({ name, usual: name[0] === 'l' ? 1 : 4 })),
    message: 'is missing: transformers and vLLM stop; {usual} is taken here',
    advice: 'write "{name}": {usual}',
  },
  limitsReversed: {
    kind: 'inconsistent',
    severity: 'error',
    key: 'low_freq_factor',
    when: ({ inner, type }) => {
      const low = numberAt(inner, 'low_freq_factor') ?? 1;
      const high = numberAt(inner, 'high_freq_factor') ?? 4;
      return type === 'llama3' && low >= high && { low, high };
    },
    message:
      '{low} is not below high_freq_factor, {high}: no frequency is blended',
    advice: 'exchange the two',
  },
  rampReversed: {
    kind: 'inconsistent',
    severity: 'error',
    key: 'beta_fast',
    when: ({ inner, type }) => {
      const fast = numberAt(inner, 'beta_fast') ?? 32;
      const slow = numberAt(inner, 'beta_slow') ?? 1;
      return type === 'yarn' && fast < slow && { fast, slow };
    },
    message: '{fast} is below beta_slow, {slow}: the ramp runs backwards',
    advice: 'exchange the two',
  },
  factorLists: {
    kind: 'wrong_length',
    severity: 'error',
    key: '{name}',
    when: (place) =>
      place.type === 'longrope' && wrongLists(place, pairsOf(place)),
    message: 'has {length} numbers for {pairs} pairs; programs stop',
    advice: 'write {pairs} numbers, half the width that turns',
  },
  axes: {
    kind: 'wrong_length',
    severity: 'error',
    key: 'mrope_section',
    when: (place) => {
      const sections = place.inner.raw('mrope_section');
      const pairs = pairsOf(place);
      if (!Array.isArray(sections) || pairs === undefined) return false;
      if (sections.length > pairs) return { sum: 'more', pairs };
      const sum = sections.reduce((a, b) => a + Number(b), 0);
      return sum !== pairs && { sum, pairs };
    },
    message: 'adds up to {sum} pairs, but {pairs} turn',
    advice: 'write sections that add up to {pairs}',
  },
  truncate: {
    kind: 'engine_disagreement',
    severity: 'note',
    key: 'truncate',
    when: (place) =>
      place.type === 'yarn' &&
      place.inner.raw('truncate') === false &&
      moved(place),
    message:
      'is not read by ggml and mlx-lm, which round the limits of the ramp: ' +
      'frequency {pair} is {there} there, not {here} ({percent} %)',
    advice: 'expect other numbers from those programs',
  },
  truncateNested: {
    kind: 'version_hazard',
    severity: 'note',
    key: 'truncate',
    when: ({ inner, nested, type }) =>
      nested && type === 'yarn' && inner.raw('truncate') === false && {},
    message:
      'stands in the parameters of one kind of layers: transformers looks for ' +
      'it outside of them and rounds',
    advice: 'write it beside the kinds of layers, too',
  },
  frozen: {
    kind: 'engine_disagreement',
    severity: 'note',
    key: 'factor',
    when: (place) => {
      const { maxPosition: max, factor } = scalingOf(place);
      const rope = place.layer?.rope;
      if (place.type !== 'dynamic' || !rope) return false;
      if (typeof max !== 'number' || typeof factor !== 'number') return false;
      const length = Math.ceil(max * factor);
      const pair = rope.frequencies.length - 1;
      const own = rope.frequencies[pair] ?? 0;
      const vllm = rope.at(length).frequencies[pair] ?? 0;
      const engines = { transformers: own, vLLM: vllm };
      return { length, max, pair, own, vllm, engines };
    },
    message:
      'acts beyond {max} positions in transformers, by the current length; ' +
      'vLLM always takes the frequencies for {length}: the last is {vllm}, ' +
      'not {own}',
    advice: 'compare programs at one length',
  },
  noLength: {
    kind: 'missing',
    severity: 'error',
    key: 'factor',
    when: (place) =>
      place.type === 'dynamic' &&
      numberAt(place.inner, 'factor') !== undefined &&
      maxPosition(place) === undefined &&
      {},
    message:
      'has no effect without max_position_embeddings, beyond which dynamic ' +
      'scaling acts; programs stop',
    advice: 'write max_position_embeddings',
  },
  switched: {
    kind: 'engine_disagreement',
    severity: 'note',
    key: 'long_factor',
    when: (place) => {
      const { originalMaxPosition: original } = scalingOf(place);
      const max = maxPosition(place);
      if (place.type !== 'longrope' || max === undefined) return false;
      return typeof original === 'number' && max > original && { original };
    },
    message:
      'acts beyond {original} tokens in transformers; vLLM decides once, by ' +
      'max_model_len, for all texts',
    advice: 'keep the divisors of cached keys in mind',
  },
};
