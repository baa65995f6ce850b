// Methods that other views of the page show, with the addresses at which they
// do, so that whoever searches for one here is led there. They are loaded when
// somebody searches.

import '../methods/described/rest/ropes.js';
import '../methods/described/rest/terms.js';
import type { Family, MethodDescription } from 'posenc/descriptions';
import { allMethods } from '../methods/described/all.js';
import { writeAddress } from '../state/hash.js';
import type { Elsewhere } from '../state/names.js';
import { spelled } from './chooser-search.js';

/** What the methods of a family do, and the words by which they are sought. */
interface Place {
  readonly family: Family;
  readonly view: string;
  readonly does: string;
  readonly aliases: string;
  address(method: MethodDescription): string;
}

/** What attention itself gives to a method. */
const given = ['heads', 'keyHeads', 'headDim', 'queries', 'keys'];

/** Numbers and words of the example without a default, such as a reach. */
function valuesOf({ example = {}, parameters }: MethodDescription) {
  return Object.entries(example).filter(([name, value]) => {
    const parameter = parameters[name];
    const usual = parameter && 'default' in parameter && parameter.default;
    const plain = typeof value === 'number' || typeof value === 'string';
    return plain && !usual && !given.includes(name);
  });
}

/** Alone, where the view would show a rope first. */
const inAttention = (family: Family) => (method: MethodDescription) =>
  writeAddress(
    'attention',
    [
      ...[['method', method.name], ...valuesOf(method)].map(
        ([name, value]) => `b.${family}.${name}=${value}`,
      ),
      'b.rotation.method=',
    ].join('&'),
  );

const places: readonly Place[] = [
  {
    family: 'rotation',
    view: 'RoPE',
    does: 'Turns queries and keys',
    aliases: 'rotary rotation yarn ntk xpos context',
    address: () => writeAddress('rope', ''),
  },
  {
    family: 'bias',
    view: 'Attention',
    does: 'Added to the scores',
    aliases: 'bias distance relative linear buckets t5 alibi',
    address: inAttention('bias'),
  },
  {
    family: 'relative',
    view: 'Attention',
    does: 'Added to the scores, from content',
    aliases: 'relative content transformer-xl',
    address: inAttention('relative'),
  },
  {
    family: 'gate',
    view: 'Attention',
    does: 'Multiplies the weights',
    aliases: 'gate relative weights',
    address: inAttention('gate'),
  },
];

/** What an entry of the list says, and by which words it is found. */
export interface Listed {
  readonly name: string;
  readonly title: string;
  readonly does: string;
  readonly text: string;
}

export type Shown = Elsewhere & Listed;

function listedIn(place: Place, method: MethodDescription): Listed {
  const { name, title, summary, paper, presets } = method;
  const words = [name, title, summary, paper?.authors, place.aliases];
  return {
    ...{ name, title, does: place.does },
    text: spelled([...words, ...Object.keys(presets)].join(' ')),
  };
}

/** Most views show sentences, whose words stand in a row. */
const isOfImages = ({ parameters }: MethodDescription) =>
  Object.hasOwn(parameters, 'grid');

const inPlaces = <T>(
  wanted: (method: MethodDescription) => boolean,
  convert: (place: Place, method: MethodDescription) => T,
): readonly T[] =>
  places.flatMap((place) =>
    allMethods
      .filter(({ family }) => family === place.family)
      .filter(wanted)
      .map((method) => convert(place, method)),
  );

/** The view of biases has them by their distance, of whatever axes. */
const isImageBias = (method: MethodDescription) =>
  isOfImages(method) && method.family === 'bias';

/** All that other views show, in the order of families. */
export const elsewhere: readonly Shown[] = [
  ...inPlaces(
    (method) => !isOfImages(method),
    (place, method) => ({
      ...listedIn(place, method),
      ...{ view: place.view, address: place.address(method) },
    }),
  ),
  ...inPlaces(isImageBias, (place, method) => ({
    ...{ ...listedIn(place, method), view: 'Biases' },
    address: writeAddress('biases', `method=${method.name}`),
  })),
];

/** Those that no view shows yet. */
export const nowhere: readonly Listed[] = inPlaces(
  (method) => isOfImages(method) && !isImageBias(method),
  listedIn,
);

/** Those and the tables, for a view that shows no table by its name. */
export const everywhere: readonly Elsewhere[] = [
  ...elsewhere,
  ...allMethods
    .filter(({ family }) => family === 'table')
    .map(({ name, title }) => ({
      ...{ name, title, view: 'Encodings' },
      address: writeAddress('encodings', `method=${name}`),
    })),
];
