/**
 * What to change in a configuration so that a finding is gone, by the names of the
 * rules: changes of which one is to be chosen. A rule that does not
 * know what was meant has none.
 */

import { nearest } from '../../base/nearest.js';
import { isNested, ropeObject } from '../rope-parameters.js';
import type { Section } from '../section.js';
import type { Json, Mend } from '../types.js';
import { ropeKeys } from './rope-keys.js';
import { differ, numberOf, type RopePlace, type Said } from './rule.js';

/** A place, with what its rule said; rules of towers know no rope parameters. */
type Place = RopePlace & Said;

/** Values by keys below a section. */
type Below = Readonly<Record<string, unknown>>;

/** The same by their paths in the file. */
const at = ({ path }: Section, below: Below): Mend =>
  Object.fromEntries(
    Object.entries(below).map(([key, value]) => [path + key, value as Json]),
  );

/** A key with another name, unless that is there. */
const renamed = (section: Section, name: unknown, meant: string): Below =>
  meant === '' || section.raw(meant) != null
    ? { [`${name}`]: null }
    : { [`${name}`]: null, [meant]: section.raw(`${name}`) };

/** Digits that findings print of a number. */
const rounded = (value: unknown) => +numberOf(value).toPrecision(6);

/** A key that stands in two objects: the value of one, or of the other. */
const once =
  (key: string, hereFirst: boolean) =>
  ({ inner, section, own, outer }: Place): readonly Mend[] => {
    const both = [at(section, { [key]: own }), at(inner, { [key]: outer })];
    return hereFirst ? both : both.reverse();
  };

/** The schedules that alone have a key. */
const typeOfKey: Below = {
  short_factor: 'longrope',
  low_freq_factor: 'llama3',
  beta_fast: 'yarn',
};

export const mends: Readonly<
  Record<string, (place: Place) => readonly Mend[]>
> = {
  unknownKey: ({ inner, name }) => [
    at(inner, renamed(inner, name, nearest(`${name}`, ropeKeys))),
  ],
  attnFactor: ({ inner, vLLM }) =>
    inner.raw('attention_factor') == null
      ? [at(inner, { attn_factor: null, attention_factor: rounded(vLLM) })]
      : [],
  factorImpossible: ({ inner, usual }) => [
    at(inner, { attention_factor: rounded(usual) }),
  ],
  stretch: ({ inner, right, ratio }) => [
    at(inner, { original_max_position_embeddings: right }),
    at(inner, { factor: rounded(ratio) }),
  ],
  ratio: ({ section, product }) => {
    const [key] = section.said('maxPosition');
    return Number.isInteger(product) ? [at(section, { [key]: product })] : [];
  },
  twoOriginals: once('original_max_position_embeddings', false),
  twoThetas: once('rope_theta', true),
  twoShares: once('partial_rotary_factor', true),
  twoTypes: ({ inner }) => [at(inner, { type: null })],
  noType: ({ inner, name }) => {
    const rope_type = typeOfKey[`${name}`];
    return rope_type === undefined ? [] : [at(inner, { rope_type })];
  },
  noLimits: ({ inner, name, usual }) => [at(inner, { [`${name}`]: usual })],
  limitsReversed: ({ inner, low, high }) => [
    at(inner, { low_freq_factor: high, high_freq_factor: low }),
  ],
  rampReversed: ({ inner, low, high }) => [
    at(inner, { beta_fast: low, beta_slow: high }),
  ],
  truncateNested: ({ section, outer }) => [
    at(section, { [`${outer}.truncate`]: false }),
  ],
  misspelt: ({ section, name, meant }) => [
    at(section, renamed(section, name, `${meant}`)),
  ],
  misspeltLayer: ({ section, name, meant }) => {
    const list = section.raw('layer_types');
    if (!Array.isArray(list)) return [];
    const right = list.map((word) => (word === name ? meant : word));
    return [at(section, { layer_types: right })];
  },
  twoObjects: ({ section, differing }) => [
    at(
      section,
      Object.fromEntries(
        (differing as readonly string[]).map((key) => [
          `rope_parameters.${key}`,
          section.raw(`rope_scaling.${key}`),
        ]),
      ),
    ),
  ],
  onlyNew: ({ section, family, layer, what, max }) => {
    const object = ropeObject(section, family);
    if (object === null || isNested(object)) return [];
    const inner = object.raw('rope_theta');
    const outer = section.raw('rope_theta');
    const first = object.raw('original_max_position_embeddings') ?? max;
    const product = numberOf(object.raw('factor') ?? 1) * numberOf(first);
    // Older programs would read two lengths or two bases.
    const two = inner != null && outer != null && inner !== outer;
    if (two || differ(product, max)) return [];
    const theta = `${what}`.startsWith('theta');
    const scaling = `${what}`.endsWith('scaling');
    return [
      at(section, {
        ...(theta && { rope_theta: layer?.spec?.theta }),
        ...(scaling && { rope_scaling: section.raw('rope_parameters') }),
      }),
    ];
  },
  lostTheta: ({ section, theta }) => [at(section, { rope_theta: theta })],
  lostShare: ({ section, name, share }) => [
    at(section, { [`${name}`]: share }),
  ],
  noTheta: ({ section, name, transformers }) => [
    at(section, { [`${name}`]: transformers }),
  ],
};
