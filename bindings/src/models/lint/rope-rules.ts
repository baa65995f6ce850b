/**
 * What can be wrong with rope parameters. Sources: `modeling_rope_utils.py` of
 * huggingface/transformers, `rotary_embedding/` of vllm-project/vllm,
 * `ggml.c` of ggml-org/llama.cpp, `rope_utils.py` of ml-explore/mlx-lm.
 */

import { didYouMean } from '../../base/nearest.js';
import { frequenciesOf } from '../rope-facts.js';
import { typeWord } from '../rope-parameters.js';
import { ropeKeys } from './rope-keys.js';
import { differ, numberOf, type RopePlace, type Rule } from './rule.js';

/** Most misspelt keys of one object that are reported. */
const MOST_KEYS = 16;

/** Says where a number stands here and above, with other values. */
function twice(key: string, above: string, here: string) {
  return ({ section, inner, nested }: RopePlace) => {
    const own = numberOf(inner.raw(key));
    const outer = numberOf(section.raw(key));
    const engines = { [here]: own, [above]: outer };
    return !nested && Math.abs(own - outer) > 0 && { own, outer, engines };
  };
}

/** Says where the lower of two limits of a schedule is above the other. */
function reversed(
  schedule: string,
  lower: string,
  usualLow: number,
  upper: string,
  usualHigh: number,
) {
  return ({ inner, type }: RopePlace) => {
    const low = numberOf(inner.raw(lower) ?? usualLow);
    const high = numberOf(inner.raw(upper) ?? usualHigh);
    return type === schedule && low > high && { low, high };
  };
}

