/** What can be wrong with the section of a tower, besides rope parameters. */

import { didYouMean, nearest } from '../../base/nearest.js';
import { factKeys } from '../facts.js';
import { ropeObject, typeOf } from '../rope-parameters.js';
import { isObject } from '../section.js';
import { sectionKeys } from './rope-keys.js';
import { numberAt, type Rule, type TowerPlace } from './rule.js';

/** Base of frequencies that programs take where they find none. */
const USUAL_THETA = 10000;

/** A context from which on models have another base than the usual one. */
const LONG = 32768;

/** The first layer of a tower that turns queries and keys. */
const turnedLayer = ({ tower }: TowerPlace) =>
  tower.layers.find(({ positions }) =>
    positions.some(({ method }) => method === 'rope'),
  );

/** Keys that two objects of rope parameters both have, with other values. */
function disagreeing(one: object, other: object): string | undefined {
  const a = one as Readonly<Record<string, unknown>>;
  const b = other as Readonly<Record<string, unknown>>;
  return [...sectionKeys, 'factor', 'rope_type', 'type'].find(
    (key) =>
      Object.hasOwn(a, key) &&
      Object.hasOwn(b, key) &&
      typeof a[key] !== 'object' &&
      a[key] !== b[key],
  );
}

/** What is wrong with sections, by the names of the rules. */
export const towerRules: Readonly<Record<string, Rule<TowerPlace>>> = {
  misspelt: {
    kind: 'unknown_key',
    severity: 'warning',
    key: '{name}',
    when: ({ section }) =>
      section.names
        .filter((name) => /^(rope|rotary|partial)/.test(name))
        .slice(0, 64)
        .filter(
          (name) =>
            !Object.values(factKeys).flat().includes(name) &&
            !sectionKeys.includes(name) &&
            isTypo(name),
        )
        .map((name) => ({ name, hint: didYouMean(name, sectionKeys) })),
    message: 'is no key that programs read{hint}',
    advice: 'write the right name',
  },
  twoObjects: {
    kind: 'conflict',
    severity: 'warning',
    key: 'rope_parameters',
    when: ({ section }) => {
      const one = section.raw('rope_scaling');
      const other = section.raw('rope_parameters');
      if (!isObject(one) || !isObject(other)) return false;
      const key = disagreeing(one, other);
      return key !== undefined && { key };
    },
    message:
      'differs from rope_scaling in {key}: transformers takes rope_scaling, ' +
      'other programs rope_parameters',
    advice: 'keep one of them',
  },
  onlyNew: {
    kind: 'version_hazard',
    severity: 'note',
    key: 'rope_parameters',
    when: (place) => {
      const { section } = place;
      const inner = section.raw('rope_parameters');
      if (!isObject(inner) || isObject(section.raw('rope_scaling')))
        return false;
      const { rope } = turnedLayer(place) ?? {};
      if (!rope) return false;
      const outside = factKeys.theta.some((key) => numberAt(section, key));
      const lost = outside || rope.theta === USUAL_THETA ? [] : ['theta'];
      if (typeOf(ropeObject(section)) !== 'default') lost.push('the scaling');
      const engines = { 'transformers 5': rope.theta, older: USUAL_THETA };
      const what = lost.join(' and ');
      if (lost.length === 0) return false;
      return lost[0] === 'theta' ? { what, engines } : { what };
    },
    message:
      'is read by transformers 5 and later; programs that look for rope_theta ' +
      'and rope_scaling lose {what}',
    advice: 'write rope_theta and rope_scaling, too, for such programs',
  },
  noTheta: {
    kind: 'version_hazard',
    severity: 'note',
    key: 'rope_theta',
    when: (place) => {
      const { section, family } = place;
      const layer = turnedLayer(place);
      const inner = ropeObject(section);
      const keys = family.keys?.theta?.split(' ') ?? factKeys.theta;
      if (!layer || inner?.names.some((name) => isObject(inner.raw(name)))) {
        return false;
      }
      if (keys.some((key) => section.raw(key) != null)) return false;
      if (inner?.raw('rope_theta') != null) return false;
      const taken = Number(section.said('theta')[1] ?? USUAL_THETA);
      const [, max] = section.said('maxPosition');
      const doubtful = taken !== USUAL_THETA || Number(max) > LONG;
      const engines = { transformers: taken, others: USUAL_THETA };
      return doubtful && { taken, engines };
    },
    message:
      'is missing: transformers takes {taken}, programs that do not know the ' +
      'family 10000',
    advice: 'write "rope_theta": {taken} if the model was trained with it',
  },
  heads: {
    kind: 'inconsistent',
    severity: 'error',
    key: '{key}',
    when: (place) => {
      const { section, tower } = place;
      const layer = tower.layers.find(({ attention }) => attention !== null);
      const [key, width] = section.said('width');
      if (!layer || typeof width !== 'number') return false;
      const own = ['headDim', 'turnedPart', 'globalHeadDim'] as const;
      if (own.some((fact) => section.said(fact)[1] != null)) return false;
      const { heads } = layer;
      return width % heads !== 0 && { key, width, heads };
    },
    message:
      '{width} is not divisible by {heads} heads, and no head_dim says how ' +
      'wide they are; programs stop or round',
    advice: 'write head_dim',
  },
  groups: {
    kind: 'inconsistent',
    severity: 'error',
    key: '{key}',
    when: ({ section, tower }) => {
      const layer = tower.layers.find(
        ({ attention, heads, keyHeads }) =>
          attention !== null && heads % keyHeads !== 0,
      );
      const [key] = section.said('keyHeads');
      return layer !== undefined && { key, ...layer };
    },
    message: '{heads} heads cannot share {keyHeads} key heads; programs stop',
    advice: 'write a divisor of {heads}',
  },
  oddWidth: {
    kind: 'out_of_range',
    severity: 'error',
    key: '{key}',
    when: (place) => {
      const { section } = place;
      const layer = turnedLayer(place);
      const spec = layer?.positions.find(({ method }) => method === 'rope');
      const width = Number(spec?.rotaryDim ?? spec?.headDim ?? 0);
      if (width % 2 === 0) return false;
      const facts = ['rotaryDim', 'share', 'headDim', 'width'] as const;
      const said = facts.map((fact) => section.said(fact));
      const [key] = said.find(([, value]) => value != null) ?? ['head_dim'];
      return { key, width };
    },
    message:
      'makes {width} components turn, which are not pairs; programs stop',
    advice: 'write a value that gives an even width',
  },
  windowTooLong: {
    kind: 'inconsistent',
    severity: 'note',
    key: '{key}',
    when: ({ section, tower }) => {
      const [key] = section.said('window');
      const [, max] = section.said('maxPosition');
      const window = section.raw(key);
      const used = tower.layers.some((layer) => layer.window === window);
      if (typeof window !== 'number' || typeof max !== 'number') return false;
      return used && window >= max && { key, window, max };
    },
    message: '{window} has no effect within {max} positions',
    advice: 'nothing has to be done',
  },
  originalFormat: {
    kind: 'version_hazard',
    severity: 'warning',
    key: 'n_heads',
    when: ({ section, guessed }) =>
      guessed &&
      ['dim', 'n_layers', 'n_heads'].every(
        (key) => numberAt(section, key) !== undefined,
      ) &&
      {},
    message:
      'is a key of params.json: its weights pair neighbouring components ' +
      '(interleaved), whereas those of a config.json pair halves',
    advice: 'take interleaved pairs, or convert the weights',
  },
  unknownLayout: {
    kind: 'missing',
    severity: 'note',
    key: 'model_type',
    when: (place) => place.guessed && turnedLayer(place) !== undefined && {},
    message:
      'is not known: whether pairs are halves or neighbours stands in its ' +
      'code; halves are taken here, as in most models',
    advice: 'compare with the code of the model',
  },
};

/** Whether a key is a known one with one or two wrong letters. */
function isTypo(name: string): boolean {
  const meant = nearest(name, sectionKeys);
  if (meant === '' || Math.abs(name.length - meant.length) > 2) return false;
  const letters = [...name].sort().join('');
  const wanted = [...meant].sort().join('');
  return letters === wanted || nearest(name, [meant]) === meant;
}
