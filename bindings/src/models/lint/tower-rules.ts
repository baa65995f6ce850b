/** What can be wrong with the section of a tower, besides rope parameters. */

import { nearest } from '../../base/nearest.js';
import { factKeys } from '../facts.js';
import {
  isNested,
  ropeObject,
  typeOf,
  USUAL_THETA,
} from '../rope-parameters.js';
import { isObject } from '../section.js';
import { sectionKeys } from './rope-keys.js';
import { numberOf, type Rule, type Said, type TowerPlace } from './rule.js';

/** A context beyond which models have another base than the usual one. */
const LONG = 32768;

/** Most keys of a section that are looked at as misspelt ones. */
const MOST_KEYS = 64;

/** The known key of which a key is a variant with the same beginning; or ''. */
function meantKey(name: string): string {
  const [first = '', ...rest] = name.split('_');
  const begins = `${first}_${name[first.length + 1]}`;
  const stems = sectionKeys
    .filter((key) => key.startsWith(begins))
    .map((key) => key.slice(first.length + 1));
  const stem = nearest(rest.join('_'), stems);
  return stem && `${first}_${stem}`;
}

/** Words of `layer_types` of which others may be misspellings. */
const layerWords = ['full_attention', 'sliding_attention', 'chunked_attention'];

/** The word of which a name of a mixer is a misspelling, or nothing. */
function meantBy(mixer: string): string | undefined {
  // Other mixers, such as linear attention, begin with other letters.
  return layerWords.find(
    (word) =>
      mixer.slice(0, 2) === word.slice(0, 2) &&
      mixer.endsWith('tion') &&
      Math.abs(mixer.length - word.length) < 3,
  );
}

/** Most things of a class that findings name. */
const MOST_LACKS = 8;

/** What the class of a tower does that attention does not, each thing once. */
function lacksOf({ tower, section }: TowerPlace): readonly Said[] {
  const model = 'model_type';
  const name = section.raw('_class_name') == null ? model : '_class_name';
  const lacks = tower.layers.flatMap((layer) => layer.lacks);
  const named = new Map(lacks.map((lack) => [lack.what, lack]));
  return [...named.values()].slice(0, MOST_LACKS).map(({ what, ...lack }) => {
    const beyond = lack.keys === undefined ? '' : ` beyond ${lack.keys} keys`;
    const { option } = lack;
    const mended = option ? `, unless it is given the option ${option}` : '';
    return { what, beyond, mended, name };
  });
}