/** What rounding the limits of the ramp of YaRN moves most. */
function moved({ spec, scaling }: RopePlace) {
  const own = frequenciesOf(spec);
  const rounded = frequenciesOf({
    ...spec,
    scaling: { ...scaling, truncate: true },
  });
  const shifts = own.map((one, k) =>
    Math.abs(Math.log(numberOf(rounded[k]) / one)),
  );
  const most = shifts.reduce((one, other) => Math.max(one, other), 0);
  const pair = shifts.indexOf(most);
  const here = numberOf(own[pair]);
  const there = numberOf(rounded[pair]);
  const percent = Math.round(100 * (there / here - 1));
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
            !(type === 'yarn' && name === 'attn_factor') &&
            !(type === 'kinds' && typeof inner.raw(name) === 'object'),
        )
        .slice(0, MOST_KEYS)
        .map((name) => ({ name, hint: didYouMean(name, ropeKeys) })),
    message: 'is read by no program{hint}',
    advice: 'correct or remove it',
  },
  attnFactor: {
    kind: 'unknown_key',
    severity: 'warning',
    key: 'attn_factor',
    when: ({ inner, type, usual, layer }) => {
      const vLLM = numberOf(inner.raw('attn_factor')) * usual;
      const transformers = layer?.spec ? layer.attentionFactor : usual;
      const engines = { transformers, vLLM };
      return type === 'yarn' && Math.abs(vLLM) > 0 && { ...engines, engines };
    },
    message:
      'is ignored by transformers, which scales by {transformers}; vLLM ' +
      'scales by {vLLM}',
    advice: 'write "attention_factor": {vLLM}',
  },
  factorImpossible: {
    kind: 'out_of_range',
    severity: 'error',
    key: 'attention_factor',
    when: ({ given, usual }) =>
      (given > 4 * usual || (given > 0 && given < usual / 4)) && {
        square: given ** 2,
      },
    message: '{given} multiplies scores by {square}; {usual} is usual',
    advice: 'write {usual}',
  },
  factorIgnored: {
    kind: 'engine_disagreement',
    severity: 'note',
    key: 'attention_factor',
    when: ({ given, usual }) =>
      given > 0 &&
      differ(given, usual) && {
        engines: { transformers: given, 'older vLLM, mlx-lm': usual },
      },
    message: 'is ignored by older vLLM and mlx-lm, which scale by {usual}',
    advice: 'check the version of the program',
  },
  stretch: {
    kind: 'inconsistent',
    severity: 'warning',
    key: 'original_max_position_embeddings',
    when: ({ original, factor, max, type }) =>
      /yarn|longrope/.test(type) &&
      Math.min(factor, original) >= 1 &&
      // A length that was not raised is the one before the stretch.
      max >= 2 * original &&
      differ(factor * original, max) && {
        product: factor * original,
        ratio: max / original,
        right: Math.round(max / factor),
      },
    message:
      '{original} · factor {factor} is {product}, which vLLM serves, but ' +
      'max_position_embeddings is {max}',
    advice: 'write {right}, or "factor": {ratio}',
  },
  ratio: {
    kind: 'version_hazard',
    severity: 'note',
    key: 'factor',
    when: ({ section, inner, nested, factor, original, max, type }) => {
      const outer = numberOf(section.raw('original_max_position_embeddings'));
      const first = outer > 0 ? outer : original;
      const ratio = max / first;
      // Before version 5, LongRoPE's factor gave way to a length beside it only.
      const older = outer > 0 ? '4' : '';
      const versions = type === 'yarn' ? '4.51 to 4.55' : older;
      const known = /yarn|longrope/.test(type) && versions !== '';
      const engines = {
        [`transformers ${versions}`]: ratio,
        'transformers 5, vLLM': factor,
      };
      // Kinds of layers with parameters of their own are younger than that.
      const differs = !nested && known && differ(factor, ratio);
      const newer = inner.path.endsWith('rope_parameters.');
      const where = newer ? ', if it is spelt rope_scaling,' : '';
      const product = factor * first;
      return differs && { versions, where, ratio, first, product, engines };
    },
    message:
      'is {factor}, but transformers {versions}{where} takes ' +
      'max_position_embeddings / ' +
      'original_max_position_embeddings for it, {max} / {first} = {ratio}',
    advice:
      'write "max_position_embeddings": {product} where the factor is meant',
  },
  twoOriginals: {
    kind: 'conflict',
    severity: 'warning',
    key: 'original_max_position_embeddings',
    when: twice('original_max_position_embeddings', 'transformers', 'others'),
    message: 'is {own} here and {outer} above, which transformers takes',
    advice: 'write it once',
  },
  originalTooLong: {
    kind: 'inconsistent',
    severity: 'warning',
    key: 'original_max_position_embeddings',
    when: ({ original, max, type }) =>
      original > max || (original === max && type === 'llama3'),
    message:
      '{original} is not below max_position_embeddings, {max}: nothing is ' +
      'stretched',
    advice: 'write the longest context of the first training',
  },
  twoThetas: {
    kind: 'conflict',
    severity: 'error',
    key: 'rope_theta',
    when: twice('rope_theta', 'transformers 4', 'transformers 5, vLLM'),
    message:
      'is {own} here and {outer} above; newer programs take the first, older ' +
      'ones the second',
    advice: 'write it once',
  },
  twoShares: {
    kind: 'conflict',
    severity: 'warning',
    key: 'partial_rotary_factor',
    when: twice(
      'partial_rotary_factor',
      'transformers 4',
      'transformers 5, vLLM',
    ),
    message:
      'is {own} here and {outer} above; newer programs take the first, older ' +
      'ones the second',
    advice: 'write it once',
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
    advice: 'remove it',
  },
  noType: {
    kind: 'missing',
    severity: 'error',
    key: 'rope_type',
    when: ({ inner, type }) => {
      const name = [
        'short_factor',
        'low_freq_factor',
        'beta_fast',
        'factor',
      ].find((key) => (inner.raw(key) ?? 1) !== 1);
      const typed = inner.raw('type') ?? inner.raw('rope_type');
      return (
        type === 'default' && typed == null && name !== undefined && { name }
      );
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
      Object.entries({ low_freq_factor: 1, high_freq_factor: 4 })
        .filter(([name]) => inner.raw(name) == null)
        .map(([name, usual]) => ({ name, usual })),
    message: 'is missing: transformers and vLLM stop; {usual} is taken here',
    advice: 'write "{name}": {usual}',
  },
  limitsReversed: {
    kind: 'inconsistent',
    severity: 'error',
    key: 'low_freq_factor',
    when: reversed('llama3', 'low_freq_factor', 1, 'high_freq_factor', 4),
    message: '{low} is above high_freq_factor, {high}: no frequency is blended',
    advice: 'exchange the two',
  },
  rampReversed: {
    kind: 'inconsistent',
    severity: 'error',
    key: 'beta_fast',
    when: reversed('yarn', 'beta_slow', 1, 'beta_fast', 32),
    message: '{high} is below beta_slow, {low}: the ramp runs backwards',
    advice: 'exchange the two',
  },
  factorLists: {
    kind: 'wrong_length',
    severity: 'error',
    key: '{name}',
    when: ({ inner, type, pairs }) =>
      type === 'longrope' &&
      ['short_factor', 'long_factor'].flatMap((name) => {
        const list = inner.raw(name);
        const length = Array.isArray(list) ? list.length : pairs;
        return length === pairs ? [] : [{ name, length }];
      }),
    message: 'has {length} numbers for {pairs} pairs; programs stop',
    advice: 'write {pairs} numbers',
  },
  axes: {
    kind: 'wrong_length',
    severity: 'error',
    key: 'mrope_section',
    when: ({ inner, pairs }) => {
      const sections = inner.raw('mrope_section');
      if (!Array.isArray(sections) || sections.length > pairs) return false;
      const sum = sections.reduce((a, b) => a + numberOf(b), 0);
      return Math.abs(sum - pairs) > 0 && { sum };
    },
    message: 'adds up to {sum} pairs, but {pairs} turn',
    advice: 'write sections that add up to {pairs}',
  },
  truncate: {
    kind: 'engine_disagreement',
    severity: 'note',
    key: 'truncate',
    when: (place) =>
      place.scaling.type === 'yarn' &&
      place.scaling.truncate === false &&
      place.layer?.spec != null &&
      moved(place),
    message:
      'is ignored by ggml and mlx-lm: frequency {pair} is {there} there, not ' +
      '{here} ({percent} % off)',
    advice: 'expect other numbers there',
  },
  truncateNested: {
    kind: 'version_hazard',
    severity: 'note',
    key: 'truncate',
    when: ({ section, inner, nested, type }) => {
      const [outer] = inner.path.slice(section.path.length).split('.');
      const said = section.raw(`${outer}.truncate`) === false;
      const here = inner.raw('truncate') === false;
      return nested && type === 'yarn' && here && !said && { outer };
    },
    message: 'is ignored by transformers below a kind of layers',
    advice: 'write it beside the kinds, too',
  },
  frozen: {
    kind: 'engine_disagreement',
    severity: 'note',
    key: 'factor',
    when: ({ type, scaling, layer }) => {
      const spec = type === 'dynamic' && layer?.spec;
      const max = numberOf(scaling.maxPosition);
      const length = Math.ceil(max * numberOf(scaling.factor));
      if (!spec || !(length < 2 ** 53)) return false;
      const last = (contextLength: number) =>
        numberOf(frequenciesOf({ ...spec, contextLength }).at(-1));
      const engines = { transformers: last(max), vLLM: last(length) };
      return { length, max, ...engines, engines };
    },
    message:
      'acts beyond {max} positions in transformers, in vLLM always as at ' +
      '{length}: the last frequency is {vLLM} there, not {transformers}',
    advice: 'compare programs at one length',
  },
  noLength: {
    kind: 'missing',
    severity: 'error',
    key: 'factor',
    when: ({ type, factor, max }) =>
      type === 'dynamic' && factor > 0 && Number.isNaN(max),
    message: 'has no effect without max_position_embeddings; programs stop',
    advice: 'write max_position_embeddings',
  },
  switched: {
    kind: 'engine_disagreement',
    severity: 'note',
    key: 'long_factor',
    when: ({ type, max, scaling }) => {
      const original = numberOf(scaling.originalMaxPosition);
      return type === 'longrope' && max > original && { original };
    },
    message:
      'acts beyond {original} positions in transformers, in vLLM always if ' +
      'max_model_len is above',
    advice: 'compare programs at one length',
  },
};