/** What is wrong with sections, by the names of the rules. */
export const towerRules: Readonly<Record<string, Rule<TowerPlace>>> = {
  misspelt: {
    kind: 'unknown_key',
    severity: 'warning',
    key: '{name}',
    when: ({ section }) =>
      section.names
        .filter((name) => /^(rope|partial)_/.test(name))
        .slice(0, MOST_KEYS)
        // A key that the record of the family reads is spelt right.
        .filter(
          (name) => !sectionKeys.includes(name) && !section.asked.has(name),
        )
        .map((name) => ({ name, meant: meantKey(name) }))
        .filter(({ meant }) => meant !== ''),
    message: 'is read by no program; did you mean "{meant}"?',
    advice: 'correct or remove it',
  },
  misspeltLayer: {
    kind: 'unknown_key',
    severity: 'warning',
    key: 'layer_types',
    when: ({ tower }) => {
      const found = tower.layers.find(({ mixer }) => mixer && meantBy(mixer));
      const name = found?.mixer ?? '';
      return name !== '' && { name, meant: meantBy(name) };
    },
    message: 'names "{name}", which is read as a layer without attention',
    advice: 'write "{meant}"',
  },
  twoObjects: {
    kind: 'conflict',
    severity: 'warning',
    key: 'rope_parameters',
    when: ({ section }) => {
      const keys = [...sectionKeys, 'factor', 'rope_type'];
      const differing = keys.filter((key) => {
        const one = section.raw(`rope_scaling.${key}`);
        const other = section.raw(`rope_parameters.${key}`);
        return one != null && other != null && one !== other;
      });
      const [name] = differing;
      return name !== undefined && { name, differing };
    },
    message: 'has another {name} than rope_scaling, which transformers takes',
    advice: 'write it once',
  },
  onlyNew: {
    kind: 'version_hazard',
    severity: 'note',
    key: 'rope_parameters',
    when: ({ section, family, layer }) => {
      const theta = numberOf(layer?.spec?.theta);
      if (!isObject(section.raw('rope_parameters')) || !theta) return false;
      if (isObject(section.raw('rope_scaling'))) return false;
      const outside = factKeys.theta.some((key) => section.raw(key) != null);
      const lost = outside || theta === USUAL_THETA ? [] : ['theta'];
      const engines = { 'transformers 5': theta, older: USUAL_THETA };
      const more = lost.length > 0 ? { engines } : {};
      if (typeOf(ropeObject(section, family)) !== 'default')
        lost.push('the scaling');
      return lost.length > 0 && { ...more, what: lost.join(' and ') };
    },
    message:
      'is ignored by older programs than transformers 5, which lose {what}',
    advice: 'write rope_theta and rope_scaling, too',
  },
  lostTheta: {
    kind: 'version_hazard',
    severity: 'note',
    key: '{key}',
    when: ({ section, family: { version5 }, layer }) => {
      if (version5?.rope_theta === undefined) return false;
      const theta = numberOf(layer?.spec?.theta);
      const newer = numberOf(
        section.raw('rope_parameters.rope_theta') ??
          section.raw('rope_scaling.rope_theta') ??
          section.raw('rope_theta') ??
          version5.rope_theta,
      );
      const [key, value] = section.said('theta');
      const known = typeof value === 'number' && section.raw(key) != null;
      const said = known ? `is ${value}` : 'is missing';
      const engines = { 'transformers 4': theta, 'transformers 5': newer };
      return (
        Math.abs(theta - newer) > 0 && { key, said, theta, newer, engines }
      );
    },
    message:
      '{said}: transformers 4 turns by {theta}, transformers 5 loses that and ' +
      'turns by {newer}',
    advice: 'write "rope_theta": {theta} beside the number of layers, too',
  },
  lostShare: {
    kind: 'version_hazard',
    severity: 'note',
    key: 'rope_parameters.partial_rotary_factor',
    when: ({ section, family: { version5 } }) => {
      const share = numberOf(
        section.raw('rope_parameters.partial_rotary_factor'),
      );
      const newer = numberOf(version5?.partial_rotary_factor);
      const name = 'rotary_pct';
      const lost = section.raw(name) == null && Math.abs(share - newer) > 0;
      const engines = { 'transformers 5': newer, others: share };
      return lost && { share, newer, name, engines };
    },
    message:
      'is {share}, but transformers 5 reads {name} alone and takes {newer}',
    advice: 'write "{name}": {share}, too',
  },
  noTheta: {
    kind: 'version_hazard',
    severity: 'note',
    key: '{name}',
    when: ({ section, family, layer, max }) => {
      const inner = ropeObject(section, family);
      const keys = family.keys?.theta?.split(' ') ?? factKeys.theta;
      const name = keys[0] || 'rope_theta';
      if (!layer || (inner && isNested(inner))) return false;
      // Configurations of diffusers say what their one program leaves open.
      if (section.raw('_class_name') != null) return false;
      // A class with a factor of the base has no key for the base itself.
      if (family.thetaFactor !== undefined) return false;
      if (keys.some((key) => section.raw(key) != null)) return false;
      if (inner?.raw('rope_theta') != null) return false;
      const transformers = numberOf(section.said('theta')[1] ?? USUAL_THETA);
      if (transformers === USUAL_THETA)
        return max > LONG && { name, transformers, others: '' };
      const engines = { transformers, others: USUAL_THETA };
      const others = `, programs that do not know the family ${USUAL_THETA}`;
      return { name, transformers, others, engines };
    },
    message: 'is missing: transformers takes {transformers}{others}',
    advice: 'write "{name}": {transformers}',
  },
  heads: {
    kind: 'inconsistent',
    severity: 'error',
    key: '{key}',
    when: ({ section, family, tower }) => {
      const heads = numberOf(
        tower.layers.find(({ attention }) => attention !== null)?.heads,
      );
      const [key, width] = section.said('width');
      const said = (['headDim', 'rotaryPart', 'headsWidth'] as const).some(
        (fact) => section.said(fact)[1] != null,
      );
      const whole = numberOf(width) * (family.wider ?? 1);
      return !said && whole % heads > 0 && { key, width, heads };
    },
    message:
      '{width} is not divisible by {heads} heads; programs stop or round',
    advice: 'write head_dim',
  },
  groups: {
    kind: 'inconsistent',
    severity: 'error',
    key: '{key}',
    when: ({ section, tower }) => {
      const layer = tower.layers.find(
        ({ attention, heads, keyHeads }) => attention && heads % keyHeads > 0,
      );
      const [key] = section.said('keyHeads');
      return layer !== undefined && { ...layer, key };
    },
    message: '{heads} heads cannot share {keyHeads} key heads; programs stop',
    advice: 'write a divisor of {heads}',
  },
  oddWidth: {
    kind: 'out_of_range',
    severity: 'error',
    key: '{key}',
    when: ({ section, layer }) => {
      const spec = layer?.positions[0];
      const width = numberOf(spec?.rotaryDim ?? spec?.headDim);
      const [key] =
        (['rotaryDim', 'share', 'headDim', 'width'] as const)
          .map((fact) => section.said(fact))
          .find(([, value]) => value != null) ?? [];
      // Without a key that says a width, other findings say what is missing.
      return key !== undefined && width % 2 === 1 && { key, width };
    },
    message: 'makes {width} components turn, an odd number; programs stop',
    advice: 'make it even',
  },
  windowOff: {
    kind: 'inconsistent',
    severity: 'note',
    key: '{key}',
    when: ({ section, tower, family: { windowSwitch } }) => {
      const [key] = section.said('window');
      const window = numberOf(section.raw(key));
      const off = tower.layers.every((layer) => layer.window === null);
      return (
        windowSwitch !== undefined &&
        off &&
        window > 0 && { key, window, windowSwitch }
      );
    },
    message: '{window} has no effect while {windowSwitch} is not true',
    advice: 'nothing has to be done',
  },
  windowTooLong: {
    kind: 'inconsistent',
    severity: 'note',
    key: '{key}',
    when: ({ section, tower, max }) => {
      const [key] = section.said('window');
      const window = numberOf(section.raw(key));
      const used = tower.layers.some((layer) => layer.window === window);
      return used && window > max && { key, window };
    },
    message: '{window} has no effect within {max} positions',
    advice: 'nothing has to be done',
  },
  relativeKey: {
    kind: 'version_hazard',
    severity: 'note',
    key: 'position_embedding_type',
    when: ({ tower }) =>
      tower.layers[0]?.positions[0]?.method === 'relativeKey',
    message:
      'is ignored by transformers 5, which adds a table to the embeddings',
    advice: 'run such weights with transformers 4',
  },
  originalFormat: {
    kind: 'version_hazard',
    severity: 'warning',
    key: 'n_heads',
    when: ({ section, guessed }) =>
      guessed &&
      ['dim', 'n_layers', 'n_heads'].every((key) => section.raw(key) != null),
    message:
      'is a key of params.json, whose weights have interleaved pairs, not halves',
    advice: 'take interleaved pairs, or convert the weights',
  },
  unknownLayout: {
    kind: 'missing',
    severity: 'note',
    key: 'model_type',
    when: ({ guessed, layer }) => guessed && layer !== undefined,
    message:
      'is unknown, and so is the layout: pairs are taken as halves, as in most ' +
      'models',
    advice: 'compare with the code of the model',
  },
  lacks: {
    kind: 'not_computed',
    severity: 'note',
    key: '{name}',
    when: lacksOf,
    message: 'stands for a class that {what}',
    advice:
      'nothing has to be done to the file; attention of this model refuses such ' +
      'layers{beyond}{mended}',
  },
};
